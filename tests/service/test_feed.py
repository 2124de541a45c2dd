"""Readers of streams who are handed what happens: all alike, each at its own pace."""

import asyncio
import re
import socket
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from domain.game import decide
from domain.rulesets import RULESETS
from service.core.keys.key_file import make_keys, read_keys
from service.core.keys.signing import Signed, Signer
from service.core.store.store import Store
from service.play.api.stream import connection as connections
from service.play.api.stream.game_reader import Reader, StreamAsked
from service.play.closing import closing_of
from service.play.loaded import Loaded
from service.play.play import Play
from service.play.requests import SeatTaking
from tests.loops import in_loop
from tests.new_games import new_game
from tests.service.server import serving
from tests.service.test_stream import finished, streams
from tests.waiting import until

ADA = SeatTaking(0, "player:ada")

Sending = Callable[[dict[str, Any]], Awaitable[None]]


class Table:
    """An open game, in which somebody takes a seat and leaves it again."""

    def __init__(self, play: Play, game: str) -> None:
        self.play = play
        self.game = game
        self.may_go_on = True
        """Whether those who read may see the game."""

    def read(
        self, send: Any, *, awaiting: bool = False, closing: Callable[[Loaded], bytes] = lambda _: b"{}"
    ) -> "asyncio.Task[None]":
        """Read the whole history, as server-sent events."""
        asked = StreamAsked(
            self.game,
            None,
            0,
            follow=True,
            as_sse=True,
            may_go_on=lambda _: self.may_go_on,
            closing=closing,
            awaiting=awaiting,
        )
        return asyncio.create_task(Reader(self.play, asked, send).read())

    async def move(self) -> None:
        loaded = await self.play.load(self.game)
        await self.play.take_seat(loaded, ADA)
        await self.play.act(loaded, lambda game: (0, decide.leave_seat(game, 0)), None)

    async def end(self) -> None:
        await self.play.abandon(await self.play.load(self.game), lambda _: None)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        play = Play(store)
        opened = asyncio.run(play.open(new_game(RULESETS["siberia"], 2, "player:ada")))
        yield Table(play, opened.loaded.game.id)


def quick(taken: list[bytes]) -> Sending:
    async def send(message: dict[str, Any]) -> None:
        taken.append(message["body"])

    return send


class ThirdFrame:
    """A connection that takes two frames; what becomes of the third is told."""

    def __init__(self, third: Callable[[], Awaitable[None]]) -> None:
        self.frames = 0
        self._third = third

    async def __call__(self, message: dict[str, Any]) -> None:
        self.frames += 1
        if self.frames == 3:
            await self._third()


def slow(taken: list[bytes], steps: int) -> Sending:
    async def send(message: dict[str, Any]) -> None:
        for _ in range(steps):
            await asyncio.sleep(0)
        taken.append(message["body"])

    return send


def versions(sent: bytes) -> list[int]:
    """Return the versions of the events that were sent. The signed head has the id of the last one."""
    return [int(version) for version in re.findall(rb"^id: (\d+)\ndata: ", sent, re.MULTILINE)]


@in_loop
async def test_quick_and_slow_readers_have_the_same_sequence(table: Table) -> None:
    bodies: list[list[bytes]] = [[] for _ in range(150)]
    reading = [table.read(slow(taken, place % 7) if place % 3 else quick(taken)) for place, taken in enumerate(bodies)]
    for _ in range(12):
        await table.move()
    await table.end()
    await asyncio.gather(*reading)

    whole = {b"".join(taken) for taken in bodies}
    assert len(whole) == 1
    assert versions(whole.pop()) == list(range(1, 27))


@in_loop
async def test_at_any_pace_the_open_decisions_follow_all_events_up_to_them(table: Table) -> None:
    bodies: list[list[bytes]] = [[] for _ in range(150)]
    reading = [
        table.read(slow(taken, place % 7) if place % 3 else quick(taken), awaiting=True)
        for place, taken in enumerate(bodies)
    ]
    for _ in range(12):
        await table.move()
    while not all(b"event: awaiting" in b"".join(taken) for taken in bodies):
        await asyncio.sleep(0.001)
    await table.end()
    await asyncio.gather(*reading)

    for taken in bodies:
        found = re.findall(rb'^id: (\d+)\ndata|^event: awaiting\ndata: {"version":(\d+)', b"".join(taken), re.MULTILINE)
        assert [int(event) for event, _ in found if event] == list(range(1, 27))
        linked = [(int(before[0]), int(version)) for before, (_, version) in pairwise(found) if version]
        assert linked
        assert all(before == version for before, version in linked)


@in_loop
async def test_a_frame_is_made_once_for_all_who_look_alike(table: Table) -> None:
    bodies: list[list[bytes]] = [[] for _ in range(50)]
    reading = [table.read(quick(taken)) for taken in bodies]
    while not all(len(taken) == 2 for taken in bodies):
        await asyncio.sleep(0)
    await table.play.take_seat(await table.play.load(table.game), ADA)
    while not all(len(taken) == 3 for taken in bodies):
        await asyncio.sleep(0)

    assert len({id(taken[2]) for taken in bodies}) == 1
    await table.end()
    await asyncio.gather(*reading)


@in_loop
async def test_who_takes_nothing_is_left_alone_and_holds_up_nobody(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "WRITE_TIMEOUT", 0.2)
    # the timer is first set to a heartbeat
    monkeypatch.setattr(connections, "HEARTBEAT", 0.2)

    async def stuck() -> None:
        await asyncio.get_running_loop().create_future()

    taken: list[bytes] = []
    sending = ThirdFrame(stuck)
    stalled, other = table.read(sending), table.read(quick(taken))
    while len(taken) < 2:
        await asyncio.sleep(0)
    await table.move()
    await asyncio.wait({stalled})
    assert stalled.cancelled()
    # while it was stuck, nothing piled up for it
    assert sending.frames == 3
    await table.end()
    await other
    assert versions(b"".join(taken)) == [1, 2, 3, 4]


@in_loop
async def test_an_error_of_one_connection_is_its_own(table: Table) -> None:
    async def reset() -> None:
        raise ConnectionResetError

    taken: list[bytes] = []
    broken, other = table.read(ThirdFrame(reset)), table.read(quick(taken))
    while len(taken) < 2:
        await asyncio.sleep(0)
    await table.move()
    await table.end()
    await other
    with pytest.raises(ConnectionResetError):
        await broken
    assert versions(b"".join(taken)) == [1, 2, 3, 4]


@in_loop
async def test_a_quiet_stream_shows_signs_of_life(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEARTBEAT", 0.01)

    taken: list[bytes] = []
    reading = table.read(quick(taken))
    beat = b": still here\n\nevent: heartbeat\ndata: {}\n\n"
    while b"".join(taken).count(beat) < 3:
        await asyncio.sleep(0.001)
    await table.end()
    await reading


@in_loop
async def test_a_quiet_stream_ends_too_when_what_it_was_opened_with_is_revoked(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEARTBEAT", 0.01)

    taken: list[bytes] = []
    reading = table.read(quick(taken))
    while b"event: heartbeat" not in b"".join(taken):
        await asyncio.sleep(0.001)
    table.may_go_on = False
    await reading

    # nothing has happened in the game, and no event was sent
    assert versions(b"".join(taken)) == [1]
    assert taken[-1] == b""


class CountingSigner(Signer):
    """A signer that counts its signatures."""

    count = 0

    def sign(self, statement: Mapping[str, Any]) -> Signed:
        self.count += 1
        return super().sign(statement)


@in_loop
async def test_the_end_of_a_game_is_signed_once_for_all_readers(table: Table, tmp_path: Path) -> None:
    make_keys(tmp_path / "keys")
    signer = CountingSigner(read_keys(tmp_path / "keys"))
    taken: list[list[bytes]] = [[] for _ in range(200)]
    readers = [table.read(quick(each), closing=partial(closing_of, signer)) for each in taken]
    await asyncio.sleep(0)
    await table.end()
    await asyncio.gather(*readers)

    assert signer.count == 1
    (statement,) = {each[-2] for each in taken}
    assert b'"signature":' in statement


IMPATIENT = {
    "service.play.api.stream.connection.HEARTBEAT": 0.2,
    "service.play.api.stream.connection.WRITE_TIMEOUT": 1.0,
}
"""Timeouts of a service that gives up after a second."""


def test_connections_that_read_nothing_are_closed(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", IMPATIENT) as server:
        game = finished(server.player())
        request = f"GET /v1/games/{game}/stream HTTP/1.1\r\nHost: x\r\n\r\n".encode()
        sleepers = [socket.socket() for _ in range(40)]
        for sleeper in sleepers:
            sleeper.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            sleeper.connect(("127.0.0.1", server.port))
            sleeper.sendall(request)
        until(lambda: not any(map(is_open, sleepers)), 30)

        assert streams(server) == 0
        for sleeper in sleepers:
            sleeper.close()


def is_open(connection: socket.socket) -> bool:
    """Whether the other end still takes something."""
    try:
        connection.sendall(b"\r")
    except OSError:
        return False
    return True
