"""Whether a folder has space for the next writes of a database."""

import errno
import os
import tempfile
from pathlib import Path

ROOM = 1 << 20
"""The required number of bytes: hundreds of commands, and a checkpoint of the write-ahead log."""

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


def room_problem(folder: Path) -> str | None:
    """Return why a folder cannot be written to; None if it can."""
    found = room_problem_and_advice(folder)
    return None if found is None else found[0]


def room_problem_and_advice(folder: Path) -> tuple[str, str] | None:
    """Return why a folder cannot be written to and what to do; None if it can.

    The space is allocated in an unnamed file, so quotas and limits count and nothing is left behind.
    """
    try:
        with tempfile.TemporaryFile(dir=folder, prefix=".ludolog-") as file:
            os.posix_fallocate(file.fileno(), 0, ROOM)
    except OSError as error:
        if error.errno in _FULL:
            return f"the disk is full: less than {ROOM >> 10} KiB can be written", "free space"
        return f"the folder cannot be written ({error.strerror})", "let this user write to it"
    return None
