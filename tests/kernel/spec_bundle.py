"""The bundle of SPEC.md, made by the ledger from the inputs that stand there."""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.kernel.codec import canonical
from domain.ledger.draws import KeyedChance, chance_key
from domain.ledger.records import Record, next_head, salt, seal, tip_of_new
from service.core.keys.signing import KeyFile, KeyRing, Signer, new_key

AT = "2026-11-20T12:00:0{}.000000Z"


def spec_signer() -> Signer:
    """Return the signer of the vectors: its private key is 00 01 02 … 1f."""
    return Signer(KeyRing(KeyFile((new_key(bytes(range(32)), datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)),))))


def spec_bundle(vectors: Mapping[str, Any]) -> list[bytes]:
    """Return the lines of the bundle."""
    game, seed = vectors["game"], bytes.fromhex(vectors["seed"])
    opened = {
        "data_digest": "00" * 32, "data_set": "none", "options": {"first_player": "random"}, "ruleset": "giganten",
        "ruleset_version": 1, "seats": 2,
    }  # fmt: skip
    head, last = tip_of_new(game).head, None
    lines: list[bytes] = []
    for version, event in enumerate(_events(vectors, opened), 1):
        cause, seat, name, data, secret, known_to = event
        record = Record(
            game=game,
            version=version,
            at=AT.format(cause),
            type=name,
            shape=1,
            seat=seat,
            cause=cause,
            data=msgspec.Raw(canonical(data)),
            sealed=None if secret is None else seal(seed, version, canonical(secret)),
            known_to=tuple(known_to),
        )
        head = next_head(head, record)
        line: dict[str, Any] = {"head": head, "record": record}
        if secret is not None:
            line["secret"] = secret
            if version > 1:
                line["salt"] = salt(seed, version).hex()
        lines.append(canonical(line))
        last = record
    assert last is not None
    header = {"format": "ludolog-bundle/1", "game": game, "viewer": "full", **opened}
    closing = spec_signer().sign({"at": last.at, "game": game, "head": head, "version": last.version})
    return [canonical(header), *lines, canonical(closing)]


def _events(
    vectors: Mapping[str, Any], opened: Mapping[str, Any]
) -> Iterator[tuple[int, int | None, str, dict[str, Any], dict[str, Any] | None, Sequence[int]]]:
    """Return cause, seat, type, data, secret and known_to of each event."""
    entropy = vectors["entropy"][:2]
    key = chance_key(bytes.fromhex(vectors["seed"]), vectors["game"], [bytes.fromhex(text) for text in entropy])
    commitment = vectors["seed_commitment"]
    yield 1, None, "game.opened", {**opened, "seed_commitment": commitment}, {"seed": vectors["seed"]}, ()
    for seat in (0, 1):
        taken = {"entropy": entropy[seat], "entropy_from": "player", "player": f"player:{seat}", "seat": seat}
        yield 2 + seat, seat, "game.seat_taken", taken, None, ()
    first = KeyedChance(key, 3)
    yield 4, None, "game.started", {}, None, ()
    drawn = [[2, first.draw(2)], [78, first.draw(78)]]
    yield 4, None, "giganten.first_player_drawn", {"draws": drawn, "seat": drawn[0][1]}, None, ()
    yield 4, None, "giganten.licences_dealt", {"cards": 1, "seat": 1}, {"values": [2]}, (1,)
    yield 4, None, "giganten.draws_sealed", {}, {"draws": [[52, first.draw(52)]]}, ()
    second = KeyedChance(key, 7)
    rolled = [[6, second.draw(6)], [6, second.draw(6)]]
    yield 8, 0, "giganten.price_rolled", {"draws": rolled}, None, ()
    yield 8, None, "game.ended", {"places": []}, None, ()
