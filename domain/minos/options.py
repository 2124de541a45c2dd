"""The options of Minos and their values, and the words that rules, data and state share."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from domain.kernel.ruleset import Needs, Option
from domain.kernel.values import Value

Building: TypeAlias = Annotated[
    Literal["port", "house", "warehouse", "walls"],
    Meta(description="A kind of building: income 1, 1 or 2; walls double that of their settlement."),
]
BUILDINGS: tuple[Building, ...] = ("port", "house", "warehouse", "walls")

PieceKind: TypeAlias = Annotated[Literal["ship", "soldier"], Meta(description="A kind of piece.")]

Space: TypeAlias = Annotated[
    str,
    Meta(
        description="A place for pieces: a field (`gades`), its harbour (`harbour-gades`), a sea space (`sea-gades`, "
        "`mare-medium`), or a red dot (`dot-gades-carthago-nova-1`, counted from the field that is named first)."
    ),
]

Field: TypeAlias = Annotated[str, Meta(description="A settlement field, such as `gades`.")]
Seat: TypeAlias = Annotated[int, Meta(description="A seat, from 0.")]
Round: TypeAlias = Annotated[int, Meta(description="The number of a round, from 1.")]
Talents: TypeAlias = Annotated[int, Meta(description="Talents.")]
Rings: TypeAlias = Annotated[int, Meta(description="Rings, each for rolling dice again once in a conflict.")]
Points: TypeAlias = Annotated[int, Meta(description="Movement points.")]
Rights: TypeAlias = Annotated[int, Meta(description="Building rights.")]


class Options(Value, frozen=True, kw_only=True):
    """The options of one game, each with its value."""

    star_on_scales: Literal["income", "talent"]
    joker_scope: Literal["per_symbol", "per_combination"]
    end_when: Literal["immediate", "turn", "round"]
    closed_fields: int | str
    advanced_transport: bool
    covered_passable: bool
    money_public: bool | Literal["own_choice"]
    two_player_ships: int
    two_player_talents: int
    abandoned_bonus: bool
    first_player: str
    idle_limit: int
    after_defeat: Literal["turn_goes_on", "turn_ends"]
    ring_purchase: Literal["turn", "at_arrow"]
    fish: Literal["open", "sanctuary"]
    carried_between: Literal["fields", "settlements"]


def options_from(values: Mapping[str, Any]) -> Options:
    """Return the options of a game from its first event."""
    return msgspec.convert(values, Options)


OPTIONS: tuple[Option, ...] = (
    Option("star_on_scales", ("income", "talent"), "what a Star adds to Scales: an income, or one talent", ("3.10",)),
    Option(
        "joker_scope",
        ("per_symbol", "per_combination"),
        "whether a symbol takes one Joker and one Star in a turn, or in each combination",
        ("3.11",),
    ),
    Option("end_when", ("immediate", "turn", "round"), "when the game ends once all is built", ("10.2",)),
    Option(
        "closed_fields",
        ("by_players", 0, 1, 2, 3, 4, 5, 6, 7, 8),
        "how many fields are covered",
        ("11.1", "11.2", "11.3"),
    ),
    Option("advanced_transport", (False, True), "whether ships carry soldiers", ("12.1",)),
    Option(
        "covered_passable",
        (True, False),
        "whether soldiers may cross a covered field",
        ("11.5",),
        needs=Needs("closed_fields", ("by_players", 1, 2, 3, 4, 5, 6, 7, 8), seats={"by_players": (2, 3)}),
    ),
    Option("money_public", (True, False, "own_choice"), "whether others' talents are shown", ("2.4", "2.8", "3.12")),
    Option("two_player_ships", (2, 1), "ships that each of two players starts with", ("11.6",), seats=(2,)),
    Option("two_player_talents", (50, 25), "talents that each of two players starts with", ("11.6",), seats=(2,)),
    Option("abandoned_bonus", (True, False), "whether a ship that takes an abandoned field brings a soldier", ("9.6",)),
    Option("first_player", ("random", "seat_0", "seat_1", "seat_2", "seat_3"), "who begins", ("2.7",)),
    Option("idle_limit", (10, 5, 20, 40), "rounds in a row without a building after which the game ends", ("10.5",)),
    Option(
        "after_defeat",
        ("turn_goes_on", "turn_ends"),
        "whether a lost attack ends the turn",
        ("8.3",),
        absent="turn_goes_on",
    ),
    Option(
        "ring_purchase",
        ("turn", "at_arrow"),
        "whether rings are bought from the use of an Arrow to the end of the turn, or right after it only",
        ("3.6", "10.5"),
        absent="at_arrow",
    ),
    Option(
        "fish",
        ("open", "sanctuary"),
        "whether the fish can be entered and its ships attacked from the second round on, or is closed while a "
        "ship lies there",
        ("4.6",),
        absent="sanctuary",
    ),
    Option(
        "carried_between",
        ("fields", "settlements"),
        "whether ships carry soldiers between any fields, or between settlements and cities only",
        ("12.1",),
        absent="fields",
        needs=Needs("advanced_transport", (True,)),
    ),
)

PROFILES: Mapping[str, Mapping[str, int | str | bool]] = {
    "goblins": {},
    "advanced": {"advanced_transport": True},
    "short": {"closed_fields": 8},
}
