"""The checks of the key file."""

import stat
from collections.abc import Iterator
from pathlib import Path

from service.core.keys.checking import foreign_key_file, incomplete_key_file, is_foreign
from service.core.keys.key_file import read_keys
from service.core.keys.opening import holds_games, missing_key_file, recorded_keys_of
from service.core.keys.signing import KeyFileError, KeyRing
from service.core.settings import Settings, SettingsError
from service.core.store.errors import StoreError
from service.core.store.files.writable import room_problem
from service.core.store.url import is_database
from service.operate.doctor.finding import Finding


def keys(settings: Settings, *, with_log: bool = True) -> Iterator[Finding]:
    """Return the findings of the key file, without private keys.

    `with_log` also compares it with the keys in the database.
    """
    if settings.key_file is None and not is_database(settings.database):
        # the check of the database reports an invalid URL
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
        # the check of the database reports its errors
        return f"{path}: the file is missing, and the database does not show whether it is needed", "warning"
    if not path.parent.is_dir():
        return f"the folder {path.parent} does not exist: create it, or set LUDOLOG_KEY_FILE to another file", "wrong"
    problem = room_problem(path.parent)
    if problem is not None:
        return f"{path}: there is none yet, and it cannot be created: {problem}", "wrong"
    return f"{path}: there is none yet: the service creates it when it starts", "ok"


def _of_the_log(settings: Settings, ring: KeyRing) -> Iterator[Finding]:
    """Compare the file with the keys in the database: `serve` refuses a foreign file if there are games."""
    try:
        noted = {key.kid for key in recorded_keys_of(settings)}
        has_games = holds_games(settings)
    except (StoreError, SettingsError):
        return
    if has_games and is_foreign(ring, noted):
        yield Finding("keys of the log", foreign_key_file(settings.key_path, noted), "wrong")
    elif unknown := noted - ring.known.keys():
        yield Finding("keys of the log", incomplete_key_file(unknown, has_games=has_games), "warning")
    elif noted:
        yield Finding("keys of the log", f"all {len(noted)} are in the key file", "ok")
