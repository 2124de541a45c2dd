"""Rules 2, 3.12 and 11: set-up, and whose turn it is."""

from domain.kernel.chance import Chance
from domain.kernel.flow import first_player
from domain.kernel.values import Choice, Command, Draw, Event, Refusal, Seat
from domain.minos.commands import EndTurn
from domain.minos.events import (
    FieldsCovered,
    FirstPlayerDrawn,
    PlayEnded,
    RoundStarted,
    TurnEnded,
    TurnStarted,
)
from domain.minos.options import Field
from domain.minos.state import Acting, Between, SettingUp, State

QUESTION = "3.12"
_BY_PLAYERS = {2: 6, 3: 5, 4: 0}


def begin(state: State, phase: SettingUp, chance: Chance) -> list[Event]:
    """Rules 11.4 and 2.7: fields are covered, then the first player is drawn."""
    del phase
    events: list[Event] = []
    number = covered_number(state)
    if number:
        events.append(_cover(state, number, chance))
    seat, draws = first_player(state.options.first_player, len(state.players), chance)
    return [*events, FirstPlayerDrawn(seat, draws), RoundStarted(1)]


def covered_number(state: State) -> int:
    """Rules 11.1 to 11.3: how many fields are covered."""
    closed = state.options.closed_fields
    return closed if isinstance(closed, int) else _BY_PLAYERS[len(state.players)]


def _cover(state: State, number: int, chance: Chance) -> FieldsCovered:
    """Rule 11.4: so many regions are drawn, then a field in each."""
    left = list(state.data.regions.regions)
    draws: list[Draw] = []
    drawn: list[tuple[Field, ...]] = []
    for _ in range(number):
        place = chance.draw(len(left))
        draws.append((len(left), place))
        drawn.append(left.pop(place))
    covered: list[Field] = []
    for region in drawn:
        place = chance.draw(len(region))
        draws.append((len(region), place))
        covered.append(region[place])
    return FieldsCovered(tuple(sorted(covered)), tuple(draws))


def advance(state: State, phase: Between, chance: Chance) -> list[Event]:
    """Rule 3.12: the next turn, the next round, or the end where it waits for these (10.2, 10.5)."""
    del chance
    standing = state.standing
    if phase.last is None:
        return [TurnStarted(standing[0])]
    if state.all_built and state.options.end_when == "turn":
        return [PlayEnded("all_built")]
    order = state.order
    later = [seat for seat in standing if order.index(seat) > order.index(phase.last)]
    if later:
        return [TurnStarted(later[0])]
    if state.all_built:
        return [PlayEnded("all_built")]
    if state.round - state.last_built >= state.options.idle_limit:
        return [PlayEnded("idle")]
    return [RoundStarted(state.round + 1)]


def candidates(state: State, turn: Acting, seat: Seat) -> list[Choice]:
    """A turn can be ended at any time."""
    del state, turn, seat
    return [Choice(EndTurn())]


def forbid(state: State, turn: Acting, seat: Seat, command: Command) -> Refusal | None:
    """Ending a turn breaks no rule."""
    del state, turn, seat, command
    return None


def resolve(state: State, turn: Acting, seat: Seat, command: Command, chance: Chance) -> list[Event]:
    """The turn is over."""
    del state, turn, command, chance
    return [TurnEnded(seat)]
