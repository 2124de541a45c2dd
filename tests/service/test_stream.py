"""The history as it happens, over a real socket."""

import random
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tests.replies import ok
from tests.service.kit import (
    answer,
    holder,
    next_decision,
    open_game,
    own_decision,
    player_in_game,
    problem,
    started_game,
)
from tests.service.server import Server, serving
from tests.waiting import until, until_over

LINES = {"Accept": "application/x-ndjson"}


def messages(lines: Iterator[str]) -> Iterator[tuple[int, Any]]:
    """Read server-sent events: the id and the data of each."""
    number, name = None, ""
    for line in lines:
        field, _, value = line.partition(": ")
        if (field, value) == ("event", "statement"):
            # the signed head, after the last event
            return
        if field == "event":
            name = value
        elif field == "id":
            number = int(value)
        elif field == "data" and name == "awaiting":
            # it has no id of its own
            assert number is None
            name = ""
        elif field == "data":
            assert number is not None
            yield number, msgspec.json.decode(value)
            number = None


def finished(player: httpx.Client) -> str:
    """Return a game that is over: given up by its only player, so that the bots finish it."""
    game = started_game(player)
    assert player.post(f"/v1/games/{game}/resignations").status_code == 201
    until_over(player, game)
    return game


@pytest.fixture(scope="module")
def over(server: Server) -> tuple[httpx.Client, str]:
    player = server.player()
    return player, finished(player)


@pytest.mark.parametrize("viewer", ["public", "seat:0", "seat:1", "full"])
def test_events_stream_and_lines_are_one_sequence(over: tuple[httpx.Client, str], viewer: str) -> None:
    player, game = over
    params = {"as": viewer}
    pages: list[Any] = []
    while not pages or not pages[-1]["is_over"]:
        after = pages[-1]["next"] if pages else 0
        pages.append(ok(player.get(f"/v1/games/{game}/events", params={**params, "after": after})).json())
    events = [event for page in pages for event in page["items"]]

    with player.stream("GET", f"/v1/games/{game}/stream", params=params) as reply:
        assert reply.headers["content-type"].startswith("text/event-stream")
        streamed = list(messages(reply.iter_lines()))
    lines = player.get(f"/v1/games/{game}/stream", params=params, headers=LINES)

    assert [number for number, _ in streamed] == list(range(1, len(events) + 1))
    assert [data for _, data in streamed] == events
    *shown, closing = [msgspec.json.decode(line) for line in lines.content.splitlines()]
    assert shown == events
    assert closing["statement"]["head"] == events[-1]["head"]


def test_what_a_viewer_was_shown_is_shown_for_ever(server: Server) -> None:
    player, rng = server.player(), random.Random(7)
    game = started_game(player)
    for _ in range(3):
        answer(player, game, next_decision(player, game), rng)
    paths = (
        "events?limit=1000&as=seat:0",
        "events?limit=1000&as=public",
        "view?as=seat:0&at={0}",
        "view?as=public&at={0}",
    )
    version = own_version(player, game)
    then = [ok(player.get(f"/v1/games/{game}/{path.format(version)}")).json() for path in paths]
    player.post(f"/v1/games/{game}/resignations")
    until_over(player, game)
    now = [ok(server.client().get(f"/v1/games/{game}/{path.format(version)}")).json() for path in paths]

    for before, after in zip(then[:2], now[:2], strict=True):
        assert after["items"][: len(before["items"])] == before["items"]
    assert then[2:] == now[2:]


def own_version(player: httpx.Client, game: str) -> int:
    assert own_decision(player, game) is not None
    return ok(player.get(f"/v1/games/{game}/decisions")).json()["version"]


def test_a_stream_goes_on_where_the_client_was(over: tuple[httpx.Client, str]) -> None:
    player, game = over
    last = ok(player.get(f"/v1/games/{game}")).json()["version"]

    resumed = player.get(f"/v1/games/{game}/stream", params={"after": 2}, headers={"Last-Event-ID": str(last - 3)})
    asked = player.get(f"/v1/games/{game}/stream", params={"after": last - 3})
    done = player.get(f"/v1/games/{game}/stream", headers={"Last-Event-ID": str(last)})

    for reply in (resumed, asked):
        assert [number for number, _ in messages(reply.iter_lines())] == [last - 2, last - 1, last]
    # a browser that is answered 204 does not come back
    assert (done.status_code, done.content) == (204, b"")
    # one that had all events before has the version with the signed head
    only_head = player.get(f"/v1/games/{game}/stream", params={"after": last}).text
    assert only_head.removeprefix("retry: 2000\n\n").startswith(f"id: {last}\nevent: statement\n")
    assert problem(player.get(f"/v1/games/{game}/stream", params={"after": last + 1})) == (416, "beyond-the-end")
    wrong = player.get(f"/v1/games/{game}/stream", headers={"Last-Event-ID": "yesterday"})
    assert problem(wrong) == (400, "bad-request")


def test_a_stream_shows_what_happens_and_ends_with_the_game(server: Server) -> None:
    player, rng = server.player(), random.Random(11)
    game = started_game(player)
    seen: list[int] = []

    def follow() -> None:
        with server.client().stream("GET", f"/v1/games/{game}/stream") as reply:
            seen.extend(number for number, _ in messages(reply.iter_lines()))

    reader = threading.Thread(target=follow)
    reader.start()
    done = ok(answer(player, game, next_decision(player, game), rng)).json()["receipt"]["version"]
    until(lambda: done in seen, 10)
    player.post(f"/v1/games/{game}/resignations")
    reader.join(timeout=60)

    assert not reader.is_alive()
    assert seen == list(range(1, ok(player.get(f"/v1/games/{game}")).json()["version"] + 1))


def test_without_following_the_stream_ends_with_what_there_is(server: Server, player: httpx.Client) -> None:
    game = open_game(player)

    reply = server.client().get(f"/v1/games/{game}/stream", params={"follow": "false"})

    assert [number for number, _ in messages(reply.iter_lines())] == [1, 2, 3]


def test_head_of_a_stream_ends_at_once(server: Server) -> None:
    game = open_game(server.player())

    reply = server.client().head(f"/v1/games/{game}/stream")

    assert (reply.status_code, reply.content) == (200, b"")
    assert reply.headers["content-type"].startswith("text/event-stream")


def test_a_stream_ends_when_its_token_is_revoked(server: Server) -> None:
    player, rng = server.player(), random.Random(5)
    game = started_game(player)
    made = ok(player.post("/v1/me/tokens", json={"label": "phone"})).json()
    phone = holder(server, made["token"])
    ended = threading.Event()
    began = threading.Event()

    def follow() -> None:
        with phone.stream("GET", f"/v1/games/{game}/stream") as reply:
            for _ in messages(reply.iter_lines()):
                began.set()
        ended.set()

    threading.Thread(target=follow, daemon=True).start()
    assert began.wait(10)
    decision = next_decision(player, game)
    player.delete(f"/v1/me/tokens/{made['id']}")
    answer(player, game, decision, rng)

    assert ended.wait(10)


def test_the_service_stops_at_once_with_streams_and_long_polls_open(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        player, game = player_in_game(server)
        next_decision(player, game)
        version = ok(player.get(f"/v1/games/{game}")).json()["version"]
        replies: dict[str, Any] = {}

        def poll() -> None:
            replies["poll"] = server.client().get(f"/v1/games/{game}/events", params={"after": version, "wait": 30})

        def follow() -> None:
            replies["stream"] = server.client().get(f"/v1/games/{game}/stream")

        threads = [threading.Thread(target=target) for target in (poll, follow)]
        for thread in threads:
            thread.start()
        until(lambda: streams(server))
        # the long poll was sent before the stream; there is no telling from outside when it waits
        time.sleep(1)
        seconds = server.stop()
        for thread in threads:
            thread.join()

    assert seconds < 5
    assert server.process.poll() == 0
    assert replies["poll"].json()["items"] == []
    assert replies["stream"].text.startswith("retry: 2000\n\n")
    assert replies["stream"].text.endswith(": come back soon\n\n")


def test_who_hangs_up_leaves_nothing_behind(server: Server) -> None:
    game = open_game(server.player())
    with ExitStack() as connections:
        for _ in range(30):
            connection = connections.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            connection.sendall(f"GET /v1/games/{game}/stream HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        until(lambda: streams(server) == 30, 10)
    until(lambda: streams(server) == 0, 10)


def streams(server: Server) -> int:
    return ok(server.client().get("/health/ready")).json()["streams"]


@pytest.mark.parametrize("path", ["stream", "events"])
def test_who_gave_up_sees_nothing_more_of_what_the_seat_knows(server: Server, path: str) -> None:
    player, game = player_in_game(server)
    version = own_version(player, game)
    replies: list[httpx.Response] = []

    def follow() -> None:
        params = {"after": version, "as": "seat:0", "wait": 20} if path == "events" else {"after": version}
        replies.append(server.client().get("/health/live"))
        replies.append(player.get(f"/v1/games/{game}/{path}", params=params))

    reader = threading.Thread(target=follow)
    reader.start()
    until(lambda: replies)
    time.sleep(0.5)
    phone = server.client()
    phone.headers["Authorization"] = player.headers["Authorization"]
    assert phone.post(f"/v1/games/{game}/resignations").status_code == 201
    reader.join(timeout=20)

    # the bot that plays on draws cards that are none of the business of who gave up
    assert not reader.is_alive()
    assert "secret" not in replies[1].text
    assert replies[1].status_code == (404 if path == "events" else 200)
