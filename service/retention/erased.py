"""The list of deleted accounts, a file that outlives backups: read at the start, and kept up to date."""

import errno
import logging
import os
from collections.abc import Mapping
from pathlib import Path

from service.core.settings import Settings
from service.core.store.database import Database
from service.core.store.errors import SettingsError

EVERY = 30.0
"""Seconds between two looks for accounts that were deleted meanwhile."""

_log = logging.getLogger(__name__)


def read_list(file: str) -> list[str]:
    """Return the ids of players in a file, the first word of each line. Raises SettingsError."""
    try:
        lines = Path(file).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        message = f"LUDOLOG_ERASED_FILE is {file!r}: it has to be a file that `ludolog site erased` has written"
        raise SettingsError(message) from None
    return [words[0] for line in lines if (words := line.split())]


def check_list(settings: Settings) -> None:
    """Raise SettingsError if the file of the list cannot be read."""
    if settings.erased_file is not None:
        read_list(settings.erased_file)


class ErasedList:
    """The file of LUDOLOG_ERASED_FILE: a line for each account, with its id and perhaps the time of its deletion.

    Several processes may add to one file: an account that is there twice is deleted once.
    """

    def __init__(self, database: Database, file: str) -> None:
        """Read the file. Raises SettingsError."""
        self._database = database
        self._file = Path(file)
        self.ids = read_list(file)
        """The accounts that the file named when the service started."""
        self._listed = set(self.ids)
        self.unlisted = 0
        """How many deleted accounts the file lacks, since it cannot be written."""

    def update(self) -> None:
        """Add the accounts that were deleted since the last look. Raises the errors of the database."""
        with self._database.reading() as cursor:
            rows = cursor.all("SELECT id, erased_at FROM players WHERE erased_at IS NOT NULL ORDER BY erased_at, id")
            missing = {row["id"]: row["erased_at"] for row in rows if row["id"] not in self._listed}
        if missing:
            self._add(missing)

    def _add(self, missing: Mapping[str, str]) -> None:
        before, self.unlisted = self.unlisted, 0
        try:
            # an account that another process has added meanwhile is not added again
            self._listed |= set(read_list(str(self._file)))
            lines = [f"{player} {at}\n" for player, at in missing.items() if player not in self._listed]
            if lines:
                self._append("".join(lines))
        except (OSError, SettingsError) as error:
            self.unlisted = len(missing)
            if not before:
                _log.warning(
                    "the list of deleted accounts %s cannot be written: a restored backup would bring %d of them back: "
                    "%s",
                    self._file,
                    self.unlisted,
                    error,
                )
            return
        self._listed |= missing.keys()

    def _append(self, lines: str) -> None:
        """Write lines at the end of the file, and let them reach the disk. Raises OSError."""
        with self._file.open("r+b") as file:
            size = file.seek(0, os.SEEK_END)
            if size:
                file.seek(size - 1)
            # a person may have written the file without a last line break
            start = b"" if not size or file.read(1) == b"\n" else b"\n"
        descriptor = os.open(self._file, os.O_WRONLY | os.O_APPEND)
        try:
            # one call: two processes do not mix their lines
            written = start + lines.encode()
            if (size := os.write(descriptor, written)) < len(written):
                # what is missing is written again, after a line break
                raise OSError(errno.ENOSPC, f"{size} of {len(written)} bytes were written")
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
