"""The tree of RFC 6962: shared vectors, every proof of small trees, and every damaged proof refused."""

import hashlib

import pytest

from domain.transparency.merkle import (
    EMPTY_ROOT,
    consistency_proof,
    inclusion_proof,
    is_consistent,
    is_included,
    node_hash,
    nodes_of,
    root_by_inclusion,
    root_of,
)
from tests.transparency.trees import VECTOR_ROOTS, leaves, nodes_of_tiles, tiled, vector_hashes

SIZES = 34


def by_definition(hashes: list[bytes]) -> bytes:
    """MTH of RFC 6962 2.1, by hashes of leaves."""
    if not hashes:
        return hashlib.sha256(b"").digest()
    if len(hashes) == 1:
        return hashes[0]
    split = 1
    while 2 * split < len(hashes):
        split *= 2
    return node_hash(by_definition(hashes[:split]), by_definition(hashes[split:]))


def test_roots_are_those_of_the_shared_vectors() -> None:
    nodes = nodes_of(vector_hashes())
    assert [root_of(nodes, size).hex() for size in range(9)] == list(VECTOR_ROOTS)


def test_proofs_are_those_of_the_shared_vectors() -> None:
    nodes = nodes_of(vector_hashes())
    assert [step.hex() for step in inclusion_proof(nodes, 0, 8)] == [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ]
    assert [step.hex() for step in inclusion_proof(nodes, 2, 3)] == [
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    ]
    assert [step.hex() for step in consistency_proof(nodes, 1, 8)] == [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ]
    assert [step.hex() for step in consistency_proof(nodes, 6, 8)] == [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]


def test_each_tree_has_the_root_of_the_definition() -> None:
    hashes = leaves(SIZES)
    assert all(root_of(nodes_of(hashes), size) == by_definition(hashes[:size]) for size in range(SIZES + 1))


def test_each_leaf_of_each_tree_is_proved_and_no_other_place() -> None:
    hashes = leaves(SIZES)
    nodes = nodes_of(hashes)
    for size in range(1, SIZES + 1):
        root = root_of(nodes, size)
        for index in range(size):
            path = inclusion_proof(nodes, index, size)
            assert is_included(hashes[index], index, size, root, path)
            assert not any(
                is_included(hashes[index], other, size, root, path) for other in range(size + 2) if other != index
            )
            assert not is_included(hashes[index - 1] if size > 1 else EMPTY_ROOT, index, size, root, path)
            assert not is_included(hashes[index], index, size, root, (*path, EMPTY_ROOT))
            assert all(not is_included(hashes[index], index, size, root, path[:cut]) for cut in range(len(path)))


def test_each_tree_continues_each_earlier_one_and_no_other() -> None:
    hashes, others = leaves(SIZES), leaves(SIZES)
    others[5] = EMPTY_ROOT
    nodes, fork = nodes_of(hashes), nodes_of(others)
    roots = [root_of(nodes, size) for size in range(SIZES + 1)]
    for later in range(SIZES + 1):
        for earlier in range(later + 1):
            path = consistency_proof(nodes, earlier, later)
            assert is_consistent(earlier, roots[earlier], later, roots[later], path)
            assert not is_consistent(earlier, roots[earlier], later, roots[later], (*path, EMPTY_ROOT))
            assert all(
                not is_consistent(earlier, roots[earlier], later, roots[later], path[:cut]) for cut in range(len(path))
            )
            if later > 5:
                forged = consistency_proof(fork, earlier, later)
                assert is_consistent(earlier, roots[earlier], later, root_of(fork, later), forged) == (earlier <= 5)


@pytest.mark.parametrize("wrong", [(-1, 3), (3, 3), (4, 3), (0, 0)])
def test_a_place_outside_of_the_tree_has_no_root(wrong: tuple[int, int]) -> None:
    assert root_by_inclusion(EMPTY_ROOT, *wrong, ()) is None


def test_an_earlier_tree_that_is_larger_is_not_consistent() -> None:
    nodes = nodes_of(leaves(4))
    assert not is_consistent(4, root_of(nodes, 4), 3, root_of(nodes, 3), ())
    assert not is_consistent(0, root_of(nodes, 1), 3, root_of(nodes, 3), ())
    assert not is_consistent(0, EMPTY_ROOT, 0, root_of(nodes, 3), ())


@pytest.mark.parametrize("step", [1, 7, 255, 256, 257, 70_000])
def test_proofs_from_tiles_are_those_of_the_tree(step: int) -> None:
    size = 700 if step == 1 else 70_000
    hashes = leaves(size)
    nodes = nodes_of_tiles(tiled(hashes, step))
    for sub in (1, 255, 256, 257, size - 1, size):
        assert root_of(nodes, sub) == root_of(nodes_of(hashes), sub)
    for index in (0, 255, 256, size - 1):
        assert is_included(hashes[index], index, size, root_of(nodes, size), inclusion_proof(nodes, index, size))
    for earlier in (1, 255, 256, 300, size - 1):
        path = consistency_proof(nodes, earlier, size)
        assert is_consistent(earlier, root_of(nodes, earlier), size, root_of(nodes, size), path)
