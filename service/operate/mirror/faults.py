"""Names what is wrong with the log of a site: rolled back, rewritten, or tiles that are not what they have to be."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from domain.transparency.checkpoints import Checkpoint
from domain.transparency.merkle import EMPTY_ROOT, HASH_BYTES, leaf_hash, root_of
from domain.transparency.tiles import WIDTH, TileError, TileName, entries_in, grown, names_in, nodes_in, tiles_in
from service.operate.mirror.site import NotServedError, Site, UnreadError

MOST_NAMED = 20
"""Entries that are named one by one, and tiles that are not served before no more are asked for."""


class Kept(Protocol):
    """The log as the mirror has it."""

    size: int

    def entry(self, number: int, /) -> bytes:
        """Return the data of an entry."""
        ...

    def leaves(self) -> list[bytes]:
        """Return the hashes of all leaves."""
        ...

    def continues(self, checkpoint: Checkpoint, /) -> bool:
        """Whether the tree of a checkpoint is that of the first entries."""
        ...


class _Served:
    """The log as a site serves it: hashes and tiles, and of the entries only those that are named."""

    def __init__(self, size: int) -> None:
        self.leaves: list[bytes | None] = [None] * size
        """The hashes of the entries; None: an entry is not served."""
        self.tiles: dict[TileName, bytes] = {}
        self.shown: dict[int, bytes] = {}
        """The first entries that are others than before, by their numbers."""
        self.missing: list[str] = []
        """What is not served, in words."""


class LogFault(Exception):
    """The log of a site is not what it has to be. Carries what is wrong, the most important first."""

    def __init__(self, found: Sequence[str]) -> None:
        super().__init__("\n".join(found))
        self.found = tuple(found)


def what_is_wrong(local: Kept, site: Site, now: Checkpoint) -> list[str]:
    """Read the whole log as the site serves it, and name what is wrong with it; empty: nothing is.

    Raises ServerError.
    """
    if now.size < local.size:
        return list(_rolled_back(local, now))
    before = local.leaves()
    served = _all_of(site, now.size, before)
    found = list(served.missing)
    by_entries, by_tiles = served.leaves, _leaves_of(served.tiles, now.size)
    if _root_by_leaves(by_entries) == now.root:
        leaves = by_entries
    elif _root_by_tiles(served.tiles, now.size) == now.root:
        leaves = by_tiles
    else:
        found.append(f"neither tiles nor entries of the log give the root of its checkpoint of size {now.size}")
        leaves = None
    found += _differing_tiles(served.tiles, by_entries if leaves is None else leaves)
    if leaves is by_tiles:
        found += _differing_entries(by_entries, by_tiles)
    if leaves is not None:
        found = [*_rewritten(local, before, leaves, served), *found]
    return found


def describe(entry: bytes | None) -> str:
    """Return what an entry is about."""
    if entry is None:
        return "an entry that the site does not serve"
    try:
        fields = msgspec.json.decode(entry, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return "an entry that cannot be read"
    kind = str(fields.get("type"))
    for what in ("game", "tournament"):
        if what in fields and kind.startswith(what):
            version = f", version {fields['version']}" if "version" in fields else ""
            return f"{kind} of {what} {fields[what]}{version}, head {str(fields.get('head'))[:16]}"
    subject = fields.get("key_id") or fields.get("ruleset") or ""
    return f"{kind} {subject}".rstrip()


def _rolled_back(local: Kept, now: Checkpoint) -> Iterator[str]:
    lost = local.size - now.size
    rewritten = "" if local.continues(now) else ", and what it has now is not what it had then"
    yield (
        f"the log was rolled back: it had {local.size} entries before, and has {now.size} now{rewritten} "
        "(a backup was restored, or entries were dropped)"
    )
    for number in range(now.size, min(local.size, now.size + MOST_NAMED)):
        yield f"lost: entry {number}, {describe(local.entry(number))}"
    if lost > MOST_NAMED:
        yield f"lost: {lost - MOST_NAMED} further entries"


def _rewritten(local: Kept, before: Sequence[bytes], leaves: Sequence[bytes | None], served: _Served) -> Iterator[str]:
    """Yield how the log differs from what was kept of it, whose leaves are `before`."""
    changed = [number for number, leaf in enumerate(before) if leaves[number] != leaf]
    if not changed:
        return
    yield f"the log was rewritten: {len(changed)} of its first {local.size} entries are others than before"
    for number in changed[:MOST_NAMED]:
        # one that is the same as before is not among those that are shown
        entry = local.entry(number) if served.leaves[number] == before[number] else served.shown.get(number)
        yield f"entry {number} was {describe(local.entry(number))}; it is {describe(entry)}"
    if len(changed) > MOST_NAMED:
        yield f"{len(changed) - MOST_NAMED} further entries are others than before"
    kept = {leaf for leaf in served.leaves if leaf is not None}
    dropped = [number for number in changed if before[number] not in kept]
    for number in dropped[:MOST_NAMED]:
        yield f"dropped: {describe(local.entry(number))}"


def _all_of(site: Site, size: int, before: Sequence[bytes]) -> _Served:
    """Return all tiles and bundles of entries, and what is missing. `before` are the leaves of the log as it was."""
    served = _Served(size)
    for name in names_in(size):
        try:
            content = site.tile(name)
        except (NotServedError, UnreadError) as error:
            served.missing.append(f"{name.path} of the log is not served: {error}")
            if len(served.missing) == MOST_NAMED:
                served.missing.append("no further tiles of the log were asked for")
                return served
            continue
        if name.level is None:
            _take_entries(served, name, content, before)
        else:
            served.tiles[name] = content
    return served


def _take_entries(served: _Served, name: TileName, content: bytes, before: Sequence[bytes]) -> None:
    try:
        entries = entries_in(content)[: name.width]
    except ValueError:
        return
    for number, entry in enumerate(entries, name.number * WIDTH):
        leaf = served.leaves[number] = leaf_hash(entry)
        if number < len(before) and before[number] != leaf and len(served.shown) < MOST_NAMED:
            served.shown[number] = entry


def _leaves_of(served: Mapping[TileName, bytes], size: int) -> list[bytes | None]:
    found: list[bytes | None] = [None] * size
    for name, content in served.items():
        if name.level == 0:
            for at in range(min(name.width, len(content) // HASH_BYTES)):
                found[name.number * WIDTH + at] = content[at * HASH_BYTES : (at + 1) * HASH_BYTES]
    return found


def _root_by_leaves(leaves: Sequence[bytes | None]) -> bytes | None:
    if not leaves:
        return EMPTY_ROOT
    whole = [leaf for leaf in leaves if leaf is not None]
    if len(whole) != len(leaves):
        return None
    return root_of(nodes_in(tiles_in(grown(_nothing, 0, whole))), len(whole))


def _nothing(_level: int, _number: int) -> bytes:
    return b""


def _root_by_tiles(served: Mapping[TileName, bytes], size: int) -> bytes | None:
    tiles = {(name.level, name.number): content for name, content in served.items() if name.level is not None}
    try:
        return root_of(nodes_in(lambda level, number: tiles[level, number]), size) if size else EMPTY_ROOT
    except (TileError, KeyError):
        return None


def _differing_tiles(served: Mapping[TileName, bytes], leaves: Sequence[bytes | None]) -> Iterator[str]:
    """Yield which tiles have not the hashes of the leaves."""
    whole = [leaf for leaf in leaves if leaf is not None]
    expected = grown(_nothing, 0, whole) if len(whole) == len(leaves) else {}
    for name, content in served.items():
        right = None if name.level is None else expected.get((name.level, name.number))
        if right is None or right == content:
            continue
        hashes = [
            sorted(tile[at : at + HASH_BYTES] for at in range(0, len(tile), HASH_BYTES)) for tile in (right, content)
        ]
        how = (
            "has the hashes of its entries in another order"
            if hashes[0] == hashes[1]
            else "has other hashes than its entries"
        )
        yield f"{name.path} of the log {how}"


def _differing_entries(entries: Sequence[bytes | None], leaves: Sequence[bytes | None]) -> Iterator[str]:
    """Yield which bundles of entries, by the hashes of what they have, do not belong to the tree."""
    for first in range(0, len(leaves), WIDTH):
        right = leaves[first : first + WIDTH]
        served = entries[first : first + WIDTH]
        if served == right:
            continue
        path = TileName(None, first // WIDTH, len(right)).path
        is_order = sorted(filter(None, served)) == sorted(filter(None, right))
        yield f"{path} of the log has {'its entries in another order' if is_order else 'other entries than the tree'}"
