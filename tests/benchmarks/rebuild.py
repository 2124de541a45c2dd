"""Rebuilding all tables against reading and decoding the log alone; and what of a game costs more in a longer log.

`LUDOLOG_EVENTS=1000000` for a log of so many events; 100,000 otherwise.
"""

import contextlib
import os
import random
import tempfile
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from domain.game.fold import fold
from domain.ledger.records import next_head, tip_of_new
from service.core.store.recorder import StoredEntry
from service.core.store.store import Store
from service.lists.reading import ReadModels
from service.lists.rebuild.rebuild import Rebuild, projection_names
from tests.benchmarks.rounds import Row, compared
from tests.postgres import cluster
from tests.readmodels.kit import PEOPLE, Batch, played
from tests.store.kit import opened

EVENTS = int(os.environ.get("LUDOLOG_EVENTS", "100000"))
AT_ONCE = 50
"""Games that are played at the same time."""

CHUNK = 500
ROUNDS = 3
ASKED = 200


def _templates() -> list[list[Batch]]:
    kinds = (("siberia", 20), ("giganten", 21), ("minos", 22), ("siberia", 23))
    return [list(played(title, PEOPLE, seed, most=400)) for title, seed in kinds]


def _log(events: int) -> Iterator[Sequence[StoredEntry]]:
    """Games at the same time, each a copy of one that was played, under an id of its own."""
    rng = random.Random(1)
    templates = _templates()
    running: list[Iterator[Batch]] = []
    made = 0
    while made < events:
        if len(running) < AT_ONCE:
            running.append(_copy(rng.choice(templates), str(uuid.UUID(int=rng.getrandbits(128), version=4))))
        place = rng.randrange(len(running))
        batch = next(running[place], None)
        if batch is None:
            del running[place]
        else:
            made += len(batch)
            yield batch


def _copy(template: list[Batch], game: str) -> Iterator[Batch]:
    head = tip_of_new(game).head
    for batch in template:
        copied: list[StoredEntry] = []
        for entry in batch:
            record = replace(entry.record, game=game)
            # the heads follow one another; otherwise the tables read a game from its beginning for each page
            head = next_head(head, record)
            copied.append(replace(entry, record=record, head=head))
        yield copied


def _fill(store: Store, events: int) -> list[str]:
    """Write a log; returns the games."""
    rows: list[StoredEntry] = []
    found: dict[str, None] = {}
    for batch in _log(events):
        rows += batch
        found[batch[0].record.game] = None
        if len(rows) >= CHUNK:
            store.append(rows).result()
            rows = []
    store.append(rows).result()
    return list(found)


def _row(database: str, name: str) -> Row:
    with Store(database) as store:
        _fill(store, EVENTS)
        models = ReadModels.of(store)

        def raw() -> int:
            position, done = 0, 0
            while page := models.log.page(position):
                position, done = page[-1].position, done + len(page)
            return done

        def rebuild() -> int:
            work = Rebuild(models.registry, models.log, projection_names([]))
            with work.running():
                while not work.step():
                    pass
            return work.position

        return compared(f"rebuild of all tables, {EVENTS:,} events, {name}", "≥ 0.5", rebuild, raw, ROUNDS)


def _growth(folder: Path) -> Iterator[Row]:
    with contextlib.ExitStack() as stack:
        long = stack.enter_context(Store(f"sqlite:///{folder}/long.db"))
        short = stack.enter_context(Store(f"sqlite:///{folder}/short.db"))
        games_of = {id(long): _fill(long, EVENTS), id(short): _fill(short, EVENTS // 10)}

        def cold(store: Store) -> int:
            rng = random.Random(2)
            return sum(
                folded.version
                for _ in range(ASKED // 10)
                if (folded := fold(store.read(rng.choice(games_of[id(store)])))) is not None
            )

        def append(store: Store) -> int:
            for _ in range(ASKED):
                store.append(opened()[1]).result()
            return ASKED

        what = f"in a log of {EVENTS:,} events, against {EVENTS // 10:,}"
        yield compared(f"game read and folded {what}", "≥ 0.9", lambda: cold(long), lambda: cold(short), ROUNDS)
        yield compared(f"append {what}", "≥ 0.9", lambda: append(long), lambda: append(short), ROUNDS)


def rows() -> list[Row]:
    """Measure on both databases."""
    with tempfile.TemporaryDirectory(prefix="ludolog-") as folder, cluster() as server:
        return [
            _row(f"sqlite:///{folder}/games.db", "SQLite"),
            _row(server.url(), "PostgreSQL"),
            *_growth(Path(folder)),
        ]
