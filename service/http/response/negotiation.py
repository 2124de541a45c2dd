"""In which of its forms a client wants what it asks for (RFC 9110 12.5.1)."""

import re
from typing import Any, NamedTuple

from litestar import Request

NDJSON = "application/x-ndjson"

_WEIGHT = re.compile(r"0(\.\d{0,3})?|1(\.0{0,3})?")


class _Range(NamedTuple):
    """How a form is named: the weight, whether its name, its kind or anything is meant (2, 1, 0), and how early."""

    weight: float
    precision: int
    place: int


def accepted(request: Request[Any, Any, Any], first: str, *others: str) -> str:
    """Return the media type that `Accept` names with the highest weight; the first of these where it names none.

    Of ranges that include a form the most precise one counts; of equal weights that form which is named more
    precisely, then earlier.
    """
    header = ",".join(request.headers.getall("accept", [])).lower()
    ranges = [(name, weight) for name, weight in map(_parsed, header.split(",")) if weight is not None]
    wanted = {form: found for form in (first, *others) if (found := _found(form, ranges)) and found.weight > 0}
    return max(wanted, key=wanted.__getitem__, default=first)


def _parsed(part: str) -> tuple[str, float | None]:
    name, *parameters = (piece.strip() for piece in part.split(";"))
    weight = next((piece[2:] for piece in parameters if piece.startswith("q=")), "1")
    return name, float(weight) if _WEIGHT.fullmatch(weight) else None


def _found(form: str, ranges: list[tuple[str, float]]) -> _Range | None:
    names = ["*/*", f"{form.partition('/')[0]}/*", form]
    found = [_Range(weight, names.index(name), -place) for place, (name, weight) in enumerate(ranges) if name in names]
    return max(found, key=lambda each: (each.precision, each.place), default=None)
