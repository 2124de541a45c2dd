"""The events of rulings. Each names the reason and the id of the player who ruled; all viewers see both."""

from domain.kernel.values import Event, Seat


class ReplacementOffered(Event, frozen=True, tag="game.replacement_offered"):
    """The seat is offered to another player, who has it after accepting."""

    seat: Seat
    player: str
    reason: str
    author: str


class PlayerReplaced(Event, frozen=True, tag="game.player_replaced"):
    """Another player has accepted the seat, with its log, its secrets and a fresh clock.

    Reason and author are those of the offer. The earliest games have no offer.
    """

    seat: Seat
    player: str
    reason: str
    author: str


class SeatGivenUp(Event, frozen=True, tag="game.seat_given_up"):
    """The seat of an absent player was given up; the bot named here plays it to the end."""

    seat: Seat
    player: str
    reason: str
    author: str


class Adjudicated(Event, frozen=True, tag="game.adjudicated"):
    """The game was ended with these ranks, by seat. `game.ended` follows in the same batch."""

    ranks: tuple[int, ...]
    reason: str
    author: str


class ClockExtended(Event, frozen=True, tag="game.clock_extended"):
    """The bank of a seat grew by a number of seconds."""

    seat: Seat
    seconds: int
    reason: str
    author: str


class GamePaused(Event, frozen=True, tag="game.paused"):
    """All clocks are stopped and no decision is accepted until the game is resumed, at the latest at `until`."""

    until: str
    reason: str
    author: str


class GameResumed(Event, frozen=True, tag="game.resumed"):
    """A paused game continues: by a ruling, or without reason and author at the end of the pause."""

    reason: str | None
    author: str | None


RULING_EVENTS: tuple[type[Event], ...] = (
    ReplacementOffered,
    PlayerReplaced,
    SeatGivenUp,
    Adjudicated,
    ClockExtended,
    GamePaused,
    GameResumed,
)
