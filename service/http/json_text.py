"""Values in messages as JSON writes them, never as Python does."""

import ast
import re

from domain.kernel.codec import as_json

LONGEST = 40
"""Characters of a client's text that a message repeats."""

_QUOTED = re.compile(r"(?P<lead>Invalid enum value|Invalid value|matching regex) (?P<text>(['\"]).*\3)(?= - at |$)")


def quoted(text: str) -> str:
    """Return a client's text as JSON, cut to the length that a message repeats."""
    return as_json(text[:LONGEST])


def with_json_values(message: str) -> str:
    """Return a message of msgspec with the values in it as JSON."""
    return _QUOTED.sub(lambda found: f"{found['lead']} {_as_json(found['text'])}", message)


def _as_json(text: str) -> str:
    try:
        return as_json(ast.literal_eval(text))
    except (ValueError, SyntaxError):
        return text
