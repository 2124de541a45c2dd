"""Who has which seat: seats are taken, left, resigned, given to bots and to other players."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.game.events import SeatDeclined, SeatLeft, SeatResigned, SeatsReleased, SeatTaken
from domain.game.events.clocks import SeatReturned, SeatTakenOver
from domain.game.events.rulings import PlayerReplaced, ReplacementOffered, SeatGivenUp
from domain.game.game import Game, Occupant, Offer
from domain.kernel.values import Event, Seat


def _seat_taken(game: Game, event: SeatTaken) -> Game:
    return _occupied(game, event.seat, Occupant(event.player, event.entropy, event.entropy_from))


def _seat_left(game: Game, event: SeatLeft) -> Game:
    return _occupied(game, event.seat, None)


def _resigned(game: Game, event: SeatResigned) -> Game:
    return _left_to(game, event.seat, event.player)


def _taken_over(game: Game, event: SeatTakenOver) -> Game:
    return _left_to(game, event.seat, event.player, may_return=True)


def _given_up(game: Game, event: SeatGivenUp) -> Game:
    return _without_offers(_left_to(game, event.seat, event.player, is_ruled_out=True), event.seat)


def _left_to(game: Game, seat: Seat, bot: str, *, may_return: bool = False, is_ruled_out: bool = False) -> Game:
    """Return the game after a bot got the seat of a player. A seat that was ruled out once stays so."""
    occupant = _occupant(game, seat)
    after = replace(
        occupant,
        player=bot,
        resigned=occupant.resigned or occupant.player,
        may_return=may_return,
        is_ruled_out=occupant.is_ruled_out or is_ruled_out,
    )
    return _occupied(game, seat, after)


def _returned(game: Game, event: SeatReturned) -> Game:
    occupant = game.occupants[event.seat]
    if occupant is None or occupant.resigned is None:
        message = f"no player has left seat {event.seat}"
        raise ValueError(message)
    return _occupied(game, event.seat, replace(occupant, player=occupant.resigned, resigned=None, may_return=False))


def _replaced(game: Game, event: PlayerReplaced) -> Game:
    occupant = _occupant(game, event.seat)
    former = (*occupant.former, occupant.resigned or occupant.player)
    after = replace(occupant, player=event.player, resigned=None, may_return=False, former=former)
    return _without_offers(_occupied(game, event.seat, after), event.seat, event.player)


def _offered(game: Game, event: ReplacementOffered) -> Game:
    offer = Offer(event.seat, event.player, event.reason, event.author)
    return replace(game, offers=(*_without_offers(game, event.seat).offers, offer))


def _declined(game: Game, event: SeatDeclined) -> Game:
    if game.status == "open":
        return replace(game, declined=(*game.declined, event.seat))
    return _without_offers(game, event.seat)


def _without_offers(game: Game, seat: Seat, player: str | None = None) -> Game:
    """Return the game without the offers of a seat, and those to a player."""
    if not game.offers:
        return game
    return replace(game, offers=tuple(offer for offer in game.offers if offer.seat != seat and offer.player != player))


def _released(game: Game, _event: SeatsReleased) -> Game:
    return replace(game, is_released=True)


def _occupant(game: Game, seat: Seat) -> Occupant:
    occupant = game.occupants[seat]
    if occupant is None:
        message = f"seat {seat} was free"
        raise ValueError(message)
    return occupant


def _occupied(game: Game, seat: Seat, occupant: Occupant | None) -> Game:
    return replace(game, occupants=(*game.occupants[:seat], occupant, *game.occupants[seat + 1 :]))


EVOLVE: Mapping[type[Event], Callable[[Game, Any], Game]] = {
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    SeatResigned: _resigned,
    SeatTakenOver: _taken_over,
    SeatGivenUp: _given_up,
    SeatReturned: _returned,
    PlayerReplaced: _replaced,
    ReplacementOffered: _offered,
    SeatDeclined: _declined,
    SeatsReleased: _released,
}
