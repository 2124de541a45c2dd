"""Appending batches through the store, against raw sqlite3 with the same settings and rows."""

import itertools
import sqlite3
import tempfile
from pathlib import Path

from service.core.store.store import Store
from tests.benchmarks.rounds import ROUNDS, Row, compared
from tests.store.kit import opened

BATCHES = 300


def rows() -> list[Row]:
    """Compare one batch a commit, and many batches at once."""
    with tempfile.TemporaryDirectory() as folder, Store(f"sqlite:///{Path(folder)}/games.db") as store:
        raw = sqlite3.connect(Path(folder) / "raw.db", isolation_level=None)
        raw.execute("PRAGMA journal_mode=WAL")
        raw.execute("PRAGMA synchronous=FULL")
        raw.execute(
            """CREATE TABLE events (
                rowid INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, version INTEGER NOT NULL,
                topic TEXT NOT NULL, state BLOB NOT NULL, UNIQUE (game, version))"""
        )
        mapper = store.application.mapper
        numbers = itertools.count()
        # made beforehand: what is measured is writing
        batches = iter([opened()[1] for _ in range(2 * (ROUNDS + 1) * BATCHES)])
        written = iter([mapper.to_stored_event(opened()[1][0]) for _ in range(2 * (ROUNDS + 1) * BATCHES)])

        def one_by_one() -> int:
            for _ in range(BATCHES):
                store.append(next(batches)).result()
            return BATCHES

        def at_once() -> int:
            waiting = [store.append(next(batches)) for _ in range(BATCHES)]
            for future in waiting:
                future.result()
            return BATCHES

        def bare() -> int:
            for _ in range(BATCHES):
                row = next(written)
                raw.execute("BEGIN")
                raw.execute(
                    "INSERT INTO events (game, version, topic, state) VALUES (?,?,?,?)",
                    (row.originator_id, next(numbers), row.topic, row.state),
                )
                raw.execute("COMMIT")
            return BATCHES

        found = [
            compared("append, one batch a commit: raw sqlite3", ">= 0.5", one_by_one, bare),
            compared("append, many batches at once: raw sqlite3", "> 1", at_once, bare),
        ]
        raw.close()
        return found
