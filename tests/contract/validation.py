"""Checking values against the schemas of the document."""

from typing import Any

import jsonschema_rs

Document = dict[str, Any]


def validator(document: Document, schema: Any) -> jsonschema_rs.Draft202012Validator:
    """Return a validator for a schema, of which references lead into the document."""
    return jsonschema_rs.Draft202012Validator({**schema, "components": document["components"]})


def faults(document: Document, schema: Any, value: Any) -> list[str]:
    """Return what is wrong with a value."""
    return [
        f"{'/'.join(map(str, e.instance_path))}: {e.message[:300]}"
        for e in validator(document, schema).iter_errors(value)
    ]


def operations(document: Document) -> dict[str, dict[str, Any]]:
    """Return the operations by their ids."""
    return {
        operation["operationId"]: operation
        for item in document["paths"].values()
        for operation in item.values()
        if isinstance(operation, dict) and "operationId" in operation
    }


def answers(document: Document) -> list[tuple[str, str, dict[str, Any]]]:
    """Return every declared answer with its operation and status."""
    return [
        (name, status, answer)
        for name, operation in operations(document).items()
        for status, answer in operation["responses"].items()
    ]
