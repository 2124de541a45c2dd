"""The events of clocks."""

from domain.kernel.values import Event, Seat


class ClockSwitched(Event, frozen=True, tag="clock.switched"):
    """The open decisions changed: `seats` are all seats that have to decide, ascending."""

    seats: tuple[Seat, ...]


class ClockRanOut(Event, frozen=True, tag="clock.ran_out"):
    """The time for an open decision is used up: the service's bot answers this decision. `strike` counts from 1."""

    seat: Seat
    decision: str
    strike: int


class SeatTakenOver(Event, frozen=True, tag="clock.seat_taken_over"):
    """The clock of a seat ran out too often: the bot named here plays it until the player returns."""

    seat: Seat
    player: str


class SeatReturned(Event, frozen=True, tag="game.seat_returned"):
    """The player of a seat that a bot had taken over plays it again."""

    seat: Seat


class VacationTaken(Event, frozen=True, tag="clock.vacation_taken"):
    """A player stopped the clock of the own seat for a number of seconds."""

    seat: Seat
    seconds: int


CLOCK_EVENTS: tuple[type[Event], ...] = (ClockSwitched, ClockRanOut, SeatTakenOver, SeatReturned, VacationTaken)
