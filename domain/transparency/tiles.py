"""The tree and its entries in files of 256 (C2SP tlog-tiles): names, contents, and nodes of the tree from them."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from domain.transparency.merkle import HASH_BYTES, Nodes, node_hash

WIDTH = 256
"""The hashes of a full tile, and the entries of a full bundle of entries."""

HEIGHT = 8
"""The levels of the tree that a tile spans."""

MAX_LEVEL = 63
MAX_ENTRY_BYTES = 2**16 - 1
"""The most bytes of an entry: its length has two bytes in a bundle."""

Tiles: TypeAlias = Callable[[int, int], bytes]
"""Returns the hashes of the tile of a level (argument 1) and a number (2), as many as it has or more."""

_PATH = re.compile(
    r"tile/(?P<level>0|[1-9][0-9]?|entries)/(?P<number>(?:x[0-9]{3}/){0,6}[0-9]{3})(?:\.p/(?P<width>[1-9][0-9]{0,2}))?",
    re.ASCII,
)


class TileError(ValueError):
    """A tile has not the hashes that its name promises."""


class TileName(NamedTuple):
    """The name of a tile, or of a bundle of entries (level None). The width is 1 to 256; below 256 it is partial."""

    level: int | None
    number: int
    width: int = WIDTH

    @property
    def path(self) -> str:
        """The path below the prefix of the log: `tile/0/x001/234`, `tile/entries/000.p/17`."""
        level = "entries" if self.level is None else str(self.level)
        digits = f"{self.number:03}"
        digits = digits.zfill(-(-len(digits) // 3) * 3)
        groups = [digits[at : at + 3] for at in range(0, len(digits), 3)]
        number = "/".join([*(f"x{group}" for group in groups[:-1]), groups[-1]])
        return f"tile/{level}/{number}" + ("" if self.width == WIDTH else f".p/{self.width}")

    def is_in(self, size: int) -> bool:
        """Whether the tree of this size has the tile, or a partial tile that begins with it."""
        hashes = size >> (HEIGHT * (self.level or 0))
        return self.number * WIDTH + self.width <= hashes


def name_of(path: str) -> TileName | None:
    """Return the name that a path below the prefix of the log means; None if it is no such path."""
    if not (found := _PATH.fullmatch(path)):
        return None
    level = None if found["level"] == "entries" else int(found["level"])
    width = int(found["width"] or WIDTH)
    name = TileName(level, int(found["number"].replace("x", "").replace("/", "")), width)
    # a number with superfluous groups, a width of 256 and a level beyond 63 have no such path
    is_named_so = (level or 0) <= MAX_LEVEL and width <= WIDTH and name.path == path
    return name if is_named_so else None


def names_in(size: int, since: int = 0) -> list[TileName]:
    """Return the tiles and bundles that a tree of this size has and one of size `since` has not, entries first.

    Partial tiles are the last of their level.
    """
    names = [TileName(None, *place) for place in _places(size, since)]
    level = 0
    while size >> (HEIGHT * level):
        names += [TileName(level, *place) for place in _places(size >> (HEIGHT * level), since >> (HEIGHT * level))]
        level += 1
    return names


def _places(size: int, since: int) -> list[tuple[int, int]]:
    """Return number and width of what the first `size` hashes of a level fill, beyond the first `since`."""
    if size == since:
        return []
    return [(number, min(WIDTH, size - number * WIDTH)) for number in range(since // WIDTH, -(-size // WIDTH))]


def grown(tiles: Tiles, size: int, leaves: Iterable[bytes]) -> dict[tuple[int, int], bytes]:
    """Return the tiles that change when leaves (hashes) follow a tree of a size, by level and number, whole.

    `tiles` is asked only for the last, partial tile of a level.
    """
    changed: dict[tuple[int, int], bytes] = {}
    level, added = 0, list(leaves)
    while added:
        before = size >> (HEIGHT * level)
        number, width = divmod(before, WIDTH)
        content = (tiles(level, number)[: width * HASH_BYTES] if width else b"") + b"".join(added)
        full: list[bytes] = []
        for at in range(0, len(content), WIDTH * HASH_BYTES):
            tile = content[at : at + WIDTH * HASH_BYTES]
            changed[level, number + at // (WIDTH * HASH_BYTES)] = tile
            if len(tile) == WIDTH * HASH_BYTES:
                full.append(_hash_of(tile))
        level, added = level + 1, full
    return changed


def nodes_in(tiles: Tiles) -> Nodes:
    """Return the nodes of a tree by its tiles. They raise TileError for a tile that is too short."""

    def node(height: int, number: int) -> bytes:
        level, below = divmod(height, HEIGHT)
        tile, at = divmod(number << below, WIDTH)
        hashes = tiles(level, tile)[at * HASH_BYTES : (at + (1 << below)) * HASH_BYTES]
        if len(hashes) != HASH_BYTES << below:
            message = f"tile {level}/{tile} of the log is too short"
            raise TileError(message)
        return _hash_of(hashes)

    return node


def tiles_for(nodes: Callable[[Nodes], object], size: int) -> list[TileName]:
    """Return the tiles of a tree of a size that a computation of nodes reads, such as a proof, each once.

    A client fetches them, all at once, before it computes.
    """
    names: dict[TileName, None] = {}

    def tile(level: int, number: int) -> bytes:
        names[TileName(level, number, min(WIDTH, (size >> (HEIGHT * level)) - number * WIDTH))] = None
        return bytes(WIDTH * HASH_BYTES)

    nodes(nodes_in(tile))
    return list(names)


def _hash_of(hashes: bytes) -> bytes:
    """Return the root over a power of two of hashes."""
    level = [hashes[at : at + HASH_BYTES] for at in range(0, len(hashes), HASH_BYTES)]
    while len(level) > 1:
        level = [node_hash(left, right) for left, right in zip(level[::2], level[1::2], strict=True)]
    return level[0]


def bundle_of(entries: Sequence[bytes]) -> bytes:
    """Return a bundle of entries: each with its length before it, in two bytes. Raises ValueError for one too long."""
    if (longest := max(map(len, entries), default=0)) > MAX_ENTRY_BYTES:
        message = f"an entry has {longest} bytes; a bundle takes {MAX_ENTRY_BYTES}"
        raise ValueError(message)
    return b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries)


def entries_in(bundle: bytes) -> list[bytes]:
    """Return the entries of a bundle; raises ValueError if its last one is cut off."""
    entries: list[bytes] = []
    at = 0
    while at < len(bundle):
        end = at + 2 + int.from_bytes(bundle[at : at + 2], "big")
        if at + 2 > len(bundle) or end > len(bundle):
            message = f"entry {len(entries)} of the bundle is cut off"
            raise ValueError(message)
        entries.append(bundle[at + 2 : end])
        at = end
    return entries


def tiles_in(found: Mapping[tuple[int, int], bytes]) -> Tiles:
    """Return the tiles of a mapping by level and number."""
    return lambda level, number: found[level, number]
