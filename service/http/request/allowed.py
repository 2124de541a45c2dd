"""The values that a type allows at the place of a validation error of msgspec, whose message names none of them."""

import re
from collections.abc import Iterator

from msgspec import inspect

MOST = 12
"""The maximum number of values that a message lists."""

_PLACE = re.compile(r"\.([^.\[`]+)|(\[[^\]]*\])")


def allowed_at(kind: object, message: str) -> tuple[object, ...]:
    """Return the values of the enumeration, or the tags of the union, to which a message points.

    Empty if the message is about something else, or if there are more than `MOST`.
    """
    path = re.search(r"`\$(\S*)`", message)
    if not message.startswith(("Invalid enum value", "Invalid value")) or path is None:
        return ()
    types = list(_alternatives(inspect.type_info(kind)))
    places: list[tuple[str, str]] = _PLACE.findall(path[1])
    if message.startswith("Invalid value"):
        # the place is the field with the tag
        for name, _ in places[:-1]:
            types = [inner for each in types for inner in _inside(each, name)]
        found = [each.tag for each in types if isinstance(each, inspect.StructType) and each.tag is not None]
    else:
        for name, _ in places:
            types = [inner for each in types for inner in _inside(each, name)]
        found = [value for each in types if isinstance(each, inspect.LiteralType) for value in each.values]
    return tuple(found) if len(found) <= MOST else ()


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
