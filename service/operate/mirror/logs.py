"""The log of a site in the folder of a mirror: the same files, and where it has games and tournaments."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from domain.kernel.values import Value
from domain.transparency.checkpoints import Checkpoint
from domain.transparency.entries import GAME_KINDS, MOST_OF_GAME, SEALED, TOURNAMENT_KINDS, Sealed
from domain.transparency.merkle import EMPTY_ROOT, HASH_BYTES, leaf_hash, root_of
from domain.transparency.tiles import (
    MAX_ENTRY_BYTES,
    WIDTH,
    TileError,
    TileName,
    entries_in,
    grown,
    names_in,
    nodes_in,
)
from service.operate.mirror.archive import Archive, is_id
from service.operate.mirror.faults import LogFault, what_is_wrong
from service.operate.mirror.site import NotServedError, Site, UnreadError
from service.terminal.connection.errors import ServerError

MOST_ENTRIES = 2**24
"""The entries of a log that a mirror follows: what it notes of each is in memory."""

MOST_BYTES_EACH = 1024
"""The most bytes that the new entries of a log have on average: a site could fill the disk with larger ones."""

_AT_ONCE = 64
"""The files that are written at once: all are flushed first."""

_OF_GAMES, _OF_TOURNAMENTS = frozenset(GAME_KINDS.values()), frozenset(TOURNAMENT_KINDS.values())


class _NoContinuationError(Exception):
    """What a site serves of its log does not continue it. The message says what, in the past."""


class Noted(Value, frozen=True):
    """The members of an entry that say what it is about."""

    type: str
    game: str | None = None
    tournament: str | None = None
    version: int | None = None
    rated: bool | None = None
    reason: str | None = None
    key_id: str | None = None
    public_key: str | None = None
    about: Sealed | None = None
    tag: str | None = None


class GamePlaces:
    """The numbers of the entries of a game, from 0."""

    __slots__ = ("ended", "opened", "twice")

    def __init__(self) -> None:
        self.opened: int | None = None
        self.ended: int | None = None
        self.twice: list[int] = []
        """Entries that repeat one of these: the log has two openings or two ends of the game."""


class LocalLog:
    """The tree that the mirror has, of the first `size` entries."""

    def __init__(self, archive: Archive, size: int) -> None:
        self._archive = archive
        self.size = 0
        self.games: dict[str, GamePlaces] = {}
        self.tournaments: dict[str, list[int]] = {}
        self.keys: dict[str, bytes] = {}
        """The keys that sign bundles, by their ids."""
        self.sealed = 0
        """The number of entries of private games and tournaments."""
        self.repeated: list[int] = []
        """The numbers of entries of private games beyond an opening and an end: the log states two histories."""
        self._of_private: Counter[bytes] = Counter()
        """The number of entries of each private game, by its tag."""
        self.unreadable: list[int] = []
        """The numbers of entries that are none of the specified ones."""
        self._bundle = lru_cache(16)(self._read_bundle)
        self._tile = lru_cache(256)(self._read_tile)
        self._stale: Sequence[Path] = ()
        """Partial tiles of the tree before."""
        self._take(size)

    def _take(self, size: int) -> None:
        """Take note of the entries up to a size."""
        before, self.size = self.size, size
        self._bundle.cache_clear()
        self._tile.cache_clear()
        for number, entry in enumerate(self.entries(before, size - before), before):
            try:
                self._note(number, msgspec.json.decode(entry, type=Noted))
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ValueError):
                self.unreadable.append(number)

    def _note(self, number: int, entry: Noted) -> None:
        if any(name is not None and not is_id(name) for name in (entry.game, entry.tournament)):
            message = f"entry {number} has no id"
            raise ValueError(message)
        if entry.type in _OF_GAMES and entry.game is not None:
            places = self.games.setdefault(entry.game, GamePlaces())
            name = "opened" if entry.type == "game_opened" else "ended"
            if getattr(places, name) is None:
                setattr(places, name, number)
            else:
                places.twice.append(number)
        elif entry.type in _OF_TOURNAMENTS and entry.tournament is not None:
            self.tournaments.setdefault(entry.tournament, []).append(number)
        elif entry.type == "key" and entry.key_id is not None and entry.public_key is not None:
            self.keys[entry.key_id] = bytes.fromhex(entry.public_key)
        elif entry.type == SEALED:
            self._note_sealed(number, entry)

    def _note_sealed(self, number: int, entry: Noted) -> None:
        if entry.about is None or entry.tag is None:
            message = f"entry {number} has no tag"
            raise ValueError(message)
        self.sealed += 1
        if entry.about == "game":
            tag = bytes.fromhex(entry.tag)
            self._of_private[tag] += 1
            if self._of_private[tag] > MOST_OF_GAME:
                self.repeated.append(number)

    def entry(self, number: int) -> bytes:
        """Return the data of an entry."""
        return self._bundle(number // WIDTH)[number % WIDTH]

    def noted(self, number: int) -> Noted:
        """Return what an entry is about."""
        return msgspec.json.decode(self.entry(number), type=Noted)

    def entries(self, first: int, count: int) -> Iterator[bytes]:
        """Yield the data of entries in their order, from a number on."""
        for number in range(first, first + count):
            yield self.entry(number)

    def root(self, size: int) -> bytes:
        """Return the root of the tree of the first entries."""
        return root_of(nodes_in(self._tile), size) if size else EMPTY_ROOT

    def continues(self, checkpoint: Checkpoint) -> bool:
        """Whether the tree of a checkpoint is that of the first entries here."""
        try:
            return checkpoint.size <= self.size and self.root(checkpoint.size) == checkpoint.root
        except (TileError, OSError):
            return False

    def follow(self, site: Site, now: Checkpoint, note: str) -> None:
        """Fetch what the log of a site has beyond this one, verify it, and keep it.

        Every new entry, every tile and the root are compared. Raises LogFault, which names what is wrong, and
        ServerError; then nothing is kept.
        """
        if now.size < self.size or (now.size == self.size and self.root(now.size) != now.root):
            raise LogFault(what_is_wrong(self, site, now))
        if now.size == self.size:
            return
        written: list[Path] = []
        try:
            self._fetch(site, now, written)
        except (_NoContinuationError, UnreadError) as error:
            self._archive.remove(written)
            if found := what_is_wrong(self, site, now):
                raise LogFault(found) from None
            if isinstance(error, UnreadError):
                raise ServerError(str(error)) from None
            raise LogFault([f"the site serves another log than a moment ago, when {error}"]) from None
        except BaseException:
            self._archive.remove(written)
            raise
        new = frozenset(written)
        before = (self._archive.log / name.path for name in names_in(self.size) if name.width < WIDTH)
        self._archive.write({self._archive.log / "checkpoint": note.encode()})
        self._stale = [path for path in before if path not in new]
        self._take(now.size)

    def remove_stale(self) -> None:
        """Remove partial tiles that others have replaced. The state no longer speaks of them."""
        self._archive.remove(self._stale)
        self._stale = ()

    def _fetch(self, site: Site, now: Checkpoint, written: list[Path]) -> None:
        """Write what the log has beyond this one, as it comes, and note it in `written`.

        The state does not speak of these files yet. Raises _NoContinuationError if they do not continue the tree to
        that of the checkpoint, UnreadError and ServerError.
        """
        leaves: list[bytes] = []
        changed: dict[tuple[int, int], bytes] = {}
        files: dict[Path, bytes] = {}
        left = MOST_BYTES_EACH * (now.size - self.size) + WIDTH * MAX_ENTRY_BYTES
        # those of the entries come first
        for name in names_in(now.size, self.size):
            try:
                content = site.tile(name)
            except (NotServedError, UnreadError) as error:
                message = f"{name.path} of the log is not served: {error}"
                raise UnreadError(message) from None
            if name.level is None:
                left -= len(content)
                if left < 0:
                    message = f"the entries of the log have more than {MOST_BYTES_EACH} bytes on average"
                    raise ServerError(message)
                leaves += self._fresh_in(name, content)
            else:
                changed = changed or grown(self._tile, self.size, leaves)
                if changed[name.level, name.number] != content:
                    message = f"{name.path} had other hashes than its entries"
                    raise _NoContinuationError(message)
            files[self._archive.log / name.path] = content
            if len(files) == _AT_ONCE:
                self._write(files, written)
        self._write(files, written)

        def tile(level: int, number: int) -> bytes:
            return changed[level, number] if (level, number) in changed else self._tile(level, number)

        if root_of(nodes_in(tile), now.size) != now.root:
            message = "its entries did not give the root of its checkpoint"
            raise _NoContinuationError(message)

    def _fresh_in(self, name: TileName, content: bytes) -> list[bytes]:
        """Return the hashes of the new entries of a bundle.

        Raises _NoContinuationError if it has not those that are known, or not all.
        """
        try:
            found = entries_in(content)
        except ValueError:
            found = list[bytes]()
        first = name.number * WIDTH
        known = list(self.entries(first, max(0, self.size - first)))
        if len(found) != name.width or found[: len(known)] != known:
            message = f"{name.path} did not continue the entries before"
            raise _NoContinuationError(message)
        return [leaf_hash(entry) for entry in found[len(known) :]]

    def _write(self, files: dict[Path, bytes], written: list[Path]) -> None:
        """Write files, note them, and forget them."""
        written += files
        self._archive.write(files)
        files.clear()

    def differing(self, site: Site, number: int) -> str | None:
        """Return what is wrong with the tile and the bundle that have an entry, as the site serves them now."""
        place = number // WIDTH
        width = min(WIDTH, self.size - place * WIDTH)
        for name in (TileName(0, place, width), TileName(None, place, width)):
            try:
                content = site.tile(name)
            except (NotServedError, UnreadError) as error:
                return f"{name.path} of the log is not served: {error}"
            if content != (self._archive.log / name.path).read_bytes():
                return f"{name.path} of the log is another one than before"
        return None

    def _read_bundle(self, number: int) -> list[bytes]:
        width = min(WIDTH, self.size - number * WIDTH)
        return entries_in((self._archive.log / TileName(None, number, width).path).read_bytes())

    def _read_tile(self, level: int, number: int) -> bytes:
        width = min(WIDTH, (self.size >> (8 * level)) - number * WIDTH)
        return (self._archive.log / TileName(level, number, width).path).read_bytes() if width > 0 else b""

    def leaves(self) -> list[bytes]:
        """Return the hashes of all leaves."""
        tiles = b"".join(self._tile(0, number) for number in range(-(-self.size // WIDTH)))
        return [tiles[at : at + HASH_BYTES] for at in range(0, len(tiles), HASH_BYTES)]
