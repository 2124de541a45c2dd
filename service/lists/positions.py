"""The position in the log up to which each generation of each projection has processed the events."""

from eventsourcing.persistence import Tracking

from service.core.store.adapters.tracking import PostgresTracking, SqliteTracking, tracking_recorder
from service.core.store.database import Cursor, Database


class Positions:
    """The positions of all generations of all projections."""

    def __init__(self, database: Database) -> None:
        self._recorder = tracking_recorder(database.datastore)
        self.table = self._recorder.table

    def create(self) -> None:
        """Create the table if it does not exist."""
        self._recorder.create_table()

    def set(self, cursor: Cursor, name: str, generation: int, position: int) -> None:
        """Store the position of a generation.

        Raises the library's IntegrityError unless it is higher than the stored one: no page is written twice.
        """
        self._recorder.insert_in(cursor.raw, Tracking(_key(name, generation), position))

    def delete(self, cursor: Cursor, name: str, generation: int) -> None:
        """Delete the position of a generation."""
        cursor.execute(f"DELETE FROM {self.table} WHERE application_name = ?", (_key(name, generation),))  # noqa: S608 - our names


def tracking_table(cursor: Cursor) -> str:
    """Return the name of the table of positions."""
    return PostgresTracking.table if cursor.is_postgres else SqliteTracking.table


def _key(name: str, generation: int) -> str:
    return f"{name}.{generation}"
