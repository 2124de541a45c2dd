"""In which of its forms a client wants what it asks for (RFC 9110 12.5.1)."""

import re
from typing import Any

from litestar import Request

_WEIGHT = re.compile(r"0(\.\d{0,3})?|1(\.0{0,3})?")


def accepted(request: Request[Any, Any, Any], *forms: str) -> str:
    """Return the media type that `Accept` names with the highest weight; the first of these forms where it names none.

    Of equal weights the first counts; ranges such as `*/*` stand for the first form.
    """
    found, highest = forms[0], 0.0
    ranges = {"*/*", f"{forms[0].partition('/')[0]}/*"}
    for each in request.headers.get("accept", "").lower().split(","):
        name, *parameters = (part.strip() for part in each.split(";"))
        form = forms[0] if name in ranges else name
        weight = next((part[2:] for part in parameters if part.startswith("q=")), "1")
        if form in forms and _WEIGHT.fullmatch(weight) and float(weight) > highest:
            found, highest = form, float(weight)
    return found
