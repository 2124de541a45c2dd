"""A log with games that people and bots play, and everything that the tables hold."""

import contextlib
import random
import uuid
from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import cache
from typing import Any
from zlib import crc32

from domain.game import decide
from domain.game import game as games
from domain.game.decide import Decided, NewGame
from domain.game.events import Visibility
from domain.game.fold import append
from domain.game.game import Game
from domain.game.terms import Terms
from domain.kernel.values import Seat
from domain.ledger.records import tip_of_new
from domain.rulesets import RULESETS
from service.core.store.recorder import Origin, StoredEntry
from service.core.store.store import Store
from service.lists.log import Log
from service.lists.projector import Projector
from service.lists.rebuild.rebuild import REBUILD_PAGE, Rebuild, projection_names
from service.lists.registry import PROJECTIONS, ProjectionState, Registry
from service.lists.tables.activity import KEPT

SEED = bytes(range(32))
MOST = 4_000

Batch = list[StoredEntry]


class World:
    """A log and its tables in a database."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.database = store.database
        self.log = Log(store.application)
        self.registry = Registry(self.database)
        self.registry.create()
        self.follower = Projector(self.registry, self.log)

    def append(self, batches: Iterable[Batch]) -> None:
        """Append batches, many in a commit."""
        waiting = list(batches)
        while waiting:
            for done in [self.store.append(batch) for batch in waiting[:100]]:
                done.result()
            del waiting[:100]

    def catch_up(self, limit: int = 2_000) -> None:
        """Take in all that is in the log."""
        while self.follower.step(limit):
            pass

    def follow(self, batches: Iterable[Batch]) -> None:
        """Append batches and take them in."""
        self.append(batches)
        self.catch_up()

    def rebuild(self, *names: str, limit: int = REBUILD_PAGE, kept: int = KEPT) -> int:
        """Rebuild the tables of these projections, or of all, to the end; return the number of steps."""
        rebuild = Rebuild(self.registry, self.log, projection_names(names), kept)
        with rebuild.running():
            return 1 + sum(1 for _ in iter(lambda: rebuild.step(limit), True))

    def states(self) -> list[ProjectionState]:
        """Return the states of all projections."""
        with self.database.reading() as cursor:
            return list(self.registry.states(cursor))

    def tables(self) -> dict[str, list[tuple[Any, ...]]]:
        """Return every row of every table, as readers see them."""
        with self.database.reading() as cursor:
            return {
                table.name: sorted(
                    (tuple(dict(row).values()) for row in cursor.all(f"SELECT * FROM {table.name}")), key=repr
                )
                for projection in PROJECTIONS.values()
                for table in projection.tables
            }


@contextlib.contextmanager
def world(url: str) -> Generator[World]:
    """Open the log in the database of a URL."""
    with Store(url) as store:
        yield World(store)


def played(
    title: str,
    players: Sequence[str],
    seed: int,
    visibility: Visibility = "public",
    resigned: Sequence[Seat] = (),
    foreign: bool = False,
    most: int = MOST,
    terms: Terms = Terms(),  # noqa: B008 - immutable
) -> Iterator[Batch]:
    """Play a game by chance to its end, or so many decisions; seats that resign do so in the middle."""
    rng = random.Random(seed)
    ruleset = RULESETS[title]
    game = str(uuid.UUID(int=rng.getrandbits(128), version=4))
    table = Table(game, Origin("import", closing="{}") if foreign else None)
    # random players would take tokens back again and again
    options = ruleset.resolve_options(None, {"take_back": False} if title == "siberia" else {})
    opened = decide.open_game(
        NewGame(ruleset, len(players), options, ruleset.default_data_set, "player:owner", visibility, terms=terms), SEED
    )
    yield table.append(None, opened)
    for seat, player in enumerate(players):
        yield table.append(seat, decide.take_seat(table.state, seat, player, f"{rng.getrandbits(256):064x}", "player"))
    yield table.append(None, decide.start(table.state))
    for turn in range(most):
        if turn == 20:
            for seat in resigned:
                yield table.append(seat, decide.resign(table.state, seat, "random"))
        seats = sorted(games.awaiting(table.state))
        if not seats:
            return
        seat = rng.choice(seats)
        command: Any = rng.choice(list(games.legal_commands(table.state, seat))).command
        yield table.append(seat, decide.command(table.state, seat, command))


class Table:
    """A game whose events are appended one batch after the other."""

    def __init__(self, game: str, origin: Origin | None) -> None:
        self._name = game
        self._game: Game | None = None
        self._tip = tip_of_new(game)
        self._origin = origin

    @property
    def state(self) -> Game:
        assert self._game is not None
        return self._game

    def append(self, seat: Seat | None, decided: Decided) -> Batch:
        """Append events and return the rows."""
        minutes, seconds = divmod(self._tip.version, 60)
        # games are opened at different times, in another order than that of their ids
        part = crc32(self._name.encode()) % 1_000_000
        at = f"2026-11-20T{12 + minutes // 60:02}:{minutes % 60:02}:{seconds:02}.{part:06}Z"
        self._game, entries = append(self._game, self._tip, SEED, at, seat, decided)
        self._tip = self._game.tip
        return [
            StoredEntry(entry.record, entry.head, entry.secret, self._origin if entry.record.version == 1 else None)
            for entry in entries
        ]


PEOPLE = ("player:ada", "player:bo", "player:cy")


@cache
def evening() -> tuple[Batch, ...]:
    """An evening: games of all kinds, to their end or not, at the same time."""
    bots = ("player:ada", "bot:random", "bot:careful")
    return mixed(
        played("minos", PEOPLE, 1),
        played("siberia", PEOPLE, 2),
        played("siberia", PEOPLE[:2], 3),
        played("siberia", ("player:bo", "player:ada"), 4, resigned=(0,)),
        played("siberia", PEOPLE, 5, resigned=(0, 2)),
        played("siberia", bots, 6),
        played("siberia", ("player:ada", "guest:eve"), 7),
        played("siberia", PEOPLE, 8, visibility="private"),
        played("siberia", PEOPLE, 9, foreign=True),
        played("giganten", PEOPLE, 10, most=60),
        played("minos", PEOPLE, 11, visibility="private", most=30),
        played("siberia", bots, 12, most=15),
    )


def mixed(*of: Iterator[Batch]) -> tuple[Batch, ...]:
    """Return the batches of several games in an order of chance."""
    rng = random.Random(0)
    running = list(of)
    batches: list[Batch] = []
    while running:
        one = rng.choice(running)
        batch = next(one, None)
        if batch is None:
            running.remove(one)
        else:
            batches.append(batch)
    return tuple(batches)
