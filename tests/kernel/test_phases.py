"""The flow of a small title: two players say a number each, and the game is over."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel.chance import Chance
from domain.kernel.phases import Automatic, Flow, no_events, unhandled
from domain.kernel.values import Choice, Command, Event, IllegalCommand, Refusal, Seat, Value
from tests.kit import ScriptedChance


class Say(Command, frozen=True, tag="toy.say"):
    number: int


class Shout(Command, frozen=True, tag="toy.shout"):
    pass


class Dealt(Event, frozen=True, tag="toy.dealt"):
    number: int


class Said(Event, frozen=True, tag="toy.said"):
    number: int


class Began(Event, frozen=True, tag="toy.began"):
    pass


class Ended(Event, frozen=True, tag="toy.ended"):
    pass


class Dealing(Value, frozen=True):
    dealt: bool = False


class Saying(Value, frozen=True):
    said: tuple[int, ...] = ()


class Over(Value, frozen=True):
    pass


class State(Value, frozen=True):
    phase: Dealing | Saying | Over


class Talk:
    """The rules of the phase in which the players speak, seat 0 first."""

    advance = staticmethod(no_events)

    def questions(self, _state: State, phase: Saying, /) -> Mapping[Seat, str]:
        return {len(phase.said): "2.1"} if len(phase.said) < 2 else {}

    def candidates(self, _state: State, _phase: Saying, _seat: Seat, /) -> list[Choice]:
        return [Choice(Say(number)) for number in (1, 2)]

    def forbid(self, _state: State, _phase: Saying, _seat: Seat, command: Command, /) -> Refusal | None:
        match command:
            case Say(1 | 2) | Shout():
                return None
            case _:
                return Refusal("2.2", "say 1 or 2")

    def resolve(self, _state: State, _phase: Saying, _seat: Seat, command: Command, _chance: Chance, /) -> list[Event]:
        match command:
            case Say(number):
                return [Said(number)]
            case _:
                raise unhandled(command)


def deal(_state: State, phase: Dealing, chance: Chance) -> list[Event]:
    return [] if phase.dealt else [Dealt(chance.draw(6))]


def said(state: State, event: Said) -> State:
    assert isinstance(state.phase, Saying)
    return State(replace(state.phase, said=(*state.phase.said, event.number)))


EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    Dealt: lambda _state, _event: State(Dealing(dealt=True)),
    Began: lambda _state, _event: State(Saying()),
    Said: said,
    Ended: lambda _state, _event: State(Over()),
}


def following(state: State) -> list[Event]:
    return [Began()] if isinstance(state.phase, Dealing) else [Ended()]


FLOW = Flow[State](
    phases={Dealing: Automatic(deal), Saying: Talk()}, following=following, over=Over, over_rule="3.1", evolvers=EVOLVE
)
START = State(Dealing())
NOTHING = ScriptedChance()


def begun() -> State:
    return FLOW.settle(START, [], ScriptedChance(4)).state


def test_what_needs_no_choice_happens_up_to_the_first_question():
    step = FLOW.settle(START, [], ScriptedChance(4))

    assert step.events == [Dealt(4), Began()]
    assert FLOW.awaiting(step.state) == {0}
    assert FLOW.question(step.state, 0) == "2.1"


def test_only_the_seat_that_is_asked_has_legal_commands():
    assert FLOW.legal_commands(begun(), 0) == [Choice(Say(1)), Choice(Say(2))]
    assert FLOW.legal_commands(begun(), 1) == ()


def test_a_seat_that_is_not_asked_is_refused_by_the_rule_that_asks_another():
    with pytest.raises(IllegalCommand) as refused:
        FLOW.step(begun(), 1, Say(1), NOTHING)

    assert refused.value.refusal == Refusal("2.1", "you have no decision to make now")


def test_a_command_that_the_phase_forbids_is_refused():
    assert FLOW.forbid(begun(), 0, Say(3)) == Refusal("2.2", "say 1 or 2")


def test_the_last_command_ends_the_game_and_nothing_is_legal_after_it():
    first = FLOW.step(begun(), 0, Say(1), NOTHING)
    last = FLOW.step(first.state, 1, Say(2), NOTHING)

    assert last.events == [Said(2), Ended()]
    assert FLOW.awaiting(last.state) == frozenset()
    assert FLOW.legal_commands(last.state, 0) == ()
    assert FLOW.forbid(last.state, 0, Say(1)) == Refusal("3.1", "the game is over")


def test_a_command_that_is_allowed_but_not_handled_is_an_error_and_never_another_command():
    with pytest.raises(AssertionError, match="no case handles Shout"):
        FLOW.step(begun(), 0, Shout(), NOTHING)


def test_events_that_happen_at_once_come_before_the_phase_goes_on():
    shouted: list[State] = []

    def at_once(state: State) -> list[Event]:
        shouted.append(state)
        return [Ended()] if isinstance(state.phase, Saying) and state.phase.said else []

    flow = Flow[State](
        phases=FLOW.phases, following=following, over=Over, over_rule="3.1", evolvers=EVOLVE, at_once=at_once
    )

    assert flow.step(begun(), 0, Say(1), NOTHING).events == [Said(1), Ended()]
    assert shouted


def test_an_automatic_phase_allows_no_command():
    rules = Automatic()

    with pytest.raises(AssertionError):
        rules.candidates(START, START.phase, 0)
    with pytest.raises(AssertionError, match="Shout"):
        rules.forbid(START, START.phase, 0, Shout())
    with pytest.raises(AssertionError, match="Shout"):
        rules.resolve(START, START.phase, 0, Shout(), NOTHING)
