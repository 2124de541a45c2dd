"""A write-ahead log whose end is cut off or torn: the database opens, and holds a beginning of what was written."""

import contextlib
import os
import random
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from service.core.store.recorder import StoredEntry
from service.core.store.store import Store
from tests.store.kit import opened, seated

CUTS = int(os.environ.get("LUDOLOG_CUTS", "100"))
"""How many copies are cut; LUDOLOG_CUTS=1000 is the long run."""

OPENINGS = 4
"""How often the store is opened: a part of what is written is in the database itself, the rest in the log beside it."""

GAMES = 40
"""Games that are written each time: fewer than would be moved into the database meanwhile."""


def test_a_torn_end_leaves_a_beginning(tmp_path: Path) -> None:
    rng = random.Random(8)
    path = tmp_path / "games.db"
    written: list[StoredEntry] = []
    sizes: set[int] = set()
    for opening in range(OPENINGS):
        with Store(f"sqlite:///{path}") as store:
            before = path.read_bytes()
            known = len(written)
            cuts = sorted(rng.randrange(GAMES) for _ in range(CUTS // OPENINGS))
            for number in range(GAMES):
                state, rows = opened()
                batch = seated(state, 0)
                # two batches that queue up become one commit, now and then
                for future in [store.append(rows), store.append(batch)]:
                    future.result()
                written += [*rows, *batch]
                log = path.with_name("games.db-wal").read_bytes()
                for cut in range(cuts.count(number)):
                    copy = tmp_path / f"copy-{opening}-{number}-{cut}.db"
                    copy.write_bytes(before)
                    copy.with_name(copy.name + "-wal").write_bytes(torn(log, rng))
                    sizes.add(check_beginning(copy, written, known))
            # nothing was moved meanwhile, or the copies would be of two moments
            assert path.read_bytes() == before

    assert len(sizes) > min(CUTS, 20) // 2


def torn(log: bytes, rng: random.Random) -> bytes:
    """Return a log with its end cut off, or with zeros or rubbish instead of what was not written yet."""
    place = rng.randrange(len(log) + 1)
    rest = len(log) - place
    return log[:place] + rng.choice([b"", bytes(rest), rng.randbytes(rest), bytes(min(rest, 512)) + log[place + 512 :]])


def check_beginning(copy: Path, written: Sequence[StoredEntry], known: int) -> int:
    """Check that a database opens, and holds a beginning of what was written, not less than was known to be in it."""
    with Store(f"sqlite:///{copy}") as store:
        stored = [entry.record for entry in store.scan(["game.opened", "game.seat_taken"])]
        store.append(opened()[1]).result()
    with contextlib.closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert stored == [entry.record for entry in written[: len(stored)]]
    assert len(stored) >= known
    for file in copy.parent.glob(copy.name + "*"):
        file.unlink()
    return len(stored)
