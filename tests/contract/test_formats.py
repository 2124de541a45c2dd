"""Times and UUIDs are declared as such, in the document and in what was really answered."""

import re
from collections.abc import Iterator
from typing import Any, cast

import pytest

from service.core.http.exchanges import exchanges
from tests.contract.validation import Document, faults, operations, target

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
Schema = dict[str, Any]

FORMATS = {"date-time": TIME, "uuid": UUID}

FREE = {
    "verification.game",
    "verify.game",
    *(
        f"{path}items[].about"
        for path in ("actAboutGame.acts.", "closeTournament.", "moderatedTournament.acts.", "ownActs.")
    ),
}
"""What is not always of one kind: an uploaded bundle names its game as it likes, and an act is about anything."""


Text = tuple[str, str, set[str | None]]
"""The path of a text, the text, and the formats that its schemas declare; none: anything may be there."""


@pytest.fixture(scope="module")
def texts(document: Document) -> list[Text]:
    """The texts of every recorded reply, which are thousands: they are read once."""
    return [
        (path, text, {each.get("format") for each in schemas})
        for name, schema, value in _bodies(document)
        for path, text, schemas in _texts(document, schema, value, name)
    ]


@pytest.mark.parametrize("kind", FORMATS)
def test_every_time_and_every_uuid_of_a_reply_is_declared(texts: list[Text], kind: str) -> None:
    found = [
        (path, formats)
        for path, text, formats in texts
        if formats and FORMATS[kind].fullmatch(text) and path not in FREE
    ]
    assert {path for path, formats in found if formats != {kind}} == set()
    assert len({path for path, _ in found}) > 50


@pytest.mark.parametrize("kind", FORMATS)
def test_whatever_is_declared_as_a_time_or_uuid_is_one(texts: list[Text], kind: str) -> None:
    wrong = [text for _, text, formats in texts if formats == {kind} and not FORMATS[kind].fullmatch(text)]

    assert wrong == []


SAYING = re.compile(r"(?<!and )(?<!: )\ba UUID\b|RFC 3339|[Tt]he time (at which|of)\b|[Ww]hen (it|this) ")


def test_whatever_is_described_as_a_time_or_uuid_is_declared_so(document: Document) -> None:
    """Player ids contain a UUID, and are none."""
    undeclared: list[str] = []
    for name, schema in document["components"]["schemas"].items():
        for part in (schema, *schema.get("allOf", ())):
            for field, content in part.get("properties", {}).items():
                words = content.get("description", "").partition(";")[0]
                kinds = [content, content.get("items", {}), *content.get("oneOf", ()), *content.get("anyOf", ())]
                is_text = any(kind.get("type") == "string" and "pattern" not in kind for kind in kinds)
                if is_text and SAYING.search(words) and not any("format" in kind for kind in kinds):
                    undeclared.append(f"{name}.{field}: {words}")
    assert undeclared == []


def _bodies(document: Document) -> Iterator[tuple[str, Schema, Any]]:
    """Yield each JSON body that was really answered, with the schema of its operation."""
    known = operations(document)
    for name, kept in exchanges().items():
        for exchange in kept:
            content = known[name]["responses"].get(str(exchange.status), {}).get("content", {})
            if exchange.media in content:
                yield name, content[exchange.media]["schema"], exchange.body


def _texts(document: Document, schema: Schema, value: Any, path: str) -> Iterator[tuple[str, str, list[Schema]]]:
    """Yield the texts in a value, each with its path and the schemas that describe it; none: anything may be there."""
    schemas = _leaves(document, schema, value)
    if isinstance(value, str):
        yield path, value, schemas
    elif isinstance(value, list):
        items = [each["items"] for each in schemas if "items" in each]
        for one in cast("list[Any]", value):
            yield from _texts(document, {"allOf": items}, one, f"{path}[]")
    elif isinstance(value, dict):
        for field, one in cast("dict[str, Any]", value).items():
            found = [each.get("properties", {}).get(field, each.get("additionalProperties")) for each in schemas]
            yield from _texts(document, {"allOf": [each for each in found if each]}, one, f"{path}.{field}")


SAYS = {"type", "properties", "items", "additionalProperties", "format", "enum", "const"}


def _leaves(document: Document, schema: Schema, value: Any) -> list[Schema]:
    """Return the schemas that say something about a value: references and unions are resolved."""
    if "$ref" in schema:
        return _leaves(document, target(document, schema), value)
    found = [each for part in schema.get("allOf", ()) for each in _leaves(document, part, value)]
    union: list[Schema] = [*schema.get("oneOf", ()), *schema.get("anyOf", ())]
    if (by_type := schema.get("discriminator")) is not None:
        union = [{"$ref": by_type["mapping"][value["type"]]}]
    elif len(union) > 1:
        union = [part for part in union if not faults(document, part, value)]
    found += [each for part in union for each in _leaves(document, part, value)]
    return [*found, schema] if schema.keys() & SAYS and not union else found
