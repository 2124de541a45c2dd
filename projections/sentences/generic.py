"""A general sentence for an event without a sentence of its own: the type and the fields in words."""

from collections.abc import Callable, Mapping
from typing import Any, cast

_HIDDEN = frozenset({"draws", "type"})
_SEATS = frozenset({"seat", "first_player", "winner", "loser", "opponent"})


def generic(kind: str, fields: Mapping[str, Any], seat: Callable[[int], str]) -> str:
    """Return the type and the fields of any event in words."""
    parts = [
        f"{words(name)} {seat(value) if name in _SEATS and isinstance(value, int) else plain(value)}"
        for name, value in fields.items()
        if name not in _HIDDEN
    ]
    text = words(kind.rpartition(".")[2]).capitalize()
    return f"{text}: {', '.join(parts)}." if parts else f"{text}."


def plain(value: Any) -> str:
    """Return any value of JSON in words."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case list():
            return ", ".join(plain(each) for each in cast("list[Any]", value)) or "none"
        case dict():
            fields = cast("dict[str, Any]", value)
            return " ".join(f"{words(name)} {plain(part)}" for name, part in fields.items()) or "none"
        case _:
            return str(value)


def words(name: str) -> str:
    """Return a name of the API in words."""
    return name.replace("_", " ").replace("-", " ")
