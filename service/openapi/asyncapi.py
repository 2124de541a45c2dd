"""The AsyncAPI 3 document: streams and webhooks, with the schemas of the OpenAPI document from which it is made."""

from collections.abc import Iterator, Mapping
from typing import Any

from service.openapi import webhooks
from service.openapi.streams import NDJSON, STREAMS, Event
from service.openapi.walk import PREFIX, Document, Schema, operations, parts, reference

JSON = "application/json"

_DESCRIPTION = """\
What Ludolog sends: server-sent events, which a client asks for with GET, and the requests of webhooks. The API is in
[openapi.json](/openapi.json), with the same schemas.
"""


def document_of(openapi: Document) -> Document:
    """Return the AsyncAPI document that belongs to an OpenAPI document."""
    known = {operation.id: operation for operation in operations(openapi)}
    channels: dict[str, Any] = {}
    asked: dict[str, Any] = {}
    messages: dict[str, Any] = {}
    for name, stream in STREAMS.items():
        if name not in known:
            continue
        operation = known[name]
        sent = {each.data.__name__: _event(each) for each in stream.events}
        channels[name] = {
            "address": operation.path,
            "title": operation.content["summary"],
            "description": f"{stream.summary} `Accept` chooses server-sent events or lines of JSON ({NDJSON}).",
            "parameters": {
                each["name"]: {"description": each["description"]}
                for each in operation.content["parameters"]
                if each.get("in") == "path"
            },
            "messages": {each: _message(each) for each in sent},
            "bindings": {"http": {"bindingVersion": "0.3.0"}},
        }
        messages |= sent
        asked[name] = _operation(name, operation.content["summary"], "GET", sent)
    for name, content in openapi.get("webhooks", {}).items():
        schema = webhooks.name_of(name)
        channels[schema] = {
            "address": None,
            "title": content["post"]["summary"],
            "description": content["post"]["description"],
            "messages": {schema: _message(schema)},
        }
        messages[schema] = _webhook(name, schema)
        asked[schema] = _operation(schema, content["post"]["summary"], "POST", {schema: None})
    info = openapi["info"]
    licence = {
        "name": info["license"]["name"],
        "url": f"https://spdx.org/licenses/{info['license']['identifier']}.html",
    }
    made: Document = {
        "asyncapi": "3.0.0",
        "info": {
            "title": info["title"],
            "version": info["version"],
            "license": licence,
            "description": _DESCRIPTION,
        },
        "defaultContentType": JSON,
        "channels": channels,
        "operations": asked,
        "components": {"messages": messages},
    }
    made["components"]["schemas"] = _schemas(openapi, made)
    return made


def _event(event: Event) -> dict[str, Any]:
    named = "The field `event` is absent" if event.name is None else f"The field `event` is `{event.name}`"
    if event.name == "":
        named = "The field `event` is that of the data"
    name = event.data.__name__
    return {
        "name": event.name or name,
        "title": name,
        "summary": f"{named}, `id` {event.id or 'is absent'}.",
        "contentType": JSON,
        "payload": reference(name),
    }


def _webhook(name: str, schema: str) -> dict[str, Any]:
    described = {header: {**kind, "description": words} for header, (words, kind) in webhooks.HEADERS.items()}
    return {
        "name": name,
        "title": schema,
        "contentType": JSON,
        "headers": {"type": "object", "properties": described, "required": list(described)},
        "payload": reference(schema),
    }


def _message(name: str) -> Schema:
    return {"$ref": f"#/components/messages/{name}"}


def _operation(channel: str, summary: str, method: str, sent: Mapping[str, object]) -> dict[str, Any]:
    return {
        "action": "send",
        "channel": {"$ref": f"#/channels/{channel}"},
        "summary": f"{summary}.",
        "bindings": {"http": {"method": method, "bindingVersion": "0.3.0"}},
        "messages": [{"$ref": f"#/channels/{channel}/messages/{name}"} for name in sent],
    }


def _schemas(openapi: Document, made: Document) -> dict[str, Schema]:
    """Return the schemas that the messages need, in the dialect of AsyncAPI: `discriminator` is the name of a field."""
    known = openapi["components"]["schemas"]
    found: dict[str, Schema] = {}
    wanted = set(_names(made))
    while wanted:
        name = wanted.pop()
        found[name] = known[name]
        wanted |= set(_names(known[name])) - found.keys()
    for schema in found.values():
        for part in parts(schema):
            if isinstance(part.get("discriminator"), dict):
                part["discriminator"] = part["discriminator"]["propertyName"]
            for extension in ("x-secret", "x-rules", "x-events", "x-item-schema"):
                part.pop(extension, None)
    return found


def _names(node: Any) -> Iterator[str]:
    for part in parts(node):
        if str(part.get("$ref", "")).startswith(PREFIX):
            yield part["$ref"].removeprefix(PREFIX)
