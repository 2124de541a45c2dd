"""Simulation of whole games between bots, through store and ledger. One seed determines everything."""

import asyncio
import datetime
import hashlib
import random
import secrets
import uuid
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec

from domain.game.decide import NewGame
from domain.kernel.codec import canonical
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Place, Value
from projections.history import FULL
from service.core.store.store import Store
from service.due.bot_runner import act
from service.play.loaded import Loaded
from service.play.play import Play
from service.proof.bundles import bundle

OWNER = "player:simulation"
EPOCH = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)


class Simulated(Value, frozen=True):
    """A finished game: its id, its number of events and decisions, and the ranking."""

    game: str
    events: int
    decisions: int
    bots: tuple[str, ...]
    places: tuple[Place, ...]


class Plan(Value, frozen=True):
    """A simulation: bots by seat, options, number of games, and the seed. None: real chance and time."""

    ruleset: str
    bots: tuple[str, ...]
    options: Mapping[str, Any]
    games: int
    seed: int | None
    data_set: str | None = None
    """The name of the data set; None: the default of the title."""
    owner: str = OWNER
    """The player who owns the games."""


class Source(Protocol):
    """The source of random bytes and times of games."""

    def bytes(self, size: int) -> bytes:
        """Return random bytes."""
        ...

    def now(self) -> datetime.datetime:
        """Return the time."""
        ...


class SystemSource:
    """Bytes from the operating system, and the current time."""

    def bytes(self, size: int) -> bytes:
        """Return random bytes of the operating system."""
        return secrets.token_bytes(size)

    def now(self) -> datetime.datetime:
        """Return the time."""
        return datetime.datetime.now(datetime.UTC)


class SeededSource:
    """Bytes and times that a seed determines, so that a simulation can be repeated."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - a simulation has to be repeatable, not unpredictable
        self._ticks = 0

    def bytes(self, size: int) -> bytes:
        """Return random bytes."""
        return self._random.randbytes(size)

    def now(self) -> datetime.datetime:
        """Return a time a millisecond after the last one."""
        self._ticks += 1
        return EPOCH + datetime.timedelta(milliseconds=self._ticks)


def simulate(
    plan: Plan,
    ruleset: Ruleset[Any],
    store: Store,
    out: Path | None,
    report: Callable[[Simulated], None],
) -> None:
    """Play the games of a plan one after another, and report each. With `out`, write each game to a file."""
    with asyncio.Runner() as runner:
        for number in range(plan.games):
            source: Source = SystemSource() if plan.seed is None else SeededSource(plan.seed * 1_000_003 + number)
            play = Play(store, clock=source.now, bytes_of=source.bytes)
            rng = random.Random(int.from_bytes(source.bytes(8)))  # noqa: S311 - as above
            # rotate the seats, so that no bot keeps the best one
            bots = tuple(plan.bots[(seat + number) % len(plan.bots)] for seat in range(len(plan.bots)))
            game = str(uuid.uuid4()) if plan.seed is None else game_id(plan, ruleset, number)
            loaded = runner.run(_game(play, ruleset, plan, bots, game, rng))
            if out is not None:
                (out / f"{loaded.game.id}.jsonl").write_bytes(bundle(loaded.game, loaded.entries, FULL, None))
            decisions = sum(loaded.game.decided)
            report(Simulated(loaded.game.id, loaded.game.version, decisions, bots, loaded.game.places))


def game_id(plan: Plan, ruleset: Ruleset[Any], number: int) -> str:
    """Return the id of a game of a plan with a seed. It depends on everything that determines the game.

    The number of games makes no difference: the first games stay the same.
    """
    data_set = plan.data_set or ruleset.default_data_set
    inputs = {
        "ruleset": [ruleset.name, ruleset.version],
        "data_set": [data_set, ruleset.data_set(data_set).digest],
        "options": dict(plan.options),
        "bots": plan.bots,
        "owner": plan.owner,
        "seed": plan.seed,
        "number": number,
    }
    return str(uuid.UUID(bytes=hashlib.sha256(canonical(inputs)).digest()[:16], version=4))


async def _game(
    play: Play,
    ruleset: Ruleset[Any],
    plan: Plan,
    bots: Sequence[str],
    game: str,
    rng: random.Random,
) -> Loaded:
    data_set = plan.data_set or ruleset.default_data_set
    new = NewGame(ruleset, len(bots), plan.options, data_set, plan.owner, bots=dict(enumerate(bots)))
    opened = await play.open(new, game_id=game)
    await play.start(opened.loaded)
    while await act(play, game, rng):
        pass
    return await play.load(game)


def table_of(simulated: Sequence[Simulated]) -> list[dict[str, Any]]:
    """Return the seats played, the wins (a shared win counts in part) and the mean score of each bot."""
    rows: dict[str, dict[str, Any]] = {}
    for game in simulated:
        winners = sum(place.rank == 1 for place in game.places)
        for place in game.places:
            row = rows.setdefault(game.bots[place.seat], {"seats": 0, "wins": 0.0, "score": 0})
            row["seats"] += 1
            row["score"] += place.score
            row["wins"] += 1 / winners if place.rank == 1 else 0
    return [
        {
            "bot": bot,
            "seats": row["seats"],
            "wins": round(row["wins"], 2),
            "win_share": round(row["wins"] / len(simulated), 4),
            "mean_score": round(row["score"] / row["seats"]),
        }
        for bot, row in sorted(rows.items())
    ]


def describe(simulated: Sequence[Simulated], seconds: float) -> bytes:
    """Return games and table as JSON."""
    decisions = sum(game.decisions for game in simulated)
    return msgspec.json.encode(
        {
            "games": simulated,
            "bots": table_of(simulated),
            "decisions_per_second": round(decisions / seconds),
            "seconds": round(seconds, 2),
        }
    )
