"""The clocks of a game in words."""

import datetime
from typing import Any

from service.terminal.display.words import Json

_UNITS = ((86_400, "d"), (3_600, "h"), (60, "min"), (1, "s"))


def left(due: Any) -> str:
    """Return the time that is left until a moment, in its two largest units, such as `2 h 5 min`; empty if unknown."""
    if not isinstance(due, str):
        return ""
    try:
        until = datetime.datetime.fromisoformat(due)
    except ValueError:
        return ""
    return in_words(max(0, round((until - datetime.datetime.now(datetime.UTC)).total_seconds())))


def in_words(seconds: int) -> str:
    """Return a duration in its two largest units, such as `2 h 5 min`."""
    parts: list[str] = []
    for size, unit in _UNITS:
        number, seconds = divmod(seconds, size)
        if number or (parts and len(parts) < 2):  # noqa: PLR2004 - two units
            parts.append(f"{number} {unit}")
    return " ".join(parts[:2]) or "0 s"


def left_of(view: Json, seat: int) -> str:
    """Return how long the clock of a seat still runs, ` (2 h 5 min left)`; empty if it does not run."""
    clocks: list[Json] = view.get("clocks") or []
    due = next((clock.get("due") for clock in clocks if clock.get("seat") == seat), None)
    return f" ({left(due)} left)" if due else ""
