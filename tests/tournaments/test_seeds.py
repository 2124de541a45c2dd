"""The seeds, lots and ids of tournaments are those of SPEC.md 11, by code that shares nothing with the domain."""

import hashlib
import hmac
import uuid
from importlib import resources

from domain.tournaments.game_ids import game_id
from domain.tournaments.state import lot_of, pairing_seed, round_seed

SEED = bytes(range(32))
TOURNAMENT = "00112233-4455-4677-8899-aabbccddeeff"


def mac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def test_seeds_lots_and_ids_are_those_of_the_specification():
    number, edition = (1).to_bytes(8, "big"), (0).to_bytes(4, "big")
    of_round = mac(SEED, b"ludolog/pairing/1" + number + edition)
    of_attempt = mac(of_round, b"ludolog/attempt/1" + (0).to_bytes(4, "big"))
    lot = int.from_bytes(mac(of_round, b"ludolog/lot/1player:01")[:6], "big")
    game = str(uuid.uuid5(uuid.UUID(TOURNAMENT), "1/0/2/0"))

    assert round_seed(SEED, 1, 0) == of_round
    assert pairing_seed(of_round, 0) == of_attempt
    assert lot_of(of_round, "player:01") == lot
    assert game_id(TOURNAMENT, 1, 0, 2) == game
    text = resources.files("domain.ledger").joinpath("SPEC.md").read_text(encoding="utf-8")
    for vector in (of_round.hex(), of_attempt.hex(), str(lot), game):
        assert vector in text


def test_editions_attempts_and_changes_differ():
    assert len({round_seed(SEED, number, edition) for number in (1, 2) for edition in (0, 1)}) == 4
    assert len({pairing_seed(SEED, attempt) for attempt in range(9)}) == 9
    assert len({game_id(TOURNAMENT, 1, e, t, c) for e in (0, 1) for t in (1, 2) for c in (0, 1)}) == 8
