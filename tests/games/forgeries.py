"""Forgeries of bundles: what somebody may do to the file of a game, clumsily or cleverly."""

import hashlib
import json
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from domain.kernel.codec import canonical
from domain.kernel.ledger import Tip, salt, seal, tip_of_new
from service.signing import Signer
from tests.games.bundles import Finished, stranger

Lines: TypeAlias = list[bytes]
Forge: TypeAlias = Callable[[Lines, random.Random, Finished], Lines]
"""From the lines of a bundle, whims, and the bundle of another game, to lines that nobody may accept."""


def _some(lines: Sequence[bytes], rng: random.Random) -> int:
    """Return the place of any event but the first two and the last."""
    return rng.randrange(3, len(lines) - 2)


def _changed(line: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    fields = json.loads(line)
    change(fields)
    return canonical(fields)


def _at(lines: Lines, place: int, change: Callable[[dict[str, Any]], object]) -> Lines:
    return [*lines[:place], _changed(lines[place], change), *lines[place + 1 :]]


def _having(lines: Lines, rng: random.Random, wanted: Callable[[dict[str, Any]], object]) -> int:
    """Return the place of any event that is as wanted."""
    places = [place for place in range(2, len(lines) - 1) if wanted(json.loads(lines[place]))]
    return rng.choice(places) if places else _some(lines, rng)


# Clumsy ones: a line is changed, and nothing is done about the rest


def flip(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    place = rng.randrange(len(lines))
    raw = bytearray(lines[place])
    raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
    return [*lines[:place], *bytes(raw).split(b"\n"), *lines[place + 1 :]]


def cut_within_a_line(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    place = rng.randrange(len(lines))
    return [*lines[:place], lines[place][: rng.randrange(len(lines[place]))]]


def drop(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    place = rng.randrange(len(lines))
    return [*lines[:place], *lines[place + 1 :]]


def repeat(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    place = rng.randrange(len(lines))
    return [*lines[: place + 1], *lines[place:]]


def swap(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    place = _some(lines, rng)
    return [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]]


def insert(lines: Lines, rng: random.Random, other: Finished) -> Lines:
    place = _some(lines, rng)
    return [*lines[:place], rng.choice(other.lines()[1:-1]), *lines[place:]]


def cut_tail(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    return [*lines[: _some(lines, rng)], lines[-1]]


def other_version(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    return _at(lines, _some(lines, rng), lambda line: line["record"].update(version=rng.randrange(10**6, 10**7)))


def other_game(lines: Lines, rng: random.Random, other: Finished) -> Lines:
    return _at(lines, _some(lines, rng), lambda line: line["record"].update(game=other.game.id))


def other_type(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    return _at(lines, _some(lines, rng), lambda line: line["record"].update(type="giganten.castled"))


def other_head(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    return _at(lines, _some(lines, rng), lambda line: line.update(head=rng.randbytes(32).hex()))


def other_salt(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    place = _having(lines, rng, lambda line: "salt" in line)
    return _at(lines, place, lambda line: line.update(salt=rng.randbytes(32).hex()))


_HEADERS: Sequence[tuple[str, Any]] = (
    ("ruleset_version", 2), ("seats", 5), ("data_set", "mine"), ("data_digest", "0"), ("options", {}),
    ("viewer", "public"), ("ruleset", "chess"), ("format", "ludolog-bundle/2"),
)  # fmt: skip


def other_header(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    field, value = rng.choice(_HEADERS)
    return _at(lines, 0, lambda header: header.update({field: value}))


def no_header(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    del rng
    return lines[1:]


def no_closing(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    del rng
    return lines[:-1]


def other_signature(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    return _at(lines, len(lines) - 1, lambda line: line.update(signature=rng.randbytes(64).hex()))


def no_signature(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    del rng

    def change(line: dict[str, Any]) -> None:
        line.update(signature=None, public_key=None)
        line["statement"].update(key_id=None)

    return _at(lines, len(lines) - 1, change)


# Odd JSON


def float_for_integer(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    return _text(lines, rng, b'"version":', lambda number: number + rng.choice([b".0", b"e0", b".5", b"E+0"]))


def non_canonical_number(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    return _text(lines, rng, b'"cause":', lambda number: rng.choice([b"0", b"-", b"+", b" ", b"0x"]) + number)


def huge_number(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    size = rng.choice([16, 17, 20, 40, 400, 5000, 100_000])
    return _text(lines, rng, b'"version":', lambda _: b"9" * size)


def _text(lines: Lines, rng: random.Random, key: bytes, change: Callable[[bytes], bytes]) -> Lines:
    place = _some(lines, rng)
    before, _, after = lines[place].rpartition(key)
    number = after[: len(after) - len(after.lstrip(b"0123456789"))]
    return [*lines[:place], before + key + change(number) + after[len(number) :], *lines[place + 1 :]]


def duplicate_key(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    place = _some(lines, rng)
    line = lines[place]
    twice = rng.choice(
        [line.replace(b'"seat":', b'"seat":0,"seat":', 1), line.replace(b'{"head"', b'{"head":"","head"', 1)]
    )
    return [*lines[:place], twice, *lines[place + 1 :]]


def deep_nesting(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    place, depth = _some(lines, rng), rng.choice([40, 2_000, 60_000])
    nested = rng.choice([b"[" * depth + b"]" * depth, b"[" * depth, b'{"a":' * depth + b"1" + b"}" * depth])
    line = rng.choice([nested, lines[place].replace(b'"data":{', b'"data":{"A":' + nested + b",", 1)])
    return [*lines[:place], line, *lines[place + 1 :]]


def long_line(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    return [*lines[: _some(lines, rng)], b'{"' + b"a" * 2_000_000, lines[-1]]


def other_spelling(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    place = _some(lines, rng)
    line = lines[place]
    spelt = rng.choice(
        [line + b" ", line.replace(b":", b": ", 1), line.replace(b"type", b"\\u0074ype", 1), b"\xef\xbb\xbf" + line,
         line[:1] + line[1:].replace(b"game", b"g\xe4me", 1), line + b"\r", b"", b"null", b"[]", b"{}", b'"\\ud800"']
    )  # fmt: skip
    return [*lines[:place], spelt, *lines[place + 1 :]]


CLUMSY: Mapping[str, Forge] = {
    forge.__name__: forge
    for forge in (
        flip, cut_within_a_line, drop, repeat, swap, insert, cut_tail, other_version, other_game, other_type,
        other_head, other_salt, other_header, no_header, no_closing, other_signature, no_signature,
        float_for_integer, non_canonical_number, huge_number, duplicate_key, deep_nesting, long_line, other_spelling,
    )
}  # fmt: skip
"""What a chain, a signature or a strict reader finds at once."""


# Clever ones: seals, chain and closing line are made anew, signed by a key of the forger


def rewritten(lines: Lines, signer: Signer | None = None) -> Lines:
    """Return the lines with seals, salts' seals and heads computed anew, and the closing line signed by a stranger."""
    header = json.loads(lines[0])
    events = [json.loads(line) for line in lines[1:-1]]
    tip = tip_of_new(header["game"])
    seed = bytes.fromhex(events[0].get("secret", {}).get("seed", "00" * 32))
    made: Lines = []
    for event in events:
        record = event["record"]
        if "secret" in event:
            record["sealed"] = seal(seed, record["version"], canonical(event["secret"]))
        tip = _next(tip, record)
        made.append(canonical({**event, "head": tip.head}))
    closing = canonical((signer or stranger()).sign_head(tip))
    return [lines[0], *made, closing]


def _next(tip: Tip, record: dict[str, Any]) -> Tip:
    return Tip(tip.game, record["version"], head_after(tip.head, record), record["at"])


def head_after(head: str, record: dict[str, Any]) -> str:
    return hashlib.sha256(bytes.fromhex(head) + canonical(record)).hexdigest()


def later(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    """A whole log a day later: nothing but a signature or a receipt shows it."""
    del rng
    return rewritten([line.replace(b'"2026-11-20T', b'"2026-11-21T') for line in lines])


def signed_by_a_stranger(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    del rng
    return rewritten(lines)


def other_player(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    """Somebody else sat there: nothing but a signature or a receipt shows it."""
    del rng
    return rewritten([line.replace(b'"player:0"', b'"player:9"') for line in lines])


TRUE_TO_THE_RULES: Mapping[str, Forge] = {
    forge.__name__: forge for forge in (later, signed_by_a_stranger, other_player)
}
"""Logs that could have been: only a signature or a receipt tells them from the one that was."""


def other_seat(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    place = _having(lines, rng, lambda line: line["record"]["seat"] is not None and "giga" in line["record"]["type"])
    return rewritten(_at(lines, place, lambda line: line["record"].update(seat=(line["record"]["seat"] or 0) ^ 1)))


def other_draw(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    place = _having(lines, rng, lambda line: line["record"]["data"].get("draws") or line.get("secret", {}).get("draws"))

    def change(line: dict[str, Any]) -> None:
        draws = line["record"]["data"].get("draws") or line["secret"]["draws"]
        draws[0][1] = draws[0][1] + 1 if draws[0][1] + 1 < draws[0][0] else draws[0][1] - 1

    return rewritten(_at(lines, place, change))


def no_draw(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    place = _having(lines, rng, lambda line: line["record"]["data"].get("draws") or line.get("secret", {}).get("draws"))

    def change(line: dict[str, Any]) -> None:
        (line["record"]["data"].get("draws") or line["secret"]["draws"]).pop(0)

    return rewritten(_at(lines, place, change))


def other_score(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    del rng

    def change(line: dict[str, Any]) -> None:
        place = line["record"]["data"]["places"][-1]
        place["score"] += 1

    return rewritten(_at(lines, len(lines) - 2, change))


def other_ranking(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    del rng
    return rewritten(_at(lines, len(lines) - 2, lambda line: line["record"]["data"]["places"].reverse()))


def opened_by_a_seat(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    del rng
    return rewritten(_at(lines, 1, lambda line: line["record"].update(seat=0)))


def ending_with_a_secret(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    del rng
    seed = bytes.fromhex(json.loads(lines[1])["secret"]["seed"])

    def change(line: dict[str, Any]) -> None:
        line.update(secret={"note": "anything"}, salt=salt(seed, line["record"]["version"]).hex())
        line["record"].update(known_to=[0])

    return rewritten(_at(lines, len(lines) - 2, change))


def impossible_time(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    moment = rng.choice(["9999-99-99T99:99:99.999999Z", "2026-13-01T00:00:00.000000Z", "2026-01-01T24:00:00.000000Z"])
    events = [_changed(line, lambda fields: fields["record"].update(at=moment)) for line in lines[1:-1]]
    return rewritten([lines[0], *events, lines[-1]])


def other_number(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    """Any number is another in an event that follows from a decision (another decision may be as legal)."""

    def numbers(line: dict[str, Any]) -> list[str]:
        if line["record"]["cause"] == line["record"]["version"]:
            return []
        return [name for name, value in line["record"]["data"].items() if type(value) is int]

    place = _having(lines[:-1], rng, lambda line: numbers(line) and not line["record"]["type"].startswith("game."))

    def change(line: dict[str, Any]) -> None:
        name = rng.choice(numbers(line))
        line["record"]["data"][name] += rng.choice([-1, 1, 10**6, -(10**6), 2**52])

    return rewritten(_at(lines, place, change))


def other_secret(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    def is_secret(line: dict[str, Any]) -> bool:
        return "secret" in line and line["record"]["version"] > 1

    place, from_place = _having(lines, rng, is_secret), _having(lines, rng, is_secret)
    secret = json.loads(lines[from_place]).get("secret", {"a": 1})
    if json.loads(lines[place]).get("secret") == secret:
        secret = {"values": [1, 2, 3, 4]}
    return rewritten(_at(lines, place, lambda line: line.update(secret=secret)))


def swapped_secrets(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    """Secret and salt of two events change places, and the seals stay."""
    places = [n for n in range(2, len(lines) - 1) if b'"salt"' in lines[n]]
    if len(places) < 2:
        return lines[1:]
    here, there = rng.sample(places, 2)
    one, two = json.loads(lines[here]), json.loads(lines[there])
    return _at(
        _at(lines, here, lambda line: line.update(secret=two["secret"], salt=two["salt"])),
        there,
        lambda line: line.update(secret=one["secret"], salt=one["salt"]),
    )


def other_seed(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    """Another seed, committed to as it should be: then no draw is right, and no salt."""
    seed = rng.randbytes(32)

    def change(line: dict[str, Any]) -> None:
        line["secret"]["seed"] = seed.hex()
        line["record"]["data"]["seed_commitment"] = seal(seed, 1, b"")

    return rewritten(_at(lines, 1, change))


def other_entropy(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    place = _having(lines, rng, lambda line: line["record"]["type"] == "game.seat_taken")
    return rewritten(_at(lines, place, lambda line: line["record"]["data"].update(entropy=rng.randbytes(32).hex())))


def other_option(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    del rng

    def change(line: dict[str, Any]) -> None:
        (line["record"]["data"] if "record" in line else line)["options"]["cheating"] = True

    return rewritten(_at(_at(lines, 0, change), 1, change))


def many_seats(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    seats = rng.choice([0, 1, 5, 64, 65, 2**52])

    def change(line: dict[str, Any]) -> None:
        (line["record"]["data"] if "record" in line else line)["seats"] = seats

    return rewritten(_at(_at(lines, 0, change), 1, change))


def cut_and_closed(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    return rewritten([*lines[: _some(lines, rng)], lines[-1]])


def renumbered(lines: Sequence[bytes]) -> Lines:
    """Return the lines with versions without a gap, and causes moved along."""
    made: Lines = []
    for version, line in enumerate(lines[1:-1], 1):
        event = json.loads(line)
        record = event["record"]
        record["cause"] = max(1, record["cause"] + version - record["version"])
        record["version"] = version
        made.append(canonical(event))
    return [lines[0], *made, lines[-1]]


def _follows(line: dict[str, Any]) -> bool:
    """Whether an event follows from a decision; another decision, or one less, may be as legal."""
    return line["record"]["cause"] != line["record"]["version"]


def dropped_and_closed(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    place = _having(lines, rng, _follows)
    return rewritten(renumbered([*lines[:place], *lines[place + 1 :]]))


def repeated_and_closed(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    place = _having(lines, rng, _follows)
    return rewritten(renumbered([*lines[: place + 1], *lines[place:]]))


def suffix_of_another_game(lines: Lines, rng: random.Random, other: Finished) -> Lines:
    place = min(_some(lines, rng), len(other.entries) - 2)
    return [*lines[:place], *other.lines(signer=stranger())[place:]]


def suffix_made_to_fit(lines: Lines, rng: random.Random, other: Finished) -> Lines:
    place = min(_some(lines, rng), len(other.entries) - 2)
    game = json.loads(lines[0])["game"].encode()
    suffix = [line.replace(other.game.id.encode(), game) for line in other.lines()[place:]]
    return rewritten([*lines[:place], *suffix])


def other_decision(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    """A decision is taken that another event of the game took, at another time."""
    places = [n for n in range(6, len(lines) - 2) if json.loads(lines[n])["record"]["seat"] is not None]
    here, there = rng.sample(places, 2)
    taken = json.loads(lines[there])["record"]

    def change(line: dict[str, Any]) -> None:
        line["record"].update(data=taken["data"], type=taken["type"])

    if json.loads(lines[here])["record"]["data"] == taken["data"]:
        return rewritten(_at(lines, here, lambda line: line["record"]["data"].update(castled=True)))
    return rewritten(_at(lines, here, change))


AGAINST_THE_RULES: Mapping[str, Forge] = {
    forge.__name__: forge
    for forge in (
        other_seat, other_draw, no_draw, other_score, other_ranking, opened_by_a_seat,
        ending_with_a_secret, impossible_time, other_number, other_secret, swapped_secrets,
        other_seed, other_entropy, other_option, many_seats, cut_and_closed, dropped_and_closed, repeated_and_closed,
        suffix_of_another_game, suffix_made_to_fit,
    )
}  # fmt: skip
"""Logs that could not have been: found without any key."""

ALL: Mapping[str, Forge] = {
    **CLUMSY,
    **TRUE_TO_THE_RULES,
    **AGAINST_THE_RULES,
    # mostly illegal, but now and then as legal as the one that was taken: then only a signature tells
    "other_decision": other_decision,
}
