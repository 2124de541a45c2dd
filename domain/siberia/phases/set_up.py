"""Rule 1: cubes on the areas, the sides of the exchange tiles, the first investment tiles."""

from domain.kernel.chance import Chance
from domain.kernel.values import Choice, Command, Draw, Event, Refusal, Seat
from domain.siberia.commands import ChooseSides
from domain.siberia.events import AreaSeeded, InvestmentRevealed, SidesChosen
from domain.siberia.options import SIDES, Area, Resource
from domain.siberia.state import SettingUp, State

QUESTION = "1.7"


def active(state: State, phase: SettingUp) -> frozenset[Seat]:
    """Who chooses the sides: the first player, once the cubes are out."""
    del phase
    waits = state.options.exchange_sides == "chosen" and not state.sides
    return frozenset({state.first_player}) if waits and len(state.areas) == len(state.board.areas) else frozenset()


def is_over(state: State, phase: SettingUp) -> bool:
    """Whether the board is laid out."""
    del phase
    return bool(state.sides) and len(state.open) == state.data.investments.open


def advance(state: State, phase: SettingUp, chance: Chance) -> list[Event]:
    """Rules 1.4, 1.7 and 1.9, in this order."""
    del phase
    for area in state.board.areas:
        if area not in state.areas:
            return [_seed(state, area, chance)]
    if state.sides:
        tile, draw = state.stack.draw(chance)
        return [InvestmentRevealed(tile, (draw,))]
    if state.options.exchange_sides == "list":
        return [SidesChosen(state.options.exchange_list, None, ())]
    if state.options.exchange_sides == "random":
        draws = tuple((2, chance.draw(2)) for _ in state.data.exchanges.tiles)
        return [SidesChosen("".join("AB"[side] for _, side in draws), None, draws)]
    return []


def _seed(state: State, area: Area, chance: Chance) -> AreaSeeded:
    """Rule 1.4: kinds that lie on the area already are left out, as if drawn and put back."""
    bag = state.reserves
    found: list[Resource] = []
    draws: list[Draw] = []
    for _ in range(state.data.cubes.per_area):
        resource, draw = bag.draw(chance)
        bag = bag.without(resource, bag.count(resource))
        found.append(resource)
        draws.append(draw)
    return AreaSeeded(area, tuple(found), tuple(draws))


def candidates(state: State, phase: SettingUp, seat: Seat) -> list[Choice]:
    """All that the first player may choose."""
    del state, phase, seat
    return [Choice(ChooseSides(sides)) for sides in SIDES]


def forbid(state: State, phase: SettingUp, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of set-up that the command breaks, if any."""
    del state, phase, seat
    if not isinstance(command, ChooseSides):
        return Refusal(QUESTION, "choose the sides of the exchange tiles first")
    if command.sides not in SIDES:
        return Refusal(QUESTION, "name side A or B for each of the five tiles, such as ABABA")
    return None


def resolve(state: State, phase: SettingUp, seat: Seat, command: Command, chance: Chance) -> list[Event]:
    """What happens on a command that breaks no rule."""
    del state, phase, chance
    assert isinstance(command, ChooseSides)
    return [SidesChosen(command.sides, seat, ())]
