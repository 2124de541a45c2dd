"""Exceptions of the store."""

import sqlite3

from psycopg.errors import DiskFull


class StoreError(Exception):
    """The store cannot be used; the message says why and what to do."""


class StoreInUseError(StoreError):
    """Another process uses the file."""


class VersionConflictError(Exception):
    """The version of a batch is taken, or its predecessor is missing."""


class FileLostError(StoreError):
    """The file of the database is no longer the one that was opened."""


def is_disk_full(error: BaseException | None) -> bool:
    """Return whether an error or one of its causes is a full disk."""
    while error is not None:
        code = getattr(error, "sqlite_errorcode", None)
        if isinstance(error, DiskFull) or code == sqlite3.SQLITE_FULL:
            return True
        error = error.__cause__
    return False


class KeyReusedError(Exception):
    """An idempotency key was used before with a different request."""


class SettingsError(Exception):
    """A setting has an invalid value; the message says which values are allowed."""
