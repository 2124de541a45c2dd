"""Whether a folder takes what a database is about to write."""

import errno
import os
import tempfile
from pathlib import Path

ROOM = 1 << 20
"""Bytes that must fit: hundreds of commands, and a checkpoint of the write-ahead log."""

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


def room_problem(folder: Path) -> str | None:
    """Return why nothing could be written in a folder now; None where there is room."""
    found = room_problem_and_advice(folder)
    return None if found is None else found[0]


def room_problem_and_advice(folder: Path) -> tuple[str, str] | None:
    """Return why nothing could be written in a folder now, and what to do; None where there is room.

    The room is allocated in a file without a name, so quotas and limits count too, and nothing is left behind.
    """
    try:
        with tempfile.TemporaryFile(dir=folder, prefix=".ludolog-") as file:
            os.posix_fallocate(file.fileno(), 0, ROOM)
    except OSError as error:
        if error.errno in _FULL:
            return f"the disk is full: less than {ROOM >> 10} KiB can be written", "free space"
        return f"the folder cannot be written ({error.strerror})", "let this user write to it"
    return None
