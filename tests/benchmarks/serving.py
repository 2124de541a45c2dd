"""The service, or what it is compared with, in a process: `python -m tests.benchmarks.serving KIND PORT FILE`.

Prints the tokens of the players as JSON once it is about to listen. Games, seeds and so all outcomes are the same
every time, so that a load can be prepared beforehand.
"""

import asyncio
import sys
import uuid
from typing import Any

import msgspec
import uvloop
from granian.constants import Interfaces
from granian.server.embed import Server
from litestar import Litestar, Response, get

from domain.rulesets import RULESETS
from service.app import create_app
from service.core.connections.limits import MOST
from service.core.keys.opening import open_keys_of
from service.core.settings import Settings
from service.core.store.recorder import Origin
from service.core.store.store import Store
from service.people.accounts import Accounts
from service.play.loaded import Done, Loaded
from service.play.play import Play
from service.play.requests import Answer, SeatIn, SeatTaking
from service.serving.server import freeze_garbage_collector
from service.serving.simulate import SeededSource
from tests.new_games import new_game

GAMES = 24
OPEN_GAMES = 1_000
"""Those of the kind `crowded`."""
SEATS = 3
EMPTY = msgspec.json.encode({"nothing": True})


def game_id(number: int) -> str:
    """Return the id of the game of a number."""
    return str(uuid.UUID(int=number, version=4))


class Answering(Play):
    """Answers as the service does, but decides and stores nothing."""

    async def command(self, loaded: Loaded, seat_in: SeatIn, answer: Answer, origin: Origin | None = None) -> Done:
        """Return what became of the first decision of the game."""
        if not loaded.decided_at:
            return await super().command(loaded, seat_in, answer, origin)
        seat_in(loaded.game)
        first = min(loaded.decided_at)
        return Done(loaded, first, loaded.batch_end(first), replayed=False)


async def prepare(store: Store, players: list[str], count: int = GAMES) -> None:
    """Open and start games."""
    giganten = RULESETS["giganten"]
    for number in range(count):
        source = SeededSource(number)
        play = Play(store, clock=source.now, bytes_of=source.bytes)
        loaded = (await play.open(new_game(giganten, SEATS, players[0]), game_id=game_id(number))).loaded
        for seat, player in enumerate(players):
            await play.take_seat(loaded, SeatTaking(seat, player))
        await play.start(loaded)


@get("/empty", include_in_schema=False)
async def empty() -> Response[bytes]:
    """Return next to nothing."""
    return Response(EMPTY, media_type="application/json")


async def bare(scope: Any, receive: Any, send: Any) -> None:
    """Answer every request with the same bytes, without any framework."""
    if scope["type"] == "lifespan":
        return
    if scope["method"] == "POST":
        while (await receive()).get("more_body"):
            pass
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(EMPTY))]})
    await send({"type": "http.response.body", "body": EMPTY})


class Fan:
    """Streams without a framework and without games: what is published goes to all who listen."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Queue[bytes]] = set()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Listen with GET, publish the body with POST."""
        if scope["type"] == "lifespan":
            return
        start = {"type": "http.response.start", "status": 200}
        if scope["method"] == "POST":
            body = b""
            more = True
            while more:
                message = await receive()
                body, more = body + message.get("body", b""), message.get("more_body")
            for queue in self._waiting:
                queue.put_nowait(body)
            await send({**start, "headers": [(b"content-length", b"2")]})
            await send({"type": "http.response.body", "body": b"{}"})
            return
        await send({**start, "headers": [(b"content-type", b"text/event-stream")]})
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        self._waiting.add(queue)
        await send({"type": "http.response.body", "body": b"retry: 2000\n\n", "more_body": True})
        while True:
            await send({"type": "http.response.body", "body": await queue.get(), "more_body": True})


def application(kind: str, database: str) -> tuple[Any, list[str]]:
    """Return what is to be served, and the tokens of the players."""
    if kind == "bare":
        return bare, []
    if kind == "fan":
        return Fan(), []
    settings = Settings(database=database, rate_limit=0, streams=0, connections_per_address=0, public_clock="none")
    with Store(database) as store:
        # creates the key file, which is refused once there are games
        open_keys_of(store, settings.key_path)
        made = [Accounts(store.database).sign_up(f"Player {seat}") for seat in range(SEATS)]
        count = OPEN_GAMES if kind == "crowded" else GAMES
        asyncio.run(prepare(store, [one.token.player for one in made], count))
    app: Litestar = create_app(settings, Answering if kind == "answering" else Play, has_front=kind != "unfronted")
    app.register(empty)
    return app, [one.secret for one in made]


async def serve(app: Any, port: int) -> None:
    """Serve as the service is served."""
    interface = Interfaces.ASGI if isinstance(app, Litestar) else Interfaces.ASGINL
    server = Server(app, address="127.0.0.1", port=port, interface=interface, backpressure=MOST, log_enabled=False)
    freeze_garbage_collector()
    await server.serve()


if __name__ == "__main__":
    _, wanted, port_number, file = sys.argv
    served, tokens = application(wanted, f"sqlite:///{file}")
    sys.stdout.buffer.write(msgspec.json.encode(tokens) + b"\n")
    sys.stdout.flush()
    uvloop.run(serve(served, int(port_number)))
