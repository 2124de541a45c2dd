"""Subclasses of the `eventsourcing` library; `PRIVATE_MEMBERS` names the private members that they rely on."""

PRIVATE_MEMBERS = {
    "sqlite.SQLiteConnectionPool._create_connection": "(self) -> 'SQLiteConnection'",
    "sqlite.SQLiteTrackingRecorder._insert_tracking": "(self, c: 'SQLiteCursor', tracking: 'Tracking') -> 'None'",
    "postgres.PostgresTrackingRecorder._insert_tracking": (
        "(self, curs: 'Cursor[DictRow]', tracking: 'Tracking') -> 'None'"
    ),
}
"""Each private member with its signature. The version of the library is pinned, and tests/store compares the two."""
