"""Content negotiation by Accept (RFC 9110 12.5.1)."""

import re
from typing import Any, NamedTuple

from litestar import Request

NDJSON = "application/x-ndjson"

_WEIGHT = re.compile(r"0(\.\d{0,3})?|1(\.0{0,3})?")


class _Range(NamedTuple):
    """A media range that matches a media type: weight, precision (2 type/subtype, 1 type/*, 0 */*), and position."""

    weight: float
    precision: int
    place: int


ACCEPT = "Accept"
"""The header that negotiates the format, for Vary."""


def accepted(request: Request[Any, Any, Any], first: str, *others: str) -> str:
    """Return the media type with the highest weight in `Accept`, by default the first one.

    The most precise range that includes a media type determines its weight. Precision, then position, break ties.
    """
    ranges = _ranges(request)
    wanted = {form: found for form in (first, *others) if (found := _found(form, ranges)) and found.weight > 0}
    return max(wanted, key=wanted.__getitem__, default=first)


def weight_of(request: Request[Any, Any, Any], form: str) -> float:
    """Return the weight of a media type in `Accept`; 0 if no range includes it."""
    found = _found(form, _ranges(request))
    return found.weight if found else 0.0


def _ranges(request: Request[Any, Any, Any]) -> list[tuple[str, float]]:
    """Return the media ranges of `Accept` with their weights, without invalid ones."""
    header = ",".join(request.headers.getall("accept", [])).lower()
    return [(name, weight) for name, weight in map(_parsed, header.split(",")) if weight is not None]


def _parsed(part: str) -> tuple[str, float | None]:
    name, *parameters = (piece.strip() for piece in part.split(";"))
    weight = next((piece[2:] for piece in parameters if piece.startswith("q=")), "1")
    return name, float(weight) if _WEIGHT.fullmatch(weight) else None


def _found(form: str, ranges: list[tuple[str, float]]) -> _Range | None:
    names = ["*/*", f"{form.partition('/')[0]}/*", form]
    found = [_Range(weight, names.index(name), -place) for place, (name, weight) in enumerate(ranges) if name in names]
    return max(found, key=lambda each: (each.precision, each.place), default=None)
