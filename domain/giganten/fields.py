"""What the fields of commands, events and views hold: each kind of field with its meaning and unit."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.giganten.options import Company, Square
from domain.kernel.values import Draw, Seat

SeatNumber: TypeAlias = Annotated[Seat, Meta(description="A seat, from 0.")]
Player: TypeAlias = Annotated[Seat, Meta(description="The seat of the player, from 0.")]
CompanyName: TypeAlias = Annotated[Company, Meta(description="The company, one of three buyers of oil.")]
SquareName: TypeAlias = Annotated[
    Square, Meta(description="A square: the letter of its row, A on top, and its column from 1: `D11`.")
]
Site: TypeAlias = Annotated[Square, Meta(description="The square of a site, such as `D11`.")]
Way: TypeAlias = Annotated[tuple[Square, ...], Meta(description="The squares in the order of driving, such as `D11`.")]
CardId: TypeAlias = Annotated[str, Meta(description="The id of an action card, as the data set names it.")]
Draws: TypeAlias = Annotated[
    tuple[Draw, ...],
    Meta(description="Draws of chance: how many outcomes were possible, and which it was, from 0; in their order."),
]
Round: TypeAlias = Annotated[int, Meta(description="The number of the round, from 1.")]
Attempt: TypeAlias = Annotated[int, Meta(description="1, and one more after each bluff.")]
Dollars: TypeAlias = Annotated[int, Meta(description="Dollars.")]
Price: TypeAlias = Annotated[int, Meta(description="The price of the company, in dollars a marker of oil.")]
PriceSteps: TypeAlias = Annotated[int, Meta(description="Steps of the price on its track: up, or down where negative.")]
DieNumber: TypeAlias = Annotated[
    int,
    Meta(
        description="The number on the face that was rolled, without a sign. The bands give the direction (1.2 to 1.4)."
    ),
]
ChosenSteps: TypeAlias = Annotated[
    int,
    Meta(
        description="The steps that the player chose: up, or down where negative. "
        "The price moves fewer steps where its track ends (1.6)."
    ),
]
ActualSteps: TypeAlias = Annotated[
    int | None,
    Meta(
        description="The steps that the price has moved on its track: up, or down where negative; 0 if it stayed. "
        "Absent in games without the option `actual_price_steps`."
    ),
]
Markers: TypeAlias = Annotated[int, Meta(description="Markers of oil.")]
Points: TypeAlias = Annotated[int, Meta(description="Movement points.")]
Spaces: TypeAlias = Annotated[int, Meta(description="Spaces of the railway track.")]
Space: TypeAlias = Annotated[
    int, Meta(description="A space of a railway track, from 1; space k lies under column k of the map.")
]
TileValue: TypeAlias = Annotated[int, Meta(description="The value of a tile: how many markers of oil lie under it.")]
Cards: TypeAlias = Annotated[int, Meta(description="How many cards.")]
Licences: TypeAlias = Annotated[int, Meta(description="How many licences, of either value.")]
LicenceValues: TypeAlias = Annotated[tuple[int, ...], Meta(description="Values of licences, 1 or 2 each.")]
Ones: TypeAlias = Annotated[int, Meta(description="How many licences of value 1.")]
Twos: TypeAlias = Annotated[int, Meta(description="How many licences of value 2.")]
BidValue: TypeAlias = Annotated[int, Meta(description="The total value of the licences that are bid.")]
PhaseName: TypeAlias = Literal[
    "set_up", "prices", "cards", "licences", "movement", "drilling", "transport", "auctions", "storage", "over"
]
"""The phases of a round as the view names them."""
