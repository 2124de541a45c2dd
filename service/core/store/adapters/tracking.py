"""The library's tracking recorders, which write within a transaction of the caller."""

from typing import Any

from eventsourcing.persistence import Tracking
from eventsourcing.postgres import PostgresDatastore, PostgresTrackingRecorder
from eventsourcing.sqlite import SQLiteDatastore, SQLiteTrackingRecorder


class SqliteTracking(SQLiteTrackingRecorder):
    """Tracks positions in a SQLite file."""

    table = "tracking"

    def insert_in(self, cursor: Any, tracking: Tracking) -> None:
        """Insert a position; raises IntegrityError unless it is higher than the stored one.

        Private member `_insert_tracking`: the public `insert_tracking` opens a transaction of its own, but rows and
        position must be committed together.
        """
        self._insert_tracking(cursor, tracking)


class PostgresTracking(PostgresTrackingRecorder):
    """Tracks positions in a PostgreSQL database."""

    table = "ludolog_tracking"

    def insert_in(self, cursor: Any, tracking: Tracking) -> None:
        """Insert a position; raises IntegrityError unless it is higher than the stored one.

        Private member `_insert_tracking`: see `SqliteTracking`.
        """
        self._insert_tracking(cursor, tracking)


def tracking_recorder(datastore: SQLiteDatastore | PostgresDatastore) -> SqliteTracking | PostgresTracking:
    """Return the tracking recorder for a datastore."""
    if isinstance(datastore, PostgresDatastore):
        return PostgresTracking(datastore, tracking_table_name=PostgresTracking.table)
    return SqliteTracking(datastore)
