"""Why the store cannot do what it is asked."""


class StoreError(Exception):
    """The store cannot be used; says why and what to do."""


class StoreInUseError(StoreError):
    """Another process has the file."""


class VersionConflictError(Exception):
    """Somebody else has appended at this version."""
