"""The check that a key file belongs to a database: a foreign key would be recorded and published as one of its own."""

import logging
from collections.abc import Iterable
from pathlib import Path

from service.core.keys.recorded import recorded_key_ids
from service.core.keys.signing import KeyFileError, KeyRing
from service.core.store.store import Store

_log = logging.getLogger(__name__)


class KeyCheck:
    """Accepts the keys of a file for a database: at the start, and each time that the file has changed."""

    def __init__(self, store: Store, path: Path) -> None:
        self._store = store
        self._path = path
        self._known: set[str] = set()
        """The ids of the keys of this database, as far as this process knows them."""

    def __call__(self, ring: KeyRing) -> None:
        """Raise KeyFileError for the keys of another database; log a warning if a changed file lacks keys.

        Raises PersistenceError and StoreError if the database does not say which keys it has.
        """
        missing = self._known - ring.known.keys()
        has_games = True
        if self.blocks(ring):
            has_games = self._store.has_games()
            self._known |= self._recorded(ring, has_games=has_games)
        self._known |= ring.known.keys()
        if missing:
            _log.warning("%s", incomplete_key_file(missing, has_games=has_games))

    def blocks(self, ring: KeyRing) -> bool:
        """Whether the check asks the database: not for a file that shares a key with the one before."""
        return self._known.isdisjoint(ring.known)

    def _recorded(self, ring: KeyRing, *, has_games: bool) -> set[str]:
        with self._store.in_use(), self._store.database.reading() as cursor:
            recorded = recorded_key_ids(cursor)
        if is_foreign(ring, recorded) and has_games:
            raise KeyFileError(foreign_key_file(self._path, recorded))
        return recorded


def is_foreign(ring: KeyRing, recorded: set[str]) -> bool:
    """Whether the keys of a file are those of another database, if it has games: none of its recorded keys is there.

    An older copy of the right file has some of them, and so has a file that `ludolog keys new` or `keys rotate` made.
    """
    return bool(recorded) and recorded.isdisjoint(ring.known)


def foreign_key_file(path: Path, key_ids: Iterable[str]) -> str:
    """Return the error message for a key file that has none of the keys that the database has recorded."""
    return (
        f"the key file {path} does not know the key {_names(key_ids)}, by which this database was signed: restore the "
        "right key file, or set LUDOLOG_KEY_FILE to where it is; if it is lost, move this file away and run "
        "`ludolog keys new`"
    )


def incomplete_key_file(key_ids: Iterable[str], *, has_games: bool) -> str:
    """Return the warning for a key file that the service uses, and that lacks these recorded keys.

    The file has other recorded keys, or the database has no games.
    """
    if not has_games:
        return (
            f"the key file does not know the key {_names(key_ids)}, which the database has recorded. The file is used "
            "because the database has no games: it is a new file, an older copy, or the file of another database. The "
            "missing keys stay published. If it is the wrong file, restore the right one"
        )
    return (
        f"the key file does not know the key {_names(key_ids)}, by which this database was signed: it is an older "
        "copy. The missing keys stay published. To sign with the newest one, restore the right key file; if it is "
        "lost, run `ludolog keys rotate`"
    )


def _names(key_ids: Iterable[str]) -> str:
    return ", ".join(sorted(key_ids))
