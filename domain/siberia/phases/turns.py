"""Rule 3: one action a turn, until everybody has passed; and rule 13, when the end has come."""

from collections.abc import Mapping
from typing import Protocol

from domain.kernel.chance import Chance
from domain.kernel.values import Choice, Command, Event, Refusal, Seat
from domain.siberia.commands import (
    Pass,
    PlaceSalesman,
    PlaceWorker,
    PlayJoker,
    SellCubes,
    TakeInvestment,
    UseLogistics,
    VoidAction,
)
from domain.siberia.events import ActionVoided, Ending, EndTriggered, RoundPassed, TurnStarted
from domain.siberia.options import COLUMNS, PERSONS, RESOURCES, Column
from domain.siberia.phases import investor, logistics, manager, mining, research, salesman, worker
from domain.siberia.state import Acting, State, idle_rounds

_QUESTIONS = {"research": research.QUESTION, "logistics": logistics.QUESTION}


class Action(Protocol):
    """What a column of the panel is for."""

    def candidates(self, state: State, seat: Seat) -> list[Choice]:
        """How a seat may take the action, if both spaces are filled."""
        ...

    def forbid(self, state: State, seat: Seat, command: Command) -> Refusal | None:
        """Which rule of the action a command breaks, if any."""
        ...

    def resolve(self, state: State, seat: Seat, command: Command, chance: Chance) -> list[Event]:
        """What happens on a command that breaks none."""
        ...


_ACTIONS: Mapping[type[Command], Action] = {
    PlayJoker: manager,
    UseLogistics: logistics,
    PlaceSalesman: salesman,
    PlaceWorker: worker,
    TakeInvestment: investor,
}
_PERSON_OF: Mapping[type[Command], Column] = dict(zip(_ACTIONS, PERSONS, strict=True))


def active(state: State, phase: Acting) -> frozenset[Seat]:
    """Whose turn it is."""
    del state
    return frozenset() if phase.turn is None or phase.step == "done" else frozenset({phase.turn})


def question(phase: Acting) -> str:
    """The rule under which the active seat is asked."""
    return _QUESTIONS.get(phase.step, "3.1")


def is_over(state: State, phase: Acting) -> bool:
    """Whether everybody has passed, or the game ends with the turn (13.3)."""
    if phase.step != "done" or _end_reason(state, phase) != state.ending:
        return False
    at_once = state.ending is not None and state.options.end_when == "turn"
    return at_once or _is_round_over(state, phase)


def _is_round_over(state: State, phase: Acting) -> bool:
    return phase.step == "done" and len(phase.passed) == len(state.players)


def advance(state: State, phase: Acting, chance: Chance) -> list[Event]:
    """Call the end, give the turn to the next seat, and do what needs no asking."""
    del chance
    reason = _end_reason(state, phase)
    if reason is not None and state.ending is None:
        return [EndTriggered(reason)]
    seat = phase.turn
    if phase.step == "done" or seat is None:
        return [TurnStarted(_next(state, phase))]
    if phase.step == "research":
        return research.failed(state, seat)
    if phase.step == "logistics":
        return logistics.forced(state, phase, seat)
    if candidates(state, phase, seat) == [Choice(Pass())]:
        return [RoundPassed(seat)]
    return []


def _end_reason(state: State, phase: Acting) -> Ending | None:
    """Rules 13.1, 13.2 and 13.6: whether the end has come, and why; the first reason stays."""
    if state.ending is not None:
        return state.ending
    if len(state.exhausted) >= state.data.numbers.end_areas:
        return "areas"
    if state.reserves.counts.count(0) >= state.data.numbers.end_reserves:
        return "reserves"
    limit = state.options.standstill
    stands_still = limit != "none" and _is_round_over(state, phase) and idle_rounds(state) >= limit
    return "standstill" if stands_still else None


def _next(state: State, phase: Acting) -> Seat:
    """Rule 3.1: the next seat clockwise that has not passed, from the first player on."""
    seats = len(state.players)
    first = state.first_player if phase.turn is None else phase.turn + 1
    return next(seat for number in range(seats) if (seat := (first + number) % seats) not in phase.passed)


def candidates(state: State, phase: Acting, seat: Seat) -> list[Choice]:
    """All that the seat may do now."""
    if phase.step == "research":
        return research.candidates(state, seat)
    if phase.step == "logistics":
        return logistics.steps(state, phase, seat)
    player = state.players[seat]
    choices: list[Choice] = []
    for kind, action in _ACTIONS.items():
        if player.can_use(_PERSON_OF[kind]):
            choices += action.candidates(state, seat)
    for resource in RESOURCES:
        if player.can_use(resource):
            choices += mining.candidates(state, seat, resource)
    voids: list[Column] = [column for column in COLUMNS if player.can_use(column) and _may_void(state, column)]
    return [*choices, *(Choice(VoidAction(column)) for column in voids), Choice(Pass())]


def _may_void(state: State, column: Column) -> bool:
    return state.options.void_actions and column != "logistics"


def forbid(state: State, phase: Acting, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of phases 3 to 10 that the command breaks, if any."""
    if phase.step == "research":
        return research.forbid(state, seat, command)
    if phase.step == "logistics":
        return logistics.forbid_step(state, phase, seat, command)
    if isinstance(command, Pass):
        return None
    column = _column_of(command)
    if column is None or column not in COLUMNS:
        return Refusal("3.1", "take an action of your panel, or pass")
    if not state.players[seat].can_use(column):
        return Refusal("3.3", f"both spaces of {column} must be filled")
    if isinstance(command, SellCubes):
        return mining.forbid(state, seat, command)
    if isinstance(command, VoidAction):
        return _forbid_void(state, column)
    return _ACTIONS[type(command)].forbid(state, seat, command)


def _column_of(command: Command) -> Column | None:
    if isinstance(command, SellCubes):
        return command.resource if command.resource in RESOURCES else None
    if isinstance(command, VoidAction):
        return command.column
    return _PERSON_OF.get(type(command))


def _forbid_void(state: State, column: Column) -> Refusal | None:
    if column == "logistics":
        return Refusal("6.6", "use Logistics and leave its moves unused")
    if not _may_void(state, column):
        return Refusal("3.6", "an action must have an effect")
    return None


def resolve(state: State, phase: Acting, seat: Seat, command: Command, chance: Chance) -> list[Event]:
    """What happens on a command that breaks no rule."""
    if phase.step == "research":
        return research.resolve(seat, command)
    if phase.step == "logistics":
        return logistics.step(state, phase, seat, command)
    match command:
        case Pass():
            return [RoundPassed(seat)]
        case VoidAction(column):
            return [ActionVoided(seat, column, state.players[seat].tokens[column])]
        case SellCubes():
            return mining.resolve(state, seat, command, chance)
        case _:
            return _ACTIONS[type(command)].resolve(state, seat, command, chance)
