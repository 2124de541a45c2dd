"""Validation errors of msgspec and of the framework as reasons and JSON pointers (RFC 6901)."""

import re

from service.http.json_text import with_json_values

_UNREADABLE = {
    "'data'": "there is no body: send one of application/json",
    "Input data was truncated": (
        "the body ends before its JSON does, or a text in it ends with half a character (a surrogate without the other)"
    ),
}
"""What the framework says of a body in words that tell nothing, or that are not so, and what is said instead."""


def readable(message: str) -> str:
    """Return the reason of a message of msgspec, without the place, which the pointer says."""
    reason = message.split(" - at ", maxsplit=1)[0]
    return with_json_values(_UNREADABLE.get(reason, reason))


def pointer_of(message: str) -> str:
    """Return the JSON pointer (RFC 6901) to the place of which a message of msgspec tells.

    A missing or unknown field is pointed at itself. Of an object with keys of the client's own, the pointer names the
    whole object, for the message does not say under which key the fault is.
    """
    path = re.search(r"`\$(\S*)`", message)
    field = re.search(r"(?:missing required|unknown) field `(.+?)`", message)
    places = re.findall(r"\.([^.\[]+)|\[(\d+)\]", (path[1] if path else "").split("[...]")[0])
    names = [name or index for name, index in places] + ([field[1]] if field else [])
    return "".join(f"/{escaped(name)}" for name in names)


def escaped(name: str) -> str:
    """Return a name as a part of a JSON pointer (RFC 6901 3)."""
    return name.replace("~", "~0").replace("/", "~1")
