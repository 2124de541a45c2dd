"""Why the store cannot do what it is asked."""

import sqlite3

from psycopg.errors import DiskFull


class StoreError(Exception):
    """The store cannot be used; says why and what to do."""


class StoreInUseError(StoreError):
    """Another process has the file."""


class VersionConflictError(Exception):
    """Somebody else has appended at this version."""


class FileLostError(StoreError):
    """The file of the database is no longer the one that was opened."""


def is_disk_full(error: BaseException | None) -> bool:
    """Return whether an error, or what caused it, is that of a full disk."""
    while error is not None:
        code = getattr(error, "sqlite_errorcode", None)
        if isinstance(error, DiskFull) or code == sqlite3.SQLITE_FULL:
            return True
        error = error.__cause__
    return False


class KeyReusedError(Exception):
    """An idempotency key was sent before with a different request."""


class SettingsError(Exception):
    """A setting has a value that cannot be used; the message says what it has to be."""
