"""The order of a round of Siberia: the only place that knows which phase follows which."""

from collections.abc import Sequence
from typing import Any, Protocol

from domain.kernel.chance import Chance
from domain.kernel.flow import first_player, settled
from domain.kernel.ruleset import Step
from domain.kernel.values import Choice, Command, Event, IllegalCommand, Refusal, Seat
from domain.siberia.events import FirstPlayerDrawn, PhaseStarted, PlayEnded, RoundStarted
from domain.siberia.evolve import evolve
from domain.siberia.phases import placing, returning, set_up, turns
from domain.siberia.state import Acting, Over, Placing, Returning, SettingUp, State


class PhaseRules(Protocol):
    """The rules of a phase."""

    def is_over(self, state: State, phase: Any) -> bool:
        """Whether the next phase may begin."""
        ...

    def advance(self, state: State, phase: Any, chance: Chance) -> list[Event]:
        """What happens next without anybody choosing; nothing if somebody has to."""
        ...

    def active(self, state: State, phase: Any) -> frozenset[Seat]:
        """Who has to choose."""
        ...

    def candidates(self, state: State, phase: Any, seat: Seat) -> list[Choice]:
        """What the seat may choose."""
        ...

    def forbid(self, state: State, phase: Any, seat: Seat, command: Command) -> Refusal | None:
        """Which rule a command breaks, if any."""
        ...

    def resolve(self, state: State, phase: Any, seat: Seat, command: Command, chance: Chance) -> list[Event]:
        """What happens on a command that breaks none."""
        ...


_RULES: dict[type, PhaseRules] = {
    SettingUp: set_up,
    Placing: placing,
    Acting: turns,
    Returning: returning,
}


def setup(state: State, chance: Chance) -> list[Event]:
    """Rule 1.3, then on to the first choice of a player."""
    seat, draws = first_player(state.options.first_player, len(state.players), chance)
    return _settled(state, [FirstPlayerDrawn(seat, draws)], chance).events


def awaiting(state: State) -> frozenset[Seat]:
    """Return the seats that have to choose: several while tokens are placed, none when the game is over."""
    phase = _RULES.get(type(state.phase))
    return frozenset() if phase is None else phase.active(state, state.phase)


def question(state: State, seat: Seat) -> str:
    """Return the rule under which an awaited seat is asked."""
    del seat
    match state.phase:
        case SettingUp():
            return set_up.QUESTION
        case Placing():
            return placing.QUESTION
        case Acting():
            return turns.question(state.phase)
        case Returning():
            return returning.QUESTION
        case Over():
            return "13.4"


def legal_commands(state: State, seat: Seat) -> Sequence[Choice]:
    """Return exactly what `decide` accepts from a seat."""
    if seat not in awaiting(state):
        return ()
    return _RULES[type(state.phase)].candidates(state, state.phase, seat)


def forbid(state: State, seat: Seat, command: Command) -> Refusal | None:
    """Return the first rule that a command breaks, if any."""
    if isinstance(state.phase, Over):
        return Refusal("13.3", "the game is over")
    if seat not in awaiting(state):
        return Refusal(question(state, seat), "it is not for you to act now")
    return _RULES[type(state.phase)].forbid(state, state.phase, seat, command)


def step(state: State, seat: Seat, command: Command, chance: Chance) -> Step[State]:
    """Return what happens on a command, up to the next choice of a player; raises IllegalCommand."""
    refusal = forbid(state, seat, command)
    if refusal is not None:
        raise IllegalCommand(refusal)
    events = _RULES[type(state.phase)].resolve(state, state.phase, seat, command, chance)
    return _settled(state, events, chance)


def _settled(state: State, events: list[Event], chance: Chance) -> Step[State]:
    return settled(state, events, evolve, lambda now: _advance(now, chance))


def _advance(state: State, chance: Chance) -> list[Event]:
    phase = state.phase
    if isinstance(phase, Over):
        return []
    rules = _RULES[type(phase)]
    if not rules.is_over(state, phase):
        return rules.advance(state, phase, chance)
    match phase:
        case SettingUp():
            return [RoundStarted(1, state.first_player)]
        case Placing():
            return [PhaseStarted("3")]
        case Acting() if state.ending is not None:
            return [PlayEnded(state.ending)]
        case Acting():
            return [PhaseStarted("11")]
        case Returning():
            return [RoundStarted(state.round + 1, (state.first_player + 1) % len(state.players))]
