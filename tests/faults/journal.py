"""What a client was promised: every accepted command, written down before the next one is sent."""

import json
import os
from pathlib import Path
from typing import NamedTuple


class Promise(NamedTuple):
    """An accepted command: its key and body, and where its receipt says that the log stood then."""

    game: str
    key: str
    version: int
    head: str


class Journal:
    """A file of promises, each on the disk before the next command is sent."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a")
        self.promises: list[Promise] = []

    def note(self, promise: Promise) -> None:
        """Write a promise down."""
        self._file.write(json.dumps(promise) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self.promises.append(promise)

    def close(self) -> None:
        """Write nothing more."""
        self._file.close()
