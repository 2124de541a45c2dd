"""The logs of sites for `ludolog verify --site`: what a site shows now, compared with what it showed before."""

import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

import msgspec

from domain.kernel.values import Value
from domain.proof.checks import Report
from domain.transparency.checkpoints import Checkpoint, cosigned_by, open_checkpoint
from domain.transparency.following import fork_between, tiles_to_compare
from domain.transparency.notes import NoteError, NoteKey, key_from, parse_note
from domain.transparency.tiles import TileError, TileName, tiles_in
from service.core.keys.signing import is_signed_by
from service.core.store.files.durable import flush

Download: TypeAlias = Callable[[str], bytes]
"""Returns a file of the site by its path; raises an error of the connection."""


class ForkError(Exception):
    """A site shows a log that does not continue what it has shown before. The message says how."""


class Kept(Value, frozen=True):
    """What is kept of the log of a site: its key, and its last checkpoint as the site signed it."""

    vkey: str
    checkpoint: str


class SiteStates:
    """The file in which the last checkpoint of each site is kept, by the address of the site."""

    def __init__(self, path: Path | None) -> None:
        """Without a path: `ludolog/logs.json` in the folder of the user's state (XDG Base Directory)."""
        home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
        self.path = Path(home) / "ludolog" / "logs.json" if path is None else path

    def read(self) -> dict[str, Kept]:
        """Return what is kept. Raises OSError, and ValueError for a file of another kind."""
        if not self.path.exists():
            return {}
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=dict[str, Kept])
        except msgspec.DecodeError as error:
            message = f"{self.path} does not contain the checkpoints of sites ({error}): give another file with --state"
            raise ValueError(message) from None

    def keep(self, site: str, kept: Kept) -> None:
        """Keep the state of a site. The file is always complete. Raises OSError."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        states = {**self.read(), site: kept}
        partial = self.path.with_name(f"{self.path.name}.part")
        partial.write_text(json.dumps({name: msgspec.to_builtins(each) for name, each in states.items()}, indent=2))
        flush(partial)
        partial.replace(self.path)


class FollowedLog:
    """The log of a site as it is now."""

    def __init__(self, site: str, download: Download, keys: tuple[NoteKey, ...], kept: Kept | None) -> None:
        """Read the last checkpoint, and compare it with the kept one.

        `keys` are those that the user trusts; without any, the key that is kept, or that the site states. Raises
        ForkError, NoteError, and errors of the connection.
        """
        self._download = download
        self._tiles: dict[TileName, bytes] = {}
        if not keys:
            stated = self._text("/log/vkey").split() if kept is None else [kept.vkey]
            keys = tuple(key_from(vkey) for vkey in stated)
        self.keys = keys
        note = self._text("/log/checkpoint")
        self.now = open_checkpoint(note, keys, is_signed_by)
        self.before = (
            None if kept is None else open_checkpoint(kept.checkpoint, (*keys, key_from(kept.vkey)), is_signed_by)
        )
        self.state = Kept(next(key.vkey for key in keys if key.name == self.now.origin), note)
        if self.before is not None and (fork := self._fork(self.before)) is not None:
            message = f"{site}: {fork}\nbefore:\n{kept.checkpoint if kept else ''}\nnow:\n{note}"
            raise ForkError(message)

    def not_cosigned_by(self, witnesses: Sequence[NoteKey]) -> list[str]:
        """Return the names of the witnesses that have not cosigned the checkpoint.

        Raises NoteError for a cosignature that is not valid.
        """
        cosigned = {each.key for each in cosigned_by(parse_note(self.state.checkpoint), witnesses, is_signed_by)}
        return [witness.name for witness in witnesses if witness not in cosigned]

    def doubt_about(self, report: Report) -> str | None:
        """Return why the log as it is now does not have a game whose proofs were checked; None if it has it."""
        if report.log is None or report.log_size is None or report.log_root is None:
            return "its file has no proof of the log"
        stated = Checkpoint(report.log, report.log_size, bytes.fromhex(report.log_root))
        if stated.size > self.now.size:
            return f"its proofs are of a log of {stated.size} entries, and the log of the site has {self.now.size}"
        return self._fork(stated)

    def _fork(self, earlier: Checkpoint) -> str | None:
        if earlier.size > self.now.size:
            return fork_between(earlier, self.now, tiles_in({}))
        found: dict[tuple[int, int], bytes] = {}
        for name in tiles_to_compare(earlier, self.now):
            if name not in self._tiles:
                self._tiles[name] = self._download(f"/log/{name.path}")
            found[name.level or 0, name.number] = self._tiles[name]
        try:
            return fork_between(earlier, self.now, tiles_in(found))
        except TileError as error:
            return str(error)

    def _text(self, path: str) -> str:
        try:
            return self._download(path).decode()
        except UnicodeDecodeError:
            message = f"{path} of the site is no text"
            raise NoteError(message) from None
