"""What the rules fix about a choice before it is made: its cost, its effect, and what it refers to on the board."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from domain.kernel.values import Choice, Command, Seat, Value


class Note(Value, frozen=True):
    """What is certain about a choice, whatever is drawn or disclosed.

    `effect` and `each` have the names of `Ruleset.holdings`. With a range, `cost` and `effect` are those of the listed
    command. The name in `held` is the unit of the number.
    """

    cost: int = 0
    """Money that the seat pays."""
    effect: Mapping[str, int] = {}
    """What the seat has more, or less where negative, apart from the cost."""
    each: Mapping[str, int] = {}
    """What each further number of the range adds to what the seat has, where that is always the same."""
    anchors: tuple[str, ...] = ()
    """The ids of the places and pieces on the board that the choice refers to."""
    held: Mapping[str, int] = {}
    """What the seat has of what the number of the range counts, where nothing forbids a higher number."""


NoteOf: TypeAlias = Callable[[Any, Seat, Choice], Note]
"""Returns the note on a choice of a seat, at a state of the title."""

NOTHING = Note()


def notes_by_command(functions: Mapping[type[Command], NoteOf]) -> Callable[[Any, Seat, Sequence[Choice]], list[Note]]:
    """Return a function that returns the notes on choices, by the types of their commands."""

    def notes(state: Any, seat: Seat, choices: Sequence[Choice]) -> list[Note]:
        return [functions[type(choice.command)](state, seat, choice) for choice in choices]

    return notes


def no_note(_state: Any, _seat: Seat, _choice: Choice) -> Note:
    """Return an empty note."""
    return NOTHING


def no_notes(_state: Any, _seat: Seat, choices: Sequence[Choice]) -> Sequence[Note]:
    """Return an empty note on each choice: for a title without notes."""
    return (NOTHING,) * len(choices)


def no_holdings(_state: Any, _seat: Seat) -> Mapping[str, int]:
    """Return nothing: for a title that does not say what a seat has."""
    return {}


def no_anchors(_data_set: str, _seats: int) -> frozenset[str]:
    """Return nothing: for a title whose board has no ids."""
    return frozenset()


def amounts(**found: int) -> Mapping[str, int]:
    """Return the amounts that are not zero, by name."""
    return {name: amount for name, amount in found.items() if amount}
