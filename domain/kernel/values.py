"""The words that every title shares: value, seat, viewer, event, refusal."""

from typing import ClassVar, TypeAlias

import msgspec

Seat: TypeAlias = int
"""A place in a game, from 0."""

PUBLIC: None = None
Viewer: TypeAlias = Seat | None
"""Who looks: a seat, or the public (None)."""

Draw: TypeAlias = tuple[int, int]
"""One draw of chance: how many outcomes were possible, and which it was, from 0."""


class Value(msgspec.Struct, frozen=True, gc=False):
    """Something that is what it holds: equal fields, equal value."""


class Event(Value, frozen=True, tag_field="type"):
    """Something that happened in a game; the base of every event of every title.

    All fields are public, but for a field named `secret`: a struct of its own, that only the seats of
    `known_to` may see before the game is over (SPEC.md 1 and 2).
    """

    shape: ClassVar[int] = 1

    @property
    def known_to(self) -> tuple[Seat, ...]:
        """The seats that know the secret now, ascending."""
        return ()


class Command(Value, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Something that a seat asks for; the base of every command of every title."""

    undoes: ClassVar[bool] = False
    """Whether it only takes an earlier command of the seat back; who chooses by chance chooses it rarely."""


class Range(Value, frozen=True):
    """The values that a number of a listed command may take, both ends included."""

    field: str
    min: int
    max: int


class Choice(Value, frozen=True):
    """A command that would be accepted now; with a range, also with any other number of the range."""

    command: Command
    range: Range | None = None

    def __post_init__(self) -> None:
        """Drop a range of one number: the command says it already."""
        if self.range is not None and self.range.min == self.range.max:
            msgspec.structs.force_setattr(self, "range", None)

    def admits(self, command: Command) -> bool:
        """Whether the command is the listed one, or differs from it only by a number of the range."""
        if command == self.command:
            return True
        if self.range is None or type(command) is not type(self.command):
            return False
        number = getattr(command, self.range.field)
        return (
            self.range.min <= number <= self.range.max
            and msgspec.structs.replace(self.command, **{self.range.field: number}) == command
        )


class Refusal(Value, frozen=True):
    """Why a command is not accepted: the number of the rule, and a clause that a player understands."""

    rule: str
    reason: str


class IllegalCommand(Exception):
    """A seat asked for what the rules forbid; carries the refusal."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"rule {refusal.rule}: {refusal.reason}")
        self.refusal = refusal


class ScorePart(Value, frozen=True):
    """One part of a score: what it is for, the number of its rule, and the amount."""

    part: str
    rule: str
    amount: int


class Place(Value, frozen=True):
    """How a seat finished: its rank from 1 (shared by equals), its score, and the parts that add up to it."""

    seat: Seat
    rank: int
    score: int
    parts: tuple[ScorePart, ...]
