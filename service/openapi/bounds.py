"""The bounds of what is within a field of a request: Litestar declares those of the field itself, not of its parts."""

from collections.abc import Mapping
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from service.core.http.messages import RequestBody
from service.openapi.walk import Schema

_WORDS: Mapping[str, Mapping[str, str]] = {
    "string": {"min_length": "minLength", "max_length": "maxLength", "pattern": "pattern"},
    "integer": {"ge": "minimum", "le": "maximum", "gt": "exclusiveMinimum", "lt": "exclusiveMaximum"},
    "array": {"min_length": "minItems", "max_length": "maxItems"},
    "object": {"min_length": "minProperties", "max_length": "maxProperties"},
}
"""How JSON Schema names the bounds of msgspec, by the type of a value."""

_LISTS = {tuple, list, frozenset, set}
_MAPPINGS = {dict, Mapping}


def declare(schema: Schema, kind: type[msgspec.Struct]) -> None:
    """Declare the bounds of items, keys, values and alternatives of the fields of a request on its schema."""
    if not issubclass(kind, RequestBody):
        return
    hints = get_type_hints(kind, include_extras=True)
    for field in msgspec.structs.fields(kind):
        if (content := schema.get("properties", {}).get(field.encode_name)) is not None:
            _bound(content, hints[field.name])


def _bound(schema: Schema, hint: Any) -> None:
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        part = _alternative(schema, inner[0])
        for meta in inner[1:]:
            if part is not None and isinstance(meta, msgspec.Meta):
                _say(part, meta, schema)
        _bound(schema, inner[0])
    elif origin in {Union, UnionType}:
        for kind in inner:
            _bound(schema, kind)
    elif origin in _LISTS | _MAPPINGS and (part := _alternative(schema, hint)) is not None:
        _bound_parts(part, inner)


def _bound_parts(schema: Schema, inner: tuple[Any, ...]) -> None:
    """Declare the bounds of items, or of keys and values."""
    if "items" in schema:
        _bound(schema["items"], inner[0])
    elif isinstance(schema.get("additionalProperties"), dict):
        _bound(schema["additionalProperties"], inner[1])
        keys: Schema = {"type": "string"}
        _bound(keys, inner[0])
        if len(keys) > 1:
            schema["propertyNames"] = keys


def _say(schema: Schema, meta: msgspec.Meta, whole: Schema) -> None:
    """Add the bounds that neither the schema nor the union of which it is a part has."""
    for ours, word in _WORDS.get(str(schema.get("type")), {}).items():
        if (bound := getattr(meta, ours)) is not None and word not in whole:
            schema.setdefault(word, bound)


def _alternative(schema: Schema, hint: Any) -> Schema | None:
    """Return the part of a schema that describes values of a type; None: there is none, or it is a reference."""
    name = _json_type(hint)
    alternatives: list[Schema] = [schema, *schema.get("oneOf", ()), *schema.get("anyOf", ())]
    return next((each for each in alternatives if name is not None and each.get("type") == name), None)


def _json_type(hint: Any) -> str | None:
    origin = get_origin(hint)
    if origin is Annotated:
        return _json_type(get_args(hint)[0])
    if origin in _LISTS:
        return "array"
    if origin in _MAPPINGS:
        return "object"
    return {str: "string", int: "integer"}.get(hint)
