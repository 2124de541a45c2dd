"""Following a log: whether what it shows now continues what it has shown before. The caller fetches the tiles."""

from domain.transparency.checkpoints import Checkpoint
from domain.transparency.merkle import EMPTY_ROOT, Nodes, root_of
from domain.transparency.tiles import TileName, Tiles, nodes_in, tiles_for


def tiles_to_compare(earlier: Checkpoint, later: Checkpoint) -> list[TileName]:
    """Return the tiles from which `fork_between` computes both roots. The later checkpoint is not smaller."""

    def read(nodes: Nodes) -> tuple[bytes, ...]:
        return tuple(root_of(nodes, each.size) for each in (earlier, later) if each.size)

    return tiles_for(read, later.size) if later.size else []


def fork_between(earlier: Checkpoint, later: Checkpoint, tiles: Tiles) -> str | None:
    """Return why the tree of a checkpoint does not continue that of an earlier one; None if it does.

    `tiles` are those of the later tree, as the log serves them. They prove nothing by themselves: both roots are
    computed from them.
    """
    if earlier.origin != later.origin:
        return f"the log is named {later.origin} now, and was {earlier.origin} before"
    if later.size < earlier.size:
        return f"the log was rolled back: it had {earlier.size} entries before, and has {later.size} now"
    nodes = nodes_in(tiles)
    if _root(nodes, later.size) != later.root:
        return f"the tiles of the log do not give the root of its checkpoint of size {later.size}"
    if _root(nodes, earlier.size) != earlier.root:
        return f"the log was rewritten: its first {earlier.size} entries have another root than it signed before"
    return None


def _root(nodes: Nodes, size: int) -> bytes:
    return root_of(nodes, size) if size else EMPTY_ROOT
