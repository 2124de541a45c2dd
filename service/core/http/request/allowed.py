"""The names that a type allows at the place of a validation error of msgspec, whose message has none of them."""

import re
from collections.abc import Iterator
from typing import Any, cast

import msgspec
from msgspec import inspect

from service.core.http.request.parameters import suggestion

MOST = 12
"""The maximum number of values that a message lists."""

_UNKNOWN_FIELD = re.compile(r"Object contains unknown field `(.+?)`")
_VALUE = re.compile(r"Invalid (?:enum )?value '(.*)' - at `", re.DOTALL)
_PLACE = re.compile(r"\.([^.\[`]+)|(\[[^\]]*\])")


def hint_at(kind: object, message: str, body: bytes) -> str:
    """Return a hint at the names that are allowed where a message points: all of them, or the closest one.

    It is about the fields of an object, the values of an enumeration or the tags of a union. Empty for other messages,
    and if there are many names and none is close.
    """
    if field := _UNKNOWN_FIELD.match(message):
        return suggestion(field[1], _fields_at(kind, message, body))
    allowed = [str(each) for each in _allowed_at(kind, message)]
    if 0 < len(allowed) <= MOST:
        return f": give one of {', '.join(allowed)}"
    value = _VALUE.match(message)
    return suggestion(value[1], allowed) if value else ""


def _fields_at(kind: object, message: str, body: bytes) -> list[str]:
    """Return the fields of the object with an unknown field; of a union, those of the type that its tag names."""
    try:
        found: Any = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        # behind the unknown field, the body is no JSON
        found = None
    types = list(_alternatives(inspect.type_info(kind)))
    for name, index in _places(message):
        types = [inner for each in types for inner in _inside(each, name)]
        try:
            found = found[name] if name else found[int(index.strip("[]"))]
        except (LookupError, TypeError, ValueError):
            # the place of a value of an object with arbitrary keys has no key
            found = None
    structs = [each for each in types if isinstance(each, inspect.StructType)]
    given: dict[str, Any] = cast("dict[str, Any]", found) if isinstance(found, dict) else {}
    named = [each for each in structs if each.tag_field is not None and given.get(each.tag_field) == each.tag]
    tags = [each.tag_field for each in structs if each.tag_field is not None]
    return [*tags, *(field.encode_name for each in named or structs for field in each.fields)]


def _allowed_at(kind: object, message: str) -> list[object]:
    """Return the values of the enumeration, or the tags of the union, to which a message points."""
    places = _places(message)
    if not message.startswith(("Invalid enum value", "Invalid value")) or not places:
        return []
    types = list(_alternatives(inspect.type_info(kind)))
    is_tag = message.startswith("Invalid value")
    # the place is the field with the tag
    for name, _ in places[:-1] if is_tag else places:
        types = [inner for each in types for inner in _inside(each, name)]
    if is_tag:
        return [each.tag for each in types if isinstance(each, inspect.StructType) and each.tag is not None]
    return [value for each in types if isinstance(each, inspect.LiteralType) for value in each.values]


def _places(message: str) -> list[tuple[str, str]]:
    """Return the path in a message: names of fields, or brackets with the index of an item."""
    path = re.search(r"`\$(\S*)`$", message)
    return _PLACE.findall(path[1]) if path else []


def _alternatives(kind: inspect.Type) -> Iterator[inspect.Type]:
    """Yield a type without its metadata; of a union, each of its types."""
    match kind:
        case inspect.Metadata():
            yield from _alternatives(kind.type)
        case inspect.UnionType():
            for each in kind.types:
                yield from _alternatives(each)
        case _:
            yield kind


def _inside(kind: inspect.Type, name: str) -> Iterator[inspect.Type]:
    """Yield the types of a field with this name; without a name, those of the items of an array or an object."""
    match kind:
        case inspect.StructType() if name:
            for field in kind.fields:
                if field.encode_name == name:
                    yield from _alternatives(field.type)
        case inspect.ListType() | inspect.VarTupleType() if not name:
            yield from _alternatives(kind.item_type)
        case inspect.DictType() if not name:
            yield from _alternatives(kind.value_type)
        case _:
            pass
