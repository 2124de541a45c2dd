"""Detection of repeated keys in JSON objects, for which RFC 8259 defines no meaning."""

import json
import re
from typing import Any, TypeAlias, cast

import msgspec

from domain.kernel.codec import escaped

_Pairs: TypeAlias = list[tuple[str, Any]]


class _Object(list[tuple[str, Any]]):
    """A JSON object with all its pairs; a plain list is an array."""


# numbers stay strings: they are not used, and the conversion of a long one is slow
_WHOLE = json.JSONDecoder(object_pairs_hook=_Object, parse_int=str, parse_float=str, parse_constant=str, strict=False)
_GENERIC = msgspec.json.Decoder()
_NESTING = (dict, list)
_PLAIN_KEY = re.compile(rb'"([A-Za-z0-9_.-]+)":')


def repeated_key(body: bytes) -> str | None:
    """Return the JSON pointer (RFC 6901) to the first repeated key; None if there is none.

    `body` is JSON in UTF-8. Raises RecursionError for JSON that is nested too deeply.
    """
    colons = body.count(b":")
    # fast path: a colon follows each key, so with as many different plain keys as colons no key is repeated. A match
    # may begin inside of a key, but then it is the end of that key, and repeated keys have the same end
    if colons < 2 or colons == len(set(_PLAIN_KEY.findall(body))):  # noqa: PLR2004
        return None
    # a decoder drops repeated keys
    if colons == _keys_in(body):
        return None
    # either a string contains a colon, or a key is repeated
    return _pointer(_WHOLE.decode(body.decode()))


def _keys_in(body: bytes) -> int | None:
    try:
        return _keys(_GENERIC.decode(body))
    except msgspec.DecodeError:
        # the untyped decoder rejects some numbers
        return None


def _keys(value: Any) -> int:
    """Return the number of keys in all objects of a JSON value."""
    if isinstance(value, dict):
        items = cast("dict[str, Any]", value)
        return len(items) + sum(_keys(item) for item in items.values() if isinstance(item, _NESTING))
    if isinstance(value, list):
        return sum(_keys(item) for item in cast("list[Any]", value) if isinstance(item, _NESTING))
    return 0


def _pointer(value: object) -> str | None:
    named: _Pairs = []
    if isinstance(value, _Object):
        named = value
    elif isinstance(value, list):
        named = [(str(index), item) for index, item in enumerate(cast("list[Any]", value))]
    seen: set[str] = set()
    for name, item in named:
        token = f"/{escaped(name)}"
        if name in seen:
            return token
        seen.add(name)
        inner = _pointer(item)
        if inner is not None:
            return token + inner
    return None
