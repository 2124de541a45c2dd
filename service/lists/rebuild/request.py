"""Requests for a rebuild of a SQLite database: a file next to it, because only the service may open the database."""

import json
from collections.abc import Sequence
from pathlib import Path

from service.core.settings import Settings
from service.core.store.url import is_postgres, sqlite_path
from service.lists.rebuild.rebuild import UnknownProjectionError, projection_names

MAX_BYTES = 4096
"""The maximum size of a request in bytes."""


def rebuild_request_file(settings: Settings) -> Path | None:
    """Return the file of requests; None for PostgreSQL, where any process may rebuild."""
    if is_postgres(settings.database):
        return None
    database = Path(sqlite_path(settings.database)).resolve()
    return database.with_name(database.name + ".rebuild")


def put_request(file: Path, names: Sequence[str]) -> None:
    """Request a rebuild of these projections; replaces a request that has not been taken."""
    new = file.with_name(file.name + ".new")
    new.write_text(json.dumps(list(names)))
    new.replace(file)


def take_request(file: Path) -> tuple[str, ...] | None:
    """Remove the request and return its projections; None if there is no valid request."""
    try:
        with file.open("rb") as opened:
            content = opened.read(MAX_BYTES)
        file.unlink()
    except OSError:
        return None
    try:
        names = json.loads(content)
        return projection_names([str(name) for name in names])
    except (ValueError, TypeError, UnknownProjectionError):
        return None
