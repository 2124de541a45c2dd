"""Positions, scripted draws and played-out games for the tests of the rules of Giganten."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

import pytest
from msgspec.structs import replace

from domain.giganten import DEFAULT_DATA_SET, GIGANTEN
from domain.giganten.state import Movement, Phase, Player, State
from domain.kernel.bag import Bag
from domain.kernel.chance import Chance
from domain.kernel.values import Choice, Command, Event, IllegalCommand, Seat

T = TypeVar("T")
E = TypeVar("E", bound=Event)
OnStep: TypeAlias = Callable[[State, Seat, Command, list[Event], State], None]
"""Told of each step of a random game: state, seat, command, events, state after them."""


class ScriptedChance:
    """Draws that a test has written down; `rest` answers for those beyond them (None: there may be none)."""

    def __init__(self, *numbers: int, rest: int | None = None) -> None:
        self.left = list(numbers)
        self.rest = rest

    def draw(self, size: int) -> int:
        number = self.left.pop(0) if self.left else self.rest
        assert number is not None, f"one draw more than was scripted, of {size}"
        assert 0 <= number < size, f"{number} was scripted for a draw of {size}"
        return number


class RandomChance:
    """Draws of an ordinary pseudo-random generator."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def draw(self, size: int) -> int:
        assert size > 0
        return self._rng.randrange(size)


# Given


def table(seats: int = 4, /, **options: int | str | bool) -> State:
    """Return the table after set-up, before the first player is drawn; seat 0 stands as first player."""
    return table_of(None, seats, **options)


def table_of(profile: str | None, seats: int = 4, /, **options: int | str | bool) -> State:
    """Return the table after set-up with the options of a profile, where they are not changed."""
    return GIGANTEN.initial(seats, GIGANTEN.resolve_options(profile, options), DEFAULT_DATA_SET)


def given(state: State, *events: Event) -> State:
    """Return the table after these events."""
    for event in events:
        state = GIGANTEN.evolve(state, event)
    return state


def having(state: State, **changes: Any) -> State:
    """Return the table with other fields: having(state, supply=0)."""
    return replace(state, **changes)


def player(state: State, seat: Seat, **changes: Any) -> State:
    """Return the table with other fields of one player: player(state, 2, money=0)."""
    players = state.players
    changed: tuple[Player, ...] = (*players[:seat], replace(players[seat], **changes), *players[seat + 1 :])
    return replace(state, players=changed)


def trains(state: State, *spaces: int) -> State:
    """Return the table with the players' trains on these spaces, seat 0 first."""
    for seat, space in enumerate(spaces):
        state = player(state, seat, train=space)
    return state


def in_phase(state: State, phase: Phase) -> State:
    """Return the table in a phase."""
    return replace(state, phase=phase)


def moving(state: State, seat: Seat, points: int, *, truck: str | None = None, card: str = "beige-5-8") -> State:
    """Return the table in phase 4 while this seat moves, with all after it in turn order still to move.

    They all hold a card, which stays in its deck; the seat's truck stands on `truck`, if named.
    """
    order = state.order
    todo = order[order.index(seat) :]
    for other in todo:
        state = player(state, other, card="beige-5-8")
    changes = {"card": card} if truck is None else {"card": card, "truck": truck}
    state = player(state, seat, **changes)
    step = "place" if state.players[seat].truck is None else "move"
    return in_phase(state, Movement(todo, points, step))


def at_special(state: State, seat: Seat, card: str) -> State:
    """Return the table in phase 4 while this seat, whose movement is over, may use the special of this card."""
    state = moving(state, seat, 0, truck=state.players[seat].truck or "A1", card=card)
    assert isinstance(state.phase, Movement)
    return in_phase(state, replace(state.phase, step="special"))


def holding(bag: Bag[T], counts: Mapping[T, int]) -> Bag[T]:
    """Return a bag of the same items that holds only these."""
    assert counts.keys() <= set(bag.items)
    return Bag(bag.items, tuple(counts.get(item, 0) for item in bag.items))


# When, and then


def when(state: State, seat: Seat, command: Command, chance: Chance | None = None) -> list[Event]:
    """Return what happens on a command, up to the next choice of a player; scripted draws must all be used.

    Without a chance every draw is 0.
    """
    chance = chance or ScriptedChance(rest=0)
    events = GIGANTEN.decide(state, seat, command, chance)
    assert admitted(state, seat, command), f"accepted, but not listed: {command}"
    if isinstance(chance, ScriptedChance):
        assert not chance.left, f"draws that were scripted and not made: {chance.left}"
    return events


def refused(state: State, seat: Seat, command: Command) -> str:
    """Return the number of the rule under which a command is refused."""
    with pytest.raises(IllegalCommand) as caught:
        GIGANTEN.decide(state, seat, command, ScriptedChance(rest=0))
    refusal = caught.value.refusal
    assert not admitted(state, seat, command), f"listed, but refused: {command}"
    assert refusal.rule in GIGANTEN.rules
    assert refusal.reason
    return refusal.rule


def admitted(state: State, seat: Seat, command: Command) -> bool:
    """Whether a command is among the legal ones."""
    return any(choice.admits(command) for choice in GIGANTEN.legal_commands(state, seat))


def listed(state: State, seat: Seat, kind: type[Command] = Command) -> list[Command]:
    """Return the legal commands of a kind, ranges written out."""
    choices = (choice for choice in GIGANTEN.legal_commands(state, seat) if isinstance(choice.command, kind))
    return [command for choice in choices for command in _written_out(choice)]


def _written_out(choice: Choice) -> list[Command]:
    span = choice.range
    if span is None:
        return [choice.command]
    return [replace(choice.command, **{span.field: number}) for number in range(span.min, span.max + 1)]


def of(events: Iterable[Event], kind: type[E]) -> list[E]:
    """Return the events of a kind."""
    return [event for event in events if isinstance(event, kind)]


def before(events: Iterable[Event], stop: Event) -> list[Event]:
    """Return the events up to this one, which must be among them."""
    listed_events = list(events)
    return listed_events[: listed_events.index(stop)]


# Whole games


def random_command(choices: Sequence[Choice], rng: random.Random) -> Command:
    """Return one of the legal commands: any choice, and of its range any number, mostly a low one."""
    choice = rng.choice(choices)
    span = choice.range
    if span is None:
        return choice.command
    highest = span.max if rng.random() < 0.2 else min(span.max, span.min + 3)
    return replace(choice.command, **{span.field: rng.randint(span.min, highest)})


def random_game(
    seed: int, seats: int = 4, options: Mapping[str, int | str | bool] | None = None, on_step: OnStep | None = None
) -> State:
    """Play random legal commands to the end and return the last state."""
    rng = random.Random(seed)
    chance = RandomChance(rng)
    state = table(seats, **(options or {}))
    state = given(state, *GIGANTEN.setup(state, chance))
    while awaited := sorted(GIGANTEN.awaiting(state)):
        seat = awaited[0]
        command = random_command(GIGANTEN.legal_commands(state, seat), rng)
        events = GIGANTEN.decide(state, seat, command, chance)
        after = given(state, *events)
        if on_step is not None:
            on_step(state, seat, command, events, after)
        state = after
    return state
