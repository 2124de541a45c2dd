"""The OpenAPI document of the service: Litestar's schema of the routes, completed by the steps in order."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

import msgspec
import yaml
from litestar import Litestar
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, Contact, License, SecurityScheme

from service.core.feature import Feature, kinds_of, routes_of, with_parts
from service.openapi import (
    asyncapi,
    events,
    examples,
    headers,
    links,
    openings,
    operations,
    pages,
    parameters,
    schemas,
    sharing,
    streams,
    webhooks,
)
from service.openapi.words import INTRODUCTION, TAGS
from service.release import release

Document: TypeAlias = dict[str, Any]

STEPS: tuple[Callable[[Document], None], ...] = (
    pages.add,
    schemas.describe,
    schemas.name_by_title,
    events.tell_records_apart,
    streams.add_schemas,
    webhooks.add_schemas,
    schemas.drop_noise,
    schemas.name_unions,
    schemas.discriminate,
    schemas.say_what_excludes_what,
    schemas.declare_durations,
    schemas.declare_forms,
    openings.narrow,
    operations.answer_errors_alike,
    operations.drop_content_of_empty_answers,
    operations.declare_what_all_may_answer,
    streams.describe,
    operations.describe_parameters,
    parameters.narrow,
    operations.require_tokens,
    operations.describe_keys_and_bodies,
    examples.show,
    headers.declare,
    headers.declare_invitations,
    headers.declare_languages,
    headers.declare_positions,
    webhooks.describe,
    links.link,
    sharing.share_keys,
    sharing.declare_headers_by_status,
    sharing.share_problem_examples,
    sharing.share_answers,
    sharing.drop_repetitions,
    sharing.drop_unused,
)
"""The steps in order. The docstring of each says what it does."""


def made_of(features: tuple[Feature, ...]) -> Mapping[str, Callable[[], bytes]]:
    """Return what makes the documents of features, by their names."""
    return {
        "openapi.json": lambda: document_bytes(features),
        "openapi.yaml": lambda: as_yaml(msgspec.json.decode(document_bytes(features))),
        "asyncapi.json": lambda: asyncapi_bytes(features),
    }


def as_yaml(made: Document) -> bytes:
    """Return a document as YAML, in the same order."""
    return yaml.dump(made, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True, encoding="utf-8")


@cache
def asyncapi_bytes(features: tuple[Feature, ...]) -> bytes:
    """Return the AsyncAPI document of features as JSON, in the form of the other one."""
    return b"".join(lines_of(asyncapi.document_of(msgspec.json.decode(document_bytes(features))), 0)) + b"\n"


@cache
def document_bytes(features: tuple[Feature, ...]) -> bytes:
    """Return the document of features as JSON, with stable order and line breaks that keep diffs small."""
    return b"".join(lines_of(document(features), 0)) + b"\n"


LINE_DEPTH = 4
"""The number of levels with line breaks: each field of a schema and each response has its own line."""


def lines_of(node: Any, depth: int) -> Iterator[bytes]:
    """Yield the parts of a document as bytes, and take it apart.

    Encoding all of it at once would keep the interpreter lock, and so would freeing all of it at once.
    """
    if depth >= LINE_DEPTH or not isinstance(node, dict) or not node:
        yield msgspec.json.encode(_ordered(node))
        return
    fields: Document = node  # pyright: ignore[reportUnknownVariableType] - JSON
    separator = b"{\n"
    for key in _keys(fields):
        yield b"%s%s%s: " % (separator, b" " * (depth + 1), msgspec.json.encode(key))
        yield from lines_of(fields.pop(key), depth + 1)
        separator = b",\n"
    yield b"\n%s}" % (b" " * depth)


def _ordered(node: Any) -> Any:
    match node:
        case dict():
            return {key: _ordered(node[key]) for key in _keys(node)}  # pyright: ignore[reportUnknownArgumentType] - JSON
        case list():
            return [_ordered(item) for item in node]  # pyright: ignore[reportUnknownVariableType] - JSON
        case _:
            return node


def _keys(node: dict[str, Any]) -> list[str]:
    """Return keys in order; server-sent events come first, because generators of clients take the first media type."""
    return sorted(node, key=lambda key: (key != "text/event-stream", key))


def document(features: Sequence[Feature]) -> Document:
    """Return the document of features."""
    made = from_litestar(features)
    for step in STEPS:
        step(made)
    return made


def from_litestar(features: Sequence[Feature]) -> Document:
    """Return Litestar's schema, from an application that is not served: the served one has no OpenAPI plugin."""
    app = Litestar(
        route_handlers=with_parts(routes_of(features), kinds_of(features)),
        # it would configure the log of the process that serves: service/monitoring/telemetry/logs.py
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Ludolog",
            version=release(),
            license=License("MIT", identifier="MIT"),
            # an address of the operator is not known here, and validators refuse one without a host
            contact=Contact("The operator of this site, whom the page /about names"),
            description=INTRODUCTION,
            tags=TAGS,
            use_handler_docstrings=True,
            components=Components(
                security_schemes={
                    "token": SecurityScheme(
                        type="http", scheme="bearer", description="The token of a player, from POST /v1/players."
                    )
                }
            ),
            security=[{}, {"token": []}],
        ),
    )
    return _plain(app.openapi_schema.to_schema())


def _plain(value: Any, levels: int = 3) -> Any:
    """Return a value as JSON has it, in parts that are taken out of it: see `lines_of`."""
    if levels and isinstance(value, dict):
        fields: Document = value  # pyright: ignore[reportUnknownVariableType] - JSON
        return {name: _plain(fields.pop(name), levels - 1) for name in list(fields)}
    return msgspec.json.decode(msgspec.json.encode(value))
