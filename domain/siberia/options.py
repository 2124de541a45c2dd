"""The options of Siberia, their values, and the words that rules, data and state share."""

from collections.abc import Mapping
from itertools import product
from typing import Any, Literal, TypeAlias

import msgspec

from domain.kernel.ruleset import Option
from domain.kernel.values import Value

Person: TypeAlias = Literal["manager", "logistics", "salesman", "worker", "investor"]
Resource: TypeAlias = Literal["gas", "coal", "oil", "gold", "diamonds"]
Column: TypeAlias = Literal[
    "manager", "logistics", "salesman", "worker", "investor", "gas", "coal", "oil", "gold", "diamonds"
]
"""A column of a panel; each has an action, and a kind of investment tile, of the same name."""

PERSONS: tuple[Person, ...] = ("manager", "logistics", "salesman", "worker", "investor")
RESOURCES: tuple[Resource, ...] = ("gas", "coal", "oil", "gold", "diamonds")
COLUMNS: tuple[Column, ...] = (*PERSONS, *RESOURCES)

Spot: TypeAlias = Literal[
    "research", "manager", "logistics", "salesman", "worker", "investor", "gas", "coal", "oil", "gold", "diamonds"
]
"""Where a token may lie on a panel: in a column, or in the research zone."""

Token: TypeAlias = str
"""An action token by what is printed on it: `manager`, or person and resource: `worker_gas`."""

Area: TypeAlias = str
Place: TypeAlias = str
"""Where a worker may stand: an area, or the start."""

Exchange: TypeAlias = str
Sides: TypeAlias = str
"""The sides of the exchange tiles in their order, such as `ABABA`."""

SIDES: tuple[Sides, ...] = tuple("".join(sides) for sides in product("AB", repeat=5))


class Options(Value, frozen=True, kw_only=True):
    """The options of one game, each with its value."""

    exchange_sides: Literal["chosen", "random", "list"]
    exchange_list: Sides
    end_when: Literal["round", "turn"]
    exhausted_stop: bool
    void_actions: bool
    mine_all: bool
    worker_from_salesman: Literal["reserve_empty", "always"]
    exchange_slots: Literal["none", 1, 2, 3, 4]
    first_player: str
    money_public: bool
    winner_tie: Literal["shared", "later_in_order"]


def options_from(values: Mapping[str, Any]) -> Options:
    """Return the options of a game from its first event."""
    return msgspec.convert(values, Options)


OPTIONS: tuple[Option, ...] = (
    Option(
        "exchange_sides",
        ("chosen", "random", "list"),
        "who says which sides of the exchange tiles are up: the first player, chance, or `exchange_list`",
        ("1.7",),
    ),
    Option("exchange_list", SIDES, "the sides of the five tiles, if `exchange_sides` is `list`", ("1.7",)),
    Option("end_when", ("round", "turn"), "what is still finished when the end has come", ("13.3",)),
    Option("exhausted_stop", (False, True), "whether a worker may stop on an exhausted area", ("6.4",)),
    Option("void_actions", (True, False), "whether an action may be taken for no effect", ("3.6", "5.2")),
    Option("mine_all", (False, True), "whether every cube within reach must be mined", ("10.2",)),
    Option(
        "worker_from_salesman",
        ("reserve_empty", "always"),
        "when a salesman may become a worker",
        ("8.2",),
    ),
    Option(
        "exchange_slots",
        ("none", 1, 2, 3, 4),
        "how many salesmen there is room for at the exchange of a tile; none: for all",
        ("7.3",),
    ),
    Option("first_player", ("random", "seat_0", "seat_1", "seat_2", "seat_3"), "who begins", ("1.3",)),
    Option("money_public", (True, False), "whether others' money is shown", ("1.12",)),
    Option(
        "winner_tie",
        ("shared", "later_in_order"),
        "a tie in money: a shared victory, or the later one in the order of the last round wins",
        ("13.5",),
    ),
)

PROFILES: Mapping[str, Mapping[str, int | str | bool]] = {"booklet": {}}
