"""The OpenAPI document of the service: what Litestar derives from the routes, then one step after another."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeAlias

import msgspec
from litestar import Litestar, Router
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme

from service.openapi import events, examples, headers, links, operations, schemas
from service.openapi.words import INTRODUCTION, TAGS

Document: TypeAlias = dict[str, Any]

STEPS: tuple[Callable[[Document], None], ...] = (
    schemas.describe,
    schemas.name_by_title,
    events.tell_records_apart,
    schemas.drop_noise,
    schemas.name_unions,
    schemas.discriminate,
    schemas.say_what_excludes_what,
    operations.answer_errors_alike,
    operations.declare_what_all_may_answer,
    operations.describe,
    operations.describe_streams,
    operations.describe_parameters,
    operations.require_tokens,
    examples.show,
    headers.declare,
    headers.declare_invitations,
    links.link,
)
"""What is done to the document, in this order; each step is told by its docstring."""


@cache
def document_bytes(routes: Sequence[Router]) -> bytes:
    """Return the document of these routes as JSON, formatted and in a stable order."""
    return msgspec.json.format(msgspec.json.encode(document(routes), order="sorted"), indent=2) + b"\n"


def document(routes: Sequence[Router]) -> Document:
    """Return the document of these routes."""
    made = from_litestar(routes)
    for step in STEPS:
        step(made)
    return made


def from_litestar(routes: Sequence[Router]) -> Document:
    """Ask an application that is never served: the served one has no pages of Litestar's."""
    app = Litestar(
        route_handlers=list(routes),
        openapi_config=OpenAPIConfig(
            title="Ludolog",
            version="1",
            description=INTRODUCTION,
            tags=TAGS,
            use_handler_docstrings=True,
            components=Components(
                security_schemes={
                    "token": SecurityScheme(
                        type="http", scheme="bearer", description="A player's token; POST /v1/players answers one."
                    )
                }
            ),
            security=[{}, {"token": []}],
        ),
    )
    return msgspec.json.decode(msgspec.json.encode(app.openapi_schema.to_schema()))
