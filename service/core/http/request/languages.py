"""The language of a response: the parameter `lang`, or Accept-Language (RFC 9110 12.5.4; lookup of RFC 4647 3.4)."""

import re
from typing import Annotated, Any, TypeAlias

from litestar import Request
from litestar.params import QueryParameter

from projections.languages import ENGLISH, LANGUAGES
from service.core.http.json_text import quoted
from service.core.http.request.parameters import SHOWN, bad_parameter, suggestion

ACCEPT_LANGUAGE = "Accept-Language"
CONTENT_LANGUAGE = "Content-Language"

Lang: TypeAlias = Annotated[
    str | None,
    QueryParameter(
        name="lang",
        description=f"A language tag of RFC 5646, such as `de` or `de-AT`. There are {', '.join(LANGUAGES)}.",
    ),
]

_RANGE = re.compile(r"(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?", re.ASCII)


def language_named(tag: str) -> str:
    """Return the language of the parameter `lang`. Raises a 400 problem if there is none for the tag."""
    found = _lookup(tag.lower())
    if found is None:
        known = f"there are {', '.join(LANGUAGES)}"
        reason = f"there are no texts in {quoted(tag[:SHOWN])}{suggestion(tag, LANGUAGES)}; {known}"
        raise bad_parameter("lang", reason)
    return found


def language_accepted(request: Request[Any, Any, Any]) -> str | None:
    """Return the best language for Accept-Language; None if the request does not have this header.

    A header without any of the languages leads to English.
    """
    values = request.headers.getall(ACCEPT_LANGUAGE, [])
    if not values:
        return None
    matches = [_RANGE.fullmatch(part.strip()) for part in ",".join(values).lower().split(",")]
    weighted = [(float(match[2] or 1), match[1]) for match in matches if match]
    refused = {tag for weight, tag in weighted if not weight}
    for _, tag in sorted((each for each in weighted if each[0]), key=lambda each: -each[0]):
        found = ENGLISH if tag == "*" else _lookup(tag)
        if found is not None and found not in refused:
            return found
    return ENGLISH


def language_of(request: Request[Any, Any, Any], lang: str | None, *, by_header: bool = True) -> str | None:
    """Return the language of the parameter, or else of the header if it counts; None if the request has neither."""
    if lang is not None:
        return language_named(lang)
    return language_accepted(request) if by_header else None


def _lookup(tag: str) -> str | None:
    """Return the language for a tag in lower case: of the tag, or of the tag without its last subtags; or None."""
    subtags = tag.split("-")
    while subtags:
        if "-".join(subtags) in LANGUAGES:
            return "-".join(subtags)
        subtags.pop()
    return None
