"""Which generation of each projection serves, and which one is being built."""

import contextlib
import logging
import time
from collections.abc import Callable, Generator, Iterable, Sequence

from eventsourcing.persistence import DatabaseError
from eventsourcing.postgres import PostgresDatastore

from domain.kernel.values import Value
from service.readmodels.lists.lobby import LOBBY
from service.readmodels.lists.ratings import RATINGS
from service.readmodels.lists.results import RESULTS
from service.readmodels.lists.seats import SEATS
from service.readmodels.positions import Positions
from service.readmodels.tables import Projection
from service.store.database import Cursor, Database, is_locked
from service.store.postgres import MIGRATION_LOCK

PROJECTIONS: dict[str, Projection] = {each.name: each for each in (LOBBY, SEATS, RESULTS, RATINGS)}
"""All projections, by name."""

_BUILDING = 0x6C75646F_02
"""PostgreSQL's advisory lock of who rebuilds."""

AGAIN_AFTER = 2.0
"""Seconds before tables that somebody reads are tried again: twice as long as others may have had to wait for that."""

_log = logging.getLogger(__name__)


class RebuildRunningError(Exception):
    """Another process rebuilds already."""


class Standing(Value, frozen=True):
    """A projection as it stands: the generation that serves, how far it has come, and the one being built."""

    name: str
    form: int
    generation: int
    position: int
    building: int | None = None
    built: int = 0
    """How far the one that is being built has come."""


class Registry:
    """The table `projections`, a row each; locking a row keeps all others from writing and exchanging its tables."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.positions = Positions(database)
        self._is_held_up = False

    def create(self) -> None:
        """Make what is missing; tables of another form are made anew and fill up as they follow the log."""
        with self._making():
            self.positions.create()
            self._change(self._make_missing)

    def _make_missing(self, cursor: Cursor) -> None:
        cursor.execute(
            "CREATE TABLE IF NOT EXISTS projections (name TEXT PRIMARY KEY, form INTEGER NOT NULL, "
            "generation INTEGER NOT NULL, building INTEGER)"
        )
        known = {standing.name: standing for standing in self.standings(cursor)}
        cursor.lock_briefly()
        for projection in PROJECTIONS.values():
            _make(cursor, self.positions, projection, known.get(projection.name))

    def standings(self, cursor: Cursor, names: Iterable[str] = ()) -> list[Standing]:
        """Return how these projections stand; without names, all."""
        rows = list(
            cursor.all(
                f"SELECT p.name, p.form, p.generation, p.building, s.notification_id AS position, "  # noqa: S608 - our names
                f"b.notification_id AS built FROM projections p "
                f"LEFT JOIN {self.positions.table} s ON s.application_name = p.name || '.' || p.generation "
                f"LEFT JOIN {self.positions.table} b ON b.application_name = p.name || '.' || p.building "
                f"ORDER BY p.name"
            )
        )
        wanted = set(names)
        return [
            Standing(
                row["name"], row["form"], row["generation"], row["position"] or 0, row["building"], row["built"] or 0
            )
            for row in rows
            if not wanted or row["name"] in wanted
        ]

    def lock(self, cursor: Cursor, names: Sequence[str]) -> list[Standing]:
        """Return how these projections stand, and keep it so until the end of the transaction."""
        for name in sorted(names):
            if self.database.is_postgres:
                cursor.one("SELECT name FROM projections WHERE name = ? FOR UPDATE", (name,))
            else:
                # SQLite locks at the first write
                cursor.execute("UPDATE projections SET generation = generation WHERE name = ?", (name,))
        return self.standings(cursor, names)

    def clean(self, names: Sequence[str]) -> None:
        """Drop what a rebuild has left behind that came to no end."""
        self._change(lambda cursor: self._clean(cursor, names))

    def _clean(self, cursor: Cursor, names: Sequence[str]) -> None:
        standings = self.lock(cursor, names)
        cursor.lock_briefly()
        for standing in standings:
            if standing.building is not None:
                drop(cursor, self.positions, PROJECTIONS[standing.name], standing.building)
                cursor.execute("UPDATE projections SET building = NULL WHERE name = ?", (standing.name,))

    def begin(self, names: Sequence[str]) -> None:
        """Make empty tables of the next generation."""
        with self.database.writing(however_long=True) as cursor:
            for standing in self.lock(cursor, names):
                building = standing.generation + 1
                for table in PROJECTIONS[standing.name].tables:
                    table.create(cursor, building)
                cursor.execute("UPDATE projections SET building = ? WHERE name = ?", (building, standing.name))

    def exchange(self, cursor: Cursor, standing: Standing) -> None:
        """Let the generation that was built serve from the end of the transaction on, and drop the one before."""
        assert standing.building is not None
        cursor.lock_briefly()
        projection = PROJECTIONS[standing.name]
        for table in projection.tables:
            table.show(cursor, standing.building)
        cursor.execute(
            "UPDATE projections SET generation = ?, building = NULL WHERE name = ?", (standing.building, standing.name)
        )
        drop(cursor, self.positions, projection, standing.generation)

    def changed(self, change: Callable[[Cursor], None]) -> bool:
        """Make, drop or exchange tables in a transaction; returns whether that was done.

        It was not when somebody reads the old ones for longer, as a pg_dump does: then all would wait for its end.
        """
        try:
            with self.database.writing(however_long=True) as cursor:
                change(cursor)
        except DatabaseError as error:
            if not is_locked(error):
                raise
            if not self._is_held_up:
                _log.warning("the old tables are exchanged when nobody reads them any more: is there a pg_dump?")
            self._is_held_up = True
            time.sleep(AGAIN_AFTER)
            return False
        self._is_held_up = False
        return True

    def _change(self, change: Callable[[Cursor], None]) -> None:
        while not self.changed(change):
            pass

    @contextlib.contextmanager
    def _making(self) -> Generator[None]:
        if not self.database.is_postgres:
            yield
            return
        with self.database.writing(however_long=True) as cursor:
            cursor.execute(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
            yield

    @contextlib.contextmanager
    def only_builder(self) -> Generator[None]:
        """Be the only one who rebuilds until the block ends; raises RebuildRunningError. A killed one holds nothing."""
        datastore = self.database.datastore
        if not isinstance(datastore, PostgresDatastore):
            # one process owns the file
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


def _make(cursor: Cursor, positions: Positions, projection: Projection, known: Standing | None) -> None:
    if known is not None and known.form == projection.form:
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
    for old in (known.generation, known.building):
        if old is not None:
            drop(cursor, positions, projection, old)
    cursor.execute(
        "UPDATE projections SET form = ?, generation = ?, building = NULL WHERE name = ?",
        (projection.form, generation, projection.name),
    )


def drop(cursor: Cursor, positions: Positions, projection: Projection, generation: int) -> None:
    """Drop the tables of a generation and its position."""
    for table in projection.tables:
        table.drop(cursor, generation)
    positions.delete(cursor, projection.name, generation)
