"""The rulings of the owner of a game. Each function returns one batch of events."""

from collections.abc import Sequence

from domain.game.decide import Decided, NotPossible, must_be_running
from domain.game.events import BOT, REGISTERED, GameEnded
from domain.game.events.rulings import (
    Adjudicated,
    ClockExtended,
    GamePaused,
    GameResumed,
    PlayerReplaced,
    ReplacementOffered,
    SeatGivenUp,
)
from domain.game.game import Game, Occupant, has_sat, offer_to
from domain.game.leaving import end_if_alone
from domain.game.rulings.counting import MAX_PAUSED, MAX_RULINGS
from domain.game.rulings.standing import is_neutral
from domain.kernel.values import Place, Seat, Value
from domain.ledger.times import SECOND, is_moment, micros

MAX_REASON = 500
"""The maximum length of a reason in characters."""

MAX_PAUSE = 30 * 24 * 3600
"""The longest pause in seconds."""

MAX_EXTENSION = 30 * 24 * 3600
"""The longest extension of a clock in seconds."""

_INSTEAD = "in a tournament, appoint a director, who rules on the table with `replace_result` or `void_table`"


class Ruling(Value, frozen=True):
    """Who rules, and why. All viewers see both."""

    author: str
    reason: str


def offer_replacement(game: Game, seat: Seat, player: str, ruling: Ruling) -> Decided:
    """Offer a seat of a running game to another player, who must never have had a seat in it."""
    _check_replacement(game, seat, player, ruling)
    return Decided([ReplacementOffered(seat, player, ruling.reason, ruling.author)])


def accept_replacement(game: Game, seat: Seat, player: str) -> Decided:
    """Give a seat to the player to whom a ruling offers it."""
    must_be_running(game)
    offer = offer_to(game, seat, player)
    if offer is None:
        raise NotPossible("seat-taken", f"seat {seat} is not offered to you")
    return Decided([PlayerReplaced(seat, player, offer.reason, offer.author)])


def replace_player(game: Game, seat: Seat, player: str, ruling: Ruling) -> Decided:
    """Give a seat of a running game to another player without an offer, as stored games have it."""
    _check_replacement(game, seat, player, ruling)
    return Decided([PlayerReplaced(seat, player, ruling.reason, ruling.author)])


def _check_replacement(game: Game, seat: Seat, player: str, ruling: Ruling) -> None:
    _check(game, ruling)
    _check_number(game)
    _must_exist(game, seat)
    if not player.startswith(REGISTERED):
        raise NotPossible("not-possible", "only a player who has signed up replaces another: give the seat up instead")
    if has_sat(game, player):
        raise NotPossible("not-possible", "this player has, or had, a seat in the game and knows its secrets")
    if player == ruling.author:
        raise NotPossible("not-possible", "the owner replaces no player: the owner would see the secrets of the seat")
    _must_not_have_sat(game)


def give_up_seat(game: Game, seat: Seat, bot: str, ruling: Ruling) -> Decided:
    """Give the seat of an absent player to a bot, which plays it on, unless one player is left (X28)."""
    _check(game, ruling)
    _check_number(game)
    occupant = _must_exist(game, seat)
    if occupant.is_bot and not occupant.may_return:
        raise NotPossible("seat-not-yours", f"a bot plays seat {seat} already")
    return Decided([SeatGivenUp(seat, BOT + bot, ruling.reason, ruling.author), *end_if_alone(game, seat)])


def adjudicate(game: Game, ranks: Sequence[int], ruling: Ruling) -> Decided:
    """End a running game with the given ranks, by seat. The scores are what the rules give at this moment."""
    _check(game, ruling)
    _must_not_have_sat(game)
    seats = range(game.opened.seats)
    if len(ranks) != len(seats) or any(rank != 1 + sum(other < rank for other in ranks) for rank in ranks):
        reason = "give one rank for each seat, from 1, where equal seats share a rank: 1, 2, 2, 4"
        raise NotPossible("invalid-value", reason, "ranks")
    parts = [game.ruleset.parts_of(game.state, seat) for seat in seats]
    places = [Place(seat, ranks[seat], sum(part.amount for part in parts[seat]), parts[seat]) for seat in seats]
    places.sort(key=lambda place: (place.rank, place.seat))
    return Decided([Adjudicated(tuple(ranks), ruling.reason, ruling.author), GameEnded(tuple(places))])


def extend_clock(game: Game, seat: Seat, seconds: int, ruling: Ruling) -> Decided:
    """Add seconds to the bank of a seat."""
    _check(game, ruling)
    _check_number(game)
    _must_exist(game, seat)
    if game.clocks is None:
        raise NotPossible("not-possible", "the game has no clock")
    if not 1 <= seconds <= MAX_EXTENSION:
        raise NotPossible("invalid-value", f"a clock is extended by 1 to {MAX_EXTENSION} seconds (30 days)", "duration")
    return Decided([ClockExtended(seat, seconds, ruling.reason, ruling.author)])


def pause(game: Game, until: str, ruling: Ruling, at: str) -> Decided:
    """Stop a running game until a time at the latest. `at` is the time of the ruling."""
    _check(game, ruling)
    _check_number(game)
    if game.paused_until is not None:
        raise NotPossible("game-paused", f"the game is paused already, until {game.paused_until}")
    if not is_moment(until) or not 0 < micros(until) - micros(at) <= MAX_PAUSE * SECOND:
        reason = f"a pause ends in the future, after {MAX_PAUSE} seconds (30 days) at most"
        raise NotPossible("invalid-value", reason, "until")
    left = MAX_PAUSED - game.paused // SECOND
    if micros(until) - micros(at) > left * SECOND:
        reason = f"all pauses of a game together last {MAX_PAUSED} seconds (90 days) at most: {left} seconds are left"
        raise NotPossible("limit-reached", reason)
    return Decided([GamePaused(until, ruling.reason, ruling.author)])


def resume(game: Game, ruling: Ruling | None, at: str) -> Decided:
    """Resume a paused game by a ruling, or (None) because the time of the pause is over."""
    must_be_running(game)
    if ruling is not None:
        _check(game, ruling)
    if game.paused_until is None:
        raise NotPossible("not-possible", "the game is not paused")
    if ruling is None and at < game.paused_until:
        raise NotPossible("game-paused", f"the game is paused until {game.paused_until}")
    return Decided([GameResumed(ruling and ruling.reason, ruling and ruling.author)])


def _must_not_have_sat(game: Game) -> None:
    """Raise NotPossible if the owner has played: a second account of the owner could take over a seat."""
    if has_sat(game, game.opened.owner):
        reason = "an owner who has played in the game neither replaces players nor adjudicates"
        raise NotPossible("not-possible", f"{reason}: {_INSTEAD}")


def _check(game: Game, ruling: Ruling) -> None:
    """Raise NotPossible unless the game is running and its owner may rule on it, with a reason."""
    must_be_running(game)
    if ruling.author != game.opened.owner:
        raise NotPossible("not-yours", "only who opened the game may rule on it")
    if not ruling.reason.strip() or len(ruling.reason) > MAX_REASON:
        raise NotPossible("invalid-value", f"a ruling needs a reason of 1 to {MAX_REASON} characters", "reason")
    if not is_neutral(game):
        reason = "the game counts for ratings, and its owner has played in it"
        raise NotPossible("not-possible", f"{reason}: {_INSTEAD}")


def _check_number(game: Game) -> None:
    """Raise NotPossible if the game has all its rulings. A pause and the game itself can still be ended."""
    if game.rulings >= MAX_RULINGS:
        reason = f"the game has {MAX_RULINGS} rulings, the maximum: only `resume` and `adjudicate` are possible"
        raise NotPossible("limit-reached", reason)


def _must_exist(game: Game, seat: Seat) -> Occupant:
    occupant = game.occupant(seat)
    if occupant is None:
        raise NotPossible("no-such-seat", f"the game has the seats 0 to {game.opened.seats - 1}", "seat")
    return occupant
