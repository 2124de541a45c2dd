"""The types that all titles share: value, seat, viewer, event, command, refusal, score."""

from collections.abc import Callable, Mapping
from typing import ClassVar, TypeAlias

import msgspec

Seat: TypeAlias = int
"""The number of a seat, from 0."""

NO_GAME = "00000000-0000-0000-0000-000000000000"
"""Stands for the id of a game that is withheld from public view: the nil UUID (RFC 9562, 5.9)."""

PUBLIC: None = None
Viewer: TypeAlias = Seat | None
"""The reader of a view or an event: a seat, or the public (None)."""

Draw: TypeAlias = tuple[int, int]
"""A random draw: the number of possible outcomes, and the outcome, from 0."""


class Value(msgspec.Struct, frozen=True, gc=False):
    """The base of immutable structs that are compared by their fields."""


class Event(Value, frozen=True, tag_field="type"):
    """The base of all events of a game.

    All fields are public except a field named `secret`. The secret is a struct that only the seats in `known_to` may
    see before the game is over (SPEC.md 1 and 2).
    """

    shape: ClassVar[int] = 1

    @property
    def known_to(self) -> tuple[Seat, ...]:
        """The seats that know the secret at this event, ascending."""
        return ()


class Command(Value, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """The base of all commands that a seat sends."""

    undoes: ClassVar[bool] = False
    """Whether the command only reverses an earlier command of the seat. The random bot sends such commands rarely."""


class Range(Value, frozen=True):
    """The values that a numeric field of a listed command may take, bounds included."""

    field: str
    min: int
    max: int


class Choice(Value, frozen=True):
    """A legal command. With a range, the field it names may have any value of the range."""

    command: Command
    range: Range | None = None

    def __post_init__(self) -> None:
        """Drop a range of one number: the command has this number."""
        if self.range is not None and self.range.min == self.range.max:
            msgspec.structs.force_setattr(self, "range", None)

    def admits(self, command: Command) -> bool:
        """Return whether a command equals the listed one, apart from a number within the range."""
        if command == self.command:
            return True
        if self.range is None or type(command) is not type(self.command):
            return False
        number = getattr(command, self.range.field)
        return (
            self.range.min <= number <= self.range.max
            and msgspec.structs.replace(self.command, **{self.range.field: number}) == command
        )


RefusalPart: TypeAlias = str | int | tuple[str | int, ...]
"""What a placeholder of a refusal stands for: an id, a text of the client as JSON, a number, or a list of them."""


def filled(text: str, parts: Mapping[str, RefusalPart], name: Callable[[str | int], str] = str) -> str:
    """Return the clause of a refusal, or a translation of it, with its parts as `name` writes them."""
    if not parts:
        return text
    shown = {key: ", ".join(map(name, part)) if isinstance(part, tuple) else name(part) for key, part in parts.items()}
    return text.format_map(shown)


class Refusal(Value, frozen=True):
    """Why a command is refused: the number of the rule, and a clause for the player, in English with placeholders."""

    rule: str
    text: str
    parts: Mapping[str, RefusalPart] = {}

    @property
    def reason(self) -> str:
        """The clause with its parts, in English."""
        return filled(self.text, self.parts)


class IllegalCommand(Exception):
    """The rules forbid a command. Carries the refusal."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"rule {refusal.rule}: {refusal.reason}")
        self.refusal = refusal


class ScorePart(Value, frozen=True):
    """One part of a score: its name, the number of its rule, and the amount."""

    part: str
    rule: str
    amount: int


class Place(Value, frozen=True):
    """The result of a seat: its rank from 1 (equal seats share it), its score, and the parts of the score."""

    seat: Seat
    rank: int
    score: int
    parts: tuple[ScorePart, ...]
