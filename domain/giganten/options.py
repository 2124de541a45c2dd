"""The options of Giganten, their values and profiles (shared by rules, data and state)."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from domain.kernel.ruleset import Needs, Option
from domain.kernel.values import Value

Company: TypeAlias = Literal["hudson", "jet", "standard"]
COMPANIES: tuple[Company, ...] = ("hudson", "jet", "standard")

Square: TypeAlias = str
"""A square of the map: the letter of its row, A at the top, and the number of its column from 1: `D11`."""


class Options(Value, frozen=True, kw_only=True):
    """The options of one game, each with its value."""

    licence_ones: int
    licence_twos: int
    price_special: Literal["up_to", "exact"]
    specials_optional: bool
    foreign_transport: Literal["free", "front_most", "black_first"]
    score_depot_oil: bool
    bluff_pick: Literal["random", "owner"]
    bluffer_rejoins: Literal["capped", "excluded"]
    min_opening_bid: int
    train_start: int
    black_steps: int
    three_player_last: int
    inflation: Literal["off", "on", "on_2001"]
    oil_supply: Literal["strict60", "unlimited"]
    truck_entry: Literal["first_turn", "setup"]
    first_player: str
    money_public: bool
    peek_memory: bool
    winner_tie: Literal["shared", "train_rank"]
    opponent_train: Literal["front_most", "any_ahead"]
    own_transport: Literal["optional", "mandatory"]
    special_minimum: int
    licence_tie: Literal["value", "cards"]
    actual_price_steps: bool


def options_from(values: Mapping[str, Any]) -> Options:
    """Return the options of a game from its first event."""
    return msgspec.convert(values, Options)


OPTIONS: tuple[Option, ...] = (
    Option("licence_ones", (39, 40, 30), "licences of value 1 in the deck", ("0.6",)),
    Option("licence_twos", (39, 30), "licences of value 2 in the deck", ("0.6",)),
    Option("price_special", ("up_to", "exact"), "how far the price special moves a price", ("4d.2",)),
    Option("specials_optional", (True, False), "whether a special may be declined", ("4d.1",)),
    Option(
        "foreign_transport",
        ("free", "front_most", "black_first"),
        "which foreign trains may carry oil: black or front-most opponent by choice, the front-most of all, "
        "or the black train first",
        ("6.6", "6.7"),
    ),
    Option("score_depot_oil", (True, False), "whether oil in depots counts at the end", ("10.5",)),
    Option("bluff_pick", ("random", "owner"), "who picks the licences that a bluffer loses", ("7a.9",)),
    Option(
        "bluffer_rejoins",
        ("capped", "excluded"),
        "whether a bluffer bids again, up to the value of the own licences, or not at all",
        ("7a.11",),
    ),
    Option("min_opening_bid", (1, 0), "the lowest first bid", ("7a.3", "7a.6", "7a.7")),
    Option("train_start", (1, 6), "the space on which players' trains start", ("0.9",)),
    Option("black_steps", (20, 19), "steps of the black train to the end of the game", ("2a.2",)),
    Option("three_player_last", (3000, 2000), "dollars a derrick for the third train of three", ("10.4",), seats=(3,)),
    Option("inflation", ("off", "on", "on_2001"), "the inflation variant", ("7c.1",)),
    Option("oil_supply", ("strict60", "unlimited"), "whether the sixty markers can run out", ("0.5", "5.6")),
    Option("truck_entry", ("first_turn", "setup"), "when trucks enter the board", ("0.8", "4a.1")),
    Option("first_player", ("random", "seat_0", "seat_1", "seat_2", "seat_3"), "who begins", ("0.11",)),
    Option("money_public", (True, False), "whether others' money is shown", ("0.7",)),
    Option("peek_memory", (True, False), "whether your view keeps the tiles that you inspected", ("4b.4",)),
    Option(
        "winner_tie",
        ("shared", "train_rank"),
        "a tie in money: a shared victory, or the better train wins",
        ("10.7",),
    ),
    Option(
        "opponent_train",
        ("front_most", "any_ahead"),
        "which opponent's train may carry oil: the front-most one, or any that has reached the derrick",
        ("6.5", "6.6", "6.10"),
        absent="front_most",
        needs=Needs("foreign_transport", ("free", "black_first")),
    ),
    Option(
        "own_transport",
        ("optional", "mandatory"),
        "whether oil that the own train reaches may be discarded, or has to be shipped",
        ("6.2",),
        absent="optional",
    ),
    Option(
        "special_minimum",
        (1, 0),
        "the fewest steps by which a price special that may not be declined moves a price",
        ("4d.2",),
        absent=0,
        needs=Needs("specials_optional", (False,)),
    ),
    Option(
        "licence_tie",
        ("value", "cards"),
        "what ranks trains on the same space: the value of the licences, or their number",
        ("10.3",),
        absent="value",
    ),
    Option(
        "actual_price_steps",
        (True, False),
        "whether events of rolls and price specials record the signed steps that the price has moved",
        ("1.6",),
        absent=False,
    ),
)

PROFILES: Mapping[str, Mapping[str, int | str | bool]] = {
    "standard": {},
    "goblins-2006": {"specials_optional": False, "own_transport": "mandatory"},
    "giochirari-2001": {"price_special": "exact", "licence_ones": 30, "licence_twos": 30},
    "kurz": {
        "price_special": "exact",
        "score_depot_oil": False,
        "bluff_pick": "owner",
        "opponent_train": "any_ahead",
        "licence_tie": "cards",
    },
}

FORMER_PROFILES: Mapping[str, tuple[Mapping[str, int | str | bool], ...]] = {
    "giochirari-2001": ({"price_special": "exact"},),
    "kurz": (
        {
            "price_special": "exact",
            "score_depot_oil": False,
            "bluff_pick": "owner",
            "foreign_transport": "black_first",
        },
    ),
}
"""What profiles were before X1 and X18: stored games that name none of the later options keep the profile.

Games that were opened as `goblins-2006` before X18 have the values of `standard`, and with them this profile.
"""
