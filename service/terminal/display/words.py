"""Events and choices in the words of the server; their names and fields if the server sends none. As rich markup."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, cast

import msgspec
from rich.markup import escape

Json: TypeAlias = dict[str, Any]

COLOURS = ("red", "cyan", "yellow", "magenta")
"""The colour of each seat."""

_SEATS = frozenset(
    {
        "seat", "first_player", "winner", "loser", "leader", "taken_from", "attacker", "defender", "owner", "opponent",
        "enemy", "player", "against",
    }
)  # fmt: skip
_HIDDEN = frozenset({"draws", "type"})


class Names(msgspec.Struct, frozen=True):
    """The names of the players by seat, and of the things of the title by id."""

    seats: tuple[str, ...]
    things: Mapping[str, str] = {}
    holdings: Mapping[str, str] = {}
    """The names of what a seat has, such as its money."""
    server_names: Mapping[str, int] = {}
    """The seats by the names that sentences of the server use."""

    def seat(self, seat: Any) -> str:
        """Return the name of the player of a seat, in the colour of the seat."""
        if not isinstance(seat, int) or not 0 <= seat < len(self.seats):
            return "nobody" if seat is None else escape(plain(seat))
        return in_colour(seat, f"{self.seats[seat]}")

    def short_seat(self, seat: int, width: int) -> str:
        """Return the name of the player of a seat with its number, cut to a width, in the colour of the seat."""
        name, _, number = self.seats[seat].rpartition(" ")
        room = width - len(number) - 1
        cut = name if len(name) <= room else f"{name[: room - 1].rstrip()}…"
        return in_colour(seat, f"{cut} {number}" if name else number)

    def thing(self, value: Any) -> str:
        """Return the name of a thing."""
        return escape(self.things.get(value) or plain(value)) if isinstance(value, str) else escape(plain(value))

    def place(self, place: str, name: Any) -> str:
        """Return the name of a place by its id; that of the data set if the server sends none. Not markup."""
        return self.things.get(place) or plain(name)

    def piece(self, name: str) -> str:
        """Return the name of a kind of piece or a symbol; its id in words without one. Not markup."""
        return self.things.get(name) or words(name)


def things(value: Any, names: Names) -> str:
    """Return the names of one or several things."""
    if isinstance(value, list | tuple):
        several = cast("Sequence[Any]", value)
        return ", ".join(things(one, names) for one in several) or "nothing"
    if isinstance(value, dict):
        return escape(plain(value))
    return names.thing(value)


def dollars(amount: Any) -> str:
    """Return an amount of dollars."""
    return f"${amount:,}" if isinstance(amount, int) else "$?"


def counted(number: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun, such as `1 point` or `1,200 points`. `many`: the plural, if it is irregular."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def amounts(changes: Mapping[str, int], names: Names) -> str:
    """Return the changes of holdings, such as `money -3,000, derricks +1`. Not markup."""
    return ", ".join(f"{names.holdings.get(name) or words(name)} {amount:+,}" for name, amount in changes.items())


def quantities(held: Mapping[str, int], names: Names) -> str:
    """Return holdings, such as `licence value 10`. Not markup."""
    return ", ".join(f"{names.holdings.get(name) or words(name)} {amount:,}" for name, amount in held.items())


def in_colour(seat: int, text: str) -> str:
    """Return the text in the colour of a seat, as markup."""
    return f"[bold {COLOURS[seat % len(COLOURS)]}]{escape(text)}[/]"


def printable(text: str) -> str:
    """Return the text without control characters."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def plain(value: Any) -> str:
    """Return any value of JSON as words."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        several = cast("Sequence[Any]", value)
        return ", ".join(plain(one) for one in several) or "nothing"
    if isinstance(value, dict):
        fields = cast("Mapping[str, Any]", value)
        parts = [f"{words(name)} {plain(part)}" for name, part in fields.items() if part not in (None, 0, False, [])]
        return " ".join(parts) or "nothing"
    return f"{value:,}" if isinstance(value, int) else printable(str(value))


def words(name: str) -> str:
    """Return a name of the API as words."""
    return printable(name).replace("_", " ").replace("-", " ")


def _in_general(kind: str, fields: Mapping[str, Any], names: Names) -> str:
    text = escape(words(kind.rpartition(".")[2]))
    rest = _fields_in_words(fields, names)
    return f"{text}: {rest}" if rest else text


def _fields_in_words(fields: Mapping[str, Any], names: Names) -> str:
    parts: list[str] = []
    for name, value in fields.items():
        if name in _SEATS and isinstance(value, int):
            parts.append(f"{escape(words(name))} {names.seat(value)}")
        elif name not in _HIDDEN:
            parts.append(f"{escape(words(name))} {things(value, names)}")
    return ", ".join(parts)


def choice_in_words(choice: Json, names: Names) -> str:
    """Return a choice in the words of the server, as markup; its command and fields if the server sends no text."""
    text = choice.get("text")
    if isinstance(text, str):
        return in_colours(printable(text), names)
    fields: Json = {name: value for name, value in choice["command"].items() if name != "type"}
    limits: Json | None = choice.get("range")
    if limits is not None:
        fields[limits["field"]] = f"{limits['min']} to {limits['max']}"
    return _in_general(choice["command"]["type"], fields, names)


def event_in_words(event: Json, names: Names) -> str:
    """Return an event in the words of the server, as markup; its type and fields if the server sends no sentence."""
    text = event.get("text")
    if isinstance(text, str):
        return in_colours(printable(text), names)
    general = _in_general(event["record"]["type"], event["record"]["data"], names)
    secret = secret_in_words(event, names)
    return f"{general} [dim]({secret})[/]" if secret and event["record"]["version"] > 1 else general


def in_colours(text: str, names: Names) -> str:
    """Return a sentence of the server as markup, with the players as the terminal shows them."""
    if not names.server_names:
        return escape(text)
    longest_first = sorted(names.server_names, key=len, reverse=True)
    pattern = rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?!\w)"
    parts = re.split(pattern, text)
    return "".join(
        names.seat(names.server_names[part]) if part in names.server_names else escape(part) for part in parts
    )


def secret_in_words(event: Json, names: Names) -> str:
    """Return the secret of an event in words; empty if there is none or the viewer does not know it."""
    secret: Any = event.get("secret")
    if not isinstance(secret, dict):
        return ""
    fields = cast("Mapping[str, Any]", secret)
    return ", ".join(
        f"{escape(words(name))} {things(value, names)}" for name, value in fields.items() if name not in _HIDDEN
    )
