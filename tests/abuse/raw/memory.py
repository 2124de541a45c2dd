"""The memory of a server."""

import os
from pathlib import Path

from tests.service.server import Server


def resident(server: Server) -> int:
    """Return the bytes of memory that the processes of a server use."""
    found = 0
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and _group_of(folder) == server.process.pid:
            found += int((folder / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return found


def _group_of(folder: Path) -> int:
    try:
        return int((folder / "stat").read_text().rpartition(")")[2].split()[2])
    except OSError:
        return 0
