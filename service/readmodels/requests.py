"""How `ludolog rebuild` asks a running service: a small file beside the database, since only one process owns that."""

import json
from collections.abc import Sequence
from pathlib import Path

from service.readmodels.rebuilding import UnknownProjectionError, checked
from service.settings import Settings
from service.store.url import is_postgres, sqlite_path

MOST = 4096
"""Bytes of a request, at the most."""


def request_file_of(settings: Settings) -> Path | None:
    """Return where a request is put for the service that owns a file; None where any process may rebuild."""
    if is_postgres(settings.database):
        return None
    database = Path(sqlite_path(settings.database)).resolve()
    return database.with_name(database.name + ".rebuild")


def put_request(file: Path, names: Sequence[str]) -> None:
    """Ask for a rebuild of these projections; a request that nobody has taken yet is replaced."""
    made = file.with_name(file.name + ".new")
    made.write_text(json.dumps(list(names)))
    made.replace(file)


def take_request(file: Path) -> tuple[str, ...] | None:
    """Return the projections that are to be rebuilt, once; None if nobody has asked, or not in this form."""
    try:
        with file.open("rb") as opened:
            content = opened.read(MOST)
        file.unlink()
    except OSError:
        return None
    try:
        names = json.loads(content)
        return checked([str(name) for name in names])
    except (ValueError, TypeError, UnknownProjectionError):
        return None
