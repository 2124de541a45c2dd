"""Requests with such bodies to all operations that accept a body, made from the examples of the OpenAPI document."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from domain.kernel.values import Value
from tests.abuse.raw.bodies import KINDS

DOCUMENT = Path(__file__).resolve().parents[3] / "openapi" / "openapi.json"

MEDIA_TYPES = ("text/plain", "application/xml", "application/json; charset=utf-16", "multipart/form-data", "a/b/c", "")


class Operation(Value, frozen=True):
    """An operation that accepts a body, and the bodies of its examples."""

    method: str
    path: str
    media_type: str
    bodies: tuple[bytes, ...]


class Request(Value, frozen=True):
    """One request."""

    method: str
    path: str
    fields: tuple[tuple[str, str], ...]
    body: bytes


def operations(document: Path = DOCUMENT) -> tuple[Operation, ...]:
    """Return all operations of the document that accept a body."""
    paths: dict[str, dict[str, Any]] = json.loads(document.read_text())["paths"]
    return tuple(
        Operation(method.upper(), path, media_type, _bodies(content))
        for path, methods in paths.items()
        for method, operation in methods.items()
        if "requestBody" in operation
        for media_type, content in operation["requestBody"]["content"].items()
    )


def _bodies(content: dict[str, Any]) -> tuple[bytes, ...]:
    values = [example["value"] for example in content["examples"].values()]
    return tuple(value.encode() if isinstance(value, str) else json.dumps(value).encode() for value in values)


def request(seed: str, number: int, given: Sequence[Operation], ids: Mapping[str, str], token: str) -> Request:
    """Return the request of this number. `ids` has a value for each parameter of a path."""
    rng = Random(f"{seed}/{number}")
    operation = rng.choice(given)
    kind = rng.choice(KINDS)
    body = kind(rng, rng.choice(operation.bodies))
    path = operation.path
    for name, value in ids.items():
        # an id that is none once in ten times
        other = rng.choice(["0", "-1", "x" * 3000, "%00", "%ff", "00000000-0000-4000-8000-000000000000"])
        path = path.replace(f"{{{name}}}", value if rng.random() < 0.9 else other)
    media_type = operation.media_type if rng.random() < 0.9 else rng.choice(MEDIA_TYPES)
    authority = rng.choice([f"Bearer {token}"] * 8 + ["Bearer ", "Basic \xff:x"])
    fields = [("authorization", authority), ("content-type", media_type)]
    if rng.random() < 0.2:
        fields.append(("idempotency-key", rng.choice(["k", "k" * 5000, "\x80", "a b", f"key-{number}"])))
    if rng.random() < 0.1:
        fields.append(("accept-language", rng.choice(["*", "de;q=x", ",,,,", "x-" * 2000, "de-" + "a" * 500])))
    if rng.random() < 0.05:
        fields.extend((f"x-flood-{index}", "v") for index in range(80))
    return Request(operation.method, path, tuple(fields), body)
