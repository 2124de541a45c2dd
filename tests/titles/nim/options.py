"""The options of Nim."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from domain.kernel.ruleset import Option
from domain.kernel.values import Value


class Options(Value, frozen=True):
    """The options of a game."""

    first_player: str
    last_object: Literal["wins", "loses"]


OPTIONS = (
    Option("first_player", ("random", "seat_0", "seat_1", "seat_2", "seat_3"), "who begins", ("1.2",)),
    Option("last_object", ("wins", "loses"), "whether the last object gains or costs points", ("3.2",)),
)

PROFILES: Mapping[str, Mapping[str, int | str | bool]] = {"classic": {}, "misere": {"last_object": "loses"}}


def options_from(values: Mapping[str, Any]) -> Options:
    """Return the options of a game from its first event."""
    return msgspec.convert(values, Options)
