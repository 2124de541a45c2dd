"""The rulings of the owner of a game. Each function returns one batch of events."""

from collections.abc import Sequence

from domain.game.decide import Decided, NotPossible, must_be_running
from domain.game.events import BOT, GameEnded
from domain.game.game import Game, Occupant, has_sat
from domain.game.rulings.events import (
    Adjudicated,
    ClockExtended,
    GamePaused,
    GameResumed,
    PlayerReplaced,
    SeatGivenUp,
)
from domain.kernel.values import Place, Seat, Value


class Ruling(Value, frozen=True):
    """Who rules, and why. All viewers see both."""

    author: str
    reason: str


def replace_player(game: Game, seat: Seat, player: str, ruling: Ruling) -> Decided:
    """Give a seat of a running game to another player, who must never have had a seat in it."""
    must_be_running(game)
    _must_exist(game, seat)
    if player.startswith(BOT):
        raise NotPossible("replacement", "a bot replaces no player: give the seat up instead")
    if has_sat(game, player):
        raise NotPossible("replacement", "this player has, or had, a seat in the game and knows its secrets")
    return Decided([PlayerReplaced(seat, player, ruling.reason, ruling.author)])


def give_up_seat(game: Game, seat: Seat, bot: str, ruling: Ruling) -> Decided:
    """Give the seat of an absent player to a bot, which plays it to the end."""
    must_be_running(game)
    occupant = _must_exist(game, seat)
    if occupant.is_bot and not occupant.may_return:
        raise NotPossible("seat-not-yours", f"a bot plays seat {seat} already")
    return Decided([SeatGivenUp(seat, BOT + bot, ruling.reason, ruling.author)])


def adjudicate(game: Game, ranks: Sequence[int], ruling: Ruling) -> Decided:
    """End a running game with the given ranks, by seat. The scores are what the rules give at this moment."""
    must_be_running(game)
    seats = range(game.opened.seats)
    if len(ranks) != len(seats) or any(rank != 1 + sum(other < rank for other in ranks) for rank in ranks):
        raise NotPossible("ranks", "give one rank for each seat, from 1, where equal seats share a rank: 1, 2, 2, 4")
    parts = [game.ruleset.parts_of(game.state, seat) for seat in seats]
    places = [Place(seat, ranks[seat], sum(part.amount for part in parts[seat]), parts[seat]) for seat in seats]
    places.sort(key=lambda place: (place.rank, place.seat))
    return Decided([Adjudicated(tuple(ranks), ruling.reason, ruling.author), GameEnded(tuple(places))])


def extend_clock(game: Game, seat: Seat, seconds: int, ruling: Ruling) -> Decided:
    """Add seconds to the bank of a seat."""
    must_be_running(game)
    _must_exist(game, seat)
    if game.clocks is None:
        raise NotPossible("no-clock", "the game has no clock")
    if seconds < 1:
        raise NotPossible("duration", "a clock is extended by 1 second or more")
    return Decided([ClockExtended(seat, seconds, ruling.reason, ruling.author)])


def pause(game: Game, until: str, ruling: Ruling) -> Decided:
    """Stop a running game until a time at the latest."""
    must_be_running(game)
    if game.paused_until is not None:
        raise NotPossible("game-paused", f"the game is paused already, until {game.paused_until}")
    return Decided([GamePaused(until, ruling.reason, ruling.author)])


def resume(game: Game, ruling: Ruling | None, at: str) -> Decided:
    """Resume a paused game by a ruling, or (None) because the time of the pause is over."""
    must_be_running(game)
    if game.paused_until is None:
        raise NotPossible("game-not-paused", "the game is not paused")
    if ruling is None and at < game.paused_until:
        raise NotPossible("game-paused", f"the game is paused until {game.paused_until}")
    return Decided([GameResumed(ruling and ruling.reason, ruling and ruling.author)])


def _must_exist(game: Game, seat: Seat) -> Occupant:
    occupant = game.occupant(seat)
    if occupant is None:
        raise NotPossible("no-such-seat", f"the game has the seats 0 to {game.opened.seats - 1}")
    return occupant
