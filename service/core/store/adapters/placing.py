"""Gives positions to the batches that were appended without one (decision 088).

Positions never change, so that a rebuild repeats them. Any process may place; the row of the last position is locked,
so that one does at a time.
"""

import logging
from collections.abc import Iterable, Sequence
from typing import Any, LiteralString, NamedTuple

from eventsourcing.persistence import InterfaceError, OperationalError, PersistenceError
from eventsourcing.postgres import PostgresDatastore
from eventsourcing.utils import retry
from psycopg import Connection, Cursor, Error
from psycopg.errors import DeadlockDetected, SerializationFailure
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Composed, Identifier

from service.core.store.adapters.watched import within
from service.core.store.outage import report_store_error
from service.core.store.partitions import GRACE, LOOK_TIMEOUT, Partitions, is_no_answer, limit_statements
from service.core.store.postgres_connection import ORDER, ORDER_END, UNPLACED

_log = logging.getLogger(__name__)

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


class Step(NamedTuple):
    """What a step has done."""

    found: int
    """The number of batches that had no position, or that another process has placed meanwhile."""
    placed: int
    """The number of events that have got a position."""
    is_more: bool
    """Whether there may be more batches without one."""
    is_whole: bool
    """Whether all batches that had been appended before have positions now, unless there are more."""


class Placement:
    """The step that gives positions. The order is that of the times, and within a game that of the versions."""

    def __init__(self, datastore: PostgresDatastore, partitions: Partitions) -> None:
        self._datastore = datastore
        self._partitions = partitions
        names = {
            "placed": Identifier(datastore.schema, ORDER),
            "last": Identifier(datastore.schema, ORDER_END),
            "unplaced": Identifier(datastore.schema, UNPLACED),
        }
        self._lock_end = SQL("SELECT notification_id FROM {last} FOR UPDATE").format(**names)
        self._move_end = SQL("UPDATE {last} SET notification_id = %s").format(**names)
        self._place = SQL(
            "INSERT INTO {placed} (notification_id, originator_id, originator_version, topic, batch) "
            "SELECT * FROM unnest(%s::bigint[], %s::text[], %s::bigint[], %s::text[], %s::bigint[]) "
            "ON CONFLICT (originator_id, originator_version) DO NOTHING"
        ).format(**names)
        self._of_others = SQL(
            "SELECT originator_id, originator_version, batch FROM {placed} WHERE originator_id = ANY(%s::text[])"
        ).format(**names)
        self._left = SQL("SELECT batch FROM {unplaced} WHERE originator_id = ANY(%s::text[])").format(**names)
        self._replace = SQL(
            "UPDATE {placed} SET notification_id = %s, topic = %s, batch = %s "
            "WHERE originator_id = %s AND originator_version = %s"
        ).format(**names)

    @property
    def is_divided(self) -> bool:
        """Whether the log has several partitions."""
        return self._partitions.is_divided

    def place_all(self) -> bool:
        """Give positions to all batches that have none; returns False if some may have none yet."""
        while (step := self.step()).is_more:
            pass
        return step.is_whole

    def place(self) -> int:
        """Give positions to the next batches that have none; returns how many there were."""
        return self.step().found

    @retry((InterfaceError, OperationalError), max_attempts=10, wait=0.2)
    def step(self) -> Step:
        """Give positions to the next batches that have none.

        What a partition has that does not answer is placed when it answers again.
        """
        # each attempt reads anew: a server that takes over may lack what the former one has returned
        found = self.unplaced()
        ordered = in_order([each for batches in found.values() for each in batches])
        placed, is_clean, waiting = 0, True, set[int]()
        if ordered:
            with self._datastore.get_connection() as connection:
                placed, waiting = self.give_positions(connection, ordered)
                # In a transaction of its own, after the first: tables of other servers are committed before the table
                # here. On the same connection: a server that takes over may lack the positions.
                for leaf, batches in found.items():
                    done = [each for each in batches if each.batch not in waiting]
                    is_clean &= not done or self._delete(connection, leaf, done)
        is_full = any(len(batches) >= AT_ONCE for batches in found.values())
        is_whole = len(found) == len(self.leaves()) and not waiting and not is_full
        return Step(len(ordered), placed, is_more=is_full and is_clean, is_whole=is_whole)

    @retry((InterfaceError, OperationalError), max_attempts=10, wait=0.2)
    def leaves(self) -> Sequence[str]:
        """Return the tables of unplaced batches, one of each partition."""
        if not self._partitions.names:
            self._partitions.names = [name for (name,) in self._rows(SQL(LEAVES).format(), ())] or [UNPLACED]
        return self._partitions.names

    def unplaced(self) -> dict[str, list[Unplaced]]:
        """Return the oldest unplaced batches of the partitions that answer."""
        found: dict[str, list[Unplaced]] = {}
        for leaf in self.leaves():
            if self._partitions.is_due(leaf):
                try:
                    found[leaf] = self._unplaced_in(leaf)
                except PersistenceError as error:
                    if not self.is_divided or not is_no_answer(error):
                        raise
                    self._partitions.lost(leaf, error)
                else:
                    self._partitions.found(leaf)
        return found

    def _unplaced_in(self, leaf: str) -> list[Unplaced]:
        """Return the oldest unplaced batches of a partition, and all others of the same games.

        In one snapshot: with a batch of a game, the ones before it are there, too, or have their positions.
        """
        statement = SQL(
            "SELECT originator_id, originator_version, topics, batch, appended_at FROM {table} WHERE originator_id IN "
            "(SELECT originator_id FROM {table} ORDER BY appended_at LIMIT %s)"
        ).format(table=Identifier(self._datastore.schema, leaf))
        with (
            self._datastore.get_connection() as connection,
            connection.transaction(),
            connection.cursor(row_factory=tuple_row) as cursor,
            within(connection, LOOK_TIMEOUT + GRACE if self.is_divided else None),
        ):
            if self.is_divided:
                cursor.execute(limit_statements(LOOK_TIMEOUT).encode())
            return [Unplaced(*row) for row in cursor.execute(statement, (AT_ONCE,))]

    def give_positions(self, connection: Connection[Any], ordered: Sequence[Unplaced]) -> tuple[int, set[int]]:
        """Give the next positions to batches, unless they have some.

        Returns the number of events that have got one, and the batches that still have to wait.
        """
        rows = [
            (each.game, each.first + number, topic, each.batch)
            for each in ordered
            for number, topic in enumerate(each.topics)
        ]
        games, versions, topics, marks = (list(column) for column in zip(*rows, strict=True))
        waiting: set[int] = set()
        with connection.transaction(), connection.cursor(row_factory=tuple_row) as cursor:
            row = cursor.execute(self._lock_end).fetchone()
            assert row is not None
            last: int = row[0]
            end = last + len(rows)
            placed = cursor.execute(
                self._place, (list(range(last + 1, end + 1)), games, versions, topics, marks)
            ).rowcount
            if placed < len(rows):
                replaced, waiting = self._replace_lost(connection, cursor, last, rows)
                placed += replaced
            cursor.execute(self._move_end, (end,))
        return placed, waiting

    def _replace_lost(
        self,
        connection: Connection[Any],
        cursor: Cursor[tuple[Any, ...]],
        last: int,
        rows: Sequence[tuple[str, int, str, int]],
    ) -> tuple[int, set[int]]:
        """Replace the positions of events that a failover has lost: others have their versions now.

        Returns how many were replaced, and the batches whose partition did not say whether it still has them.
        """
        places: list[tuple[str, int, int]] = cursor.execute(self._of_others, ([*{row[0] for row in rows}],)).fetchall()
        placed = {(game, version): batch for game, version, batch in places}
        others = [(last + number, *row) for number, row in enumerate(rows, start=1) if placed[row[0], row[1]] != row[3]]
        if not others:
            return 0, set()
        try:
            # Under the lock of the last position. One that is not there any more was itself lost since it was read, or
            # has been placed: then the position is that of its successor.
            with connection.transaction():
                found = cursor.execute(self._left, ([*{row[1] for row in others}],), prepare=False).fetchall()
        except Error as error:
            if not self.is_divided or not is_no_answer(error):
                raise
            return 0, {row[4] for row in others}
        left = {batch for (batch,) in found}
        present = [row for row in others if row[4] in left]
        for position, game, version, topic, batch in present:
            cursor.execute(self._replace, (position, topic, batch, game, version))
        return len(present), set()

    def _delete(self, connection: Connection[Any], leaf: str, found: Sequence[Unplaced]) -> bool:
        """Delete batches that have positions; returns whether it was done. If not, they are found again, and keep them.

        An error fails no request: nobody waits for the deletion.
        """
        statement = SQL("DELETE FROM {} WHERE originator_id = ANY(%s::text[]) AND batch = ANY(%s::bigint[])").format(
            Identifier(self._datastore.schema, leaf)
        )
        if connection.closed:
            return False
        try:
            with connection.transaction(), within(connection, LOOK_TIMEOUT + GRACE if self.is_divided else None):
                connection.execute(statement, ([*{each.game for each in found}], [each.batch for each in found]))
        except Error as error:
            if self.is_divided and is_no_answer(error):
                self._partitions.lost(leaf, error)
            elif not isinstance(error, SerializationFailure | DeadlockDetected):
                # otherwise another process deletes them now: a server of postgres_fdw lets only one do it
                what = "batches of the log that have positions are not deleted"
                report_store_error(_log, what, what, error)
            return False
        return True

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
