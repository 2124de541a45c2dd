"""How far each table has followed the log: the library's tracking recorder, within transactions of our own."""

from typing import Any

from eventsourcing.persistence import Tracking
from eventsourcing.postgres import PostgresDatastore, PostgresTrackingRecorder
from eventsourcing.sqlite import SQLiteTrackingRecorder

from service.store.database import Cursor, Database


class _SQLitePositions(SQLiteTrackingRecorder):
    table = "tracking"

    def note_in(self, cursor: Any, tracking: Tracking) -> None:
        """Note a position in the transaction of a cursor; raises IntegrityError if that position was passed before."""
        self._insert_tracking(cursor, tracking)


class _PostgresPositions(PostgresTrackingRecorder):
    table = "ludolog_tracking"

    def note_in(self, cursor: Any, tracking: Tracking) -> None:
        """Note a position in the transaction of a cursor; raises IntegrityError if that position was passed before."""
        self._insert_tracking(cursor, tracking)


class Positions:
    """The positions of all generations of all projections."""

    def __init__(self, database: Database) -> None:
        datastore = database.datastore
        self._recorder = (
            _PostgresPositions(datastore, tracking_table_name=_PostgresPositions.table)
            if isinstance(datastore, PostgresDatastore)
            else _SQLitePositions(datastore)
        )
        self.table = self._recorder.table

    def create(self) -> None:
        """Make the table, where there is none."""
        self._recorder.create_table()

    def note(self, cursor: Cursor, name: str, generation: int, position: int) -> None:
        """Note that everything up to a position of the log is in a table.

        Raises the library's IntegrityError where it was there already: no page is ever written twice.
        """
        self._recorder.note_in(cursor.raw, Tracking(_key(name, generation), position))

    def of(self, cursor: Cursor, name: str, generation: int) -> int:
        """Return the position of a generation; 0 where it has followed nothing yet."""
        row = cursor.one(
            f"SELECT notification_id FROM {self.table} WHERE application_name = ?",  # noqa: S608 - our names
            (_key(name, generation),),
        )
        return 0 if row is None else row["notification_id"]

    def forget(self, cursor: Cursor, name: str, generation: int) -> None:
        """Forget a generation."""
        cursor.execute(f"DELETE FROM {self.table} WHERE application_name = ?", (_key(name, generation),))  # noqa: S608 - our names


def _key(name: str, generation: int) -> str:
    return f"{name}.{generation}"
