"""Requests of rulings."""

import datetime
from typing import Annotated, TypeAlias

from msgspec import Meta

from service.core.http.messages import TIME, RequestBody, SeatNumber

Reason = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=500,
        description="The reason, which all viewers of the game can read. The log keeps it for ever: do not name "
        "persons.",
    ),
]


class RulingRequest(RequestBody, frozen=True, tag_field="type"):
    """The base of every ruling."""

    reason: Reason


class ReplacePlayer(RulingRequest, frozen=True, tag="replace_player"):
    """Offer a seat to another player, who has never had a seat in the game. It takes effect when the player accepts."""

    seat: SeatNumber
    player: Annotated[str, Meta(description="The id of the new player, who has signed up.")]


class GiveUpSeat(RulingRequest, frozen=True, tag="give_up_seat"):
    """Give the seat of an absent player to a bot, which plays it to the end. The seat ranks last."""

    seat: SeatNumber


class Adjudicate(RulingRequest, frozen=True, tag="adjudicate"):
    """End the game with these ranks. The scores are what the rules give at this moment."""

    ranks: Annotated[
        list[int],
        Meta(min_length=2, max_length=4, description="The rank of each seat, from seat 0. Equal seats share a rank."),
    ]


class ExtendClock(RulingRequest, frozen=True, tag="extend_clock"):
    """Add time to the bank of a seat."""

    seat: SeatNumber
    duration: Annotated[
        datetime.timedelta,
        Meta(description="The time to add, such as `PT6H` (ISO 8601 with days, hours, minutes and seconds)."),
    ]


class Pause(RulingRequest, frozen=True, tag="pause"):
    """Stop all clocks and refuse decisions for at most 30 days, and 90 in the whole game.

    Give either `until` or `duration`.
    """

    until: (
        Annotated[str, Meta(description="The time (RFC 3339) at which the game continues automatically.", extra=TIME)]
        | None
    ) = None
    duration: (
        Annotated[
            datetime.timedelta,
            Meta(
                description="The time of the pause, such as `PT12H` (ISO 8601 with days, hours, minutes and seconds)."
            ),
        ]
        | None
    ) = None


class Resume(RulingRequest, frozen=True, tag="resume"):
    """Resume a paused game."""


AnyRuling: TypeAlias = ReplacePlayer | GiveUpSeat | Adjudicate | ExtendClock | Pause | Resume
