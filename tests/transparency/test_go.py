"""Go's packages `note` and `tlog` agree with every note, proof and tile, and with none that was changed."""

import copy
import random
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from domain.transparency.checkpoints import Checkpoint, cosignature, cosigned_by
from domain.transparency.merkle import consistency_proof, inclusion_proof, leaf_hash, root_of
from domain.transparency.notes import COSIGNATURE, Note, NoteError, NoteKey, NoteSignature, key_from, parse_note, signed
from domain.transparency.tiles import TileName, names_in, nodes_in, tiles_in
from service.core.keys.signing import is_signed_by
from service.site_log.rows import checkpoints_in, entries_between, stored_tile, tiles_of
from tests.service.site_log.kit import short, site
from tests.transparency.golang import built, needs_go, wrong
from tests.transparency.trees import tiled

SIZES = (1, 2, 3, 7, 8, 255, 256, 257, 511, 700, 66_000)
PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
KEY = NoteKey("games.example/log", PRIVATE.public_key().public_bytes_raw())
WITNESSES = {
    NoteKey(f"witness.example/w{number}", private.public_key().public_bytes_raw(), COSIGNATURE): private
    for number in (1, 2)
    if (private := Ed25519PrivateKey.from_private_bytes(bytes([number] * 32)))
}
TIMES = (0, 1_790_000_000, 2**33)
"""Times of cosignatures, in seconds since 1970."""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("go"))


def hexes(hashes: tuple[bytes, ...]) -> list[str]:
    return [each.hex() for each in hashes]


def made() -> dict[str, Any]:
    """A tree with checkpoints of several sizes, and proofs between all of them."""
    entries = [f"entry {number}".encode() for number in range(max(SIZES))]
    tiles = tiled([leaf_hash(entry) for entry in entries], 20_000)
    nodes = nodes_in(tiles_in(tiles))
    rng = random.Random(1)
    notes = [_cosigned(Checkpoint(KEY.name, size, root_of(nodes, size)).text) for size in SIZES]

    def inclusions() -> Iterator[dict[str, Any]]:
        for number, size in enumerate(SIZES):
            for index in {0, size - 1, *(rng.randrange(size) for _ in range(8))}:
                hashes = hexes(inclusion_proof(nodes, index, size))
                yield {"Checkpoint": number, "Index": index, "Data": entries[index].hex(), "Hashes": hashes}

    return {
        "Vkey": KEY.vkey,
        "Checkpoints": [str(note) for note in notes],
        "Inclusions": list(inclusions()),
        "Consistent": [
            {"Earlier": a, "Later": b, "Hashes": hexes(consistency_proof(nodes, SIZES[a], SIZES[b]))}
            for a, b in combinations(range(len(SIZES)), 2)
        ],
        "Tiles": {
            name.path: tiles[name.level, name.number].hex() for name in names_in(max(SIZES)) if name.level is not None
        },
        "Cosigned": [
            {"Checkpoint": number, "Witness": witness.vkey} for number in range(len(SIZES)) for witness in WITNESSES
        ],
    }


def _cosigned(text: str) -> Note:
    """Return a checkpoint with the signature of the log and those of the witnesses."""
    at = TIMES[len(text) % len(TIMES)]
    cosignatures = (cosignature(text, key, at, private.sign) for key, private in WITNESSES.items())
    return Note(text, (*signed(text, KEY, PRIVATE.sign).signatures, *cosignatures))


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    return made()


@needs_go
def test_go_agrees_with_every_proof(program: Path, whole: dict[str, Any]) -> None:
    assert wrong(program, whole) == []


def _first_hash_is_another(given: dict[str, Any]) -> None:
    given["Inclusions"][-1]["Hashes"][0] = "00" * 32


def _data_are_others(given: dict[str, Any]) -> None:
    given["Inclusions"][3]["Data"] = "00"


def _trees_are_exchanged(given: dict[str, Any]) -> None:
    given["Consistent"][5]["Later"] -= 1


def _signature_is_another(given: dict[str, Any]) -> None:
    note = parse_note(given["Checkpoints"][2])
    given["Checkpoints"][2] = str(type(note)(note.text.replace("\n3\n", "\n4\n"), note.signatures))


def _with_cosignature(given: dict[str, Any], change: Callable[[NoteSignature], NoteSignature]) -> None:
    """Change the last cosignature of a checkpoint."""
    note = parse_note(given["Checkpoints"][1])
    *others, last = note.signatures
    given["Checkpoints"][1] = str(Note(note.text, (*others, change(last))))


def _time_of_a_cosignature_is_another(given: dict[str, Any]) -> None:
    _with_cosignature(given, lambda made: replace(made, signature=b"\0" * 7 + b"\x09" + made.signature[8:]))


def _cosignature_is_of_another_checkpoint(given: dict[str, Any]) -> None:
    other = parse_note(given["Checkpoints"][0]).signatures[-1]
    _with_cosignature(given, lambda _: other)


def _cosignature_is_missing(given: dict[str, Any]) -> None:
    first = parse_note(given["Checkpoints"][1]).signatures[0]
    _with_cosignature(given, lambda _: first)


def _cosignature_has_no_time(given: dict[str, Any]) -> None:
    _with_cosignature(given, lambda made: replace(made, signature=made.signature[8:]))


def _tile_is_another(given: dict[str, Any]) -> None:
    path = TileName(0, 1).path
    given["Tiles"][path] = given["Tiles"][path][64:] + given["Tiles"][path][:64]


@needs_go
@pytest.mark.parametrize(
    "change",
    [
        *(_first_hash_is_another, _data_are_others, _trees_are_exchanged, _signature_is_another, _tile_is_another),
    ],
)
def test_go_finds_what_was_changed(
    program: Path, whole: dict[str, Any], change: Callable[[dict[str, Any]], None]
) -> None:
    given = copy.deepcopy(whole)
    change(given)
    assert wrong(program, given) != []


OF_COSIGNATURES = (
    _time_of_a_cosignature_is_another,
    _cosignature_is_of_another_checkpoint,
    _cosignature_is_missing,
    _cosignature_has_no_time,
)


@needs_go
@pytest.mark.parametrize("change", OF_COSIGNATURES)
def test_go_refuses_the_cosignatures_that_we_refuse(
    program: Path, whole: dict[str, Any], change: Callable[[dict[str, Any]], None]
) -> None:
    given: dict[str, Any] = {**copy.deepcopy(whole), "Inclusions": [], "Consistent": [], "Tiles": {}}
    change(given)
    refused: list[str] = []
    for number, each in enumerate(given["Cosigned"]):
        key = key_from(each["Witness"])
        try:
            ours = cosigned_by(parse_note(given["Checkpoints"][each["Checkpoint"]]), [key], is_signed_by)
        except NoteError:
            ours = ()
        refused += [] if ours else [f"cosignature {number}:"]

    assert [line[: line.index(":") + 1] for line in wrong(program, given)] == refused
    assert len(refused) == 1


@needs_go
def test_go_agrees_with_the_log_of_a_site(program: Path, tmp_path: Path) -> None:
    with site(f"sqlite:///{tmp_path}/games.db") as opened:
        for seed in range(1, 5):
            opened.append(short(seed, visibility="private" if seed == 4 else "public"))
            opened.keep()
        with opened.store.database.reading() as cursor:
            signed_ones = checkpoints_in(cursor)
            last = signed_ones[-1].size
            nodes, entries = nodes_in(tiles_of(cursor)), entries_between(cursor, 0, last)
            assert sum(b'"tag":' in entry for entry in entries) == 2
            tiles = {
                name.path: stored_tile(cursor, name.level, name.number).hex()
                for name in names_in(last)
                if name.level is not None
            }
            proofs = [hexes(inclusion_proof(nodes, index, last)) for index in range(last)]
        given = {
            "Vkey": opened.key.vkey,
            "Checkpoints": [str(each.note(opened.state.origin)) for each in signed_ones],
            "Inclusions": [
                {"Checkpoint": len(signed_ones) - 1, "Index": index, "Data": entry.hex(), "Hashes": hashes}
                for index, (entry, hashes) in enumerate(zip(entries, proofs, strict=True))
            ],
            "Consistent": [],
            "Tiles": tiles,
        }
    assert len(signed_ones) == 4
    assert wrong(program, given) == []
