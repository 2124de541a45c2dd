"""Iteration over the parts and operations of a document, and references."""

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

Document: TypeAlias = dict[str, Any]
Schema: TypeAlias = dict[str, Any]

PREFIX = "#/components/schemas/"
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")


class Operation(NamedTuple):
    """An operation with its method and path."""

    id: str
    method: str
    path: str
    content: dict[str, Any]


def operations(document: Document) -> Iterator[Operation]:
    """Return every operation."""
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                yield Operation(item[method]["operationId"], method, path, item[method])


def parts(node: Any) -> Iterator[dict[str, Any]]:
    """Yield every object in a part of the document, innermost first, without the contents of examples."""
    if isinstance(node, dict):
        for key, value in list(node.items()):  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
            if key not in {"example", "examples", "x-secret"}:
                yield from parts(value)
        yield node
    elif isinstance(node, list):
        for value in node:  # pyright: ignore[reportUnknownVariableType]
            yield from parts(value)


def reference(name: str) -> Schema:
    """Return a reference to a schema by name."""
    return {"$ref": PREFIX + name}


def tag_of(document: Document, schema: Schema) -> str | None:
    """Return the constant `type` of a referenced schema, if it has one."""
    name = str(schema.get("$ref", "")).removeprefix(PREFIX)
    target: Schema = document["components"]["schemas"].get(name, {})
    for part in (target, *target.get("allOf", ())):
        tag = part.get("properties", {}).get("type", {}).get("const")
        if tag is not None:
            return tag
    return None
