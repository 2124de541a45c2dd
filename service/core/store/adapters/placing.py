"""Gives positions to the batches that were appended without one (decision 088).

Positions never change, so that a rebuild repeats them. Any process may place; the row of the last position is locked,
so that one does at a time.
"""

from collections.abc import Iterable, Sequence
from typing import Any, LiteralString, NamedTuple

from eventsourcing.persistence import InterfaceError, OperationalError, PersistenceError
from eventsourcing.postgres import PostgresDatastore
from eventsourcing.utils import retry
from psycopg.errors import DeadlockDetected, SerializationFailure
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Composed, Identifier

from service.core.store.partitions import Partitions, is_no_answer
from service.core.store.postgres_connection import ORDER, ORDER_END, UNPLACED

AT_ONCE = 1_000
"""The games of a partition whose batches are placed in one transaction."""

LEAVES: LiteralString = (
    "SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid "
    "WHERE i.inhparent = to_regclass('public.ludolog_unplaced') ORDER BY c.relname"
)
"""The query of the tables of unplaced batches, one of each partition. Without partitions there is none."""


class Unplaced(NamedTuple):
    """A batch, or several consecutive ones of one commit, without a position."""

    game: str
    first: int
    """The version of the first event."""
    topics: list[str]
    """The topics of the events."""
    batch: int
    """A random number, by which the batch is told from another one at the same version. It rises within a commit."""
    at: Any
    """When it was appended, by the clock of the server."""


class Placement:
    """The step that gives positions. The order is that of the times, and within a game that of the versions."""

    def __init__(self, datastore: PostgresDatastore, partitions: Partitions) -> None:
        self._datastore = datastore
        self._partitions = partitions
        names = {"placed": Identifier(datastore.schema, ORDER), "last": Identifier(datastore.schema, ORDER_END)}
        self._lock_end = SQL("SELECT notification_id FROM {last} FOR UPDATE").format(**names)
        self._move_end = SQL("UPDATE {last} SET notification_id = %s").format(**names)
        # after a failover that lost commits, a version may be appended again: its former position counts no longer
        self._place = SQL(
            "INSERT INTO {placed} AS o (notification_id, originator_id, originator_version, topic, batch) "
            "SELECT * FROM unnest(%s::bigint[], %s::text[], %s::bigint[], %s::text[], %s::bigint[]) "
            "ON CONFLICT (originator_id, originator_version) DO UPDATE SET notification_id = excluded.notification_id, "
            "topic = excluded.topic, batch = excluded.batch WHERE o.batch <> excluded.batch"
        ).format(**names)
        self._leaves: list[str] = []

    def place_all(self) -> None:
        """Give positions to all batches that have none."""
        while self.place() >= AT_ONCE:
            pass

    def place(self) -> int:
        """Give positions to the next batches that have none; returns how many there were.

        What a partition has that does not answer is placed when it answers again.
        """
        found = {leaf: self.unplaced_in(leaf) for leaf in self.leaves() if self._partitions.is_due(leaf)}
        ordered = in_order([each for batches in found.values() for each in batches])
        if ordered:
            self.give_positions(ordered)
        # in a transaction of its own, after the first: tables of other servers are committed before the table here
        for leaf, batches in found.items():
            if batches:
                self._delete(leaf, batches)
        return len(ordered)

    def leaves(self) -> Sequence[str]:
        """Return the tables of unplaced batches, one of each partition."""
        if not self._leaves:
            self._leaves = [name for (name,) in self._rows(SQL(LEAVES).format(), ())] or [UNPLACED]
        return self._leaves

    def unplaced_in(self, leaf: str) -> list[Unplaced]:
        """Return the oldest unplaced batches of a partition, and all others of the same games; none if it is away.

        In one snapshot: with a batch of a game, the ones before it are there, too, or have their positions.
        """
        statement = SQL(
            "SELECT originator_id, originator_version, topics, batch, appended_at FROM {table} WHERE originator_id IN "
            "(SELECT originator_id FROM {table} ORDER BY appended_at LIMIT %s)"
        ).format(table=Identifier(self._datastore.schema, leaf))
        try:
            rows = [Unplaced(*row) for row in self._rows(statement, (AT_ONCE,))]
        except PersistenceError as error:
            if not is_no_answer(error):
                raise
            self._partitions.lost(leaf, error)
            return []
        self._partitions.found(leaf)
        return rows

    @retry((InterfaceError, OperationalError), max_attempts=10, wait=0.2)
    def give_positions(self, ordered: Sequence[Unplaced]) -> None:
        """Give the next positions to batches, unless they have some."""
        rows = [
            (each.game, each.first + number, topic, each.batch)
            for each in ordered
            for number, topic in enumerate(each.topics)
        ]
        games, versions, topics, marks = (list(column) for column in zip(*rows, strict=True))
        with (
            self._datastore.get_connection() as connection,
            connection.transaction(),
            connection.cursor(row_factory=tuple_row) as cursor,
        ):
            row = cursor.execute(self._lock_end).fetchone()
            assert row is not None
            last: int = row[0]
            end = last + len(rows)
            cursor.execute(self._place, (list(range(last + 1, end + 1)), games, versions, topics, marks))
            cursor.execute(self._move_end, (end,))

    def _delete(self, leaf: str, found: Sequence[Unplaced]) -> None:
        statement = SQL("DELETE FROM {} WHERE originator_id = ANY(%s::text[]) AND batch = ANY(%s::bigint[])").format(
            Identifier(self._datastore.schema, leaf)
        )
        try:
            with self._datastore.get_connection() as connection:
                connection.execute(statement, ([*{each.game for each in found}], [each.batch for each in found]))
        except PersistenceError as error:
            # they are found again, and keep their positions
            if isinstance(error.__cause__, SerializationFailure | DeadlockDetected):
                # another process deletes them now: a server of postgres_fdw lets only one do it
                return
            if not is_no_answer(error):
                raise
            self._partitions.lost(leaf, error)

    @retry((InterfaceError, OperationalError), max_attempts=10, wait=0.2)
    def _rows(self, statement: Composed, parameters: Sequence[object]) -> list[Any]:
        with self._datastore.get_connection() as connection, connection.cursor(row_factory=tuple_row) as cursor:
            return cursor.execute(statement, parameters).fetchall()


def in_order(batches: Iterable[Unplaced]) -> list[Unplaced]:
    """Return batches in the order of their times, those of a game in the order of their versions.

    A clock that was set back changes the order of games, and not the order within a game.
    """
    of_game: dict[str, list[Unplaced]] = {}
    for each in batches:
        of_game.setdefault(each.game, []).append(each)
    timed: list[tuple[tuple[Any, int], int, Unplaced]] = []
    for found in of_game.values():
        found.sort(key=lambda each: each.first)
        latest = (found[0].at, found[0].batch)
        for each in found:
            latest = max(latest, (each.at, each.batch))
            timed.append((latest, each.first, each))
    timed.sort(key=lambda row: row[:2])
    return [each for _, _, each in timed]
