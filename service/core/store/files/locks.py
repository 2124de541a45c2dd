"""File locks that exclude other processes from a SQLite file, whatever name or link they use."""

import contextlib
import fcntl
import os
import time
from collections.abc import Generator
from pathlib import Path

from service.core.store.errors import StoreError, StoreInUseError

LOCK_TIMEOUT = 3.0
"""Seconds to wait for a lock: a process that was just killed may still be ending."""

OWNER_ONLY = 0o600
"""The mode of all files of a database."""


@contextlib.contextmanager
def locked(path: Path) -> Generator[int]:
    """Lock a database file until the block ends; yields a descriptor of the file, which is created if needed.

    Two locks are taken: one on `NAME.lock`, which processes of release 0.1.0 know, and one on the file itself, which
    holds for its device and inode and therefore for every link to it. Raises StoreError, StoreInUseError.

    The descriptor must be open for longer than any connection of SQLite: closing it drops SQLite's own locks.
    """
    with contextlib.ExitStack() as stack:
        lock_file = _opened(path.with_name(path.name + ".lock"), "the lock file {} cannot be written ({}): {}")
        stack.callback(os.close, lock_file)
        deadline = time.monotonic() + LOCK_TIMEOUT
        _wait_for(lock_file, path, deadline)
        file = _opened(path, "the database file {} cannot be written ({}): {}")
        stack.callback(os.close, file)
        _wait_for(file, path, deadline)
        yield file


def in_use_message(path: Path) -> str:
    """Return the error message for a file that another process has locked."""
    return f"another ludolog process uses {path}: stop it, or set LUDOLOG_DATABASE to another file"


def is_lockable(path: Path) -> bool:
    """Return whether an existing file is not locked by another process. Requires read permission only."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return _lock_now(descriptor)
    finally:
        os.close(descriptor)


def _opened(path: Path, message: str) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, OWNER_ONLY)
    except OSError as error:
        advice = "let this user write to it and its folder, or set LUDOLOG_DATABASE to another file"
        raise StoreError(message.format(path, error.strerror, advice)) from None


def _wait_for(descriptor: int, path: Path, deadline: float) -> None:
    while not _lock_now(descriptor):
        if time.monotonic() > deadline:
            raise StoreInUseError(in_use_message(path))
        time.sleep(0.05)


def _lock_now(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
