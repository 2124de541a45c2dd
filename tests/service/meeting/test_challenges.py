"""Challenges: who can be asked for what, answers, expiry, and the game."""

import base64
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.replies import ok
from tests.service.kit import identity, problem
from tests.service.meeting.kit import LIVE, challenged, name_of, pair, seated
from tests.service.server import Server, serving
from tests.waiting import until


def state(who: httpx.Client, challenge: str) -> str:
    return ok(who.get(f"/v1/challenges/{challenge}")).json()["state"]


def ids(who: httpx.Client, **query: str) -> list[str]:
    return [each["id"] for each in ok(who.get("/v1/challenges", params=query)).json()["items"]]


def test_a_challenge_by_name_is_accepted_and_the_game_begins(server: Server) -> None:
    ada, bea = pair(server)
    body = {
        "players": [f"  {name_of(bea)} "],
        "ruleset": "minos",
        "seat": 1,
        "clock": LIVE,
        "options": {"first_player": "seat_0"},
        "visibility": "private",
        "rated": True,
    }
    body["players"] = [name_of(bea).upper()]
    key = {"Idempotency-Key": "once"}
    made = ok(ada.post("/v1/challenges", json=body, headers=key), 201)
    challenge = made.json()
    assert made.headers["location"] == f"/v1/challenges/{challenge['id']}"
    assert (challenge["kind"], challenge["state"], challenge["by"]) == ("challenge", "open", identity(ada))
    assert challenge["terms"]["rated"] is True
    assert challenge["terms"]["clock"]["allowance"] == "PT2M"
    again = ok(ada.post("/v1/challenges", json=body, headers=key), 201)
    assert (again.json(), again.headers["idempotency-replayed"]) == (challenge, "true")
    other = ada.post("/v1/challenges", json=body | {"seat": 0}, headers=key)
    assert problem(other) == (422, "key-reused")
    url = f"/v1/challenges/{challenge['id']}"
    assert ids(ada) == ids(bea) == [challenge["id"]]
    # others do not learn of it
    stranger = server.player("Cy")
    for refused in (stranger.get(url), stranger.post(f"{url}/acceptances"), stranger.delete(url)):
        assert problem(refused) == (404, "not-found")
    assert problem(stranger.post(f"{url}/refusals", json={})) == (404, "not-found")
    # who asked has agreed, and waits
    assert ok(ada.post(f"{url}/acceptances")).json()["state"] == "open"

    started = ok(bea.post(f"{url}/acceptances")).json()

    assert (started["state"], started["game"]) == ("started", challenge["id"])
    assert ok(bea.post(f"{url}/acceptances")).json() == started == ok(ada.get(url)).json()
    assert seated(ada, started["game"]) == [identity(bea), identity(ada)]
    game = ok(bea.get(f"/v1/games/{started['game']}")).json()
    assert (game["visibility"], game["rated"], game["owner"], game["others_left"]) == (
        *("private", True, "service"),
        "end",
    )
    assert game["awaiting"] == [0]
    assert problem(stranger.get(f"/v1/games/{started['game']}")) == (404, "not-found")
    # a batch of several decisions is a whole log
    assert ok(ada.get(f"/v1/games/{started['game']}/verification")).json()["valid"]
    assert problem(ada.delete(url)) == (409, "not-possible")
    assert problem(bea.post(f"{url}/refusals", json={})) == (409, "not-possible")
    assert (ids(ada), ids(ada, open="false")) == ([], [challenge["id"]])


@pytest.mark.parametrize("reason", ["not_now", "clock", "rules", "rating", "no"])
def test_a_challenge_is_declined_with_one_of_five_reasons(server: Server, reason: str) -> None:
    ada, bea = pair(server)
    url = f"/v1/challenges/{challenged(ada, bea)['id']}"
    assert problem(ada.post(f"{url}/refusals", json={})) == (409, "not-possible")
    assert problem(bea.delete(url)) == (409, "not-possible")
    assert problem(bea.post(f"{url}/refusals", json={"reason": "ugly"})) == (400, "bad-request")

    declined = ok(bea.post(f"{url}/refusals", json={"reason": reason})).json()

    assert (declined["state"], declined["reason"], declined["declined_by"]) == ("declined", reason, identity(bea))
    assert ok(bea.post(f"{url}/refusals", json={"reason": "no"})).json() == declined
    assert problem(bea.post(f"{url}/acceptances")) == (409, "not-possible")
    assert problem(ada.get(f"/v1/games/{declined['id']}")) == (404, "not-found")


def test_a_challenge_is_cancelled(server: Server) -> None:
    ada, bea = pair(server)
    url = f"/v1/challenges/{challenged(ada, bea)['id']}"
    ok(ada.delete(url), 204)
    ok(ada.delete(url), 204)
    assert ok(bea.get(url)).json()["state"] == "cancelled"
    assert problem(bea.post(f"{url}/acceptances")) == (409, "not-possible")
    assert ids(bea) == []


def test_all_of_several_players_have_to_accept_and_bots_play_too(server: Server) -> None:
    ada, bea, cy = (server.player(name) for name in ("Ada", "Bea", "Cy"))
    body = {"players": [identity(bea), identity(cy)], "ruleset": "giganten", "bots": ["careful"], "seat": 2}
    made = ok(ada.post("/v1/challenges", json=body), 201).json()
    assert (made["terms"]["rated"], made["terms"]["bots"], made["terms"]["seats"]) == (False, ["careful"], 4)
    assert ok(bea.post(f"/v1/challenges/{made['id']}/acceptances")).json()["state"] == "open"
    started = ok(cy.post(f"/v1/challenges/{made['id']}/acceptances")).json()
    players = seated(cy, started["game"])
    assert players[2] == identity(ada)
    assert sorted(players) == sorted([identity(ada), identity(bea), identity(cy), "bot:careful"])
    # nobody's result counts, so who asked is the owner
    assert ok(ada.get(f"/v1/games/{started['game']}")).json()["owner"] == identity(ada)


def test_what_cannot_be_asked_for(server: Server) -> None:
    ada, bea = pair(server)
    mine, hers = identity(ada), identity(bea)
    guest = server.client()
    right = {"players": [hers], "ruleset": "minos"}
    assert problem(guest.post("/v1/challenges", json=right)) == (401, "token-needed")
    mistakes: tuple[tuple[dict[str, Any], str, str], ...] = (
        ({"players": []}, "bad-request", "/players"),
        ({"players": [mine]}, "invalid-value", "/players/0"),
        ({"players": [hers, hers]}, "invalid-value", "/players/1"),
        ({"players": ["nobody of this name"]}, "unknown-player", "/players/0"),
        ({"players": ["A" * 99]}, "unknown-player", "/players/0"),
        ({"players": ["\u200b"]}, "unknown-player", "/players/0"),
        ({"ruleset": "chess"}, "unknown-ruleset", "/ruleset"),
        ({"ruleset": "giganten"}, "seats", "/players"),
        ({"bots": ["careful", "careful"], "players": [hers, hers[:-1] + "x"]}, "unknown-player", "/players/1"),
        ({"bots": ["clever"]}, "unknown-bot", "/bots/0"),
        ({"bots": ["careful"], "rated": True}, "invalid-value", "/rated"),
        ({"seat": 2}, "no-such-seat", "/seat"),
        ({"options": {"colour": 1}}, "invalid-option", "/options/colour"),
        ({"profile": "unknown"}, "invalid-option", "/profile"),
        ({"data_set": "unknown"}, "data-set", "/data_set"),
        ({"clock": {"preset": "blitz"}}, "invalid-value", "/clock/preset"),
        ({"rated": True, "take_back": True}, "invalid-value", "/rated"),
        ({"expires_in": "PT10S"}, "invalid-value", "/expires_in"),
        ({"expires_in": "P15D"}, "invalid-value", "/expires_in"),
        ({"expires_in": "soon"}, "invalid-value", "/expires_in"),
        ({"name": "x"}, "bad-request", "/name"),
    )
    for wrong, code, pointer in mistakes:
        reply = ada.post("/v1/challenges", json=right | wrong)
        assert problem(reply)[1] == code, (wrong, reply.text)
        assert reply.json()["errors"][0]["pointer"] == pointer, reply.text
    assert ids(bea) == []
    for method, path in (("GET", ""), ("DELETE", ""), ("POST", "/acceptances")):
        assert problem(ada.request(method, f"/v1/challenges/nonsense{path}")) == (404, "not-found")


def test_a_cursor_says_nothing_of_the_challenges_of_others(server: Server) -> None:
    ada, bea = pair(server)
    people = [server.player(f"P{number}") for number in range(3)]
    own = [challenged(ada, each) for each in people]
    challenged(bea, people[0])
    ok(people[0].post(f"/v1/challenges/{own[0]['id']}/refusals", json={}))
    listed: list[str] = []
    url = "/v1/challenges?limit=1&open=false"
    while url:
        page = ok(ada.get(url))
        listed += [each["id"] for each in page.json()["items"]]
        if (cursor := page.json()["next"]) is not None:
            at, challenge = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode().split()
            shown = ok(ada.get(f"/v1/challenges/{challenge}")).json()
            assert at in {shown["at"], shown["ended_at"]}
        url = page.links["next"]["url"] if "next" in page.links else ""
    assert listed == [own[number]["id"] for number in (0, 2, 1)]
    wrong = base64.urlsafe_b64encode(b"12").decode().rstrip("=")
    assert problem(ada.get("/v1/challenges", params={"cursor": wrong})) == (400, "bad-request")


def test_an_open_challenge_expires_by_itself(tmp_path: Path) -> None:
    shortest = {"service.meeting.api.challenge_routes.SHORTEST": 1}
    with serving(tmp_path / "games.db", shortest) as server:
        ada, bea = pair(server)
        challenge = challenged(ada, bea, expires_in="PT1S")["id"]
        until(lambda: state(bea, challenge) == "expired")
        assert problem(bea.post(f"/v1/challenges/{challenge}/acceptances")) == (409, "not-possible")
        # nothing is open between them any more
        assert challenged(ada, bea)["state"] == "open"
        # the background work writes it down: later changes follow
        until(lambda: ids(ada, open="false").index(challenge) == 0)
