"""Streams of lists and clients that are slow, gone or many: each costs a connection and nothing more."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.abuse.http2 import Http2Client
from tests.service.kit import open_game
from tests.service.server import Server, serving
from tests.service.sse import so_far
from tests.service.test_feed import IMPATIENT, is_open
from tests.service.test_stream import streams
from tests.waiting import until

PATHS = ("/v1/games/stream", "/v1/results/stream")
GAMES = 80


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service that gives up on a blocked connection after a second, with hundreds of kilobytes of changes."""
    with serving(tmp_path_factory.mktemp("crowded") / "games.db", IMPATIENT) as server:
        player = server.player()
        for _ in range(GAMES):
            open_game(player)
        yield server


def test_connections_that_read_nothing_are_closed_and_hold_up_nobody(crowded: Server) -> None:
    request = b"GET /v1/games/stream?after=MCAw HTTP/1.1\r\nHost: x\r\n\r\n"
    sleepers = [socket.socket() for _ in range(20)]
    for sleeper in sleepers:
        sleeper.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        sleeper.connect(("127.0.0.1", crowded.port))
        sleeper.sendall(request)
    sent = so_far(crowded.client(), "/v1/games/stream", after="MCAw")
    until(lambda: not any(map(is_open, sleepers)))

    assert [event.name for event in sent].count("opened") == GAMES
    until(lambda: streams(crowded) == 0, 30)
    for sleeper in sleepers:
        sleeper.close()


@pytest.mark.parametrize("path", PATHS)
def test_clients_that_hang_up_leave_nothing_behind(server: Server, path: str) -> None:
    with ExitStack() as connections:
        for _ in range(30):
            connection = connections.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        until(lambda: streams(server) == 30, 30)

    until(lambda: streams(server) == 0, 30)


def test_streams_of_one_connection_leave_room_for_other_requests(server: Server) -> None:
    with Http2Client(server.port) as client:
        asked = [client.ask(path) for path in PATHS for _ in range(20)]
        assert client.statuses(asked, whole=False) == [200] * len(asked)
        assert client.get("/v1/games") == 200

    until(lambda: streams(server) == 0, 30)
