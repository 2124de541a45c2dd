"""Idle connections are closed; streams, long polls and connections between two requests are not."""

import contextlib
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.core.connections.policy import FIRST_REQUEST_WITHIN
from service.core.connections.watchdog import EVERY, EVERY_WITH_MANY
from tests.abuse.clients import EMPTY_SETTINGS, PREFACE, closed_after, connected
from tests.abuse.http2 import Http2Client
from tests.replies import ok
from tests.service.kit import player_in_game
from tests.service.server import Server, serving
from tests.waiting import until

LIMIT = 2.0
"""Seconds that the service of these tests waits for a first request."""
CLOSED_WITHIN = LIMIT + EVERY_WITH_MANY
SLACK = 3.0
"""Seconds for a loaded machine."""


HASTY = {"service.core.connections.policy.FIRST_REQUEST_WITHIN": LIMIT}
"""Timeouts of a service that waits less long for a first request."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("idle") / "games.db", HASTY) as hasty:
        yield hasty


def test_a_first_request_begins_within_ten_seconds() -> None:
    assert FIRST_REQUEST_WITHIN + EVERY_WITH_MANY < 10
    assert EVERY <= EVERY_WITH_MANY


SILENT = {
    "no byte": b"",
    "half a preface": PREFACE[:7],
    "preface": PREFACE,
    "preface and settings": PREFACE + EMPTY_SETTINGS,
    "half a line": b"GET / HT",
    "half a head": b"GET /health/live HTTP/1.1\r\nHost: a\r\n",
}


def test_a_connection_without_a_request_is_closed_within_the_limit(server: Server) -> None:
    with contextlib.ExitStack() as stack:
        opened = {name: stack.enter_context(connected(server.port, sent)) for name, sent in SILENT.items()}
        with ThreadPoolExecutor(len(opened)) as pool:
            asked = {
                name: pool.submit(closed_after, connection, CLOSED_WITHIN + SLACK)
                for name, connection in opened.items()
            }
        closed = {name: future.result() for name, future in asked.items()}

    assert None not in closed.values(), closed
    # a client has some time for its first request
    assert all(seconds is not None and 1 < seconds <= CLOSED_WITHIN + SLACK for seconds in closed.values()), closed


def test_pings_do_not_keep_a_connection_without_a_request(server: Server) -> None:
    with Http2Client(server.port) as client:
        until(lambda: not client.ping(), CLOSED_WITHIN + SLACK, every=0.2)


def test_a_connection_stays_open_between_two_requests(server: Server) -> None:
    with Http2Client(server.port) as client:
        assert client.get("/health/live") == 200
        # longer than a connection without any request is kept
        time.sleep(CLOSED_WITHIN + 1)
        assert client.get("/health/live") == 200


def test_streams_and_long_polls_are_not_idle(server: Server) -> None:
    player, game = player_in_game(server)
    version = ok(player.get(f"/v1/games/{game}")).json()["version"]
    lines: list[str] = []
    polled: list[int] = []

    def follow() -> None:
        with player.stream("GET", f"/v1/games/{game}/stream", params={"after": version, "as": "public"}) as stream:
            lines.extend(stream.iter_lines())

    def poll() -> None:
        # no byte passes for longer than an idle connection is kept
        wanted = {"after": version, "wait": 5}
        polled.append(server.client().get(f"/v1/games/{game}/events", params=wanted).status_code)

    threads = [threading.Thread(target=work) for work in (follow, poll)]
    for thread in threads:
        thread.start()
    threads[1].join()
    player.post(f"/v1/games/{game}/resignations")
    # bots play to the end, and the stream ends with the game
    threads[0].join(60)

    assert polled == [200]
    assert any("game.ended" in line for line in lines), lines[-5:]
