"""The folder of the dumps: which there are, and which of them are kept."""

import contextlib
import os
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec

from service.dumps.manifest import MANIFEST, Manifest, parsed
from service.dumps.periods import Period
from service.dumps.writing import is_unfinished

STATE = ".state"
"""The file in the folder of a dump that says from what it was written. It is not served."""


class Dump(NamedTuple):
    """A dump in the folder."""

    period: Period
    manifest: Manifest


class OpenedFile(NamedTuple):
    """An open file of a dump, its manifest, and the bytes of the manifest."""

    file: BinaryIO
    manifest: Manifest
    content: bytes


class Archive:
    """The dumps in a folder, which this or another process writes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def dumps(self) -> list[Dump]:
        """Return all dumps, the latest period first; of a month and its last day, the month first."""
        found = [dump for name in self._names() if (dump := self._dump(name)) is not None]
        return sorted(found, key=lambda dump: (dump.period.until, dump.period.kind), reverse=True)

    def state_of(self, period: Period) -> str | None:
        """Return from what the dump of a period was written; None if there is none, or it is not whole."""
        with contextlib.suppress(OSError):
            folder = self.folder / period.name
            names = {file.name: file.bytes for file in parsed((folder / MANIFEST).read_bytes()).statement.files}
            if all((folder / name).stat().st_size == size for name, size in names.items()):
                return (folder / STATE).read_text(encoding="utf-8")
        return None

    def note_state(self, period: Period, state: str) -> None:
        """Note from what the dump of a period was written."""
        (self.folder / period.name / STATE).write_text(state, encoding="utf-8")

    def open(self, period: Period, name: str) -> OpenedFile:
        """Open a file of a dump. Raises FileNotFoundError. The file is of this manifest, also if both are replaced."""
        folder = os.open(self.folder / period.name, os.O_RDONLY | os.O_DIRECTORY)
        try:
            with _in_folder(folder, MANIFEST) as manifest:
                content = manifest.read()
            found = parsed(content)
            if name != MANIFEST and found.file(name) is None:
                raise FileNotFoundError(name)
            return OpenedFile(_in_folder(folder, name), found, content)
        finally:
            os.close(folder)

    def remove_others(self, kept: Iterable[Period]) -> list[str]:
        """Remove the dumps of all other periods, and what was left unfinished. Return the names of those periods.

        Nothing else in the folder is touched.
        """
        names = {period.name for period in kept}
        removed: list[str] = []
        for path in self._paths():
            is_other = Period.named(path.name) is not None and path.name not in names
            if is_other or is_unfinished(path):
                shutil.rmtree(path, ignore_errors=True)
            if is_other:
                removed.append(path.name)
        return removed

    def _dump(self, name: str) -> Dump | None:
        period = Period.named(name)
        if period is None:
            return None
        try:
            return Dump(period, parsed((self.folder / name / MANIFEST).read_bytes()))
        except (OSError, msgspec.DecodeError):
            return None

    def _names(self) -> list[str]:
        return [path.name for path in self._paths()]

    def _paths(self) -> list[Path]:
        try:
            return sorted(self.folder.iterdir())
        except FileNotFoundError:
            return []


def _in_folder(folder: int, name: str) -> BinaryIO:
    return open(name, "rb", opener=lambda path, flags: os.open(path, flags, dir_fd=folder))
