"""Clients that upload bundles which cost as much as a bundle can."""

import gzip
import json
import uuid
from collections.abc import Callable
from functools import cache

from domain.proof.bundle import MAX_LINE
from tests.abuse.crowds.attack import Attack
from tests.abuse.crowds.wire import Line, Request

LARGEST = 8 * 1024 * 1024
"""Bytes of the largest bundle that the service accepts."""

PATH = "/v1/verifications"

ANSWERED_WITHIN = 60.0


def _header(game: str) -> bytes:
    fields: dict[str, object] = {
        "data_digest": "0" * 64,
        "data_set": "giganten/1",
        "format": "ludolog/1",
        "game": game,
        "options": {},
        "ruleset": "giganten",
        "ruleset_version": 1,
        "seats": 3,
        "viewer": "full",
    }
    return _line(fields)


def _line(fields: object) -> bytes:
    return json.dumps(fields, separators=(",", ":"), sort_keys=True).encode() + b"\n"


def _events(data: object, size: int) -> bytes:
    """Return a bundle of the largest size whose lines are events in order, with these data and false heads."""
    game = str(uuid.UUID(int=0, version=4))
    sent, version = [_header(game)], 0
    length = len(sent[0])
    while length < size:
        version += 1
        record: dict[str, object] = {
            "at": "2026-11-20T12:00:00.000000Z",
            "cause": version,
            "data": data,
            "game": game,
            "known_to": [],
            "sealed": None,
            "seat": None,
            "shape": 1,
            "type": "game.opened" if version == 1 else "giganten.moved",
            "version": version,
        }
        sent.append(_line({"head": "0" * 64, "record": record}))
        length += len(sent[-1])
    return b"".join(sent)[:size]


def zip_bomb() -> bytes:
    """Return a gigabyte of zeros, compressed."""
    part = gzip.compress(bytes(1 << 24), 9)
    return part * 64


def a_million_lines() -> bytes:
    """Return empty objects."""
    return b"{}\n" * 1_000_000


def a_million_feeds() -> bytes:
    """Return empty lines, as many as there may be."""
    return b"\n" * LARGEST


def deep() -> bytes:
    """Return brackets in brackets, in a line of the largest length."""
    return b"[" * (MAX_LINE // 2) + b"]" * (MAX_LINE // 2) + b"\n"


def deep_data() -> bytes:
    """Return an event whose data are objects in objects."""
    return _header("0") + b'{"head":"0","record":' + b'{"a":' * 50_000 + b"1" + b"}" * 50_000 + b"}\n"


def long_numbers() -> bytes:
    """Return a header with a number of 200,000 digits."""
    return b'{"data_digest":' + b"9" * 200_000 + b"}\n"


def long_lines() -> bytes:
    """Return one line of the largest size."""
    return b'{"a":"' + b"x" * (LARGEST - 10) + b'"}\n'


def many_events() -> bytes:
    """Return small events."""
    return _events({}, LARGEST)


def large_events() -> bytes:
    """Return events of nearly the largest line, of many small values."""
    return _events({f"key{number:05}": [number, -number] for number in range(9_000)}, LARGEST)


BUNDLES: tuple[Callable[[], bytes], ...] = (
    zip_bomb, a_million_lines, a_million_feeds, deep, deep_data, long_numbers, long_lines, many_events, large_events,
)  # fmt: skip


@cache
def body_of(number: int) -> bytes:
    """Return the hostile bundle of a number."""
    return BUNDLES[number % len(BUNDLES)]()


async def bundles(attack: Attack) -> None:
    """Upload one hostile bundle after the other, on several connections of several accounts."""
    await attack.all(_uploads)


async def _uploads(attack: Attack, number: int) -> None:
    line: Line | None = None
    sent = number
    token = attack.target.tokens[number % len(attack.target.tokens)]
    while attack.left > 0:
        if line is None or line.is_closed:
            line = await attack.open()
            if line is None:
                continue
        fields = {"Authorization": f"Bearer {token}", "Content-Type": "application/octet-stream"}
        if sent % len(BUNDLES) == 0:
            fields["Content-Encoding"] = "gzip"
        line.ask(Request("POST", PATH, fields, body_of(sent)))
        sent += 1
        attack.requests += 1
        while not line.statuses and not line.is_closed and attack.left > 0:
            await line.changed(min(ANSWERED_WITHIN, attack.left))
        attack.ended[str(line.statuses.pop()) if line.statuses else "closed" if line.is_closed else "open"] += 1
    if line is not None:
        line.transport.abort()
