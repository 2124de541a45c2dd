"""Exceptions of the store."""


class StoreError(Exception):
    """The store cannot be used; the message says why and what to do."""


class LaterReleaseError(StoreError):
    """A later release has migrated the database, and what this one would write there, the later one could not read."""


class StoreInUseError(StoreError):
    """Another process uses the file."""


class VersionConflictError(Exception):
    """The version of a batch is taken, or its predecessor is missing."""


class FileLostError(StoreError):
    """The file of the database is no longer the one that was opened."""


class KeyReusedError(Exception):
    """An idempotency key was used before with a different request."""


class SettingsError(Exception):
    """A setting has an invalid value; the message says which values are allowed."""
