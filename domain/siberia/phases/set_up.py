"""Rule 1: cubes on the areas, the sides of the exchange tiles, the first investment tiles."""

from collections.abc import Mapping

from domain.kernel.chance import Chance
from domain.kernel.values import Choice, Command, Draw, Event, Refusal, Seat
from domain.siberia.commands import ChooseSides
from domain.siberia.events import AreaSeeded, InvestmentRevealed, SidesChosen
from domain.siberia.options import SIDES, Area, Resource
from domain.siberia.state import SettingUp, State


def questions(state: State, _phase: SettingUp) -> Mapping[Seat, str]:
    """Ask the first player for the sides of the exchange tiles once all areas have their cubes (1.7)."""
    if state.options.exchange_sides != "chosen" or state.sides or len(state.areas) < len(state.board.areas):
        return {}
    return {state.first_player: "1.7"}


def advance(state: State, _phase: SettingUp, chance: Chance) -> list[Event]:
    """Seed the areas, choose the sides, open the investment tiles (1.4, 1.7, 1.9), in this order."""
    for area in state.board.areas:
        if area not in state.areas:
            return [_seed(state, area, chance)]
    if state.sides:
        if len(state.open) == state.data.investments.open:
            return []
        tile, draw = state.stack.draw(chance)
        return [InvestmentRevealed(tile, (draw,))]
    if state.options.exchange_sides == "list":
        return [SidesChosen(state.options.exchange_list, None, ())]
    if state.options.exchange_sides == "random":
        draws = tuple((2, chance.draw(2)) for _ in state.data.exchanges.tiles)
        return [SidesChosen("".join("AB"[side] for _, side in draws), None, draws)]
    return []


def _seed(state: State, area: Area, chance: Chance) -> AreaSeeded:
    """Draw different cubes for an area (1.4). Cubes of a kind that it has already are left out of the draw."""
    bag = state.reserves
    found: list[Resource] = []
    draws: list[Draw] = []
    for _ in range(state.data.cubes.per_area):
        resource, draw = bag.draw(chance)
        bag = bag.without(resource, bag.count(resource))
        found.append(resource)
        draws.append(draw)
    return AreaSeeded(area, tuple(found), tuple(draws))


def candidates(_state: State, _phase: SettingUp, _seat: Seat) -> list[Choice]:
    """Return every combination of sides."""
    return [Choice(ChooseSides(sides)) for sides in SIDES]


def forbid(_state: State, _phase: SettingUp, _seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of set-up that the command breaks, or None."""
    if not isinstance(command, ChooseSides):
        return Refusal("1.7", "choose the sides of the exchange tiles first")
    if command.sides not in SIDES:
        return Refusal("1.7", "name side A or B for each of the five tiles, such as ABABA")
    return None


def resolve(_state: State, _phase: SettingUp, seat: Seat, command: Command, _chance: Chance) -> list[Event]:
    """Set the sides (1.7)."""
    assert isinstance(command, ChooseSides)
    return [SidesChosen(command.sides, seat, ())]
