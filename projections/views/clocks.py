"""The clocks of a game as all viewers see them."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from domain.game.game import Game
from domain.ledger.times import SECOND
from projections.times import due_moment, moment
from projections.views.common import Part
from projections.views.pieces import Pieces


class SeatClockView(Part, frozen=True):
    """The clock of a seat."""

    seat: Annotated[int, Meta(ge=0, description="The number of the seat, from 0.")]
    bank: Annotated[
        int, Meta(ge=0, description="The seconds of bank that the seat had left when its last decision was closed.")
    ]
    due: Annotated[
        str | None,
        Meta(description="The time (UTC) at which the clock runs out; null while it is stopped."),
    ]
    strikes: Annotated[int, Meta(ge=0, description="The number of decisions for which the clock has run out.")]
    vacation: Annotated[int, Meta(ge=0, description="The seconds of vacation that the seat has left.")]
    away_until: Annotated[
        str | None, Meta(description="The end (UTC) of the last vacation of the seat, which may be over; null if none.")
    ]
    ran_out: Annotated[
        bool, Meta(description="Whether the clock has run out for the open decision, so that a bot answers it.")
    ]


SeatClocks = Annotated[tuple[SeatClockView, ...], Meta(description="The clocks by seat, if the game has a clock.")]
PausedUntil = Annotated[
    str, Meta(description="The latest time (UTC) at which a paused game continues; absent unless it is paused.")
]
OnBoard = Annotated[Pieces, Meta(description="What stands on the board. Present only with `pieces=true`.")]


class TableView(Part, frozen=True, kw_only=True):
    """The base of the views of all titles: what does not depend on the title."""

    clocks: SeatClocks | UnsetType = UNSET
    paused_until: PausedUntil | UnsetType = UNSET
    pieces: OnBoard | UnsetType = UNSET


def clocks_view(game: Game) -> tuple[SeatClockView, ...] | UnsetType:
    """Return the clocks of a game; UNSET for a game without clocks or before its start."""
    if game.clocks is None:
        return UNSET
    clocks: list[SeatClockView] = []
    for seat, clock in enumerate(game.clocks.seats):
        clocks.append(
            SeatClockView(
                seat=seat,
                bank=clock.bank // SECOND,
                due=due_moment(game, seat),
                strikes=clock.strikes,
                vacation=clock.vacation // SECOND,
                away_until=moment(clock.away_until) if clock.away_until else None,
                ran_out=clock.ran_out,
            )
        )
    return tuple(clocks)


def paused_view(game: Game) -> str | UnsetType:
    """Return the latest time at which a paused game continues; UNSET for a game that is not paused."""
    return game.paused_until or UNSET
