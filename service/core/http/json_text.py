"""Values in messages in JSON notation instead of Python notation."""

import ast
import re

from domain.kernel.codec import as_json

MAX_QUOTED = 80
"""The number of characters of a client's text that a message repeats: enough for every id."""

_QUOTED = re.compile(r"(?P<lead>Invalid enum value|Invalid value|matching regex) (?P<text>(['\"]).*\3)(?= - at |$)")


def quoted(text: str) -> str:
    """Return a client's text as a JSON string. Of a long one, it is the beginning and an ellipsis."""
    return as_json(text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]}…")


def with_json_values(message: str) -> str:
    """Return a message of msgspec with its values in JSON notation."""
    return _QUOTED.sub(lambda found: f"{found['lead']} {_as_json(found['text'])}", message)


def _as_json(text: str) -> str:
    try:
        return as_json(ast.literal_eval(text))
    except (ValueError, SyntaxError):
        return text
