"""Recorded requests and answers of every operation: `openapi/examples.json`, written by `openapi.examples`."""

from functools import cache
from importlib import resources
from typing import Any

import msgspec

FILE = resources.files("openapi").joinpath("examples.json")


class Exchange(msgspec.Struct, frozen=True, omit_defaults=True):
    """A request that was sent, and its answer."""

    name: str
    summary: str
    status: int
    media: str = ""
    headers: tuple[str, ...] = ()
    """The names of those that a client may use."""
    body: Any = None
    request: Any = None
    anonymous: bool = False


@cache
def exchanges() -> dict[str, list[Exchange]]:
    """Return the exchanges of each operation, as they were collected."""
    if not FILE.is_file():
        return {}
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, list[Exchange]])
