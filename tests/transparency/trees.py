"""Trees for the tests: the leaves of the vectors of Certificate Transparency, and trees of any size in tiles."""

from collections.abc import Sequence

from domain.transparency.merkle import Nodes, leaf_hash
from domain.transparency.tiles import grown, nodes_in, tiles_in

VECTOR_LEAVES = (
    "",
    "00",
    "10",
    "2021",
    "3031",
    "40414243",
    "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
)
"""The leaves that the implementations of RFC 6962 share as test data, in hex."""

VECTOR_ROOTS = (
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
"""The roots of the trees of the first 0 to 8 of these leaves."""


def vector_hashes() -> list[bytes]:
    return [leaf_hash(bytes.fromhex(leaf)) for leaf in VECTOR_LEAVES]


def leaves(count: int) -> list[bytes]:
    """The hashes of `count` leaves that all differ."""
    return [leaf_hash(f"entry {number}".encode()) for number in range(count)]


def tiled(hashes: Sequence[bytes], step: int) -> dict[tuple[int, int], bytes]:
    """The tiles of a tree that grew by `step` leaves at a time."""
    tiles: dict[tuple[int, int], bytes] = {}
    for at in range(0, len(hashes), step):
        tiles |= grown(tiles_in(tiles), at, hashes[at : at + step])
    return tiles


def nodes_of_tiles(tiles: dict[tuple[int, int], bytes]) -> Nodes:
    return nodes_in(tiles_in(tiles))
