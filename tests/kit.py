"""The kit of rule tests: draws that a test writes down, and a title whose commands are checked on the way."""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Generic, TypeVar

import pytest
from msgspec.structs import replace

from domain.kernel.chance import Chance
from domain.kernel.phases import HasPhase
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Choice, Command, Event, IllegalCommand, Refusal, Seat
from domain.ledger.records import Entry

S = TypeVar("S", bound=HasPhase)
E = TypeVar("E", bound=Event)


class ScriptedChance:
    """Draws that a test writes down. `rest` is the outcome of every draw beyond them; None forbids such draws."""

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


@dataclass(frozen=True)
class Kit(Generic[S]):
    """Applies commands and events to positions of a title, and checks that exactly what is listed is accepted."""

    ruleset: Ruleset[S]

    def fresh(self, seats: int, profile: str | None = None, /, **options: int | str | bool) -> S:
        """Return the table before the first event, with the options of a profile where they are not changed."""
        ruleset = self.ruleset
        return ruleset.initial(seats, ruleset.resolve_options(profile, options), ruleset.default_data_set)

    def given(self, state: S, *events: Event) -> S:
        """Return the table after these events."""
        for event in events:
            state = self.ruleset.evolve(state, event)
        return state

    def player(self, state: S, seat: Seat, **changes: Any) -> S:
        """Return the table with other fields of one player: player(state, 2, money=0)."""
        table: Any = state
        players = table.players
        return replace(table, players=(*players[:seat], replace(players[seat], **changes), *players[seat + 1 :]))

    def when(self, state: S, seat: Seat, command: Command, chance: Chance | None = None) -> list[Event]:
        """Return the events of a command up to the next choice of a player. All scripted draws must be used.

        Without a chance every draw is 0.
        """
        chance = chance or ScriptedChance(rest=0)
        events = self.ruleset.decide(state, seat, command, chance)
        assert self.admitted(state, seat, command), f"accepted, but not listed: {command}"
        if isinstance(chance, ScriptedChance):
            assert not chance.left, f"draws that were scripted and not made: {chance.left}"
        return events

    def after(self, state: S, seat: Seat, command: Command, chance: Chance | None = None) -> S:
        """Return the table after a command and all that follows from it."""
        return self.given(state, *self.when(state, seat, command, chance))

    def refusal(self, state: S, seat: Seat, command: Command) -> Refusal:
        """Return the refusal of a command, which must not be listed and must break a rule of the book."""
        with pytest.raises(IllegalCommand) as caught:
            self.ruleset.decide(state, seat, command, ScriptedChance(rest=0))
        refusal = caught.value.refusal
        assert not self.admitted(state, seat, command), f"listed, but refused: {command}"
        assert refusal.rule in self.ruleset.rules
        assert refusal.reason
        return refusal

    def refused(self, state: S, seat: Seat, command: Command) -> str:
        """Return the number of the rule that a command breaks."""
        return self.refusal(state, seat, command).rule

    def reason(self, state: S, seat: Seat, command: Command) -> str:
        """Return the text of the refusal of a command."""
        return self.refusal(state, seat, command).reason

    def admitted(self, state: S, seat: Seat, command: Command) -> bool:
        """Whether a command is among the legal ones."""
        return any(choice.admits(command) for choice in self.ruleset.legal_commands(state, seat))

    def listed(self, state: S, seat: Seat, kind: type[Command] = Command) -> list[Command]:
        """Return the legal commands of a kind, ranges written out."""
        choices = (each for each in self.ruleset.legal_commands(state, seat) if isinstance(each.command, kind))
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
    every = list(events)
    return every[: every.index(stop)]


def batches(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """Yield the batches of a log, each with the entries of one cause."""
    for _, batch in groupby(entries, key=lambda entry: entry.record.cause):
        yield list(batch)
