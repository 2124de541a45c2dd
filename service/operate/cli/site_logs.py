"""The logs of sites for `ludolog verify --site`: what a site shows now, compared with what it showed before."""

import json
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeAlias

import msgspec

from domain.kernel.values import Value
from domain.proof.checks import Report
from domain.transparency.checkpoints import Checkpoint, cosigned_by, open_checkpoint
from domain.transparency.entries import GAME_KINDS, MOST_OF_GAME, SEALED
from domain.transparency.following import fork_between, tiles_to_compare
from domain.transparency.merkle import EMPTY_ROOT, HASH_BYTES, inclusion_proof, is_included, leaf_hash, root_of
from domain.transparency.notes import NoteError, NoteKey, key_from, parse_note
from domain.transparency.tiles import (
    WIDTH,
    TileError,
    TileName,
    Tiles,
    entries_in,
    grown,
    names_in,
    nodes_in,
    tiles_for,
    tiles_in,
)
from service.core.keys.signing import is_signed_by
from service.core.store.files.durable import flush

Download: TypeAlias = Callable[[str], bytes]
"""Returns a file of the site by its path; raises an error of the connection."""


MOST_READ = 64 * WIDTH
"""The most entries that are read to see whether the log has a game once: about 6 MB in 64 requests."""

NOT_READ = "whether the log has another end of the game: it is large, `ludolog mirror` reads all of its entries"


class ForkError(Exception):
    """A site shows a log that does not continue what it has shown before. The message says how."""

    def __init__(self, reason: str, log: "FollowedLog") -> None:
        super().__init__(reason)
        self.log = log
        """The log as the site shows it now: games can still be looked for in it."""


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


class Noted(Value, frozen=True):
    """The members of an entry that say which game it is about."""

    type: str
    game: str | None = None
    about: str | None = None
    tag: str | None = None


class FollowedLog:
    """The log of a site as it is now."""

    def __init__(self, site: str, download: Download, keys: tuple[NoteKey, ...], kept: Kept | None) -> None:
        """Read the last checkpoint, and compare it with the kept one.

        `keys` are those that the user trusts; without any, the key that is kept, or that the site states. Raises
        ForkError, NoteError, and errors of the connection.
        """
        self._download = download
        self._tiles: dict[TileName, bytes] = {}
        self._entries: list[Noted | None] | None = None
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
            raise ForkError(message, self)

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
        # first the tile: a wrong one would look like a fork
        if report.log_index is not None and (doubt := self._doubt_at(report.log_index)) is not None:
            return doubt
        if (fork := self._fork(stated)) is not None:
            return f"the log of the site does not have it at position {report.log_index} any more: {fork}"
        return self._doubt_by_entries(report) if self.is_read else None

    @property
    def is_read(self) -> bool:
        """Whether the entries of the log are read: it is not too large."""
        return self.now.size <= MOST_READ

    def _doubt_by_entries(self, report: Report) -> str | None:
        """Return why the entries of the log do not state one history of a game whose proofs are right; None: they do.

        SPEC.md 12: two ends of a game can be in one consistent log.
        """
        try:
            entries = self.all_entries()
        except ValueError as error:
            return f"the entries of the log do not give the root of its checkpoint: {error}"
        ended = None if report.log_index is None else entries[report.log_index]
        tag = ended.tag if ended is not None and ended.type == SEALED else None
        numbers = [
            number
            for number, each in enumerate(entries)
            if each is not None
            and (
                (each.type in GAME_KINDS.values() and each.game == report.game)
                or (each.type == SEALED and each.about == "game" and each.tag is not None and each.tag == tag)
            )
        ]
        if len(numbers) <= MOST_OF_GAME:
            return None
        return f"the log has another opening or end of the game: its entries are at the positions {numbers}"

    def all_entries(self) -> list[Noted | None]:
        """Return all entries, None for those that cannot be read. Raises ValueError if they are not those of the tree.

        Their hashes are compared with the checkpoint: a site could leave one out.
        """
        if self._entries is not None:
            return self._entries
        found: list[bytes] = []
        for name in names_in(self.now.size):
            if name.level is None:
                found += entries_in(self._content(name))[: name.width]
        tiles = grown(lambda _level, _number: b"", 0, [leaf_hash(entry) for entry in found])
        root = root_of(nodes_in(tiles_in(tiles)), len(found)) if found else EMPTY_ROOT
        if (len(found), root) != (self.now.size, self.now.root):
            message = f"it has {self.now.size}, and {len(found)} were served"
            raise ValueError(message)
        self._entries = [_noted(entry) for entry in found]
        return self._entries

    def _fork(self, earlier: Checkpoint) -> str | None:
        if earlier.size > self.now.size:
            return fork_between(earlier, self.now, tiles_in({}))
        try:
            return fork_between(earlier, self.now, self._read(tiles_to_compare(earlier, self.now)))
        except TileError as error:
            return str(error)

    def _doubt_at(self, index: int) -> str | None:
        """Return why the tile of hashes or the bundle with an entry do not belong to the tree; None: they do."""
        size, number = self.now.size, index // WIDTH
        own = TileName(0, number, min(WIDTH, size - number * WIDTH))
        nodes = nodes_in(self._read([own, *tiles_for(lambda read: inclusion_proof(read, index, size), size)]))
        hashes = self._tiles[own]
        leaf = hashes[index % WIDTH * HASH_BYTES :][:HASH_BYTES]
        try:
            is_right = is_included(leaf, index, size, self.now.root, inclusion_proof(nodes, index, size))
        except TileError:
            is_right = False
        if not is_right or len(hashes) != own.width * HASH_BYTES:
            return f"{own.path} of the log, which has its end, does not belong to the tree"
        bundle = own._replace(level=None)
        try:
            entries = entries_in(self._content(bundle))
        except ValueError as error:
            return f"{bundle.path} of the log, which has its end, cannot be read: {error}"
        if b"".join(map(leaf_hash, entries)) != hashes:
            return f"{bundle.path} of the log, which has its end, has other entries than the tree"
        return None

    def _read(self, names: Iterable[TileName]) -> Tiles:
        return tiles_in({(name.level or 0, name.number): self._content(name) for name in names})

    def _content(self, name: TileName) -> bytes:
        if name not in self._tiles:
            self._tiles[name] = self._download(f"/log/{name.path}")
        return self._tiles[name]

    def _text(self, path: str) -> str:
        try:
            return self._download(path).decode()
        except UnicodeDecodeError:
            message = f"{path} of the site is no text"
            raise NoteError(message) from None


def _noted(entry: bytes) -> Noted | None:
    """Return what an entry is about; None: it is none of the specified ones."""
    try:
        return msgspec.json.decode(entry, type=Noted)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
