"""The key file, and whether it belongs to the log."""

import stat
from collections.abc import Iterator
from pathlib import Path

from service.doctor.finding import Finding
from service.keys.key_file import read_keys
from service.keys.opening import holds_games, missing_key_file, recorded_keys_of, unlisted_keys
from service.keys.signing import KeyFileError, KeyRing
from service.settings import Settings, SettingsError
from service.store.errors import StoreError
from service.store.files.writable import room_problem
from service.store.url import is_database


def keys(settings: Settings, *, with_log: bool = True) -> Iterator[Finding]:
    """Look at the file with the signing keys; what is private in it is not told.

    `with_log` also compares it with the database of the settings.
    """
    if settings.key_file is None and not is_database(settings.database):
        # a URL that cannot be used is a finding of the database
        return
    try:
        path = settings.key_path
        if not path.exists():
            yield Finding("key file", *_missing(settings, path, with_log=with_log))
            return
        ring = read_keys(path)
        mode = stat.S_IMODE(path.stat().st_mode)
    except (KeyFileError, SettingsError, OSError) as error:
        yield Finding("key file", str(error), "wrong")
        return
    past = len(ring.published.keys) - 1
    found = f"{path}, mode {mode:04o}: the key {ring.key_id} signs, {past} past ones are known"
    yield Finding("key file", found, "ok")
    if with_log:
        yield from _of_the_log(settings, ring)


def _missing(settings: Settings, path: Path, *, with_log: bool) -> tuple[str, str]:
    try:
        if with_log and holds_games(settings):
            return missing_key_file(path), "wrong"
    except (StoreError, SettingsError):
        # what is wrong with the database is told of that
        return f"{path}: there is none, and whether one is needed cannot be seen", "warning"
    if not path.parent.is_dir():
        return f"the folder {path.parent} does not exist: create it, or set LUDOLOG_KEY_FILE to another file", "wrong"
    problem = room_problem(path.parent)
    if problem is not None:
        return f"{path}: there is none yet, and it cannot be made: {problem}", "wrong"
    return f"{path}: there is none yet: it is made when the service starts", "ok"


def _of_the_log(settings: Settings, ring: KeyRing) -> Iterator[Finding]:
    """Compare the file with the keys that the database has noted."""
    try:
        noted = [key.kid for key in recorded_keys_of(settings)]
    except (StoreError, SettingsError):
        return
    unknown = set(noted) - ring.known.keys()
    if unknown:
        yield Finding("keys of the log", unlisted_keys(unknown), "wrong")
    elif noted:
        yield Finding("keys of the log", f"all {len(noted)} are in the key file", "ok")
