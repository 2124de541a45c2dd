"""The folder of a mirror: files that are always complete, and a state that says how far they go."""

import fcntl
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Self

import msgspec

from domain.kernel.values import Value
from service.core.store.failpoints import at_point
from service.core.store.files.durable import flush

FORMAT = 1

_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII)


class ArchiveError(Exception):
    """The folder cannot be used as that of a mirror. The message says why."""


class KeptCheckpoint(Value, frozen=True):
    """A checkpoint as the site signed it, and when it was seen."""

    at: str
    note: str


class Mark(Value, frozen=True):
    """How many of the kept checkpoints were compared with the tree: a start compares the later ones, and the last."""

    offset: int = 0
    """Where the line of the next one begins in their file."""
    count: int = 0
    first: KeptCheckpoint | None = None
    last: KeptCheckpoint | None = None


class State(Value, frozen=True):
    """How far a mirror has come. What it has beyond this, it fetches again."""

    site: str
    keys: tuple[str, ...] = ()
    """The keys of the log that are trusted, as verifier keys."""
    size: int = 0
    """The entries of the log that the mirror has, of a tree that a kept checkpoint states."""
    checked: int = 0
    """The entries that were compared with games and tournaments."""
    cursor: str | None = None
    """The cursor after the last page of bundles whose games are kept."""
    waiting: tuple[str, ...] = ()
    """Games that were served before the log had them."""
    unsettled: Mapping[str, str] = {}
    """Tournaments with events that the log had not, with the time at which that was seen first."""
    discarded: tuple[str, ...] = ()
    """What is said of each rated game that was discarded."""
    unplayed: tuple[str, ...] = ()
    """Games that are kept although their rules could not be checked: this release did not have them."""
    again: int = 0
    """The position in the log from which on kept games are asked for again next."""
    withheld: tuple[str, ...] = ()
    """Kept games that were found to be out of public view, and of which that was said."""
    missed: tuple[str, ...] = ()
    """Kept games that the site did not serve, or served as others, when they were asked for again."""
    mark: Mark = Mark()
    format: int = FORMAT


class Archive:
    """The folder of a mirror, which one process uses at a time."""

    def __init__(self, folder: Path) -> None:
        """Open the folder, and make it if it is not there. Raises ArchiveError and OSError."""
        self.folder = folder
        self.log = folder / "log"
        self.games = folder / "games"
        self.tournaments = folder / "tournaments"
        self.waiting = folder / "waiting"
        self.rejected = folder / "rejected"
        self.evidence = folder / "evidence"
        self.replica = folder / "replica"
        own = {"lock", self._state_file.name, self._checkpoints_file.name, *(path.name for path in self._folders)}
        if folder.is_dir() and not self._state_file.exists() and {path.name for path in folder.iterdir()} - own:
            message = f"{folder} has other files, and is not the folder of a mirror: name another one"
            raise ArchiveError(message)
        for each in (folder, *self._folders):
            each.mkdir(parents=True, exist_ok=True)
        self.end = 0
        """Where the line of the next checkpoint begins; `checkpoints` finds it."""
        self._lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o644)

    def __enter__(self) -> Self:
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._lock)
            message = f"another process uses the mirror {self.folder}"
            raise ArchiveError(message) from None
        return self

    def __exit__(self, *error: object) -> None:
        os.close(self._lock)

    @property
    def _folders(self) -> tuple[Path, ...]:
        return self.log, self.games, self.tournaments, self.waiting, self.rejected, self.evidence, self.replica

    @property
    def _state_file(self) -> Path:
        return self.folder / "mirror.json"

    @property
    def _checkpoints_file(self) -> Path:
        return self.folder / "checkpoints.jsonl"

    def state(self) -> State | None:
        """Return the state; None in a new folder. Raises ArchiveError."""
        try:
            found = msgspec.json.decode(self._state_file.read_bytes(), type=State)
        except FileNotFoundError:
            return None
        except msgspec.DecodeError as error:
            message = f"{self._state_file} is not the state of a mirror: {error}"
            raise ArchiveError(message) from None
        if found.format != FORMAT:
            message = f"the mirror has the format {found.format}, and this release knows {FORMAT}"
            raise ArchiveError(message)
        return found

    def keep_state(self, state: State) -> None:
        """Keep the state, after all files of which it speaks."""
        at_point("mirror")
        self.write({self._state_file: msgspec.json.format(msgspec.json.encode(state), indent=2)})

    def checkpoints(self, after: int = 0) -> list[KeptCheckpoint]:
        """Return the checkpoints since the first run, in their order, whose lines begin at an offset or later.

        A line that a crash has cut off is left out. Raises ArchiveError.
        """
        path = self._checkpoints_file
        content = b""
        if path.exists():
            with path.open("rb") as file:
                file.seek(after)
                content = file.read()
        if after and (not path.exists() or path.stat().st_size < after):
            message = f"{path} is damaged: it is shorter than it was"
            raise ArchiveError(message)
        lines = content.split(b"\n")[:-1]
        try:
            found = [msgspec.json.decode(line, type=KeptCheckpoint) for line in lines]
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            message = f"{path} is damaged: {error}"
            raise ArchiveError(message) from None
        self.end = after + sum(len(line) + 1 for line in lines)
        return found

    def keep_checkpoint(self, kept: KeptCheckpoint) -> None:
        """Add a checkpoint to those that were read."""
        line = msgspec.json.encode(kept) + b"\n"
        path = self._checkpoints_file
        with path.open("r+b" if path.exists() else "wb") as file:
            # what a crash has left of a line goes
            file.truncate(self.end)
            file.seek(self.end)
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
        self.end += len(line)

    def write(self, files: Mapping[Path, bytes]) -> None:
        """Write files that are complete whenever they are there, also after a crash of the machine."""
        partial = {path: path.with_name(f"{path.name}.part") for path in files}
        for path, content in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            partial[path].write_bytes(content)
        for path in files:
            flush(partial[path])
        for path in files:
            partial[path].replace(path)
        for folder in {path.parent for path in files}:
            flush(folder)

    def remove(self, files: Iterable[Path]) -> None:
        """Remove files that may be there."""
        for path in files:
            path.unlink(missing_ok=True)

    def ids_in(self, folder: Path) -> set[str]:
        """Return the ids of the games or tournaments in one of the folders."""
        return {entry.name.removesuffix(".jsonl") for entry in os.scandir(folder) if entry.name.endswith(".jsonl")}


def file_of(folder: Path, name: str) -> Path:
    """Return the file of a game or tournament. The id was checked with `is_id`."""
    return folder / f"{name}.jsonl"


def is_id(name: str) -> bool:
    """Whether a text that a site has sent is the id of a game or tournament, and thus the name of a file."""
    return _ID.fullmatch(name) is not None
