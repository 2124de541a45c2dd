"""Step on records: declares `data` for each event type, because the log stores it as plain JSON."""

import inspect
from typing import Any

import msgspec

from domain.game.events import LOBBY_EVENTS
from domain.kernel.values import Event
from domain.rulesets import RULESETS
from service.openapi.schemas import describe_type, type_of
from service.openapi.walk import PREFIX, Document, Schema, reference

_OWN = ("type", "data")


def tell_records_apart(document: Document) -> None:
    """Replace the schema of a record by one schema per event type, with the fields of its data."""
    schemas = document["components"]["schemas"]
    common: Schema = schemas.pop("Record")
    common["properties"] = {name: field for name, field in common["properties"].items() if name not in _OWN}
    common["required"] = [name for name in common["required"] if name not in _OWN]
    schemas["RecordBase"] = common | {"title": "RecordBase", "description": "What every record has."}
    members: list[Schema] = []
    groups = [("", LOBBY_EVENTS), *((ruleset.name.capitalize(), ruleset.events) for ruleset in RULESETS.values())]
    for title, events in groups:
        schemas |= {name: schema for name, schema in _parts(title, events).items() if name not in schemas}
        for event in events:
            data = title + event.__name__
            schemas[f"{data}Record"] = _record(data, event)
            members.append(reference(f"{data}Record"))
    schemas["Record"] = {
        "title": "Record",
        "description": "The public record of one event, discriminated by `type`. Ignore unknown types.",
        "oneOf": members,
    }


def _record(data: str, event: type[Event]) -> Schema:
    tag = str(event.__struct_config__.tag)
    words = inspect.getdoc(event) or ""
    own: dict[str, Any] = {
        "type": {"type": "string", "const": tag, "description": f"Always `{tag}`."},
        "data": reference(data) | {"description": words},
    }
    record: Schema = {
        "title": f"{data}Record",
        "description": words,
        "allOf": [
            reference("RecordBase"),
            {"type": "object", "properties": own, "required": ["type", "data"]},
        ],
    }
    return record


def _parts(title: str, events: tuple[type[Event], ...]) -> dict[str, Schema]:
    """Return the schemas of the data of these events and its parts, by names that begin with the title."""
    _, found = msgspec.json.schema_components(events, ref_template=f"{PREFIX}{title}{{name}}")
    kinds = {event.__name__: event for event in events}
    parts = {title + name: schema for name, schema in found.items()}
    for name, schema in found.items():
        schema["title"] = title + name
        if name in kinds:
            _without_envelope(schema)
            describe_type(schema, kinds[name])
            if secret := kinds[name].__annotations__.get("secret"):
                schema["x-secret"] = reference(title + secret.__name__)
        elif kind := type_of(name, schema):
            describe_type(schema, kind)
    return parts


def _without_envelope(schema: Schema) -> None:
    """Remove the fields that are not data: the record has the type, and viewers get the secret separately."""
    for name in ("type", "secret"):
        schema["properties"].pop(name, None)
        if name in schema.get("required", ()):
            schema["required"].remove(name)
