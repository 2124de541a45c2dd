"""Steps that keep the document small: equal responses and keys are defined once, under `components`."""

from collections import Counter, defaultdict
from typing import Any, TypeAlias

import msgspec

from service.openapi.walk import Document, operations
from service.openapi.webhooks import UNION

PROBLEM_JSON = "application/problem+json"

Answer: TypeAlias = dict[str, Any]

_KEY, _SHARED_KEY = "Idempotency-Key", "IdempotencyKey"


def share_keys(document: Document) -> None:
    """Define the header Idempotency-Key once. Operations with a stricter one keep theirs."""
    found = Counter(
        _key(parameter)
        for operation in operations(document)
        for parameter in operation.content.get("parameters", ())
        if parameter.get("name") == _KEY
    )
    ((usual, _),) = found.most_common(1)
    document["components"]["parameters"][_SHARED_KEY] = msgspec.json.decode(usual)
    for operation in operations(document):
        parameters: list[dict[str, Any]] = operation.content.get("parameters", [])
        for place, parameter in enumerate(parameters):
            if _key(parameter) == usual:
                parameters[place] = {"$ref": f"#/components/parameters/{_SHARED_KEY}"}


def share_problem_examples(document: Document) -> None:
    """Define one example per problem code, and refer to it from the operations that declare the code."""
    shared: dict[str, Any] = document["components"].setdefault("examples", {})
    for answer in _answers(document):
        examples = answer.get("content", {}).get(PROBLEM_JSON, {}).get("examples", {})
        for code, example in examples.items():
            # the title of the problem is its summary
            shared.setdefault(code, {"value": example["value"]})
            examples[code] = {"$ref": f"#/components/examples/{code}"}


def declare_headers_by_status(document: Document) -> None:
    """Declare on each problem the headers of its status."""
    headers: defaultdict[str, dict[str, Any]] = defaultdict(dict)
    for operation in operations(document):
        for status, answer in operation.content["responses"].items():
            if PROBLEM_JSON in answer.get("content", {}):
                headers[status] |= answer.get("headers", {})
    for operation in operations(document):
        for status, answer in operation.content["responses"].items():
            if PROBLEM_JSON in answer.get("content", {}):
                answer["headers"] = headers[status]


def share_answers(document: Document) -> None:
    """Move responses of two or more operations into `components/responses`."""
    found = Counter(_key(answer) for answer in _answers(document))
    shared: dict[str, Any] = document["components"].setdefault("responses", {})
    for operation in operations(document):
        answers: dict[str, Answer] = operation.content["responses"]
        for status, answer in answers.items():
            if found[_key(answer)] > 1:
                name = _name(status, answer)
                if shared.setdefault(name, answer) != answer:
                    name = f"{name}Of{operation.id[0].upper()}{operation.id[1:]}"
                    shared[name] = answer
                answers[status] = {"$ref": f"#/components/responses/{name}"}


def drop_repetitions(document: Document) -> None:
    """Remove titles equal to the schema name, and duplicate examples of a response; each problem code stays."""
    for name, schema in document["components"]["schemas"].items():
        if schema.get("title") == name:
            del schema["title"]
    for answer in _answers(document):
        for content in answer.get("content", {}).values():
            kept: dict[bytes, str] = {}
            for name, example in list(content.get("examples", {}).items()):
                if kept.setdefault(_key(example.get("value", example)), name) != name:
                    del content["examples"][name]


KEPT = {UNION}
"""Schemas without a reference that programs want by name."""


def drop_unused(document: Document) -> None:
    """Remove components without a reference."""
    while True:
        used = set(_references(document))
        unused = [
            (kind, name)
            for kind, components in document["components"].items()
            if kind != "securitySchemes"
            for name in components
            if f"#/components/{kind}/{name}" not in used and name not in KEPT
        ]
        if not unused:
            return
        for kind, name in unused:
            del document["components"][kind][name]


def _references(node: Any) -> list[str]:
    match node:
        case {"$ref": str() as reference}:
            return [reference, *_references({key: value for key, value in node.items() if key != "$ref"})]
        case dict():
            return [found for value in node.values() for found in _references(value)]  # pyright: ignore[reportUnknownVariableType] - JSON
        case list():
            return [found for value in node for found in _references(value)]  # pyright: ignore[reportUnknownVariableType] - JSON
        case str() if node.startswith("#/components/"):
            return [node]
        case _:
            return []


def _answers(document: Document) -> list[Answer]:
    return [answer for operation in operations(document) for answer in operation.content["responses"].values()]


def _key(answer: Answer) -> bytes:
    return msgspec.json.encode(answer, order="sorted")


def _name(status: str, answer: Answer) -> str:
    """Return the name of a shared response: its problem codes, or its status."""
    codes = answer.get("content", {}).get(PROBLEM_JSON, {}).get("examples", {})
    return "".join(part.capitalize() for code in codes for part in code.split("-")) or f"Status{status}"
