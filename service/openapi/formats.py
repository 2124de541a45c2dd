"""The formats of texts, from their types: `date-time` (RFC 3339), `uuid` (RFC 9562), `uri`.

A type of the API says so itself (`service/core/http/messages.py`). The fields of the domain and of the projections,
which know no API, have a table here.
"""

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from service.core.http.messages import FORMAT, TIME, UUID
from service.openapi.walk import Schema

BY_NAME: Mapping[str, Mapping[str, str]] = {
    "game": UUID,
    "tournament": UUID,
    "at": TIME,
    "starts_at": TIME,
    "until": TIME,
    "away_until": TIME,
    "due": TIME,
}
"""The formats of the fields of the domain and of the projections, by name."""

_OF_API = "service"


def declare(schema: Schema, kind: type[msgspec.Struct]) -> None:
    """Declare the formats of the fields of a type on its schema."""
    hints = get_type_hints(kind, include_extras=True)
    is_of_api = kind.__module__.partition(".")[0] == _OF_API
    for field in msgspec.structs.fields(kind):
        if (content := schema.get("properties", {}).get(field.encode_name)) is None:
            continue
        hint: Any = hints[field.name]
        if not is_of_api and (known := BY_NAME.get(field.encode_name)):
            hint = Annotated[hint, msgspec.Meta(extra=dict(known))]
        _mark(content, hint)


def _mark(schema: Schema, hint: Any) -> None:
    """Declare the format of a text, and of the texts in a list, a mapping or a union."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        formats = [meta.extra[FORMAT] for meta in inner[1:] if isinstance(meta, msgspec.Meta) and meta.extra]
        if formats:
            _text_of(schema)["format"] = formats[-1]
        _mark(schema, inner[0])
    elif origin in {Union, UnionType}:
        for kind in inner:
            if kind is not NoneType:
                _mark(schema, kind)
    elif origin in {tuple, list, frozenset, set} and "items" in schema:
        _mark(schema["items"], inner[0])
    elif origin in {dict, Mapping} and isinstance(schema.get("additionalProperties"), dict):
        _mark(schema["additionalProperties"], inner[1])


def _text_of(schema: Schema) -> Schema:
    """Return the schema of a text, or its part for texts, however deep: a field may be null, or absent."""
    alternatives = (_text_of(each) for union in ("oneOf", "anyOf") for each in schema.get(union, ()))
    return next((each for each in alternatives if each.get("type") == "string"), schema)
