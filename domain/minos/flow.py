"""The order of a turn of Minos: the only place that knows which step follows which."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec.structs import replace

from domain.kernel.chance import Chance
from domain.kernel.flow import settled
from domain.kernel.ruleset import Step
from domain.kernel.values import Choice, Command, Event, IllegalCommand, Refusal, Seat
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
from domain.minos.evolve import evolve
from domain.minos.phases import actions, building, conflict, conquest, dice, ending, movement, recruiting, turns
from domain.minos.state import Acting, Between, Fighting, Over, Placing, Rolling, SettingUp, State


class Part(Protocol):
    """Something that players choose: what may be chosen, what forbids it, and what follows."""

    def candidates(self, state: State, phase: Any, seat: Seat, /) -> list[Choice]:
        """What the seat may choose."""
        ...

    def forbid(self, state: State, phase: Any, seat: Seat, command: Command, /) -> Refusal | None:
        """Which rule a command breaks, if any."""
        ...

    def resolve(self, state: State, phase: Any, seat: Seat, command: Command, chance: Chance, /) -> list[Event]:
        """What happens on a command that breaks none."""
        ...


class Asking(Part, Protocol):
    """A step at which one seat is asked, after what happens by itself."""

    def active(self, state: State, phase: Any, /) -> Seat:
        """Who has to choose."""
        ...

    def advance(self, state: State, phase: Any, chance: Chance, /) -> list[Event]:
        """What happens next without anybody choosing; nothing if somebody has to."""
        ...


_ASKING: Mapping[type, Asking] = {Rolling: dice, Placing: conquest, Fighting: conflict}
_ACTING: Mapping[type[Command], Part] = {
    UseDice: actions,
    BuyRings: actions,
    MoveShip: movement,
    AttackShip: movement,
    MoveSoldier: movement,
    CarrySoldier: movement,
    Build: building,
    Recruit: recruiting,
    EndTurn: turns,
}
_PARTS: tuple[Part, ...] = (actions, movement, building, recruiting)
_PLENTY = 10**6
"""More talents than anything costs."""

_QUESTIONS: Mapping[type, str] = {Rolling: dice.QUESTION, Placing: conquest.QUESTION, Fighting: conflict.QUESTION}


def setup(state: State, chance: Chance) -> list[Event]:
    """Rules 11.4 and 2.7, then on to the first choice of a player."""
    assert isinstance(state.phase, SettingUp)
    return _settled(state, turns.begin(state, state.phase, chance), chance).events


def awaiting(state: State) -> frozenset[Seat]:
    """Return the seat that has to choose, or none when the game is over; in a conflict it may be the defender."""
    phase = state.phase
    if isinstance(phase, Acting):
        return frozenset({phase.seat})
    asking = _ASKING.get(type(phase))
    return frozenset() if asking is None else frozenset({asking.active(state, phase)})


def question(state: State, seat: Seat) -> str:
    """Return the rule under which the active seat is asked."""
    del seat
    return _QUESTIONS.get(type(state.phase), turns.QUESTION)


def legal_commands(state: State, seat: Seat) -> Sequence[Choice]:
    """Return exactly what `decide` accepts from a seat."""
    if seat not in awaiting(state):
        return ()
    phase = state.phase
    if isinstance(phase, Acting):
        found = [choice for part in _PARTS for choice in part.candidates(state, phase, seat)]
        return [*found, *turns.candidates(state, phase, seat)]
    return _ASKING[type(phase)].candidates(state, phase, seat)


def forbid(state: State, seat: Seat, command: Command) -> Refusal | None:
    """Return the first rule that a command breaks, if any."""
    phase = state.phase
    if isinstance(phase, Over):
        return Refusal("10.1", "the game is over")
    if seat not in awaiting(state):
        return Refusal(question(state, seat), "it is not yours to decide now")
    if not isinstance(phase, Acting):
        return _ASKING[type(phase)].forbid(state, phase, seat, command)
    part = _ACTING.get(type(command))
    if part is None:
        return Refusal(turns.QUESTION, "the dice lie: use them, or end your turn")
    return part.forbid(state, phase, seat, command)


def step(state: State, seat: Seat, command: Command, chance: Chance) -> Step[State]:
    """Return what happens on a command, up to the next choice of a player; raises IllegalCommand."""
    refusal = forbid(state, seat, command)
    if refusal is not None:
        raise IllegalCommand(refusal)
    phase = state.phase
    part = _ACTING[type(command)] if isinstance(phase, Acting) else _ASKING[type(phase)]
    return _settled(state, part.resolve(state, phase, seat, command, chance), chance)


def _settled(state: State, events: list[Event], chance: Chance) -> Step[State]:
    return settled(state, events, evolve, lambda now: _advance(now, chance))


def _advance(state: State, chance: Chance) -> list[Event]:
    phase = state.phase
    if isinstance(phase, Over):
        return []
    if not isinstance(phase, Fighting):
        following = conquest.changes_of_hands(state) or ending.consequences(state)
        if following:
            return following
    if isinstance(phase, Between):
        return turns.advance(state, phase, chance)
    if isinstance(phase, Acting):
        return _advance_turn(state, phase)
    return _ASKING[type(phase)].advance(state, phase, chance)


def _advance_turn(state: State, turn: Acting) -> list[Event]:
    """Rules 3.12 and 8.3: a turn ends by itself when nothing can be done any more, or after a defeat.

    Hidden talents do not count.
    """
    if turn.defeated and state.options.after_defeat == "turn_ends":
        return [TurnEnded(turn.seat)]
    known = state if state.options.money_public else _wealthy(state, turn.seat)
    if turn.seat not in state.eliminated and any(part.candidates(known, turn, turn.seat) for part in _PARTS):
        return []
    return [TurnEnded(turn.seat)]


def _wealthy(state: State, seat: Seat) -> State:
    """Return the table with talents enough for anything: what follows from it betrays nothing of a purse."""
    players = state.players
    rich = replace(players[seat], money=_PLENTY)
    return replace(state, players=(*players[:seat], rich, *players[seat + 1 :]))
