"""Names and contents of tiles and bundles of entries (C2SP tlog-tiles)."""

import pytest

from domain.transparency.merkle import HASH_BYTES, inclusion_proof
from domain.transparency.tiles import (
    WIDTH,
    TileName,
    bundle_of,
    entries_in,
    grown,
    name_of,
    names_in,
    nodes_in,
    tiles_for,
    tiles_in,
)
from tests.transparency.trees import leaves, nodes_of_tiles, tiled


@pytest.mark.parametrize(
    ("name", "path"),
    [
        (TileName(0, 1234067), "tile/0/x001/x234/067"),
        (TileName(0, 0), "tile/0/000"),
        (TileName(None, 999), "tile/entries/999"),
        (TileName(None, 1000, 17), "tile/entries/x001/000.p/17"),
        (TileName(63, 5, 255), "tile/63/005.p/255"),
    ],
)
def test_names_are_paths_as_the_specification_has_them(name: TileName, path: str) -> None:
    assert name.path == path
    assert name_of(path) == name


@pytest.mark.parametrize(
    "path",
    [
        "tile/0/0", "tile/00/000", "tile/64/000", "tile/-1/000", "tile/0/x000/000", "tile/0/001/000", "tile/0/000.p/0",
        "tile/0/000.p/256", "tile/0/000.p/01", "tile/0/000/", "tile/0/000.p/", "tile/data/000", "checkpoint",
        "tile/0/x001", "tile/0/\N{ARABIC-INDIC DIGIT ZERO}00",
    ],
)  # fmt: skip
def test_other_paths_name_nothing(path: str) -> None:
    assert name_of(path) is None


def test_a_tree_of_70000_has_the_tiles_of_the_specification() -> None:
    names = names_in(70_000)
    assert sum(name.level == 0 and name.width == WIDTH for name in names) == 273
    assert [name for name in names if name.width < WIDTH and name.level is not None] == [
        TileName(0, 273, 112),
        TileName(1, 1, 17),
        TileName(2, 0, 1),
    ]
    assert [name for name in names_in(256) if name.level is not None] == [TileName(0, 0), TileName(1, 0, 1)]
    assert names_in(70_000, 70_000) == []
    assert set(names_in(70_000, 69_888)) == {
        TileName(None, 273, 112),
        TileName(0, 273, 112),
    }


def test_tiles_are_prefixes_of_what_they_grow_to() -> None:
    hashes = leaves(600)
    tiles = tiled(hashes, 1)
    assert tiles == tiled(hashes, 600)
    assert tiles[0, 1] == b"".join(hashes[256:512])
    assert len(tiles[1, 0]) == 2 * HASH_BYTES
    assert TileName(0, 2, 88).is_in(600)
    assert not TileName(0, 2, 89).is_in(600)
    assert not TileName(1, 0, 3).is_in(600)
    assert TileName(None, 1).is_in(600)


def test_only_partial_tiles_are_read_when_a_tree_grows() -> None:
    asked: list[tuple[int, int]] = []
    tiles = tiled(leaves(513), 513)

    def read(level: int, number: int) -> bytes:
        asked.append((level, number))
        return tiles[level, number]

    grown(read, 513, leaves(1))
    assert asked == [(0, 2)]


def test_the_tiles_of_a_proof_suffice_for_it() -> None:
    tiles = tiled(leaves(70_000), 70_000)
    names = tiles_for(lambda nodes: inclusion_proof(nodes, 12_345, 70_000), 70_000)
    fetched = {(name.level or 0, name.number): tiles[name.level or 0, name.number] for name in names}
    assert {name.path for name in names} >= {"tile/0/048", "tile/1/000"}
    assert all(name.is_in(70_000) for name in names)
    assert inclusion_proof(nodes_in(tiles_in(fetched)), 12_345, 70_000) == inclusion_proof(
        nodes_of_tiles(tiles), 12_345, 70_000
    )


def test_entries_return_from_their_bundle() -> None:
    entries = [b"", b"a", b"x" * 65_535]
    assert entries_in(bundle_of(entries)) == entries
    assert entries_in(b"") == []


@pytest.mark.parametrize("bundle", [b"\0", b"\0\2a", b"\0\1ab"])
def test_a_bundle_that_is_cut_off_is_refused(bundle: bytes) -> None:
    with pytest.raises(ValueError, match="cut off"):
        entries_in(bundle)


def test_an_entry_that_is_too_long_has_no_bundle() -> None:
    with pytest.raises(ValueError, match="65536 bytes"):
        bundle_of([b"a", b"x" * 65_536])
