"""Recorded requests and responses of every operation: `openapi/examples.json`, written by `openapi.examples`."""

from functools import cache
from importlib import resources
from typing import Any

import msgspec

FILE = resources.files("openapi").joinpath("examples.json")


class RecordedExchange(msgspec.Struct, frozen=True, omit_defaults=True):
    """A request and its response."""

    name: str
    summary: str
    status: int
    media: str = ""
    headers: tuple[str, ...] = ()
    """The names of the response headers that clients use."""
    body: Any = None
    request: Any = None
    anonymous: bool = False


@cache
def exchanges() -> dict[str, list[RecordedExchange]]:
    """Return the recorded exchanges by operation id."""
    if not FILE.is_file():
        return {}
    # one call for the whole file would hold the interpreter lock for 5 ms
    parts = msgspec.json.decode(FILE.read_bytes(), type=dict[str, msgspec.Raw])
    return {name: msgspec.json.decode(part, type=list[RecordedExchange]) for name, part in parts.items()}
