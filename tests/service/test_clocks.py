"""Clocks over HTTP: opening, due times, running out, returning, vacations."""

import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from domain.proof.verify import verify
from tests.replies import ok
from tests.service.kit import problem
from tests.service.server import Server, serving
from tests.service.sse import so_far

ALLOWANCE = 1
"""Seconds; the product allows no such haste."""


HASTY = {"service.play.api.clocks.requested.SHORTEST_ALLOWANCE": ALLOWANCE}
"""Timeouts of a server that accepts very short clocks."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("clocks") / "games.db", HASTY) as server:
        yield server


def opened(people: list[httpx.Client], clock: Any) -> str:
    """Return a running game of these people with a clock, which bots play to its end if people leave."""
    body = {"ruleset": "minos", "seats": len(people), "clock": clock, "others_left": "play_on"}
    reply = people[0].post("/v1/games", json=body)
    assert reply.status_code == 201, reply.text
    game: str = reply.json()["id"]
    for seat, person in enumerate(people):
        assert person.put(f"/v1/games/{game}/seats/{seat}").status_code == 200
    assert people[0].post(f"/v1/games/{game}/start").status_code == 200
    return game


def events(person: httpx.Client, game: str) -> list[dict[str, Any]]:
    return [
        item["record"] for item in ok(person.get(f"/v1/games/{game}/events", params={"limit": 1000})).json()["items"]
    ]


def awaited(person: httpx.Client, game: str, kind: str, count: int = 1) -> list[dict[str, Any]]:
    """Return the events of a type once there are so many."""
    deadline = time.monotonic() + 60
    after, found = 0, list[dict[str, Any]]()
    while time.monotonic() < deadline:
        page = ok(
            person.get(f"/v1/games/{game}/events", params={"after": after, "wait": 5, "limit": 1000, "as": "public"})
        ).json()
        assert "items" in page, page
        found += [item["record"] for item in page["items"] if item["record"]["type"] == kind]
        after = page["next"]
        if len(found) >= count:
            return found
    raise AssertionError(f"{kind} did not come {count} times")


def test_the_presets_are_listed_and_a_game_takes_one(server: Server) -> None:
    ada, bo = server.player("Ada"), server.player("Bo")
    presets = {preset["name"]: preset for preset in ok(ada.get("/v1/clocks")).json()["items"]}

    game = opened([ada, bo], {"preset": "correspondence"})

    shown = ok(ada.get(f"/v1/games/{game}")).json()
    assert shown["clock"] == {name: presets["correspondence"][name] for name in shown["clock"]}
    assert [clock["strikes"] for clock in shown["clocks"]] == [0, 0]
    row = next(row for row in ok(ada.get("/v1/games")).json()["items"] if row["id"] == game)
    assert row["clock"] == shown["clock"]


def test_an_open_decision_has_its_due_time_wherever_it_is_shown(server: Server) -> None:
    ada, bo = server.player("Ada"), server.player("Bo")
    before = so_far(ada, "/v1/me/stream")[-1].data["cursor"]
    game = opened([ada, bo], {"allowance": "PT12H", "bank": "P3D"})
    opened_at = events(ada, game)[-1]["at"]

    decisions = ok(ada.get(f"/v1/games/{game}/decisions")).json()["items"]

    due = decisions[0]["due"]
    waited = datetime.fromisoformat(due) - datetime.fromisoformat(opened_at)
    assert waited.total_seconds() == (12 + 72) * 3600
    assert decisions[0]["bank"] == 72 * 3600
    seat: int = decisions[0]["seat"]
    own = ok([ada, bo][seat].get("/v1/me/games", params={"awaiting": "true"})).json()["items"][0]
    assert (own["id"], own["due"]) == (game, due)
    organised = next(row for row in ok(ada.get("/v1/me/organised")).json()["items"] if row["id"] == game)
    assert (organised["due"], organised["awaited"][0]["due"]) == (due, due)
    for path in ("", "/view"):
        clocks = ok(ada.get(f"/v1/games/{game}{path}")).json()["clocks"]
        assert [clock["due"] for clock in clocks if clock["seat"] == seat] == [due]
    awaiting = so_far(ada, f"/v1/games/{game}/stream")[-1].data
    assert [decision["due"] for decision in awaiting["decisions"]] == [due]
    asked = [event.data for event in so_far([ada, bo][seat], "/v1/me/stream", after=before) if event.name == "asked"]
    assert [event["due"] for event in asked if event["game"] == game] == [due]


@pytest.mark.parametrize(
    ("clock", "reason"),
    [
        ({"preset": "soon"}, "presets"),
        ({"bank": "P3D"}, "allowance"),
        ({"allowance": "P1M"}, "allowance"),
        ({"allowance": "P1Y"}, "allowance"),
        ({"allowance": "PT1.5H"}, "allowance"),
        ({"allowance": "12 h"}, "allowance"),
        ({"allowance": "P"}, "allowance"),
        ({"allowance": "P1DT"}, "allowance"),
        ({"allowance": "PT0S"}, "allowance"),
        ({"allowance": "P999999999W"}, "allowance"),
        ({"preset": "live", "bank": "P400D"}, "bank"),
        ({"preset": "live", "vacation": "-P1D"}, "vacation"),
    ],
)
def test_an_invalid_clock_is_refused_with_its_reason(server: Server, clock: Any, reason: str) -> None:
    reply = server.player().post("/v1/games", json={"ruleset": "minos", "seats": 2, "clock": clock})

    assert (reply.status_code, reply.json()["code"]) == (422, "invalid-value")
    assert reason in reply.json()["detail"]


def test_a_request_without_a_clock_opens_a_game_without_one(server: Server) -> None:
    ada = server.player("Ada")
    for clock in ({}, {"clock": None}):
        game = ok(ada.post("/v1/games", json={"ruleset": "minos", "seats": 2, **clock})).json()
        assert (game["clock"], game["clocks"]) == (None, None)


def test_the_clock_of_an_absent_player_runs_out_and_a_bot_answers_that_decision(server: Server) -> None:
    ada, bo = server.player("Ada"), server.player("Bo")
    game = opened([ada, bo], {"allowance": f"PT{ALLOWANCE}S", "strikes": 100})

    ran_out = awaited(ada, game, "clock.ran_out", 3)[:2]

    log = events(ada, game)
    for record in ran_out:
        after = next(each for each in log if each["version"] == record["version"] + 1)
        # the bot answers this decision, in a batch of its own, as the seat
        assert (after["cause"], after["seat"]) == (after["version"], record["data"]["seat"])
        switched = max(
            (each for each in log if each["type"] == "clock.switched" and each["version"] < record["version"]),
            key=lambda each: each["version"],
        )
        late = datetime.fromisoformat(record["at"]) - datetime.fromisoformat(switched["at"])
        assert late.total_seconds() >= ALLOWANCE
    public = ada.get(f"/v1/games/{game}/bundle", params={"as": "public"}).content.splitlines()
    assert {check.check: check.verdict for check in verify(public).checks}["clocks"] == "passed"


def test_a_decision_for_which_the_clock_ran_out_is_closed_for_its_player(server: Server) -> None:
    ada, bo = server.player("Ada"), server.player("Bo")
    game = opened([ada, bo], {"allowance": f"PT{ALLOWANCE}S", "strikes": 100})
    own = next(
        (person, decision)
        for person in (ada, bo)
        for decision in ok(person.get(f"/v1/games/{game}/decisions")).json()["items"]
        if "choices" in decision
    )
    awaited(ada, game, "clock.ran_out")

    person, decision = own
    body = {"decision": decision["id"], "command": decision["choices"][0]["command"]}
    reply = person.post(f"/v1/games/{game}/commands", json=body)

    assert (reply.status_code, reply.json()["code"]) == (409, "decision-closed")


def test_after_too_many_strikes_a_bot_plays_until_the_player_returns(server: Server) -> None:
    ada, bo = server.player("Ada"), server.player("Bo")
    game = opened([ada, bo], {"allowance": f"PT{ALLOWANCE}S", "strikes": 1, "vacation": "P1D"})
    taken = awaited(ada, game, "clock.seat_taken_over")[0]
    seat: int = taken["data"]["seat"]
    person, other = ([ada, bo][seat], [ada, bo][1 - seat])
    listed = next(row for row in ok(person.get("/v1/me/games")).json()["items"] if row["id"] == game)
    assert (listed["may_return"], listed["awaiting"]) == (True, False)
    url = f"/v1/games/{game}/seats/{seat}/returns"
    assert other.post(url).status_code == 403
    command = {"decision": f"{seat}.1", "command": {"type": "minos.keep_dice"}}
    refused = person.post(f"/v1/games/{game}/commands", json=command)
    assert problem(refused) == (403, "not-yours")
    assert refused.json()["detail"] == f"the clock has given seat {seat} to a bot: return with POST {url}"

    key = {"Idempotency-Key": "back"}
    returned = person.post(url, headers=key)

    assert returned.status_code == 201, returned.text
    mine = returned.json()["seats"][seat]
    assert (mine["resigned"], mine["may_return"]) == (False, False)
    again = person.post(url, headers=key)
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (201, "true")


def test_a_seat_that_resigned_by_the_clock_has_no_way_back_and_ranks_last(server: Server) -> None:
    ada, bo = server.player("Ada"), server.player("Bo")
    game = opened([ada, bo], {"allowance": f"PT{ALLOWANCE}S", "strikes": 1, "on_empty": "resign"})
    seats: list[int] = [record["data"]["seat"] for record in awaited(ada, game, "game.seat_resigned", 2)]

    reply = ok([ada, bo][seats[0]].post(f"/v1/games/{game}/seats/{seats[0]}/returns"), 409)

    assert reply.json()["code"] in {"not-possible", "game-not-running"}
    awaited(ada, game, "game.ended")
    result = ok(ada.get(f"/v1/games/{game}/result")).json()
    assert sorted(result["resigned"]) == [0, 1]
    assert result["winners"] == []


def test_a_vacation_stops_the_clock_and_is_taken_from_the_budget(server: Server) -> None:
    ada, bo = server.player("Ada"), server.player("Bo")
    game = opened([ada, bo], {"allowance": "PT1H", "vacation": "P2D"})
    seat: int = ok(ada.get(f"/v1/games/{game}")).json()["awaiting"][0]
    person = [ada, bo][seat]
    url = f"/v1/games/{game}/seats/{seat}/vacations"
    before = ok(ada.get(f"/v1/games/{game}")).json()["clocks"][seat]["due"]
    seen = so_far(person, "/v1/me/stream")[-1].data["cursor"]

    taken = person.post(url, json={"duration": "P1D"})

    assert taken.status_code == 201, taken.text
    clock = taken.json()["clocks"][seat]
    gained = datetime.fromisoformat(clock["due"]) - datetime.fromisoformat(before)
    assert gained.total_seconds() == 86400
    assert clock["vacation"] == 86400
    assert clock["away_until"] < clock["due"]
    notices = [event.data for event in so_far(person, "/v1/me/stream", after=seen) if event.name == "clock"]
    assert [(notice["game"], notice["seat"], notice["due"]) for notice in notices] == [(game, seat, clock["due"])]
    assert ok(person.post(url, json={"duration": "P1D"}), 409).json()["code"] == "not-possible"
    assert ok(person.post(url, json={"duration": "P2D"}), 409).json()["code"] == "not-possible"
    other = [ada, bo][1 - seat]
    assert other.post(url, json={"duration": "P1D"}).status_code == 403


def test_a_game_of_absent_players_ends_by_itself(server: Server) -> None:
    """An allowance as short as can be makes the service write no more than the game is long."""
    ada, bo = server.player("Ada"), server.player("Bo")
    game = opened([ada, bo], {"allowance": f"PT{ALLOWANCE}S", "strikes": 1})

    awaited(ada, game, "game.ended")

    log = events(ada, game)
    assert sum(record["type"] == "clock.ran_out" for record in log) == 2
    bundle = ada.get(f"/v1/games/{game}/bundle", params={"as": "full"}).content.splitlines()
    assert verify(bundle).is_valid
    result = ok(ada.get(f"/v1/games/{game}/result")).json()
    assert result["winners"] == []
    # the clock gave both seats to bots, and no player has returned
    assert sorted(result["resigned"]) == [0, 1]
    listed = next(
        row for row in ok(ada.get("/v1/results", params={"limit": 200})).json()["items"] if row["game"] == game
    )
    assert [(seat["resigned"], seat["rank"]) for seat in listed["seats"]] == [(True, 2)] * 2
    command = {"decision": "0.1", "command": {"type": "minos.keep_dice"}}
    refused = ada.post(f"/v1/games/{game}/commands", json=command)
    # no seat is left to return to
    assert (*problem(refused), "return" in refused.text) == (403, "not-yours", False)


def test_the_document_says_that_seats_of_the_clock_count_as_resigned(server: Server) -> None:
    document = ok(server.client().get("/openapi.json")).json()
    fields = document["components"]["schemas"]

    for schema in ("Result", "FinishedSeat", "SeatReply"):
        assert "clock" in fields[schema]["properties"]["resigned"]["description"]
    for path, method in (("/v1/games/{game}/result", "get"), ("/v1/games/{game}/seats/{seat}/returns", "post")):
        assert "counts as resigned" in document["paths"][path][method]["description"]


def test_no_player_may_return_to_a_game_that_is_over(server: Server) -> None:
    ada, bo = server.player("Ada"), server.player("Bo")
    game = opened([ada, bo], {"allowance": f"PT{ALLOWANCE}S", "strikes": 1})
    awaited(ada, game, "game.ended")

    seats = ok(ada.get(f"/v1/games/{game}")).json()["seats"]

    assert [(seat["resigned"], seat["may_return"]) for seat in seats] == [(True, False)] * 2
    for seat, person in enumerate((ada, bo)):
        own = next(row for row in ok(person.get("/v1/me/games")).json()["items"] if row["id"] == game)
        assert (own["status"], own["seat"], own["may_return"]) == ("ended", seat, False)
        assert problem(person.post(f"/v1/games/{game}/seats/{seat}/returns")) == (409, "game-not-running")


def test_a_restart_goes_on_with_the_clocks(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", HASTY) as server:
        ada, bo = server.player("Ada"), server.player("Bo")
        game = opened([ada, bo], {"allowance": "PT2S", "strikes": 100})
        server.kill()
        server.restart()

        record = awaited(ada, game, "clock.ran_out")[0]

        assert record["data"]["strike"] == 1


def test_the_clock_runs_out_in_another_process_after_the_one_of_the_game_was_killed(
    postgres: str, tmp_path: Path
) -> None:
    shared = {"LUDOLOG_KEY_FILE": str(tmp_path / "key"), "LUDOLOG_PROJECTIONS": "embedded"}
    with serving(postgres, HASTY, **shared) as one, serving(postgres, HASTY, **shared) as other:
        ada, bo = one.player("Ada"), one.player("Bo")
        game = opened([ada, bo], {"allowance": "PT2S", "strikes": 100})
        elsewhere = other.client()
        elsewhere.headers["Authorization"] = ada.headers["Authorization"]
        one.kill()

        ran_out = awaited(elsewhere, game, "clock.ran_out", 3)

        # each decision ran out once, although both processes swept at first
        assert len({record["data"]["decision"] for record in ran_out}) == len(ran_out)
        assert [record["data"]["strike"] for record in ran_out if record["data"]["seat"] == 0] == sorted(
            {record["data"]["strike"] for record in ran_out if record["data"]["seat"] == 0}
        )
        public = elsewhere.get(f"/v1/games/{game}/bundle", params={"as": "public"}).content.splitlines()
        assert {check.check: check.verdict for check in verify(public).checks}["clocks"] == "passed"
