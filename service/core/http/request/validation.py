"""Conversion of validation errors of msgspec and the framework to reasons and JSON pointers (RFC 6901)."""

import re

from domain.kernel.codec import escaped
from service.core.http.json_text import with_json_values

_UNREADABLE = {
    "'data'": "there is no body: send one of application/json",
    "Invalid ISO8601 duration": "give a duration of ISO 8601 in days, hours, minutes and seconds, such as PT10M",
    "Input data was truncated": (
        "the body ends before its JSON does, or a string in it ends with half a character (an unpaired surrogate)"
    ),
}
"""Replacements for unclear or wrong messages of the framework."""


def readable(message: str) -> str:
    """Return the reason in a message of msgspec, without the path."""
    reason = message.split(" - at ", maxsplit=1)[0]
    return with_json_values(_UNREADABLE.get(reason, reason))


def pointer_of(message: str) -> str:
    """Return the JSON pointer (RFC 6901) for the path in a message of msgspec.

    The pointer includes a missing or unknown field. In an object with arbitrary keys it ends at the object, since the
    message does not name the key.
    """
    path = re.search(r"`\$(\S*)`", message)
    field = re.search(r"(?:missing required|unknown) field `(.+?)`", message)
    places = re.findall(r"\.([^.\[]+)|\[(\d+)\]", (path[1] if path else "").split("[...]")[0])
    names = [name or index for name, index in places] + ([field[1]] if field else [])
    return "".join(f"/{escaped(name)}" for name in names)
