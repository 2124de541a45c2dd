"""Rules 3.12 and 10: which seat has the next turn, and when a round or the game ends."""

from domain.kernel.values import Event, Seat
from domain.minos.events import PlayEnded, RoundStarted, TurnStarted
from domain.minos.state import State


def after(state: State, last: Seat | None) -> list[Event]:
    """Return what follows the turn of seat `last` (None: a round has just started) (3.12, 10.2, 10.5)."""
    standing = state.standing
    if last is None:
        return [TurnStarted(standing[0])]
    if state.all_built and state.options.end_when == "turn":
        return [PlayEnded("all_built")]
    order = state.order
    later = [seat for seat in standing if order.index(seat) > order.index(last)]
    if later:
        return [TurnStarted(later[0])]
    if state.all_built:
        return [PlayEnded("all_built")]
    if state.round - state.last_built >= state.options.idle_limit:
        return [PlayEnded("idle")]
    return [RoundStarted(state.round + 1)]
