"""Reads the log for others: checkpoint, tiles, bundles of entries, and the proofs of games."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from cachetools import LRUCache

from domain.kernel.values import Value
from domain.proof.bundle import LogPlace, LogSection
from domain.tournaments.proof.lines import Proofs
from domain.transparency.log_proofs import LogProof
from domain.transparency.merkle import HASH_BYTES, Nodes, consistency_proof, inclusion_proof
from domain.transparency.notes import Note, NoteSignature
from domain.transparency.site import Signed, SiteLog
from domain.transparency.tiles import WIDTH, TileName, bundle_of, nodes_in
from service.core.store.database import Cursor
from service.core.store.store import Store
from service.core.store.timeouts import QUERY_TIMEOUT
from service.site_log.rows import (
    checkpoint_after,
    entries_about,
    entries_between,
    numbers_of,
    state_of,
    stored_tile,
    tiles_of,
)

T = TypeVar("T")

PossibleEntries: TypeAlias = Mapping[int, Sequence[bytes]]
"""The data that the entry of each event may have, as it is or under a seal, by the versions of the events."""

CACHED_GAMES = 4_096
"""Games whose proofs are in memory. They do not change."""

CACHED_TOURNAMENTS = 64
"""Tournaments at a version whose proofs are in memory. They do not change."""

ENDINGS = ("game_ended", "game_abandoned")


def _none(_cursor: Cursor, _size: int) -> tuple[NoteSignature, ...]:
    return ()


class Placed(Value, frozen=True):
    """Where the log has a game: the numbers of its entries, from 0, and the size of the checkpoint that covers them."""

    opened: int | None
    ended: int | None
    size: int | None
    """None: no checkpoint covers them yet."""


class LogReader:
    """Reads the log. Its methods wait for the database in a thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._proofs: LRUCache[tuple[str, int], Proofs] = LRUCache(CACHED_TOURNAMENTS)
        self._sections: LRUCache[str, LogSection] = LRUCache(CACHED_GAMES)
        self.cosignatures: Callable[[Cursor, int], tuple[NoteSignature, ...]] = _none
        """Returns the cosignatures of the checkpoint of a size, which a feature above this one has."""

    async def state(self) -> SiteLog:
        """Return the state of the log."""
        return await self._read(state_of)

    async def checkpoint(self) -> Note | None:
        """Return the last checkpoint with its cosignatures; None: there is none yet."""

        def read(cursor: Cursor) -> Note | None:
            state = state_of(cursor)
            if state.signed is None:
                return None
            note = state.signed.note(state.origin)
            return Note(note.text, (*note.signatures, *self.cosignatures(cursor, state.signed.size)))

        return await self._read(read)

    async def continuing(self, earlier: int) -> tuple[Note, tuple[bytes, ...]] | None:
        """Return the last checkpoint, and the proof that it continues the tree of an earlier size.

        None: there is none, or it is smaller.
        """

        def read(cursor: Cursor) -> tuple[Note, tuple[bytes, ...]] | None:
            state = state_of(cursor)
            if state.signed is None or state.signed.size < earlier:
                return None
            return state.signed.note(state.origin), consistency(cursor, earlier, state.signed)

        return await self._read(read)

    async def file(self, name: TileName) -> bytes | None:
        """Return a tile or a bundle of entries; None if the tree of the last checkpoint does not have it."""

        def read(cursor: Cursor) -> bytes | None:
            signed = state_of(cursor).signed
            if signed is None or not name.is_in(signed.size):
                return None
            if name.level is None:
                return bundle_of(entries_between(cursor, name.number * WIDTH, name.width))
            return stored_tile(cursor, name.level, name.number)[: name.width * HASH_BYTES]

        return await self._read(read)

    async def section(self, game: str) -> LogSection | None:
        """Return the proofs of a game that is over, by the first checkpoint that covers its end; None: none does."""
        if (kept := self._sections.get(game)) is not None:
            return kept
        found = await self._read(lambda cursor: section_of(cursor, game))
        if found is not None:
            self._sections[game] = found
        return found

    async def proofs(self, tournament: str, version: int, entries: Callable[[], PossibleEntries]) -> Proofs | None:
        """Return the proofs of a tournament up to a version, by the first checkpoint that covers all its entries.

        None: none does. `entries` is called in a thread.
        """
        if (kept := self._proofs.get((tournament, version))) is not None:
            return kept
        found = await self._read(lambda cursor: proofs_of(cursor, tournament, entries()))
        if found is not None:
            self._proofs[tournament, version] = found
        return found

    async def place(self, game: str) -> Placed:
        """Return where the log has a game."""

        def read(cursor: Cursor) -> Placed:
            opened, ended = _numbers(cursor, game)
            last = max((number for number in (opened, ended) if number is not None), default=None)
            signed = None if last is None else checkpoint_after(cursor, last)
            return Placed(opened, ended, None if signed is None else signed.size)

        return await self._read(read)

    async def proof(self, number: int) -> LogProof | None:
        """Return the proof of an entry by the first checkpoint that covers it; None: none does."""

        def read(cursor: Cursor) -> LogProof | None:
            if number < 0 or (signed := checkpoint_after(cursor, number)) is None:
                return None
            hashes = inclusion_proof(nodes_in(tiles_of(cursor)), number, signed.size)
            return LogProof(number, hashes, signed.note(state_of(cursor).origin))

        return await self._read(read)

    async def _read(self, query: Callable[[Cursor], T]) -> T:
        def read() -> T:
            with self._store.in_use(), self._store.database.reading() as cursor:
                return query(cursor)

        async with asyncio.timeout(QUERY_TIMEOUT):
            return await asyncio.to_thread(read)


def section_of(cursor: Cursor, game: str) -> LogSection | None:
    """Return the proofs of a game that is over, by the first checkpoint that covers its end; None: none does."""
    opened, ended = _numbers(cursor, game)
    if opened is None or ended is None or (signed := checkpoint_after(cursor, max(opened, ended))) is None:
        return None
    nodes, size = nodes_in(tiles_of(cursor)), signed.size
    places = _place(nodes, ended, size), _place(nodes, opened, size)
    return LogSection(str(signed.note(state_of(cursor).origin)), *places)


def proofs_of(cursor: Cursor, tournament: str, entries: PossibleEntries) -> Proofs | None:
    """Return the proofs of a tournament, by the first checkpoint that covers all its entries; None: none does."""
    known = {data: number for number, data in entries_about(cursor, tournament)}
    numbers = {
        version: next((known[data] for data in possible if data in known), None)
        for version, possible in entries.items()
    }
    found = {version: number for version, number in numbers.items() if number is not None}
    if len(found) < len(numbers) or (signed := checkpoint_after(cursor, max(found.values(), default=-1))) is None:
        return None
    nodes = nodes_in(tiles_of(cursor))
    places = {version: _place(nodes, number, signed.size) for version, number in found.items()}
    return Proofs(str(signed.note(state_of(cursor).origin)), places)


def _place(nodes: Nodes, number: int, size: int) -> LogPlace:
    return LogPlace(tuple(each.hex() for each in inclusion_proof(nodes, number, size)), number)


def consistency(cursor: Cursor, earlier: int, signed: Signed) -> tuple[bytes, ...]:
    """Return the proof that a checkpoint continues the tree of an earlier size."""
    return consistency_proof(nodes_in(tiles_of(cursor)), earlier, signed.size)


def _numbers(cursor: Cursor, game: str) -> tuple[int | None, int | None]:
    numbers = numbers_of(cursor, game)
    return numbers.get("game_opened"), next((numbers[kind] for kind in ENDINGS if kind in numbers), None)
