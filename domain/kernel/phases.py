"""The phase protocol of all titles: which seats have to choose, what forbids a command, and which events it causes.

A title lists its phases in a `Flow`. Each phase is a struct in the state of the title, and a module that fulfils
`PhaseRules` for it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, NoReturn, Protocol, TypeVar

from domain.kernel.chance import Chance, DrawNeededError, NoDraws
from domain.kernel.values import Choice, Command, Event, IllegalCommand, Refusal, Seat


class HasPhase(Protocol):
    """The state of a title: it holds the struct of the current phase."""

    @property
    def phase(self) -> object:
        """The fields that only the current phase needs."""
        ...


S = TypeVar("S", bound=HasPhase)


class Step(NamedTuple, Generic[S]):
    """What happens on a command, up to the next choice of a player, and the table after it."""

    events: list[Event]
    state: S
    questions: Mapping[Seat, str]
    """The seats that have to choose then, each with the number of the rule that asks it."""


class Foreseen(NamedTuple, Generic[S]):
    """What happens on a command before the first draw, the table after it, and whether a draw follows."""

    events: list[Event]
    state: S
    draws: bool


class PhaseRules(Protocol):
    """The rules of one phase, normally a module. The flow passes the struct of the current phase as `phase`."""

    def questions(self, state: Any, phase: Any, /) -> Mapping[Seat, str]:
        """Return the seats that have to choose, each with the number of the rule that asks it."""
        ...

    def advance(self, state: Any, phase: Any, chance: Chance, /) -> list[Event]:
        """Return the next events that need no choice; none if a seat has to choose or the phase is over.

        Events before a draw are returned without it, and the draw by the next call: a preview ends before the first
        list that draws (X26).
        """
        ...

    def candidates(self, state: Any, phase: Any, seat: Seat, /) -> list[Choice]:
        """Return the choices of a seat that has to choose."""
        ...

    def forbid(self, state: Any, phase: Any, seat: Seat, command: Command, /) -> Refusal | None:
        """Return the first rule that the command breaks, or None. A command of another phase is refused."""
        ...

    def resolve(self, state: Any, phase: Any, seat: Seat, command: Command, chance: Chance, /) -> list[Event]:
        """Return the events of a command that `forbid` allows. A command without a case raises AssertionError.

        Events before a draw are returned without it; `advance` makes the draw.
        """
        ...


def no_events(_state: Any, _phase: Any, _chance: Chance, /) -> list[Event]:
    """Return no events: the `advance` of a phase in which nothing happens without a choice."""
    return []


class Automatic:
    """The rules of a phase without choices. Without an `advance` the phase is over at once."""

    def __init__(self, advance: Callable[[Any, Any, Chance], list[Event]] = no_events) -> None:
        self.advance = advance

    def questions(self, _state: Any, _phase: Any, /) -> Mapping[Seat, str]:
        """Return no questions."""
        return {}

    def candidates(self, _state: Any, _phase: Any, _seat: Seat, /) -> NoReturn:
        """Raise AssertionError: no seat chooses in this phase."""
        raise AssertionError

    def forbid(self, _state: Any, _phase: Any, _seat: Seat, command: Command, /) -> NoReturn:
        """Raise AssertionError: the flow refuses every command in this phase."""
        raise unhandled(command)

    def resolve(self, _state: Any, _phase: Any, _seat: Seat, command: Command, _chance: Chance, /) -> NoReturn:
        """Raise AssertionError: the flow refuses every command in this phase."""
        raise unhandled(command)


def unhandled(command: Command) -> AssertionError:
    """Return the error for a command that has no case. `forbid` refuses such a command first, so this is a fault."""
    return AssertionError(f"no case handles {type(command).__name__}")


@dataclass(frozen=True, kw_only=True)
class Flow(Generic[S]):
    """The phases of a title and their order."""

    phases: Mapping[type, PhaseRules]
    """The rules of each phase, by the type of its struct."""
    following: Callable[[S], list[Event]]
    """Returns the events that begin the next phase, turn or round when the current phase is over."""
    over: type
    """The type of the struct that represents the end of the game."""
    over_rule: str
    """The number of the rule that refuses commands after the end of the game."""
    evolvers: Mapping[type[Event], Callable[[S, Any], S]]
    """How each event changes the state."""
    at_once: Callable[[S], list[Event]] | None = None
    """Returns events that can happen in several phases, before the phase continues."""

    def questions(self, state: S) -> Mapping[Seat, str]:
        """Return the seats that have to choose, each with the number of the rule that asks it."""
        phase = state.phase
        return {} if type(phase) is self.over else self.phases[type(phase)].questions(state, phase)

    def awaiting(self, state: S) -> frozenset[Seat]:
        """Return the seats that have to choose: none when the game is over."""
        return frozenset(self.questions(state))

    def question(self, state: S, seat: Seat) -> str:
        """Return the number of the rule that asks an awaited seat."""
        return self.questions(state)[seat]

    def legal_commands(self, state: S, seat: Seat) -> Sequence[Choice]:
        """Return exactly what `step` accepts from a seat."""
        return self.candidates(state, seat) if seat in self.questions(state) else ()

    def candidates(self, state: S, seat: Seat) -> Sequence[Choice]:
        """Return what `step` accepts from a seat that has to choose."""
        return self.phases[type(state.phase)].candidates(state, state.phase, seat)

    def forbid(
        self, state: S, seat: Seat, command: Command, questions: Mapping[Seat, str] | None = None
    ) -> Refusal | None:
        """Return the first rule that a command breaks, or None. Questions that are known are not computed again."""
        phase = state.phase
        if type(phase) is self.over:
            return Refusal(self.over_rule, "the game is over")
        rules = self.phases[type(phase)]
        asked = rules.questions(state, phase) if questions is None else questions
        if seat not in asked:
            return Refusal(next(iter(asked.values())), "you have no decision to make now")
        return rules.forbid(state, phase, seat, command)

    def step(
        self, state: S, seat: Seat, command: Command, chance: Chance, questions: Mapping[Seat, str] | None = None
    ) -> Step[S]:
        """Return what a command leads to, up to the next choice of a seat; raises IllegalCommand.

        `questions` are those of the state, if they are known.
        """
        refusal = self.forbid(state, seat, command, questions)
        if refusal is not None:
            raise IllegalCommand(refusal)
        phase = state.phase
        return self.settle(state, self.phases[type(phase)].resolve(state, phase, seat, command, chance), chance)

    def foresee(self, state: S, seat: Seat, command: Command) -> Foreseen[S]:
        """Return what a command leads to, up to the next choice of a seat or the first draw; raises IllegalCommand."""
        refusal = self.forbid(state, seat, command)
        if refusal is not None:
            raise IllegalCommand(refusal)
        phase, chance = state.phase, NoDraws()
        settled: list[Event] = []
        try:
            events = self.phases[type(phase)].resolve(state, phase, seat, command, chance)
            while events:
                for event in events:
                    state = self.evolvers[type(event)](state, event)
                settled += events
                events, _ = self._advance(state, chance)
        except DrawNeededError:
            return Foreseen(settled, state, draws=True)
        return Foreseen(settled, state, draws=False)

    def settle(self, state: S, events: Sequence[Event], chance: Chance) -> Step[S]:
        """Add the events that these events cause, until a seat has to choose or the game is over."""
        settled: list[Event] = []
        while True:
            for event in events:
                state = self.evolvers[type(event)](state, event)
            settled += events
            events, questions = self._advance(state, chance)
            if not events:
                return Step(settled, state, questions)

    def _advance(self, state: S, chance: Chance) -> tuple[list[Event], Mapping[Seat, str]]:
        """Return the next events that need no choice, or the questions without which there are none."""
        phase = state.phase
        if type(phase) is self.over:
            return [], {}
        if self.at_once is not None and (events := self.at_once(state)):
            return events, {}
        rules = self.phases[type(phase)]
        if events := rules.advance(state, phase, chance):
            return events, {}
        questions = rules.questions(state, phase)
        return ([], questions) if questions else (self.following(state), {})
