"""Checking values against the schemas of the document."""

import json
from typing import Any

import jsonschema_rs

Document = dict[str, Any]

_MADE: dict[tuple[int, str], tuple[Document, jsonschema_rs.Draft202012Validator]] = {}
"""Validators by document and schema, with the document, so that no other has its id."""


def validator(document: Document, schema: Any) -> jsonschema_rs.Draft202012Validator:
    """Return the validator for a schema, of which references lead into the document; made once, which takes long."""
    key = id(document), json.dumps(schema, sort_keys=True)
    if key not in _MADE:
        made = jsonschema_rs.Draft202012Validator({**schema, "components": document["components"]})
        _MADE[key] = document, made
    return _MADE[key][1]


def faults(document: Document, schema: Any, value: Any) -> list[str]:
    """Return what is wrong with a value."""
    return [
        f"{'/'.join(map(str, e.instance_path))}: {e.message[:300]}"
        for e in validator(document, schema).iter_errors(value)
    ]


def operations(document: Document) -> dict[str, dict[str, Any]]:
    """Return the operations by their ids, with the answers and examples that they share with others."""
    items: list[dict[str, Any]] = list(document["paths"].values())
    whole: list[dict[str, Any]] = [each for item in items for each in item.values() if "operationId" in each]
    return {each["operationId"]: _whole(document, each) for each in whole}


def _whole(document: Document, operation: dict[str, Any]) -> dict[str, Any]:
    return operation | {"responses": _resolved(document, operation["responses"])}


def _resolved(document: Document, responses: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for status, response in responses.items():
        answer = target(document, response)
        contents = {
            media: content
            | {"examples": {name: target(document, one) for name, one in content.get("examples", {}).items()}}
            for media, content in answer.get("content", {}).items()
        }
        found[status] = answer | ({"content": contents} if contents else {})
    return found


def target(document: Document, node: dict[str, Any]) -> dict[str, Any]:
    """Return what a reference leads to, or the node itself."""
    if "$ref" not in node:
        return node
    found: Any = document
    for step in str(node["$ref"]).removeprefix("#/").split("/"):
        found = found[step]
    return found


def answers(document: Document) -> list[tuple[str, str, dict[str, Any]]]:
    """Return every declared answer with its operation and status."""
    return [
        (name, status, answer)
        for name, operation in operations(document).items()
        for status, answer in operation["responses"].items()
    ]
