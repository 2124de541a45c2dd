"""How the order of the log is made: under a table lock, by placing batches later, or from logical decoding.

`python -m tests.benchmarks.sequence` runs pgbench with the statements of each way on one server, in turns: commits a
second, bytes of WAL for a batch, and seconds until all that was appended has its position. Decision 088 has figures.
"""

import contextlib
import re
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Generator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import psycopg

from service.core.store.adapters.sequenced import SequencedRecorder
from service.core.store.adapters.sequencing import sequence
from service.core.store.recorder import StoredEntry
from service.core.store.store import Store
from tests.benchmarks.postgres import slow_flush
from tests.postgres import Cluster, cluster, new_database
from tests.store.kit import opened, seated

ROUNDS = 3
SECONDS = 4
CLIENTS = (1, 8)
GAMES = 4_000
"""Games that are opened to measure the steps."""
GROUP = 500
"""Batches of them that are committed together."""

SLOT = "ludolog_order"

LOCK = "LOCK TABLE ludolog_events IN EXCLUSIVE MODE;\nNOTIFY ludolog_events;\n"
EVENT = "INSERT INTO {table} (originator_id, originator_version, topic, state{batch}) VALUES ({values});\n"
QUEUE = (
    "INSERT INTO ludolog_unplaced (originator_id, originator_version, topics, batch) "
    "VALUES (:game::text, 1, ARRAY['game.opened:1'], :game);\n"
)


class Way(NamedTuple):
    """A way to make the order: a database, the script of an append, and what gives positions meanwhile."""

    name: str
    url: str
    script: str
    place: Callable[[], int]
    """Gives positions; returns to how many batches."""


class Measured(NamedTuple):
    """What a round has measured."""

    commits: float
    """A second."""
    wal: float
    """Bytes for a batch, with what gives it its position."""
    late: float
    """Seconds after the last commit until all have their positions."""


def main() -> None:
    """Measure on the disk as it is, and with a millisecond more for each flush."""
    print(f"{'disk':14} {'clients':>7} {'way':28} {'commits/s':>10} {'WAL B':>7} {'late s':>7}")
    _measure_steps()
    _measure("as it is")
    with tempfile.TemporaryDirectory(prefix="ludolog-slow-") as folder:
        library = slow_flush(Path(folder))
        if library is not None:
            _measure("flush + 1 ms", LD_PRELOAD=str(library))


def _measure_steps() -> None:
    """Measure how fast batches are placed, and pages of the log are read, without anything else."""
    with cluster() as server:
        found: dict[int, list[tuple[float, float]]] = {0: [], 1: [], 3: []}
        for _ in range(ROUNDS):
            for partitions, rounds in found.items():
                rounds.append(_steps(server, partitions))
        for partitions, rounds in found.items():
            placed, read = (statistics.median(column) for column in zip(*rounds, strict=True))
            name = f"sequenced, {partitions} partitions" if partitions else "lock"
            rate = f"{placed:8.0f} batches/s placed" if partitions else " " * 24
            print(f"{name:28} {rate}, {read:8.0f} events/s read")


def _steps(server: Cluster, partitions: int) -> tuple[float, float]:
    """Return the batches that are placed a second, and the events that are read a second."""
    with new_database(server.url()) as url:
        with Store(url) as store:
            games = [opened() for _ in range(GAMES)]
            _append(store, [rows for _, rows in games])
        if partitions:
            sequence(url, partitions)
        with Store(url) as store:
            _append(store, [seated(state, 0) for state, _ in games])
            recorder = store.application.recorder
            began = time.perf_counter()
            if isinstance(recorder, SequencedRecorder):
                recorder.placement.place_all()
            placed = time.perf_counter() - began
            rows, after = 0, 0
            began = time.perf_counter()
            while page := store.application.rows.placed_rows(after, 2_000, None):
                rows, after = rows + len(page), page[-1][0]
            read = time.perf_counter() - began
    return GAMES / placed, rows / read


def _append(store: Store, batches: list[list[StoredEntry]]) -> None:
    # no statement of thousands of rows, which would end at its timeout
    for first in range(0, len(batches), GROUP):
        for future in [store.append(batch) for batch in batches[first : first + GROUP]]:
            future.result()


def _measure(disk: str, **environment: str) -> None:
    with cluster(environment, wal_level="logical", max_connections="60") as server, ExitStack() as stack:
        ways = [
            stack.enter_context(_locked(server, with_notify=True)),
            stack.enter_context(_locked(server, with_notify=False)),
            stack.enter_context(_placed(server, 1)),
            stack.enter_context(_placed(server, 3)),
            stack.enter_context(_decoded(server)),
        ]
        for clients in CLIENTS:
            found: dict[str, list[Measured]] = {way.name: [] for way in ways}
            for _ in range(ROUNDS):
                for way in ways:
                    found[way.name].append(_round(server, way, clients))
            for name, rounds in found.items():
                commits, wal, late = (statistics.median(column) for column in zip(*rounds, strict=True))
                print(f"{disk:14} {clients:7} {name:28} {commits:10.0f} {wal:7.0f} {late:7.2f}")
                sys.stdout.flush()


def _round(server: Cluster, way: Way, clients: int) -> Measured:
    script = server.folder / "append.sql"
    script.write_text(way.script)
    done = threading.Event()

    def follow() -> None:
        while not done.is_set():
            if not way.place():
                # as the worker waits for more commits
                time.sleep(0.025)

    thread = threading.Thread(target=follow)
    with psycopg.connect(way.url, autocommit=True) as connection:
        connection.execute("CHECKPOINT")
        began = _wal(connection)
        thread.start()
        said = server.run(
            "pgbench", "-n", "-f", str(script), "-c", str(clients), "-j", str(min(clients, 2)), "-T", str(SECONDS),
            "-M", "prepared", way.url,
        )  # fmt: skip
        ended = time.monotonic()
        done.set()
        thread.join()
        while way.place():
            pass
        late = time.monotonic() - ended
        wal = _wal(connection) - began
    tps, count = re.search(r"tps = ([\d.]+)", said), re.search(r"actually processed: (\d+)", said)
    assert tps, said
    assert count, said
    return Measured(float(tps[1]), wal / int(count[1]), late)


def _wal(connection: psycopg.Connection) -> int:
    row = connection.execute("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn").fetchone()
    assert row is not None
    return int(row[0])


def _script(*statements: str) -> str:
    return (
        "\\set game random(1, 9000000000000000000)\n\\startpipeline\nBEGIN;\n"
        + "".join(statements)
        + "COMMIT;\n\\endpipeline\n"
    )


def _values(store: Store) -> str:
    _, (entry,) = opened()
    state = bytes(store.application.mapper.to_stored_event(entry).state)
    return f":game::text, 1, 'game.opened:1', '\\x{state.hex()}'"


@contextlib.contextmanager
def _locked(server: Cluster, *, with_notify: bool) -> Generator[Way]:
    with new_database(server.url()) as url, Store(url) as store:
        lock = LOCK if with_notify else LOCK.replace("NOTIFY ludolog_events;\n", "")
        script = _script(lock, EVENT.format(table="ludolog_events", batch="", values=_values(store)))
        yield Way("lock and NOTIFY" if with_notify else "lock", url, script, lambda: 0)


@contextlib.contextmanager
def _placed(server: Cluster, partitions: int) -> Generator[Way]:
    with new_database(server.url()) as url:
        Store(url).close()
        sequence(url, partitions)
        with Store(url) as store:
            recorder = store.application.recorder
            assert isinstance(recorder, SequencedRecorder)
            script = _script(
                EVENT.format(table="ludolog_entries", batch=", batch", values=f"{_values(store)}, :game"), QUEUE
            )
            yield Way(f"placed later, {partitions} partitions", url, script, recorder.placement.place)


@contextlib.contextmanager
def _decoded(server: Cluster) -> Generator[Way]:
    """Yield the way by logical decoding: the keys of inserted events, in the order of the commits."""
    with new_database(server.url()) as url:
        Store(url).close()
        sequence(url)
        with Store(url) as store, psycopg.connect(url, autocommit=True) as connection:
            connection.execute(
                "CREATE PUBLICATION keys FOR TABLE ludolog_entries (originator_id, originator_version, topic)"
            )
            connection.execute("SELECT pg_create_logical_replication_slot(%s, 'pgoutput')", (SLOT,))
            changes = (
                "SELECT data FROM pg_logical_slot_get_binary_changes(%s, NULL, 5000, "
                "'proto_version', '1', 'publication_names', 'keys')"
            )

            def place() -> int:
                rows = connection.execute(changes.encode(), (SLOT,)).fetchall()
                games = [_game_of(data) for (data,) in rows if data[:1] == b"I"]
                if games:
                    connection.execute(
                        "WITH last AS (UPDATE ludolog_order_end SET notification_id = notification_id + %s "
                        "RETURNING notification_id - %s AS before) "
                        "INSERT INTO ludolog_order (notification_id, originator_id, originator_version, topic) "
                        "SELECT before + n, game, 1, 'game.opened:1' "
                        "FROM last, unnest(%s::text[]) WITH ORDINALITY AS g (game, n)",
                        (len(games), len(games), games),
                    )
                return len(games)

            script = _script(EVENT.format(table="ludolog_entries", batch="", values=_values(store)))
            try:
                yield Way("logical decoding", url, script, place)
            finally:
                connection.execute("SELECT pg_drop_replication_slot(%s)", (SLOT,))


def _game_of(data: bytes) -> str:
    """Return the first column of an inserted row: after the kind, the table, `N`, and the number of columns."""
    assert data[8:9] == b"t", data[:20]
    return data[13 : 13 + int.from_bytes(data[9:13])].decode()


if __name__ == "__main__":
    main()
