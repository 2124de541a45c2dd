"""Appending through the store on PostgreSQL, against pgbench with plain inserts of the same rows on the same server.

Once with the disk as it is, and once with a millisecond more for each flush, which is what a network volume costs.
"""

import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg

from service.core.store.recorder import StoredEntry
from service.core.store.store import Store
from tests.benchmarks.rounds import Row, rate_of
from tests.postgres import Cluster, cluster, new_database
from tests.store.kit import opened

ROUNDS = 5
BATCHES = 300
SECONDS = 2
"""How long pgbench inserts in each round."""

SLOW_FLUSH = """
#include <dlfcn.h>
#include <unistd.h>
static int after_a_while(const char *name, int fd) {
    int (*real)(int) = (int (*)(int))dlsym(((void *)-1l), name);
    usleep(1000);
    return real(fd);
}
int fsync(int fd) { return after_a_while("fsync", fd); }
int fdatasync(int fd) { return after_a_while("fdatasync", fd); }
"""


def rows() -> list[Row]:
    """Compare on both kinds of disk; on the slow one only where there is a C compiler."""
    found = _rows("")
    with tempfile.TemporaryDirectory(prefix="ludolog-slow-") as folder:
        library = slow_flush(Path(folder))
        return found if library is None else found + _rows(", flush + 1 ms", LD_PRELOAD=str(library))


def slow_flush(folder: Path) -> Path | None:
    """Compile the library that makes each flush a millisecond longer; None without a C compiler."""
    library = folder / "slow.so"
    source = library.with_suffix(".c")
    source.write_text(SLOW_FLUSH)
    folder.chmod(0o755)
    try:
        subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", str(library), str(source), "-ldl"], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        sys.stderr.write(f"the slow disk is left out: {error}\n")
        return None
    return library


def _rows(disk: str, **environment: str) -> list[Row]:
    with cluster(environment) as server, new_database(server.url()) as url, Store(url) as store:
        size = _prepare(server, url)
        batches = iter([opened()[1] for _ in range(2 * (ROUNDS + 1) * BATCHES)])
        one: list[tuple[float, float]] = []
        many: list[tuple[float, float]] = []
        for _ in range(ROUNDS):
            one.append((rate_of(_one_by_one(store, batches)), _pgbench(server, url, 1)))
            many.append((rate_of(_at_once(store, batches)), _pgbench(server, url, 8)))
    return [
        _row(f"append, one batch a commit{disk}: pgbench, 1 client, rows of {size} B", one),
        _row(f"append, many batches at once{disk}: pgbench, 8 clients", many),
    ]


def _prepare(server: Cluster, url: str) -> int:
    """Make the table and the script of pgbench; returns the bytes of a row's state."""
    _, (entry,) = opened()
    with Store(url) as store:
        state = bytes(store.application.mapper.to_stored_event(entry).state)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "CREATE TABLE plain (originator_id text, originator_version bigint, topic text, state bytea, "
            "notification_id bigserial UNIQUE, PRIMARY KEY (originator_id, originator_version))"
        )
    script = server.folder / "insert.sql"
    values = f"gen_random_uuid()::text, 1, 'game.opened:1', '\\x{state.hex()}'"
    script.write_text(f"INSERT INTO plain (originator_id, originator_version, topic, state) VALUES ({values});\n")
    return len(state)


def _pgbench(server: Cluster, url: str, clients: int) -> float:
    """Return the inserts a second of this many clients."""
    said = server.run(
        "pgbench", "-n", "-f", str(server.folder / "insert.sql"), "-c", str(clients), "-j", str(min(clients, 2)),
        "-T", str(SECONDS), "-M", "prepared", url,
    )  # fmt: skip
    found = re.search(r"tps = ([\d.]+)", said)
    assert found, said
    return float(found[1])


def _one_by_one(store: Store, batches: Iterator[list[StoredEntry]]) -> Callable[[], int]:
    def work() -> int:
        for _ in range(BATCHES):
            store.append(next(batches)).result()
        return BATCHES

    return work


def _at_once(store: Store, batches: Iterator[list[StoredEntry]]) -> Callable[[], int]:
    def work() -> int:
        waiting = [store.append(next(batches)) for _ in range(BATCHES)]
        for future in waiting:
            future.result()
        return BATCHES

    return work


def _row(what: str, pairs: list[tuple[float, float]]) -> Row:
    ours, others = zip(*pairs, strict=True)
    ratios = tuple(mine / theirs for mine, theirs in pairs)
    return Row(what, statistics.median(ours), statistics.median(others), ratios, "for information")
