"""A player declines a seat: one that is reserved for the player, or one that a ruling offers to the player."""

from domain.game.decide import Decided
from domain.game.events import SeatDeclined
from domain.game.game import Game, offer_to
from domain.game.refusals import NotPossible
from domain.game.reservations import reserved_for
from domain.kernel.values import Seat


def may_decline(game: Game, seat: Seat, player: str) -> bool:
    """Whether a seat waits for a player."""
    if game.status == "open":
        return 0 <= seat < game.opened.seats and game.occupants[seat] is None and reserved_for(game, seat) == player
    return offer_to(game, seat, player) is not None


def seats_to_decline(game: Game, player: str) -> tuple[Seat, ...]:
    """Return the seats that wait for a player: one that is reserved, or all that rulings offer."""
    return tuple(seat for seat in range(game.opened.seats) if may_decline(game, seat, player))


def decline_seat(game: Game, seat: Seat, player: str) -> Decided:
    """Decline a seat. Before the start, its owner decides who has it instead: see `reservations.check_may_sit`."""
    if not may_decline(game, seat, player):
        raise NotPossible("seat-not-yours", f"seat {seat} does not wait for this player")
    return Decided([SeatDeclined(seat, player)])
