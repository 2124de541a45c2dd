"""The Merkle tree of a log (RFC 6962 2.1): hashes, roots, inclusion proofs and consistency proofs.

A hash is 32 bytes. A proof is the list of hashes of RFC 6962 2.1.1 and 2.1.2, the lowest first.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import TypeAlias

HASH_BYTES = 32

EMPTY_ROOT = hashlib.sha256(b"").digest()
"""The root of the tree without leaves."""

Nodes: TypeAlias = Callable[[int, int], bytes]
"""Returns the hash of the complete subtree of a height (argument 1) and a number (2).

The subtree of height h and number n covers the 2^h leaves from n·2^h on. Only subtrees that lie in the tree are asked
for.
"""


def leaf_hash(data: bytes) -> bytes:
    """Return the hash of a leaf."""
    return hashlib.sha256(b"\0" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of a node over its two subtrees."""
    return hashlib.sha256(b"\1" + left + right).digest()


def nodes_of(leaves: Sequence[bytes]) -> Nodes:
    """Return the nodes of a tree in memory, by the hashes of its leaves."""

    def node(height: int, number: int) -> bytes:
        if height == 0:
            return leaves[number]
        return node_hash(node(height - 1, 2 * number), node(height - 1, 2 * number + 1))

    return node


def root_of(nodes: Nodes, size: int) -> bytes:
    """Return the root of the tree of the first `size` leaves."""
    return EMPTY_ROOT if size == 0 else _range_hash(nodes, 0, size)


def inclusion_proof(nodes: Nodes, index: int, size: int) -> tuple[bytes, ...]:
    """Return the proof that a leaf, counted from 0, is in the tree of the first `size` leaves."""
    assert 0 <= index < size
    path: list[bytes] = []
    start, end = 0, size
    while end - start > 1:
        middle = start + _split(end - start)
        if index < middle:
            path.append(_range_hash(nodes, middle, end))
            end = middle
        else:
            path.append(_range_hash(nodes, start, middle))
            start = middle
    return tuple(reversed(path))


def consistency_proof(nodes: Nodes, earlier: int, later: int) -> tuple[bytes, ...]:
    """Return the proof that the tree of `later` leaves continues the tree of `earlier` leaves.

    It is empty if both have the same size, or if the earlier one is empty.
    """
    assert 0 <= earlier <= later
    if earlier in {0, later}:
        return ()
    path: list[bytes] = []
    start, end, is_known = 0, later, True
    while end != earlier:
        middle = start + _split(end - start)
        if earlier <= middle:
            path.append(_range_hash(nodes, middle, end))
            end = middle
        else:
            path.append(_range_hash(nodes, start, middle))
            start, is_known = middle, False
    if not is_known:
        path.append(_range_hash(nodes, start, end))
    return tuple(reversed(path))


def root_by_inclusion(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """Return the root that follows from a leaf's hash and its proof (RFC 9162 2.1.3.2).

    None if the proof has not the form of one for this index and size. The proof is valid if this is the root.
    """
    if not 0 <= index < size:
        return None
    number, last, root = index, size - 1, leaf
    for step in path:
        if last == 0:
            return None
        if number & 1 or number == last:
            root = node_hash(step, root)
            while number and not number & 1:
                number, last = number >> 1, last >> 1
        else:
            root = node_hash(root, step)
        number, last = number >> 1, last >> 1
    return root if last == 0 else None


def is_included(leaf: bytes, index: int, size: int, root: bytes, path: Sequence[bytes]) -> bool:
    """Whether a proof shows that the leaf with this hash is at an index of a tree."""
    return root_by_inclusion(leaf, index, size, path) == root


def is_consistent(earlier: int, earlier_root: bytes, later: int, later_root: bytes, path: Sequence[bytes]) -> bool:
    """Whether a proof shows that the later tree continues the earlier one (RFC 9162 2.1.4.2).

    The empty tree is consistent with every tree; its proof is empty.
    """
    if not 0 <= earlier <= later:
        return False
    if earlier == 0:
        return earlier_root == EMPTY_ROOT and not path and (later > 0 or later_root == EMPTY_ROOT)
    if earlier == later:
        return earlier_root == later_root and not path
    return _roots_by_consistency(earlier, later, earlier_root, path) == (earlier_root, later_root)


def _roots_by_consistency(
    earlier: int, later: int, earlier_root: bytes, path: Sequence[bytes]
) -> tuple[bytes, bytes] | None:
    """Return the roots of both trees that follow from a proof; None if it has not the form of one."""
    # the root of a full tree is the first hash of its proof, and is left out of it
    steps = [earlier_root, *path] if earlier & (earlier - 1) == 0 else list(path)
    if not steps:
        return None
    number, last = earlier - 1, later - 1
    while number & 1:
        number, last = number >> 1, last >> 1
    first = second = steps[0]
    for step in steps[1:]:
        if last == 0:
            return None
        if number & 1 or number == last:
            first, second = node_hash(step, first), node_hash(step, second)
            while number and not number & 1:
                number, last = number >> 1, last >> 1
        else:
            second = node_hash(second, step)
        number, last = number >> 1, last >> 1
    return (first, second) if last == 0 else None


def _split(size: int) -> int:
    """Return the largest power of two below a size of 2 or more."""
    return 1 << ((size - 1).bit_length() - 1)


def _range_hash(nodes: Nodes, start: int, end: int) -> bytes:
    """Return the hash of the leaves from `start` to before `end`, a range that occurs in a tree."""
    size = end - start
    if size & (size - 1) == 0:
        height = size.bit_length() - 1
        return nodes(height, start >> height)
    middle = start + _split(size)
    return node_hash(_range_hash(nodes, start, middle), _range_hash(nodes, middle, end))
