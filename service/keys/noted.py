"""The public keys with which a database was served, noted beside the log: what a lost key file cannot tell."""

import msgspec

from service.keys.signing import Jwk, JwkSet, Signer
from service.store.database import Cursor, Database
from service.store.postgres import MIGRATION_LOCK

_TABLE = "CREATE TABLE IF NOT EXISTS signing_keys (key_id TEXT PRIMARY KEY, jwk TEXT NOT NULL)"


class KeyNotes:
    """Notes the keys of a signer in the database, each once."""

    def __init__(self, database: Database, signer: Signer) -> None:
        self._database = database
        self._signer = signer
        self._noted: set[str] = set()

    def note(self) -> None:
        """Note what is not noted yet, and let the signer publish what is; writes nothing where all is noted.

        Raises PersistenceError.
        """
        published = self._signer.published.keys
        if self._noted.issuperset(key.kid for key in published):
            return
        with self._database.reading() as cursor:
            before = noted_keys(cursor).keys if has_notes(cursor) else None
        noted = None if before is None else {key.kid for key in before}
        self._signer.add_past(before or ())
        new = [key for key in published if key.kid not in (noted or ())]
        if noted is None or new:
            with self._database.writing() as cursor:
                _insert(cursor, new)
        self._noted.update(key.kid for key in published)


def has_notes(cursor: Cursor) -> bool:
    """Return whether the database has the table; one of release 0.1.0 has not."""
    if cursor.is_postgres:
        row = cursor.one("SELECT to_regclass('signing_keys') IS NOT NULL AS is_there")
        return bool(row and row["is_there"])
    return cursor.one("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'signing_keys'") is not None


def noted_keys(cursor: Cursor) -> JwkSet:
    """Return the public keys that are noted, in the order of their ids."""
    rows = cursor.all("SELECT jwk FROM signing_keys ORDER BY key_id")
    return JwkSet(tuple(msgspec.json.decode(row["jwk"], type=Jwk) for row in rows))


def _insert(cursor: Cursor, keys: list[Jwk]) -> None:
    if cursor.is_postgres:
        # of processes that start at once, one makes the table
        cursor.lift_limits()
        cursor.execute("SELECT pg_advisory_xact_lock(?)", (MIGRATION_LOCK,))
    cursor.execute(_TABLE)
    for key in keys:
        cursor.execute(
            "INSERT INTO signing_keys (key_id, jwk) VALUES (?,?) ON CONFLICT (key_id) DO NOTHING",
            (key.kid, msgspec.json.encode(key).decode()),
        )
