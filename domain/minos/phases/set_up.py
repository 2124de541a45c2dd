"""Rules 2 and 11: fields are covered, and the first player is drawn."""

from domain.kernel.chance import Chance
from domain.kernel.first_player import first_player
from domain.kernel.values import Draw, Event
from domain.minos.events import FieldsCovered, FirstPlayerDrawn, RoundStarted
from domain.minos.options import Field
from domain.minos.state import SettingUp, State

_BY_PLAYERS = {2: 6, 3: 5, 4: 0}


def advance(state: State, _phase: SettingUp, chance: Chance) -> list[Event]:
    """Cover fields (11.4), draw the first player (2.7), and start the first round."""
    number = covered_number(state)
    events: list[Event] = [_cover(state, number, chance)] if number else []
    seat, draws = first_player(state.options.first_player, len(state.players), chance)
    return [*events, FirstPlayerDrawn(seat, draws), RoundStarted(1)]


def covered_number(state: State) -> int:
    """Return how many fields are covered (11.1 to 11.3)."""
    closed = state.options.closed_fields
    return closed if isinstance(closed, int) else _BY_PLAYERS[len(state.players)]


def _cover(state: State, number: int, chance: Chance) -> FieldsCovered:
    """Draw that many regions, then a field in each of them (11.4)."""
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
