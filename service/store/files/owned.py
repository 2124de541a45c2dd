"""A SQLite file while a process owns it: private, locked, and checked for being the file that was opened."""

import contextlib
import os
import stat
from collections.abc import Generator
from pathlib import Path
from typing import NamedTuple, Self

from service.store.errors import FileLostError
from service.store.files.locks import OWNER_ONLY, locked

OTHERS = stat.S_IRWXG | stat.S_IRWXO


class _Identity(NamedTuple):
    """What tells a file from every other: names and links do not."""

    device: int
    inode: int

    @classmethod
    def of(cls, found: os.stat_result) -> Self:
        return cls(found.st_dev, found.st_ino)


class OwnedFile:
    """A database file that this process has locked.

    SQLite goes on reading and writing a file that was deleted or replaced: what it commits is lost with the process.
    """

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self._descriptor = descriptor
        self._identity = _Identity.of(os.fstat(descriptor))
        self._size = 0
        self._journal: _Identity | None = None

    def problem(self) -> str | None:
        """Return what has happened to the file since it was opened; None where it is as it should be."""
        try:
            if _Identity.of(self.path.stat()) != self._identity:
                return "was replaced by another file"
        except OSError as error:
            return "was deleted or moved away" if isinstance(error, FileNotFoundError) else f"is lost ({error})"
        size = os.fstat(self._descriptor).st_size
        if size < self._size:
            return "was cut short or overwritten"
        self._size = size
        return self._journal_problem()

    def _journal_problem(self) -> str | None:
        # it exists from the first write on, for as long as this process has a connection
        try:
            found = _Identity.of(self.path.with_name(self.path.name + "-wal").stat())
        except OSError:
            return None if self._journal is None else "has lost its write-ahead log"
        self._journal = self._journal or found
        return None if found == self._journal else "has lost its write-ahead log"

    def check(self) -> None:
        """Raise FileLostError where a commit to the file would be, or has been, in vain."""
        problem = self.problem()
        if problem is not None:
            message = f"the database file {self.path} {problem}: stop the service, and put the file or a backup back"
            raise FileLostError(message)


@contextlib.contextmanager
def owned(path: Path) -> Generator[OwnedFile]:
    """Own a database file until the block ends; raises StoreError, StoreInUseError.

    The file is created where there is none. It and the files beside it are readable by their owner alone.
    """
    with locked(path) as descriptor:
        make_private(path)
        yield OwnedFile(path, descriptor)


def make_private(path: Path) -> None:
    """Take a database file and those beside it away from all but their owner, as far as this user may."""
    for file in files_of(path):
        with contextlib.suppress(OSError):
            if file.stat().st_mode & OTHERS:
                file.chmod(OWNER_ONLY)


def files_of(path: Path) -> list[Path]:
    """Return the names of the files of a database: itself, what SQLite puts beside it, and the lock."""
    return [path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal", ".lock"))]
