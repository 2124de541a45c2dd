"""Commands and views over HTTP, against the same application that neither decides nor stores, and an empty handler."""

import asyncio
import random
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import msgspec

from domain.game import game as games
from service.core.store.store import Store
from service.play.play import Play
from service.play.requests import Answer
from tests.benchmarks.load import once, rate, request, serving
from tests.benchmarks.rounds import Row
from tests.benchmarks.serving import GAMES, SEATS, game_id, prepare

ROUNDS = 5
COMMANDS = 80
"""Commands of each game."""

IN_TURN = GAMES - 16
"""Games that are played one after another; the others are played at once."""

READS = 1500

Moves: TypeAlias = list[list[tuple[int, object]]]
"""The commands of each game: the seat, and the body of the request."""


def prepared() -> Moves:
    """Return the commands of each game that any players make: the seat, and the body of the request."""

    async def run(file: Path) -> Moves:
        rng = random.Random(1)
        with Store(f"sqlite:///{file}") as store:
            await prepare(store, [f"player:{seat}" for seat in range(SEATS)])
            play = Play(store)
            return [await _moves(play, game_id(number), rng) for number in range(GAMES)]

    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(run(Path(folder) / "games.db"))


async def _moves(play: Play, game: str, rng: random.Random) -> list[tuple[int, object]]:
    moves: list[tuple[int, object]] = []
    for _ in range(COMMANDS):
        loaded = await play.load(game)
        state = loaded.game
        seat = min(games.awaiting(state))
        command = rng.choice(games.legal_commands(state, seat)).command
        decision = games.decision_id(state, seat)
        await play.command(loaded, _always(seat), Answer(decision, command))
        moves.append((seat, {"decision": decision, "command": msgspec.to_builtins(command)}))
    return moves


def _always(seat: int) -> Callable[[games.Game], int]:
    return lambda _: seat


def posts(tokens: list[str], moves: Moves) -> list[list[bytes]]:
    """Return the requests of each game."""
    return [
        [request("POST", f"/v1/games/{game_id(number)}/commands", tokens[seat], body) for seat, body in commands]
        for number, commands in enumerate(moves)
    ]


def _commands(kind: str, moves: Moves) -> tuple[float, float]:
    """Return commands a second: of one game after another on one connection, and of sixteen games at once."""
    with serving(kind) as target:
        tokens = target.tokens or ["nobody's"] * SEATS
        asked = posts(tokens, moves)
        expected = 200 if kind == "bare" else 201
        in_turn = [post for game in asked[:IN_TURN] for post in game]
        return rate(target.port, [in_turn], expected), rate(target.port, asked[IN_TURN:], expected)


def rows() -> list[Row]:
    """Compare commands, then reading."""
    moves = prepared()
    found: dict[str, list[tuple[float, float]]] = {"service": [], "answering": [], "bare": []}
    for _ in range(ROUNDS):
        for kind, rates in found.items():
            rates.append(_commands(kind, moves))
    both = ("one game after another", "16 games at once")
    compared = [
        _row(f"commands, {how}: {name}", goal, [r[way] for r in found["service"]], [r[way] for r in found[other]])
        for way, how in enumerate(both)
        for other, name, goal in (
            ("answering", "the same, undecided, unstored", ">= 0.6"),
            ("bare", "a bare ASGI app", "for information"),
        )
    ]
    return [*compared, *_reads()]


def _reads() -> list[Row]:
    with serving("service") as target:
        path = f"/v1/games/{game_id(0)}/view"
        _, head, _ = once(target.port, request("GET", path))
        tag = next(line for line in head.decode().splitlines() if line.lower().startswith("etag"))
        known = request("GET", path, headers=[f"If-None-Match: {tag.partition(': ')[2]}"])
        asked = {"empty": (request("GET", "/empty"), 200), "view": (request("GET", path), 200), "known": (known, 304)}
        rates: dict[str, list[float]] = {name: [] for name in asked}
        for _ in range(ROUNDS):
            for name, (sent, expected) in asked.items():
                rates[name].append(rate(target.port, [[sent] * (READS // 4)] * 4, expected))
    return [
        _row("view, warm cache: an empty handler", ">= 0.6", rates["view"], rates["empty"]),
        _row("view, If-None-Match: an empty handler", ">= 0.8", rates["known"], rates["empty"]),
    ]


def _row(what: str, goal: str, ours: list[float], others: list[float]) -> Row:
    ratios = tuple(mine / theirs for mine, theirs in zip(ours, others, strict=True))
    return Row(what, statistics.median(ours), statistics.median(others), ratios, goal)
