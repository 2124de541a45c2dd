"""Keys that stand twice in one object of a JSON text: RFC 8259 leaves open which of the values counts, so none does."""

import json
from typing import Any, TypeAlias, cast

import msgspec

_Pairs: TypeAlias = list[tuple[str, Any]]


class _Object(list[tuple[str, Any]]):
    """An object with all its pairs, told apart from an array."""


# numbers stay texts: nobody reads them, and a long one would take long to convert
_WHOLE = json.JSONDecoder(object_pairs_hook=_Object, parse_int=str, parse_float=str, parse_constant=str, strict=False)
_GENERIC = msgspec.json.Decoder()
_NESTING = (dict, list)


def repeated_key(body: bytes) -> str | None:
    """Return the JSON pointer (RFC 6901) to the first key that its object has twice; None if there is none.

    `body` is JSON in UTF-8. Raises RecursionError for one that is nested too deeply.
    """
    colons = body.count(b":")
    # each key has a colon, and a decoder keeps one of several: as many keys as colons means that none was lost
    if colons < 2 or colons == _keys_in(body):  # noqa: PLR2004 - two keys need two colons
        return None
    # a text holds a colon, or a key is there twice
    return _pointer(_WHOLE.decode(body.decode()))


def _keys_in(body: bytes) -> int | None:
    try:
        return _keys(_GENERIC.decode(body))
    except msgspec.DecodeError:
        # a number that the decoder without a type does not take
        return None


def _keys(value: Any) -> int:
    """Return how many keys a JSON value has in all its objects."""
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
        token = f"/{name.replace('~', '~0').replace('/', '~1')}"
        if name in seen:
            return token
        seen.add(name)
        inner = _pointer(item)
        if inner is not None:
            return token + inner
    return None
