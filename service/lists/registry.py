"""The generations of each projection: the current one, and the one that is being rebuilt."""

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Generator, Iterable, Sequence

from eventsourcing.persistence import DatabaseError
from eventsourcing.postgres import PostgresDatastore

from domain.kernel.values import Value
from service.core.store import damage
from service.core.store.database import Cursor, Database, is_lock_timeout
from service.core.store.errors import LaterReleaseError
from service.core.store.postgres_connection import MIGRATION_LOCK
from service.lists import set_aside
from service.lists.positions import Positions
from service.lists.projection import Projection, ProjectionTable
from service.lists.tables.activity import ACTIVITY
from service.lists.tables.departures import DEPARTURES
from service.lists.tables.ends import ENDS
from service.lists.tables.lobby import LOBBY
from service.lists.tables.ratings import RATINGS
from service.lists.tables.results import RESULTS
from service.lists.tables.schedule import SCHEDULE
from service.lists.tables.seats import SEATS

PROJECTIONS: dict[str, Projection] = {
    each.name: each for each in (LOBBY, SEATS, RESULTS, RATINGS, SCHEDULE, ACTIVITY, DEPARTURES, ENDS)
}
"""All projections, by name."""

_BUILDING = 0x6C75646F_02
"""The PostgreSQL advisory lock of a rebuild."""

RETRY_DELAY = 2.0
"""Seconds before the next attempt to swap locked tables: twice as long as one attempt may block other readers."""

_log = logging.getLogger(__name__)


class RebuildRunningError(Exception):
    """Another process is rebuilding."""


class ProjectionState(Value, frozen=True):
    """The state of a projection: its format, current generation and position, and the rebuild if one is running."""

    name: str
    form: int
    generation: int
    position: int
    building: int | None = None
    built: int = 0
    """The position of the rebuild."""


def states_in(cursor: Cursor, positions: str, names: Iterable[str] = ()) -> list[ProjectionState]:
    """Return the states of these projections, of all if no names are given; `positions` is the table of positions."""
    rows = list(
        cursor.all(
            f"SELECT p.name, p.form, p.generation, p.building, s.notification_id AS position, "  # noqa: S608 - our names
            f"b.notification_id AS built FROM projections p "
            f"LEFT JOIN {positions} s ON s.application_name = p.name || '.' || p.generation "
            f"LEFT JOIN {positions} b ON b.application_name = p.name || '.' || p.building "
            f"ORDER BY p.name"
        )
    )
    wanted = set(names)
    return [
        ProjectionState(
            row["name"], row["form"], row["generation"], row["position"] or 0, row["building"], row["built"] or 0
        )
        for row in rows
        if not wanted or row["name"] in wanted
    ]


class Registry:
    """The table `projections`, one row each. Locking a row blocks all other writes and swaps of its tables."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.positions = Positions(database)
        self._is_blocked = False
        self._rebuilding = threading.Lock()

    def create(self) -> None:
        """Create missing tables. Tables of an older format are replaced by empty ones, which catch up with the log.

        Raises LaterReleaseError if a later release has made some of them.
        """
        with self._making():
            self.positions.create()
            self._change(self._make_missing)

    def _make_missing(self, cursor: Cursor) -> None:
        cursor.execute(
            "CREATE TABLE IF NOT EXISTS projections (name TEXT PRIMARY KEY, form INTEGER NOT NULL, "
            "generation INTEGER NOT NULL, building INTEGER)"
        )
        damage.create(cursor)
        set_aside.create(cursor)
        states = self.states(cursor)
        refuse_later_release(states)
        known = {state.name: state for state in states}
        cursor.shorten_lock_timeout()
        for projection in PROJECTIONS.values():
            _make(cursor, self.positions, projection, known.get(projection.name))

    def states(self, cursor: Cursor, names: Iterable[str] = ()) -> list[ProjectionState]:
        """Return the states of these projections, of all if no names are given."""
        return states_in(cursor, self.positions.table, names)

    def lock(self, cursor: Cursor, names: Sequence[str]) -> list[ProjectionState]:
        """Lock these projections for the rest of the transaction and return their states."""
        for name in sorted(names):
            if self.database.is_postgres:
                cursor.one("SELECT name FROM projections WHERE name = ? FOR UPDATE", (name,))
            else:
                # SQLite takes its lock with the first write
                cursor.execute("UPDATE projections SET generation = generation WHERE name = ?", (name,))
        return self.states(cursor, names)

    def drop_unfinished(self, names: Sequence[str]) -> None:
        """Drop the tables of unfinished rebuilds."""
        self._change(lambda cursor: self._drop_unfinished(cursor, names))

    def _drop_unfinished(self, cursor: Cursor, names: Sequence[str]) -> None:
        states = self.lock(cursor, names)
        cursor.shorten_lock_timeout()
        for state in states:
            if state.building is not None:
                drop(cursor, self.positions, PROJECTIONS[state.name], state.building)
                cursor.execute("UPDATE projections SET building = NULL WHERE name = ?", (state.name,))

    def begin(self, names: Sequence[str]) -> None:
        """Create empty tables of the next generation."""
        with self.database.writing(without_timeouts=True) as cursor:
            for state in self.lock(cursor, names):
                building = state.generation + 1
                for table in PROJECTIONS[state.name].tables:
                    table.create(cursor, building)
                cursor.execute("UPDATE projections SET building = ? WHERE name = ?", (building, state.name))

    def swap(self, cursor: Cursor, state: ProjectionState) -> None:
        """Make the rebuilt generation the current one, and drop the one before. Takes effect with the commit."""
        assert state.building is not None
        cursor.shorten_lock_timeout()
        projection = PROJECTIONS[state.name]
        for table in projection.tables:
            table.show(cursor, state.building)
        cursor.execute(
            "UPDATE projections SET generation = ?, building = NULL WHERE name = ?", (state.building, state.name)
        )
        drop(cursor, self.positions, projection, state.generation)

    def try_change(self, change: Callable[[Cursor], None]) -> bool:
        """Change tables in a transaction; returns False if another session locks them.

        A waiting change would block all readers, so it gives up early, for example while pg_dump runs.
        """
        try:
            with self.database.writing(without_timeouts=True) as cursor:
                change(cursor)
        except DatabaseError as error:
            if not is_lock_timeout(error):
                raise
            if not self._is_blocked:
                _log.warning(
                    "another session, such as pg_dump, locks the old tables: they are swapped once it has ended"
                )
            self._is_blocked = True
            time.sleep(RETRY_DELAY)
            return False
        self._is_blocked = False
        return True

    def _change(self, change: Callable[[Cursor], None]) -> None:
        while not self.try_change(change):
            pass

    @contextlib.contextmanager
    def _making(self) -> Generator[None]:
        if not self.database.is_postgres:
            yield
            return
        with self.database.writing(without_timeouts=True) as cursor:
            cursor.lock(MIGRATION_LOCK)
            yield

    @contextlib.contextmanager
    def rebuild_lock(self) -> Generator[None]:
        """Hold the lock of rebuilds until the block ends; raises RebuildRunningError. A dead process holds no lock."""
        datastore = self.database.datastore
        if not isinstance(datastore, PostgresDatastore):
            # a SQLite file has one process
            with self._rebuilding:
                yield
            return
        with datastore.get_connection() as connection:
            row = connection.execute(f"SELECT pg_try_advisory_lock({_BUILDING}) AS mine".encode()).fetchone()
            if row is None or not row["mine"]:
                message = "another rebuild is running: wait until it is done"
                raise RebuildRunningError(message)
            try:
                yield
            finally:
                connection.execute(f"SELECT pg_advisory_unlock({_BUILDING})".encode())


def refuse_later_release(states: Iterable[ProjectionState]) -> None:
    """Raise LaterReleaseError if a table is unknown, or its format is later than that of this release."""
    for state in states:
        known = PROJECTIONS.get(state.name)
        if known is None or state.form > known.form:
            message = (
                f"a later release of ludolog has migrated the tables of lists (`{state.name}`, format {state.form}): "
                "run this process from that release"
            )
            raise LaterReleaseError(message)


def _make(cursor: Cursor, positions: Positions, projection: Projection, known: ProjectionState | None) -> None:
    if known is not None and known.form == projection.form:
        _show_again(cursor, projection, known.generation)
        return
    generation = 1
    if known is not None:
        generation = 1 + max(known.generation, known.building or 0)
    for table in projection.tables:
        table.create(cursor, generation)
        table.show(cursor, generation)
    if known is None:
        cursor.execute(
            "INSERT INTO projections (name, form, generation) VALUES (?,?,?)",
            (projection.name, projection.form, generation),
        )
        return
    former = [ProjectionTable(name, "") for name in projection.former]
    for table in former:
        table.drop_view(cursor)
    for old in (known.generation, known.building):
        if old is not None:
            drop(cursor, positions, projection, old)
            for table in former:
                table.drop(cursor, old)
    cursor.execute(
        "UPDATE projections SET form = ?, generation = ?, building = NULL WHERE name = ?",
        (projection.form, generation, projection.name),
    )


def _show_again(cursor: Cursor, projection: Projection, generation: int) -> None:
    """Make the views again that an earlier release has made, which show damaged games."""
    for table in projection.tables:
        if not table.leaves_out_damaged(cursor):
            table.show(cursor, generation)


def drop(cursor: Cursor, positions: Positions, projection: Projection, generation: int) -> None:
    """Drop the tables and the position of a generation."""
    for table in projection.tables:
        table.drop(cursor, generation)
    positions.delete(cursor, projection.name, generation)
