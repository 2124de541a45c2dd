"""What may be asked of the clocks of a game. Each function returns one batch of events. Times are in microseconds.

`domain/game/decide.py` adds `clock.switched` to the batches that open and close decisions.
"""

from domain.game.clocks.follow import Clocks
from domain.game.decide import Decided, NotPossible, must_be_running, must_go_on
from domain.game.events import BOT, SeatResigned
from domain.game.events.clocks import ClockRanOut, SeatReturned, SeatTakenOver, VacationTaken
from domain.game.game import Game
from domain.game.leaving import end_if_alone
from domain.kernel.values import Event, Seat
from domain.ledger.times import SECOND


def run_out(game: Game, seat: Seat, bot: str, at: int) -> Decided:
    """Let the clock of a seat run out for its open decision; the bot answers it.

    After too many strikes the seat goes to the bot, which may end the game (X28). Raises NotPossible before the time
    is used up.
    """
    clocks = _clocks_of(game)
    due, decision = clocks.due(seat), clocks.decision(seat)
    if due is None or decision is None or at < due:
        raise NotPossible("clock-not-empty", f"the clock of seat {seat} has not run out")
    settings = clocks.settings
    strike = clocks.seats[seat].strikes + 1
    events: list[Event] = [ClockRanOut(seat, decision, strike)]
    if strike >= settings.strikes:
        player = BOT + bot
        events.append(SeatTakenOver(seat, player) if settings.on_empty == "bot" else SeatResigned(seat, player))
        events += end_if_alone(game, seat)
    return Decided(events)


def return_to_seat(game: Game, seat: Seat) -> Decided:
    """Give a seat that the clock gave to a bot back to its player."""
    must_be_running(game)
    occupant = game.occupant(seat)
    if occupant is None or not occupant.may_return:
        raise NotPossible("not-possible", f"the clock has not given seat {seat} to a bot")
    return Decided([SeatReturned(seat)])


def take_vacation(game: Game, seat: Seat, seconds: int, at: int) -> Decided:
    """Stop the clock of a seat for a number of seconds, from what is left of the seat's vacation."""
    must_go_on(game)
    clocks = _clocks_of(game)
    clock = clocks.seats[seat]
    if seconds < 1 or seconds * SECOND > clock.vacation:
        reason = f"a vacation is 1 second or longer, and seat {seat} has {clock.vacation // SECOND} seconds of it left"
        raise NotPossible("not-possible", reason)
    if at < clock.away_until:
        raise NotPossible("not-possible", "the seat is on vacation: wait until it ends")
    return Decided([VacationTaken(seat, seconds)])


def _clocks_of(game: Game) -> Clocks:
    must_be_running(game)
    if game.clocks is None:
        raise NotPossible("not-possible", "the game has no clock")
    return game.clocks
