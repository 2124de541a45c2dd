"""Clumsy forgeries: a line is changed, and nothing is done about the rest."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from tests.games.bundles import Finished
from tests.games.forged_lines import Forge, Lines, at, having, some_event

Place: TypeAlias = Callable[[Lines, random.Random], int]

HEADERS: Sequence[tuple[str, Any]] = (
    ("ruleset_version", 2), ("seats", 5), ("data_set", "mine"), ("data_digest", "0"), ("options", {}),
    ("viewer", "public"), ("ruleset", "chess"), ("format", "ludolog-bundle/2"),
)  # fmt: skip


def any_line(lines: Lines, rng: random.Random) -> int:
    return rng.randrange(len(lines))


def event_or_closing(lines: Lines, rng: random.Random) -> int:
    return rng.randrange(1, len(lines))


def header(lines: Lines, rng: random.Random) -> int:
    return 0


def closing(lines: Lines, rng: random.Random) -> int:
    return len(lines) - 1


def salted(lines: Lines, rng: random.Random) -> int:
    return having(lines, rng, lambda line: "salt" in line)


def with_fields(change: Callable[[dict[str, Any], random.Random], object], place: Place = some_event) -> Forge:
    """Return the forgery that changes fields of one line."""
    return lambda lines, rng, _: at(lines, place(lines, rng), lambda line: change(line, rng))


def with_bytes(make: Callable[[bytes, random.Random], Lines], place: Place = some_event) -> Forge:
    """Return the forgery that puts other lines, or none, for one line."""

    def forge(lines: Lines, rng: random.Random, _: Finished) -> Lines:
        here = place(lines, rng)
        return [*lines[:here], *make(lines[here], rng), *lines[here + 1 :]]

    return forge


def with_number(key: bytes, change: Callable[[bytes, random.Random], bytes]) -> Forge:
    """Return the forgery that writes the number of one field otherwise."""

    def make(line: bytes, rng: random.Random) -> Lines:
        before, _, after = line.rpartition(key)
        number = after[: len(after) - len(after.lstrip(b"0123456789"))]
        return [before + key + change(number, rng) + after[len(number) :]]

    return with_bytes(make)


def flipped(line: bytes, rng: random.Random) -> Lines:
    raw = bytearray(line)
    raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
    return bytes(raw).split(b"\n")


def cut_within_a_line(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    place = any_line(lines, rng)
    return [*lines[:place], lines[place][: rng.randrange(len(lines[place]))]]


def swap(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    place = some_event(lines, rng)
    return [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]]


def insert(lines: Lines, rng: random.Random, other: Finished) -> Lines:
    place = some_event(lines, rng)
    return [*lines[:place], rng.choice(other.lines()[1:-1]), *lines[place:]]


def other_game(lines: Lines, rng: random.Random, other: Finished) -> Lines:
    return at(lines, some_event(lines, rng), lambda line: line["record"].update(game=other.game.id))


def unsigned(line: dict[str, Any], rng: random.Random) -> None:
    line.update(signature=None, public_key=None)
    line["statement"].update(key_id=None)


def key_twice(line: bytes, rng: random.Random) -> Lines:
    seat_twice, head_twice = (b'"seat":', b'"seat":0,"seat":'), (b'{"head"', b'{"head":"","head"')
    return [line.replace(*rng.choice([seat_twice, head_twice]), 1)]


def nested(line: bytes, rng: random.Random) -> Lines:
    depth = rng.choice([40, 2_000, 60_000])
    value = rng.choice([b"[" * depth + b"]" * depth, b"[" * depth, b'{"a":' * depth + b"1" + b"}" * depth])
    return [rng.choice([value, line.replace(b'"data":{', b'"data":{"A":' + value + b",", 1)])]


def spelt(line: bytes, rng: random.Random) -> Lines:
    return [rng.choice(
        [line + b" ", line.replace(b":", b": ", 1), line.replace(b"type", b"\\u0074ype", 1), b"\xef\xbb\xbf" + line,
         line[:1] + line[1:].replace(b"game", b"g\xe4me", 1), line + b"\r", b"", b"null", b"[]", b"{}", b'"\\ud800"']
    )]  # fmt: skip


CLUMSY: Mapping[str, Forge] = {
    "flip": with_bytes(flipped, event_or_closing),
    "flip_in_header": with_bytes(flipped, header),
    "cut_within_a_line": cut_within_a_line,
    "drop": with_bytes(lambda _line, _: [], any_line),
    "repeat": with_bytes(lambda line, _: [line, line], any_line),
    "swap": swap,
    "insert": insert,
    "cut_tail": lambda lines, rng, _: [*lines[: some_event(lines, rng)], lines[-1]],
    "other_version": with_fields(lambda line, rng: line["record"].update(version=rng.randrange(10**6, 10**7))),
    "other_game": other_game,
    "other_type": with_fields(lambda line, _: line["record"].update(type="giganten.castled")),
    "other_head": with_fields(lambda line, rng: line.update(head=rng.randbytes(32).hex())),
    "other_salt": with_fields(lambda line, rng: line.update(salt=rng.randbytes(32).hex()), salted),
    "other_header": with_fields(lambda line, rng: line.update([rng.choice(HEADERS)]), header),
    "no_header": lambda lines, _rng, _: lines[1:],
    "no_closing": lambda lines, _rng, _: lines[:-1],
    "other_signature": with_fields(lambda line, rng: line.update(signature=rng.randbytes(64).hex()), closing),
    "no_signature": with_fields(unsigned, closing),
    "float_for_integer": with_number(b'"version":', lambda n, rng: n + rng.choice([b".0", b"e0", b".5", b"E+0"])),
    "non_canonical_number": with_number(b'"cause":', lambda n, rng: rng.choice([b"0", b"-", b"+", b" ", b"0x"]) + n),
    "huge_number": with_number(b'"version":', lambda _, rng: b"9" * rng.choice([16, 17, 20, 40, 400, 5000, 100_000])),
    "duplicate_key": with_bytes(key_twice),
    "deep_nesting": with_bytes(nested),
    "long_line": lambda lines, rng, _: [*lines[: some_event(lines, rng)], b'{"' + b"a" * 2_000_000, lines[-1]],
    "other_spelling": with_bytes(spelt),
}
"""What a chain, a signature or a strict reader finds at once."""
