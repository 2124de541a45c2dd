"""A log whose partitions are on servers of their own, which the first server reaches by postgres_fdw.

The wheel of the tests has no postgres_fdw; Debian's server has.
"""

import contextlib
import os
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path
from typing import ClassVar
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg.sql import SQL, Identifier, Literal

from service.core.store.adapters.sequencing import COLUMNS, sequence
from service.core.store.postgres_connection import ENTRIES
from service.core.store.store import Store
from tests.postgres import Cluster, cluster, new_database

_WITH_FDW = sorted(Path("/usr/lib/postgresql").glob("*/lib/postgres_fdw.so"))

needs_postgres_fdw = pytest.mark.skipif(
    not _WITH_FDW and os.environ.get("TESTS_PARTITIONS") != "required",
    reason="no PostgreSQL with postgres_fdw is installed",
)


class DebianCluster(Cluster):
    """A server of Debian's packages."""

    programs: ClassVar[Path | None] = _WITH_FDW[-1].parents[1] / "bin" if _WITH_FDW else None


class Servers:
    """The server that processes connect to, and those of the partitions."""

    def __init__(self, first: Cluster, others: list[Cluster]) -> None:
        self.first = first
        self.others = others

    @contextlib.contextmanager
    def log(self) -> Generator[str]:
        """Make a database with a log that has a partition on each of the other servers; returns its URL."""
        with ExitStack() as stack:
            url = stack.enter_context(new_database(self.first.url()))
            Store(url).close()
            sequence(url, len(self.others))
            parts = [stack.enter_context(new_database(each.url())) for each in self.others]
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute("CREATE EXTENSION postgres_fdw")
                for number, part in enumerate(parts):
                    self._attach(connection, number, part)
            yield url

    @contextlib.contextmanager
    def away(self, number: int) -> Generator[None]:
        """Let the server of a partition be away, as after a crash, until the block ends."""
        self.others[number].stop("immediate")
        try:
            yield
        finally:
            self.others[number].start()

    def _attach(self, connection: psycopg.Connection, number: int, part: str) -> None:
        """Replace the local partition of a number by one in the database of a URL, as deploy/partitions.md says."""
        server = Identifier(f"log_{number}")
        connection.execute(
            SQL(
                "CREATE SERVER {} FOREIGN DATA WRAPPER postgres_fdw "
                "OPTIONS (host {}, dbname {}, connect_timeout '2', batch_size '64', fetch_size '1000')"
            ).format(server, Literal(str(self.others[number].folder)), Literal(urlsplit(part).path[1:]))
        )
        connection.execute(
            SQL("CREATE USER MAPPING FOR CURRENT_USER SERVER {} OPTIONS (user 'postgres')").format(server)
        )
        for table, columns in COLUMNS.items():
            name = Identifier(f"{table}_{number}")
            with psycopg.connect(part, autocommit=True) as there:
                there.execute(
                    SQL("CREATE TABLE {} ({}, PRIMARY KEY (originator_id, originator_version))").format(
                        name, SQL(columns)
                    )
                )
            connection.execute(SQL("DROP TABLE {}").format(name))
            connection.execute(
                SQL(
                    "CREATE FOREIGN TABLE {} PARTITION OF {} FOR VALUES WITH (MODULUS {}, REMAINDER {}) SERVER {}"
                ).format(name, Identifier(table), Literal(len(self.others)), Literal(number), server)
            )


@contextlib.contextmanager
def servers_of(partitions: int) -> Generator[Servers]:
    """Run a server, and one for each partition, until the block ends."""
    assert DebianCluster.programs is not None, "TESTS_PARTITIONS is `required`, and there is no postgres_fdw"
    with ExitStack() as stack:
        first, *others = (stack.enter_context(cluster(kind=DebianCluster)) for _ in range(partitions + 1))
        yield Servers(first, others)


def partition_of(connection: psycopg.Connection, game: str, partitions: int) -> int:
    """Return the number of the partition of a game."""
    statement = (
        "SELECT n FROM generate_series(0, %s - 1) AS n "
        f"WHERE satisfies_hash_partition('{ENTRIES}'::regclass, %s, n, %s::text)"
    )
    row = connection.execute(statement.encode(), (partitions, partitions, game)).fetchone()
    assert row is not None
    return row[0]
