"""Rule 3: a turn after its rolls. The seat uses its dice in any order, until it ends the turn."""

from collections.abc import Mapping
from typing import Protocol

from msgspec.structs import replace

from domain.kernel.chance import Chance
from domain.kernel.phases import unhandled
from domain.kernel.values import Choice, Command, Event, Refusal, Seat
from domain.minos.commands import (
    AttackShip,
    Build,
    BuyRings,
    CarrySoldier,
    EndTurn,
    MoveShip,
    MoveSoldier,
    Recruit,
    UseDice,
)
from domain.minos.events import TurnEnded
from domain.minos.phases import actions, building, movement, recruiting
from domain.minos.state import Acting, State, are_talents_open


class Action(Protocol):
    """The rules of one kind of action."""

    def candidates(self, state: State, turn: Acting, seat: Seat, /) -> list[Choice]:
        """Return the choices of the seat."""
        ...

    def forbid(self, state: State, turn: Acting, seat: Seat, command: Command, /) -> Refusal | None:
        """Return the rule that the command breaks, or None."""
        ...

    def resolve(self, state: State, turn: Acting, seat: Seat, command: Command, /) -> list[Event]:
        """Return the events of a command that `forbid` allows."""
        ...


_ACTIONS: tuple[Action, ...] = (actions, movement, building, recruiting)
_ACTION_OF: Mapping[type[Command], Action] = {
    UseDice: actions,
    BuyRings: actions,
    MoveShip: movement,
    AttackShip: movement,
    MoveSoldier: movement,
    CarrySoldier: movement,
    Build: building,
    Recruit: recruiting,
}
_UNLIMITED = 10**6
"""More talents than anything costs."""


def questions(_state: State, turn: Acting) -> Mapping[Seat, str]:
    """Ask the seat whose turn it is."""
    return {turn.seat: "3.12"}


def advance(state: State, turn: Acting, _chance: Chance) -> list[Event]:
    """End a turn in which no action is left, or which a defeat ends (3.12, 8.3). Hidden talents do not count."""
    if turn.defeated and state.options.after_defeat == "turn_ends":
        return [TurnEnded(turn.seat)]
    known = state if are_talents_open(state, turn.seat) else _with_unlimited_money(state, turn.seat)
    if turn.seat not in state.eliminated and any(action.candidates(known, turn, turn.seat) for action in _ACTIONS):
        return []
    return [TurnEnded(turn.seat)]


def _with_unlimited_money(state: State, seat: Seat) -> State:
    """Return a state in which the seat can pay for anything, so that the end of a turn reveals no hidden talents."""
    players = state.players
    rich = replace(players[seat], money=_UNLIMITED)
    return replace(state, players=(*players[:seat], rich, *players[seat + 1 :]))


def candidates(state: State, turn: Acting, seat: Seat) -> list[Choice]:
    """Return every action, then the end of the turn."""
    found = [choice for action in _ACTIONS for choice in action.candidates(state, turn, seat)]
    return [*found, Choice(EndTurn())]


def forbid(state: State, turn: Acting, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule that the command breaks, or None. A turn can be ended at any time (3.12)."""
    if isinstance(command, EndTurn):
        return None
    action = _ACTION_OF.get(type(command))
    if action is None:
        return Refusal("3.12", "the dice lie: use them, or end your turn")
    return action.forbid(state, turn, seat, command)


def resolve(state: State, turn: Acting, seat: Seat, command: Command, _chance: Chance) -> list[Event]:
    """Carry out the action, or end the turn."""
    if isinstance(command, EndTurn):
        return [TurnEnded(seat)]
    if type(command) not in _ACTION_OF:
        raise unhandled(command)
    return _ACTION_OF[type(command)].resolve(state, turn, seat, command)
