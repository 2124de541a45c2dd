"""The options of Siberia, their values, and the words that rules, data and state share."""

from collections.abc import Mapping
from itertools import product
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from domain.kernel.ruleset import Needs, Option
from domain.kernel.values import Value

Person: TypeAlias = Literal["manager", "logistics", "salesman", "worker", "investor"]
Resource: TypeAlias = Annotated[Literal["gas", "coal", "oil", "gold", "diamonds"], Meta(description="A resource.")]
Column: TypeAlias = Annotated[
    Literal["manager", "logistics", "salesman", "worker", "investor", "gas", "coal", "oil", "gold", "diamonds"],
    Meta(description="A column of a panel; its action, and its kind of investment tile, have the same name."),
]

PERSONS: tuple[Person, ...] = ("manager", "logistics", "salesman", "worker", "investor")
RESOURCES: tuple[Resource, ...] = ("gas", "coal", "oil", "gold", "diamonds")
COLUMNS: tuple[Column, ...] = (*PERSONS, *RESOURCES)

Spot: TypeAlias = Annotated[
    Literal[
        "research", "manager", "logistics", "salesman", "worker", "investor", "gas", "coal", "oil", "gold", "diamonds"
    ],
    Meta(description="Where a token lies on a panel: a column, or `research` for the research zone."),
]
Token: TypeAlias = Annotated[
    str, Meta(description="What an action token shows: `manager`, or person and resource, such as `worker_gas`.")
]
Area: TypeAlias = Annotated[str, Meta(description="The id of an area of the map, such as `yamal`.")]
Areas: TypeAlias = Annotated[tuple[Area, ...], Meta(description="The ids of areas, in the order of the map.")]
Place: TypeAlias = Annotated[str, Meta(description="Where a worker may stand: the id of an area, or of the start.")]
Exchange: TypeAlias = Annotated[str, Meta(description="The id of an exchange, such as `frankfurt`.")]
Origin: TypeAlias = Annotated[
    str, Meta(description="Where a pawn comes from: `reserve`, the id of an exchange, or that of a place of the map.")
]
Sides: TypeAlias = Annotated[
    str, Meta(description="The sides of the five exchange tiles in their order, such as `ABABA`.")
]
Seat: TypeAlias = Annotated[int, Meta(description="A seat, from 0.")]
Round: TypeAlias = Annotated[int, Meta(description="The number of a round, from 1.")]
Moves: TypeAlias = Annotated[int, Meta(description="Moves of Logistics.")]
Dollars: TypeAlias = Annotated[int, Meta(description="Dollars.")]

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
    take_back: bool
    standstill: Literal[5, 3, 10, "none"]


def options_from(values: Mapping[str, Any]) -> Options:
    """Return the options of a game from its first event."""
    return msgspec.convert(values, Options)


OPTIONS: tuple[Option, ...] = (
    Option(
        "exchange_sides",
        ("chosen", "random", "list"),
        "what determines which sides of the exchange tiles are up: the first player, chance, or `exchange_list`",
        ("1.7",),
    ),
    Option(
        "exchange_list",
        SIDES,
        "the sides of the five tiles, if `exchange_sides` is `list`",
        ("1.7",),
        needs=Needs("exchange_sides", ("list",)),
    ),
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
    Option(
        "take_back",
        (True, False),
        "whether players may take back their unrevealed tokens until they are done",
        ("2.2", "2.7", "2.8"),
        absent=False,
    ),
    Option(
        "standstill",
        (5, 3, 10, "none"),
        "how many rounds in a row without a cube placed or sold end the game; none: no number of them does",
        ("13.6",),
        absent="none",
    ),
)

PROFILES: Mapping[str, Mapping[str, int | str | bool]] = {"booklet": {}}
