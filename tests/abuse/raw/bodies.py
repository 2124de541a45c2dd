"""Bodies that are nearly right, and bodies that are not right at all. A seed gives the same bodies on every machine."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

LARGEST = 60_000
"""Bytes of the largest body: a command may have 64 KiB."""


def random_bytes(rng: Random, valid: bytes) -> bytes:
    """Return bytes without any form."""
    del valid
    return rng.randbytes(rng.randrange(2000))


def flipped_bits(rng: Random, valid: bytes) -> bytes:
    """Return a valid body in which up to eight bits differ."""
    changed = bytearray(valid or b"{}")
    for _ in range(rng.randint(1, 8)):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def cut(rng: Random, valid: bytes) -> bytes:
    """Return the beginning of a valid body."""
    return valid[: rng.randrange(len(valid) + 1)]


def spliced(rng: Random, valid: bytes) -> bytes:
    """Return a valid body in which a part is repeated, removed or moved."""
    start, end = sorted(rng.randrange(len(valid) + 1) for _ in range(2))
    at = rng.randrange(len(valid) + 1)
    return rng.choice([valid[:end] + valid[start:], valid[:start] + valid[end:], valid[:at] + valid[start:end]])


def deep(rng: Random, valid: bytes) -> bytes:
    """Return arrays or objects in one another, up to 30,000 deep, closed or not."""
    depth = rng.choice([50, 1000, 30_000])
    opening, closing = rng.choice([(b"[", b"]"), (b'{"a":', b"}")])
    opening *= min(depth, LARGEST // 2 // len(opening))
    inner = rng.choice([b"", valid[:100], b"1"])
    return opening + inner + rng.choice([b"", closing * min(depth, LARGEST // 2)])


def replaced_values(rng: Random, valid: bytes) -> bytes:
    """Return a valid body in which values have other types, sizes and characters."""
    try:
        document = json.loads(valid)
    except ValueError:
        return random_bytes(rng, valid)
    return _text(_replaced(rng, document)).encode("utf-8", "surrogatepass")


def raw_values(rng: Random, valid: bytes) -> bytes:
    """Return a valid body in which a value is replaced by text that JSON does not have, or hardly has."""
    wanted = rng.choice(
        [
            *(b"NaN", b"-Infinity", b"1" * 10_000, b"-0", b"1e999999999", b"1E-400", b"0x10", b"01", b"1.", b"+1"),
            *(b'"\\ud800"', b'"\\udc00\\ud800"', b'"\xff\xfe"', b'"\xed\xa0\x80"', b'"\\u0000"', b'"\x00"', b"'a'"),
            *(
                b"{}",
                b"[]",
                b"null",
                b"true",
                b'"' + b"a" * 50_000 + b'"',
                b'{"a":1,"a":2}',
                b"/* */1",
                b"\xef\xbb\xbf1",
            ),
        ]
    )
    start = valid.find(b":", rng.randrange(len(valid) + 1))
    if start < 0:
        return wanted
    end = min((found for sign in b",}]" if (found := valid.find(bytes([sign]), start)) >= 0), default=len(valid))
    return valid[: start + 1] + wanted + valid[end:]


def repeated_names(rng: Random, valid: bytes) -> bytes:
    """Return an object that names a member twice, or ten thousand unknown ones."""
    if rng.random() < 0.5 or not valid.startswith(b"{"):
        return b"{" + b",".join(b'"x%d":0' % number for number in range(rng.choice([1, 100, 5000]))) + b"}"
    return valid[:-1] + b"," + valid[1:]


def marked(rng: Random, valid: bytes) -> bytes:
    """Return a valid body in another encoding, or with a mark or characters around it."""
    text = valid.decode("utf-8", "replace")
    changes: list[Callable[[], bytes]] = [
        lambda: b"\xef\xbb\xbf" + valid,
        lambda: text.encode("utf-16"),
        lambda: text.encode("utf-32-le"),
        lambda: valid + b"\x00",
        lambda: b"\x1f\x8b" + valid,
        lambda: valid + valid,
        lambda: b" " * 50_000 + valid,
    ]
    return rng.choice(changes)()


def unchanged(rng: Random, valid: bytes) -> bytes:
    """Return a valid body."""
    del rng
    return valid


KINDS: tuple[Callable[[Random, bytes], bytes], ...] = (
    *(random_bytes, flipped_bits, cut, spliced, deep, replaced_values, raw_values, repeated_names, marked, unchanged),
)

_STRANGE: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1.5, 2**31, 2**63, 2**64, -(2**63) - 1, 10**400, 1e308, "", " ", "\0", "a" * 10_000),
    *("\ud800", "\u202e", "\ufeff", "\U000e0001", "\U0001d56c", "../..", "%00", "'; DROP TABLE games; --", "{{7*7}}"),
    *([], {}, [[]], [None], {"": None}, {"type": []}, [0] * 5000, "2026-02-30T25:61:61Z", "PT99999999999H", "P-1D"),
    *("00000000-0000-0000-0000-000000000000", "giganten", "minos.roll", "http://[::1]:22", "seat:99"),
)


def _replaced(rng: Random, value: Any) -> Any:
    if rng.random() < 0.2:
        return rng.choice(_STRANGE)
    if isinstance(value, dict):
        return {key: _replaced(rng, each) for key, each in value.items()}  # pyright: ignore[reportUnknownVariableType] - any JSON
    if isinstance(value, list):
        return [_replaced(rng, each) for each in value]  # pyright: ignore[reportUnknownVariableType] - any JSON
    return value


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
