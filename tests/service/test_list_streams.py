"""The streams of a player, of the list of games and of results."""

import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.core.http.request.cursors import cursor_of
from tests import waiting
from tests.replies import ok
from tests.service.kit import first_choice, next_decision, open_game, own_decision, problem, started_game
from tests.service.server import STOP_WITHIN, Server, serving
from tests.service.sse import Sent, following, lines_so_far, so_far
from tests.service.test_stream import finished, streams

ME, GAMES, RESULTS = "/v1/me/stream", "/v1/games/stream", "/v1/results/stream"


def cursor(client: httpx.Client, path: str) -> str:
    """Return the cursor of the present."""
    (ready,) = so_far(client, path)
    assert (ready.name, ready.last_id) == ("ready", ready.data["cursor"])
    return ready.last_id


def until(events: Iterator[Sent], name: str) -> list[Sent]:
    """Return the events up to the first one of a name."""
    found: list[Sent] = []
    for event in events:
        found.append(event)
        if event.name == name:
            return found
    raise AssertionError([event.name for event in found])


def kinds(events: list[Any]) -> list[str]:
    return [event.name for event in events if event.name != "ready"]


def test_a_player_is_notified_as_it_happens(server: Server) -> None:
    player, phone = server.player(), server.client()
    phone.headers["Authorization"] = player.headers["Authorization"]
    with following(phone, ME) as events:
        until(events, "ready")
        game = started_game(player)
        seen = until(events, "asked")
        decision = next_decision(player, game)
        assert (seen[-1].data["game"], seen[-1].data["decision"]) == (game, decision["id"])
        body = first_choice(decision)
        assert player.post(f"/v1/games/{game}/commands", json=body).status_code == 201
        again = until(events, "asked")
        player.post(f"/v1/games/{game}/resignations")
        ended = until(events, "ended")

    assert kinds(seen) == ["started", "asked"]
    assert kinds(again) == ["asked"]
    assert again[-1].data["decision"] == "0.2"
    assert {key: ended[-1].data[key] for key in ("game", "status", "seat", "ruleset")} == {
        "game": game, "status": "ended", "seat": 0, "ruleset": "giganten",
    }  # fmt: skip


def test_a_player_is_notified_of_own_games_only(server: Server) -> None:
    player, other = server.player(), server.player()
    before = cursor(player, ME)
    own = started_game(player, visibility="private")
    started_game(other, visibility="private")
    assert own_decision(player, own) is not None

    assert {line["game"] for line in lines_so_far(player, ME, after=before) if line["event"] != "ready"} == {own}


def test_a_game_is_cancelled_before_its_start(player: httpx.Client) -> None:
    before = cursor(player, ME)
    game = open_game(player)
    player.put(f"/v1/games/{game}/seats/0")
    player.delete(f"/v1/games/{game}")

    (cancelled, _) = lines_so_far(player, ME, after=before)

    assert (cancelled["event"], cancelled["status"]) == ("cancelled", "abandoned")


def test_a_seat_token_follows_its_game(server: Server) -> None:
    player, deputy = server.player(), server.client()
    before = cursor(player, ME)
    games = [started_game(player) for _ in range(2)]
    made = ok(player.post(f"/v1/games/{games[0]}/seats/0/tokens", json={"label": "deputy"})).json()
    deputy.headers["Authorization"] = f"Bearer {made['token']}"

    assert {line.get("game") for line in lines_so_far(deputy, ME, after=before)} == {games[0], None}
    assert {line.get("game") for line in lines_so_far(player, ME, after=before)} == {*games, None}


def test_the_lobby_is_followed_as_it_changes(server: Server) -> None:
    owner, player = server.player("Olive"), server.player("Pete")
    with following(server.client(), GAMES) as events:
        until(events, "ready")
        game = open_game(owner, seats=2, bots={}, ruleset="siberia")
        player.put(f"/v1/games/{game}/seats/1")
        player.delete(f"/v1/games/{game}/seats/1")
        owner.put(f"/v1/games/{game}/seats/0")
        player.put(f"/v1/games/{game}/seats/1")
        owner.post(f"/v1/games/{game}/start")
        seen = until(events, "started")
        for client in (owner, player):
            client.post(f"/v1/games/{game}/resignations")
        ended = until(events, "ended")
        other = open_game(owner)
        owner.delete(f"/v1/games/{other}")
        cancelled = until(events, "cancelled")

    assert kinds(seen) == ["opened", "seat_taken", "seat_left", "seat_taken", "seat_taken", "started"]
    assert [(event.data["seat"], event.data["name"]) for event in seen[1:3]] == [
        (1, ok(player.get("/v1/me")).json()["name"])
    ] * 2
    assert seen[0].data["game"]["id"] == game
    assert kinds(ended) == ["ended"]
    assert cancelled[-1].data["game"]["status"] == "abandoned"
    # the same again later, from the table
    stored = so_far(server.client(), GAMES, after=seen[0].last_id, owner=ok(owner.get("/v1/me")).json()["id"])
    assert [(event.name, event.last_id) for event in stored[:5]] == [(each.name, each.last_id) for each in seen[1:]]


def test_private_games_are_shown_to_those_who_see_them_in_the_list(server: Server) -> None:
    owner, player, stranger, reserved = (server.player() for _ in range(4))
    before = cursor(stranger, GAMES)
    game = open_game(owner, visibility="private", bots={}, reserved={"2": ok(reserved.get("/v1/me")).json()["id"]})
    made = ok(owner.post(f"/v1/games/{game}/invitations", json={"label": "x"})).json()["invitation"]
    player.put(f"/v1/games/{game}/seats/0", headers={"Ludolog-Invitation": made})

    def sees(client: httpx.Client) -> bool:
        changed = {line["game"]["id"] for line in lines_so_far(client, GAMES, after=before) if "game" in line}
        listed = {row["id"] for row in ok(client.get("/v1/games", params={"limit": 200})).json()["items"]}
        assert changed == listed & changed
        return game in changed

    clients = (owner, player, reserved, stranger, server.client())
    assert [sees(client) for client in clients] == [True, True, True, False, False]


def test_the_filters_are_those_of_the_list(server: Server) -> None:
    ada, bo = server.player(), server.player()
    before = cursor(ada, GAMES)
    siberia = open_game(ada, ruleset="siberia", seats=2, bots={"1": "random"})
    minos = open_game(bo, ruleset="minos", seats=2, bots={"1": "careful"}, tags=["open-day"], rated=False)
    bo.put(f"/v1/games/{minos}/seats/0")
    bo.post(f"/v1/games/{minos}/start")

    def found(**query: str) -> list[tuple[str, str]]:
        lines = lines_so_far(ada, GAMES, after=before, **query)
        return [(line["event"], line["game"]["id"]) for line in lines if "game" in line]

    of_minos = [("opened", minos), ("seat_taken", minos), ("seat_taken", minos), ("started", minos)]
    of_siberia = [("opened", siberia), ("seat_taken", siberia)]
    assert found() == [*of_siberia, *of_minos]
    assert (
        found(ruleset="minos") == found(owner=ok(bo.get("/v1/me")).json()["id"]) == found(status="open")[2:] == of_minos
    )
    assert found(tag="open-day") == of_minos
    assert found(tag="other") == found(rated="true") == []
    unrated = {row["id"] for row in ok(ada.get("/v1/games", params={"rated": "false", "limit": 200})).json()["items"]}
    assert minos in unrated
    assert found(rated="false") == [change for change in found() if change[1] in unrated]
    assert found(player="bot:random") == of_siberia
    assert found(status="running") == [("started", minos)]
    assert found(status="ended") == []


def test_results_are_sent_as_they_appear_and_continue_from_the_list(server: Server, player: httpx.Client) -> None:
    first = finished(player)
    listed = ok(player.get("/v1/results", params={"limit": 1000})).json()["items"]
    with following(server.client(), RESULTS) as events:
        until(events, "ready")
        second = finished(player)
        live = until(events, "result")
    rows = lines_so_far(server.client(), RESULTS, after=listed[-1]["cursor"])

    assert listed[-1]["game"] == first
    assert live[-1].data["game"] == second
    assert [line["event"] for line in rows] == ["result", "ready"]
    assert rows[0] == live[-1].data
    assert rows[0] == {**ok(player.get("/v1/results", params={"limit": 1000})).json()["items"][-1], "event": "result"}
    assert lines_so_far(server.client(), RESULTS, after=listed[-1]["cursor"], ruleset="minos")[0]["event"] == "ready"


def test_a_client_that_comes_back_loses_and_repeats_nothing(server: Server) -> None:
    player, phone = server.player(), server.client()
    phone.headers["Authorization"] = player.headers["Authorization"]
    last = before = cursor(player, ME)
    seen: list[str] = []
    for _ in range(5):
        game = started_game(player)
        with phone.stream("GET", ME, headers={"Last-Event-ID": last}, params={"after": "ignored"}) as reply:
            for line in reply.iter_lines():
                if line.startswith("id: "):
                    last = line.removeprefix("id: ")
                    seen.append(last)
                if line == "event: asked":
                    break
        player.post(f"/v1/games/{game}/resignations")

    stored = [line["cursor"] for line in lines_so_far(player, ME, after=before)]
    shown = list(dict.fromkeys(seen))
    assert shown == stored[: len(shown)]


@pytest.mark.parametrize("path", [ME, GAMES, RESULTS])
def test_cursors_of_other_lists_and_of_the_future_are_refused(player: httpx.Client, path: str) -> None:
    assert problem(player.get(path, params={"after": "nonsense"})) == (400, "bad-request")
    assert problem(player.get(path, headers={"Last-Event-ID": "7"})) == (400, "bad-request")
    future = cursor_of(10**9) if path == RESULTS else cursor_of(10**9, 0)
    assert problem(player.get(path, params={"after": future})) == (416, "beyond-the-end")


FORGETFUL = {"service.lists.tables.activity.KEPT": 30}
"""Constants of a service that keeps the changes of a few events only, and lets an address have three streams."""


@pytest.fixture(scope="module")
def forgetful(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("forgetful")
    with serving(folder / "games.db", FORGETFUL, LUDOLOG_STREAMS="3", LUDOLOG_METRICS="on") as server:
        yield server


@pytest.mark.parametrize(("path", "read"), [(ME, "/v1/me/games?awaiting=true"), (GAMES, "/v1/games?status=running")])
def test_lists_that_are_read_after_ready_have_what_was_before_the_stream(tmp_path: Path, path: str, read: str) -> None:
    """The tables lag by more than the second for which a list waits."""
    late = {"service.lists.embedded.BATCH_DELAY": 2, "service.lists.reading.CATCH_UP_TIMEOUT": 1.0}
    with serving(tmp_path / "games.db", late) as server:
        player = server.player()
        game = started_game(player)
        with following(player, path) as events:
            until(events, "ready")
        listed = ok(player.get(read)).json()["items"]

    assert [row["id"] for row in listed] == [game]


def test_a_cursor_before_the_stored_changes_is_refused(forgetful: Server) -> None:
    player = forgetful.player()
    before = cursor(player, ME)
    for _ in range(4):
        started_game(player)

    for path in (ME, GAMES):
        assert problem(player.get(path, params={"after": before})) == (410, "cursor-expired")
        assert so_far(player, path)[-1].name == "ready"


def test_streams_of_an_account_are_limited_and_counted(forgetful: Server) -> None:
    player, other = forgetful.player(), forgetful.player()
    token = player.headers["Authorization"]
    ready = threading.Semaphore(0)
    clients = [forgetful.client() for _ in range(3)]

    def follow(client: httpx.Client) -> None:
        client.headers["Authorization"] = token
        with following(client, ME) as events:
            until(events, "ready")
            ready.release()
            until(events, "cancelled")

    threads = [threading.Thread(target=follow, args=(client,)) for client in clients]
    for thread in threads:
        thread.start()
    for _ in threads:
        assert ready.acquire(timeout=20)
    refused = player.get(GAMES)
    counted = forgetful.client().get("/metrics").text
    assert so_far(other, GAMES)
    game = open_game(player)
    player.put(f"/v1/games/{game}/seats/0")
    player.delete(f"/v1/games/{game}")
    for thread in threads:
        thread.join(timeout=20)

    assert problem(refused) == (429, "too-many-streams")
    assert 'ludolog_streams{kind="me"} 3.0' in counted
    waiting.until(lambda: streams(forgetful) == 0, 10)
    assert so_far(player, GAMES)[-1].name == "ready"


def test_a_stream_ends_when_its_token_is_revoked(server: Server) -> None:
    player, phone = server.player(), server.client()
    made = ok(player.post("/v1/me/tokens", json={"label": "phone"})).json()
    phone.headers["Authorization"] = f"Bearer {made['token']}"
    with following(phone, ME) as events:
        until(events, "ready")
        player.delete(f"/v1/me/tokens/{made['id']}")
        started_game(player)
        rest = list(events)

    assert rest == []


def test_the_service_stops_at_once_with_all_streams_open(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        player = server.player()
        replies: dict[str, str] = {}
        ready = threading.Semaphore(0)

        def follow(path: str) -> None:
            client = server.client()
            client.headers["Authorization"] = player.headers["Authorization"]
            with client.stream("GET", path) as reply:
                text = ""
                for part in reply.iter_text():
                    if "event: ready" in part:
                        ready.release()
                    text += part
                replies[path] = text

        threads = [threading.Thread(target=follow, args=(path,)) for path in (ME, GAMES, RESULTS)]
        for thread in threads:
            thread.start()
        for _ in threads:
            assert ready.acquire(timeout=20)
        seconds = server.stop()
        for thread in threads:
            thread.join()

    assert seconds < 5
    assert all(text.endswith(": come back soon\n\n") for text in replies.values())


@pytest.mark.parametrize("path", [ME, GAMES, RESULTS])
def test_an_idle_stream_of_a_list_ends_cleanly_when_the_service_stops(tmp_path: Path, path: str) -> None:
    """No other stream is open, and no commit wakes the reader."""
    with serving(tmp_path / "games.db", {}, tmp_path / "log") as server:
        player = server.player()
        with player.stream("GET", path) as reply:
            text = ""
            for part in reply.iter_text():
                text += part
                if "event: ready" in part:
                    # the reader waits only after its first look at the table
                    time.sleep(0.5)
                    server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(timeout=STOP_WITHIN) == 0
        log = server.log()

    assert text.endswith(": come back soon\n\n")
    assert not [line for line in log if '"level":"error"' in line], log


@pytest.mark.parametrize("path", [ME, GAMES, RESULTS])
def test_a_bad_cursor_is_named_by_its_parameter(server: Server, path: str) -> None:
    ada = server.player("Ada")
    for query, headers, name in (
        ({"after": "x"}, {}, "after"),
        ({"after": "MA"}, {"Last-Event-ID": "x"}, "Last-Event-ID"),
    ):
        refused = ada.get(path, params=query, headers=headers)
        assert problem(refused) == (400, "bad-request")
        (error,) = refused.json()["errors"]
        assert name in (error.get("parameter"), error.get("header"), error.get("pointer")), error
        assert error["detail"].startswith(name)
