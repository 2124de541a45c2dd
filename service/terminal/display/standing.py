"""What stands on the board of any title: the pieces of a view by place, in signs."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from rich.markup import escape
from rich.text import Text

from service.terminal.display.words import COLOURS, Json, printable

Signs = Mapping[str, str]
"""Markup by kind of piece. `{seat}` stands for its seat, `{text}` for the figure that is written on it."""


class Stack(msgspec.Struct, frozen=True):
    """Equal pieces at one place."""

    kind: str
    seat: int | None
    count: int
    text: str

    def sign(self, signs: Signs) -> str:
        """Return one of the pieces as markup, in the colour of its seat; empty for a kind without a sign."""
        sign = signs.get(self.kind, "").replace("{text}", escape(self.text))
        if self.seat is None or not sign:
            return sign
        return f"[bold {COLOURS[self.seat % len(COLOURS)]}]{sign.replace('{seat}', str(self.seat))}[/]"


class Standing:
    """The pieces of a view by the id of their place, in the order in which they are drawn."""

    def __init__(self, view: Json) -> None:
        """Take a view with `pieces`; raises KeyError or TypeError for one that has none."""
        self.closed = frozenset(map(str, view["pieces"]["closed"]))
        """The ids of the places that are not in play, or used up."""
        self._stacks: dict[str, dict[str, Stack]] = {}
        for piece in view["pieces"]["items"]:
            there = self._stacks.setdefault(str(piece["place"]), {})
            # equal pieces differ in what follows `#`
            stack = str(piece["id"]).partition("#")[0]
            more = there[stack].count if stack in there else 0
            text = printable(str(piece["text"]))
            there[stack] = Stack(str(piece["kind"]), piece["seat"], more + piece["count"], text)

    def __iter__(self) -> Iterator[str]:
        """Yield the places where something stands."""
        return iter(self._stacks)

    def at(self, *places: str) -> Sequence[Stack]:
        """Return what stands at places."""
        return [stack for place in places for stack in self._stacks.get(place, {}).values()]

    def signs(self, signs: Signs, *places: str) -> str:
        """Return what stands at places as markup: `S0s1` is a soldier of seat 0 and a ship of seat 1; `2S0` two."""
        shown = ""
        for stack in self.at(*places):
            if sign := stack.sign(signs):
                shown += f" {stack.count}{sign}" if stack.count > 1 else sign
        return shown.strip()


def cell(name: str, signs: str, width: int, *, pad: int, style: str = "") -> str:
    """Return a place with what is there as markup. The name is padded, or cut to the room that the signs leave."""
    room = max(4, width - Text.from_markup(signs).cell_len - 1)
    shown = f"{escape(name[:room]):<{min(pad, room)}}"
    return f"[{style}]{shown}[/] {signs}" if style else f"{shown} {signs}"


def columns(cells: Sequence[str], number: int) -> list[Sequence[str]]:
    """Return cells in columns of equal height. The last one may be shorter."""
    height = -(-len(cells) // number)
    return [cells[column * height : (column + 1) * height] for column in range(number)]
