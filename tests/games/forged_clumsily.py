"""Clumsy forgeries: a line is changed, and nothing is done about the rest."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.games.bundles import Finished
from tests.games.forged_lines import Forge, Lines, at, having, some_event


def flip(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    return _flipped(lines, rng, rng.randrange(1, len(lines)))


def flip_in_header(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    return _flipped(lines, rng, 0)


def _flipped(lines: Lines, rng: random.Random, place: int) -> Lines:
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
    place = some_event(lines, rng)
    return [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]]


def insert(lines: Lines, rng: random.Random, other: Finished) -> Lines:
    place = some_event(lines, rng)
    return [*lines[:place], rng.choice(other.lines()[1:-1]), *lines[place:]]


def cut_tail(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    return [*lines[: some_event(lines, rng)], lines[-1]]


def other_version(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    return at(lines, some_event(lines, rng), lambda line: line["record"].update(version=rng.randrange(10**6, 10**7)))


def other_game(lines: Lines, rng: random.Random, other: Finished) -> Lines:
    return at(lines, some_event(lines, rng), lambda line: line["record"].update(game=other.game.id))


def other_type(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    return at(lines, some_event(lines, rng), lambda line: line["record"].update(type="giganten.castled"))


def other_head(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    return at(lines, some_event(lines, rng), lambda line: line.update(head=rng.randbytes(32).hex()))


def other_salt(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    place = having(lines, rng, lambda line: "salt" in line)
    return at(lines, place, lambda line: line.update(salt=rng.randbytes(32).hex()))


_HEADERS: Sequence[tuple[str, Any]] = (
    ("ruleset_version", 2), ("seats", 5), ("data_set", "mine"), ("data_digest", "0"), ("options", {}),
    ("viewer", "public"), ("ruleset", "chess"), ("format", "ludolog-bundle/2"),
)  # fmt: skip


def other_header(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    field, value = rng.choice(_HEADERS)
    return at(lines, 0, lambda header: header.update({field: value}))


def no_header(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    return lines[1:]


def no_closing(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    return lines[:-1]


def other_signature(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    return at(lines, len(lines) - 1, lambda line: line.update(signature=rng.randbytes(64).hex()))


def no_signature(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    def change(line: dict[str, Any]) -> None:
        line.update(signature=None, public_key=None)
        line["statement"].update(key_id=None)

    return at(lines, len(lines) - 1, change)


def float_for_integer(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    return _text(lines, rng, b'"version":', lambda number: number + rng.choice([b".0", b"e0", b".5", b"E+0"]))


def non_canonical_number(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    return _text(lines, rng, b'"cause":', lambda number: rng.choice([b"0", b"-", b"+", b" ", b"0x"]) + number)


def huge_number(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    size = rng.choice([16, 17, 20, 40, 400, 5000, 100_000])
    return _text(lines, rng, b'"version":', lambda _: b"9" * size)


def _text(lines: Lines, rng: random.Random, key: bytes, change: Callable[[bytes], bytes]) -> Lines:
    place = some_event(lines, rng)
    before, _, after = lines[place].rpartition(key)
    number = after[: len(after) - len(after.lstrip(b"0123456789"))]
    return [*lines[:place], before + key + change(number) + after[len(number) :], *lines[place + 1 :]]


def duplicate_key(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    place = some_event(lines, rng)
    line = lines[place]
    twice = rng.choice(
        [line.replace(b'"seat":', b'"seat":0,"seat":', 1), line.replace(b'{"head"', b'{"head":"","head"', 1)]
    )
    return [*lines[:place], twice, *lines[place + 1 :]]


def deep_nesting(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    place, depth = some_event(lines, rng), rng.choice([40, 2_000, 60_000])
    nested = rng.choice([b"[" * depth + b"]" * depth, b"[" * depth, b'{"a":' * depth + b"1" + b"}" * depth])
    line = rng.choice([nested, lines[place].replace(b'"data":{', b'"data":{"A":' + nested + b",", 1)])
    return [*lines[:place], line, *lines[place + 1 :]]


def long_line(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    return [*lines[: some_event(lines, rng)], b'{"' + b"a" * 2_000_000, lines[-1]]


def other_spelling(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    place = some_event(lines, rng)
    line = lines[place]
    spelt = rng.choice(
        [line + b" ", line.replace(b":", b": ", 1), line.replace(b"type", b"\\u0074ype", 1), b"\xef\xbb\xbf" + line,
         line[:1] + line[1:].replace(b"game", b"g\xe4me", 1), line + b"\r", b"", b"null", b"[]", b"{}", b'"\\ud800"']
    )  # fmt: skip
    return [*lines[:place], spelt, *lines[place + 1 :]]


CLUMSY: Mapping[str, Forge] = {
    forge.__name__: forge
    for forge in (
        flip, flip_in_header, cut_within_a_line, drop, repeat, swap, insert, cut_tail, other_version, other_game,
        other_type, other_head, other_salt, other_header, no_header, no_closing, other_signature, no_signature,
        float_for_integer, non_canonical_number, huge_number, duplicate_key, deep_nesting, long_line, other_spelling,
    )
}  # fmt: skip
"""What a chain, a signature or a strict reader finds at once."""
