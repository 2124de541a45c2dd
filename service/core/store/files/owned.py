"""A SQLite file that this process owns: private, locked, and checked for replacement."""

import contextlib
import os
import stat
from collections.abc import Generator
from pathlib import Path
from typing import NamedTuple, Self

from service.core.store.errors import FileLostError
from service.core.store.files.locks import OWNER_ONLY, locked

OTHERS = stat.S_IRWXG | stat.S_IRWXO


class _Identity(NamedTuple):
    """The identity of a file, independent of its names."""

    device: int
    inode: int

    @classmethod
    def of(cls, found: os.stat_result) -> Self:
        return cls(found.st_dev, found.st_ino)


class OwnedFile:
    """A database file that this process has locked.

    SQLite continues to read and write a file after it was deleted or replaced; those commits are lost with the process.
    """

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self._descriptor = descriptor
        self._identity = _Identity.of(os.fstat(descriptor))
        self._size = 0
        self._journal: _Identity | None = None

    def problem(self) -> str | None:
        """Return what has happened to the file since it was opened; None if it is intact."""
        try:
            if _Identity.of(self.path.stat()) != self._identity:
                return "was replaced by another file"
        except OSError as error:
            return "was deleted or moved away" if isinstance(error, FileNotFoundError) else f"is lost ({error})"
        return self._size_problem() or self._journal_problem()

    def _size_problem(self) -> str | None:
        size = os.fstat(self._descriptor).st_size
        if size < self._size:
            return "was truncated or overwritten"
        self._size = size
        return None

    def _journal_problem(self) -> str | None:
        # exists from the first write on, while this process has a connection
        try:
            found = _Identity.of(self.path.with_name(self.path.name + "-wal").stat())
        except OSError:
            return None if self._journal is None else "has lost its write-ahead log"
        self._journal = self._journal or found
        return None if found == self._journal else "has lost its write-ahead log"

    def check(self) -> None:
        """Raise FileLostError if commits to the file are lost."""
        self._raise(self.problem())

    def check_size(self) -> None:
        """Raise FileLostError if the file was overwritten, such as by a backup, into which a commit would write."""
        self._raise(self._size_problem())

    def _raise(self, problem: str | None) -> None:
        if problem is not None:
            message = f"the database file {self.path} {problem}: stop the service, and put the file or a backup back"
            raise FileLostError(message)


@contextlib.contextmanager
def owned(path: Path) -> Generator[OwnedFile]:
    """Own a database file until the block ends; raises StoreError, StoreInUseError.

    The file is created if it does not exist. Only its owner can read it and the related files in its folder.
    """
    with locked(path) as descriptor:
        make_private(path)
        yield OwnedFile(path, descriptor)


def make_private(path: Path) -> None:
    """Remove the permissions of other users from the files of a database, as far as allowed."""
    for file in files_of(path):
        with contextlib.suppress(OSError):
            if file.stat().st_mode & OTHERS:
                file.chmod(OWNER_ONLY)


def files_of(path: Path) -> list[Path]:
    """Return the paths of the files of a database: itself, SQLite's additional files, and the lock file."""
    return [path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal", ".lock"))]
