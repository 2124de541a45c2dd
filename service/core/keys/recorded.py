"""Records the public keys of a database in it, so that a lost key file can be detected."""

import msgspec

from service.core.keys.signing import Jwk, JwkSet, Signer
from service.core.store.database import Cursor, Database
from service.core.store.postgres_connection import MIGRATION_LOCK

_TABLE = "CREATE TABLE IF NOT EXISTS signing_keys (key_id TEXT PRIMARY KEY, jwk TEXT NOT NULL)"


class KeyRecorder:
    """Records the keys of a signer in the database, each once."""

    def __init__(self, database: Database, signer: Signer) -> None:
        self._database = database
        self._signer = signer
        self._recorded: set[str] = set()

    def record(self) -> None:
        """Record new keys, and let the signer publish the recorded ones; writes nothing if all are recorded.

        Raises PersistenceError.
        """
        published = self._signer.published.keys
        if self._recorded.issuperset(key.kid for key in published):
            return
        with self._database.reading() as cursor:
            before = recorded_keys(cursor).keys if has_recorded_keys(cursor) else None
        recorded = None if before is None else {key.kid for key in before}
        self._signer.add_past(before or ())
        new = [key for key in published if key.kid not in (recorded or ())]
        if recorded is None or new:
            with self._database.writing() as cursor:
                _insert(cursor, new)
        self._recorded.update(key.kid for key in published)


def has_recorded_keys(cursor: Cursor) -> bool:
    """Return whether the database has the table; one of release 0.1.0 does not."""
    if cursor.is_postgres:
        row = cursor.one("SELECT to_regclass('signing_keys') IS NOT NULL AS is_there")
        return bool(row and row["is_there"])
    return cursor.one("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'signing_keys'") is not None


def recorded_keys(cursor: Cursor) -> JwkSet:
    """Return the recorded public keys, ordered by id."""
    rows = cursor.all("SELECT jwk FROM signing_keys ORDER BY key_id")
    return JwkSet(tuple(msgspec.json.decode(row["jwk"], type=Jwk) for row in rows))


def recorded_key_ids(cursor: Cursor) -> set[str]:
    """Return the ids of the recorded public keys; empty if the database has not recorded any."""
    if not has_recorded_keys(cursor):
        return set()
    return {row["key_id"] for row in cursor.all("SELECT key_id FROM signing_keys")}


def _insert(cursor: Cursor, keys: list[Jwk]) -> None:
    # of processes that start together, one creates the table
    cursor.disable_timeouts()
    cursor.lock(MIGRATION_LOCK)
    cursor.execute(_TABLE)
    for key in keys:
        cursor.execute(
            "INSERT INTO signing_keys (key_id, jwk) VALUES (?,?) ON CONFLICT (key_id) DO NOTHING",
            (key.kid, msgspec.json.encode(key).decode()),
        )
