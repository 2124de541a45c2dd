"""Rules 3 and 13: players take one action a turn until all have passed, or the game ends."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Protocol, assert_never

from domain.kernel.chance import Chance
from domain.kernel.phases import unhandled
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


class Action(Protocol):
    """The action of a person's column."""

    def candidates(self, state: State, seat: Seat, /) -> list[Choice]:
        """Return the choices of a seat whose column is filled."""
        ...

    def forbid(self, state: State, seat: Seat, command: Command, /) -> Refusal | None:
        """Return the rule of the action that the command breaks, or None."""
        ...

    def resolve(self, state: State, seat: Seat, command: Command, chance: Chance, /) -> list[Event]:
        """Return the events of a command that `forbid` allows."""
        ...


_ACTIONS: Mapping[type[Command], Action] = {
    PlayJoker: manager,
    UseLogistics: logistics,
    PlaceSalesman: salesman,
    PlaceWorker: worker,
    TakeInvestment: investor,
}
_PERSON_OF: Mapping[type[Command], Column] = dict(zip(_ACTIONS, PERSONS, strict=True))


_QUESTIONS = {"acting": "3.1", "research": "4.1", "logistics": "6.1"}
"""The rule that asks the seat in each step of its turn."""


def questions(_state: State, phase: Acting) -> Mapping[Seat, str]:
    """Ask the seat whose turn it is."""
    return {} if phase.turn is None or phase.step == "done" else {phase.turn: _QUESTIONS[phase.step]}


def _is_over(state: State, phase: Acting) -> bool:
    """Return whether all players have passed, or the game ends with the turn (3.8, 13.3)."""
    at_once = state.ending is not None and state.options.end_when == "turn"
    return _is_round_over(state, phase) or (at_once and phase.step == "done")


def _is_round_over(state: State, phase: Acting) -> bool:
    return phase.step == "done" and len(phase.passed) == len(state.players)


def advance(state: State, phase: Acting, chance: Chance) -> list[Event]:
    """Open a new investment tile, announce the end, start the next turn, or carry out what leaves no choice."""
    if opened := investor.replaced(state, chance):
        return opened
    if state.ending is None and (reason := _end_reason(state, phase)) is not None:
        return [EndTriggered(reason)]
    if _is_over(state, phase):
        return []
    seat = phase.turn
    if phase.step == "done" or seat is None:
        return [TurnStarted(_next(state, phase))]
    match phase.step:
        case "research":
            return research.failed(state, seat)
        case "logistics":
            return logistics.forced(state, phase, seat)
        case "acting":
            return [] if any(_actions(state, seat)) else [RoundPassed(seat)]
        case _:
            assert_never(phase.step)


def _end_reason(state: State, phase: Acting) -> Ending | None:
    """Return why the game ends, or None (13.1, 13.2, 13.6)."""
    if len(state.exhausted) >= state.data.numbers.end_areas:
        return "areas"
    if state.reserves.counts.count(0) >= state.data.numbers.end_reserves:
        return "reserves"
    limit = state.options.standstill
    stands_still = limit != "none" and _is_round_over(state, phase) and idle_rounds(state) >= limit
    return "standstill" if stands_still else None


def _next(state: State, phase: Acting) -> Seat:
    """Return the next seat clockwise that has not passed; the first player begins (3.1)."""
    seats = len(state.players)
    first = state.first_player if phase.turn is None else phase.turn + 1
    return next(seat for number in range(seats) if (seat := (first + number) % seats) not in phase.passed)


def candidates(state: State, phase: Acting, seat: Seat) -> list[Choice]:
    """Return the choices of the seat in this step of its turn."""
    if phase.step == "research":
        return research.candidates(state, seat)
    if phase.step == "logistics":
        return logistics.steps(state, phase, seat)
    return [*chain.from_iterable(_actions(state, seat)), Choice(Pass())]


def _actions(state: State, seat: Seat) -> Iterator[list[Choice]]:
    """Yield the choices of the seat in each filled column, then those without an effect (3.3, 3.6)."""
    player = state.players[seat]
    for kind, action in _ACTIONS.items():
        if player.can_use(_PERSON_OF[kind]):
            yield action.candidates(state, seat)
    for resource in RESOURCES:
        if player.can_use(resource):
            yield mining.candidates(state, seat, resource)
    yield [Choice(VoidAction(column)) for column in COLUMNS if player.can_use(column) and _may_void(state, column)]


def _may_void(state: State, column: Column) -> bool:
    return state.options.void_actions and column != "logistics"


def forbid(state: State, phase: Acting, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of phases 3 to 10 that the command breaks, or None."""
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
        return Refusal("3.3", "both spaces of {column} must be filled", {"column": column})
    match command:
        case SellCubes():
            return mining.forbid(state, seat, command)
        case VoidAction():
            return _forbid_void(state, column)
        case _:
            return _ACTIONS[type(command)].forbid(state, seat, command)


def _column_of(command: Command) -> Column | None:
    """Return the column that a command uses, or None if it is no action of a panel."""
    match command:
        case SellCubes(resource):
            return resource if resource in RESOURCES else None
        case VoidAction(column):
            return column
        case _:
            return _PERSON_OF.get(type(command))


def _forbid_void(state: State, column: Column) -> Refusal | None:
    if column == "logistics":
        return Refusal("6.6", "use Logistics and leave its moves unused")
    if not _may_void(state, column):
        return Refusal("3.6", "an action must have an effect")
    return None


def resolve(state: State, phase: Acting, seat: Seat, command: Command, chance: Chance) -> list[Event]:
    """Carry out an action, or pass (3.1, 3.5)."""
    if phase.step == "research":
        return research.resolve(seat, command)
    if phase.step == "logistics":
        return logistics.resolve_step(state, phase, seat, command)
    match command:
        case Pass():
            return [RoundPassed(seat)]
        case VoidAction(column):
            return [ActionVoided(seat, column, state.players[seat].tokens[column])]
        case SellCubes():
            return mining.resolve(state, seat, command, chance)
        case _ if type(command) in _ACTIONS:
            return _ACTIONS[type(command)].resolve(state, seat, command, chance)
        case _:
            raise unhandled(command)
