"""The events that clocks depend on, as untrusted data of a public record (SPEC.md 9)."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import msgspec

from domain.game.clocks.limits import clock_error
from domain.game.events import (
    BOT,
    DecisionTakenBack,
    GameEnded,
    GameStarted,
    OthersLeft,
    SeatLeft,
    SeatResigned,
    SeatTaken,
)
from domain.game.events.clocks import ClockRanOut, ClockSwitched, SeatReturned, SeatTakenOver, VacationTaken
from domain.game.events.rulings import (
    Adjudicated,
    ClockExtended,
    GamePaused,
    GameResumed,
    PlayerReplaced,
    SeatGivenUp,
)
from domain.game.terms import Clock
from domain.kernel.codec import type_name
from domain.kernel.values import Event
from domain.ledger.times import is_timestamp
from domain.proof.bundle import MAX_NUMBER, PlainRecord, convert_line
from domain.proof.checks import CheckFailedError

CLOCK_TYPES = frozenset(
    map(type_name, (ClockSwitched, ClockRanOut, SeatTakenOver, VacationTaken, SeatReturned, ClockExtended))
)
"""The events that only a game with a clock has."""

_READ: Mapping[str, type[Event]] = {
    type_name(event): event
    for event in (
        SeatTaken, SeatLeft, GameStarted, GameEnded, SeatResigned, OthersLeft, DecisionTakenBack, ClockSwitched,
        ClockRanOut, SeatTakenOver, SeatReturned, VacationTaken, PlayerReplaced, SeatGivenUp, Adjudicated,
        ClockExtended, GamePaused, GameResumed,
    )
}  # fmt: skip

_UNREAD = (GameStarted, GameEnded, Adjudicated)
"""Events of which only the type counts."""


class OtherEvent(Event, frozen=True, tag="game.other"):
    """An event that all titles share and that no clock depends on."""


OTHER = OtherEvent()


def clock_in(data: Mapping[str, Any]) -> Clock | None:
    """Return the clock in the data of the first event; None for a game without one. Raises CheckFailedError."""
    if "clock" not in data:
        return None
    clock: Clock = convert_line(data["clock"], Clock)
    error = clock_error(clock)
    if error is not None:
        raise CheckFailedError(error.reason)
    return clock


def is_of_title(record: PlainRecord) -> bool:
    """Whether a record is an event of the title, and not one that all titles share."""
    return not record.type.startswith(("game.", "clock."))


def event_in(record: PlainRecord, seats: int) -> Event:
    """Return an event that all titles share, with valid fields. Raises CheckFailedError and BadLineError."""
    kind = _READ.get(record.type)
    if kind is None:
        if record.type.startswith("clock."):
            raise CheckFailedError(f"the event {record.type} is unknown")
        return OTHER
    if kind in _UNREAD:
        return kind() if kind is GameStarted else msgspec.structs.replace(_EMPTY[kind])
    # without `type`, which is a further field like any other here, but tells msgspec the class of the event
    event: Any = convert_line({name: value for name, value in record.data.items() if name != "type"}, kind)
    for field in event.__struct_fields__:
        _check(field, getattr(event, field), seats)
    if isinstance(event, SeatResigned | SeatGivenUp | SeatTakenOver) and not event.player.startswith(BOT):
        raise CheckFailedError(f"a bot must take over seat {event.seat}")
    return event


_EMPTY: Mapping[type[Event], Event] = {GameEnded: GameEnded(()), Adjudicated: Adjudicated((), "", "")}


def _check(field: str, value: Any, seats: int) -> None:
    match field:
        case "seat" if not 0 <= value < seats:
            raise CheckFailedError(f"the game has the seats 0 to {seats - 1}")
        case "seats" if any(not 0 <= seat < seats for seat in value) or any(a >= b for a, b in pairwise(value)):
            raise CheckFailedError("seats must list seats of the game in ascending order")
        case "strike" | "seconds" if not 1 <= value <= MAX_NUMBER:
            raise CheckFailedError(f"{field} must be 1 or more")
        case "until" if not is_timestamp(value):
            raise CheckFailedError("until must be a time")
        case _:
            pass
