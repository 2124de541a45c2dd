"""Steps on webhooks: the requests that the service sends, from the types of which their bodies are made."""

from collections.abc import Mapping
from typing import Any, Literal, get_args, get_type_hints

import msgspec

from domain.kernel.values import Value
from service.news.events import DATA, Payload, SentType
from service.news.queue.receivers import EventType
from service.news.signatures import ID, SIGNATURE, TIMESTAMP, TOLERANCE
from service.openapi.streams import schemas_of
from service.openapi.walk import Document, Schema, reference

UNION = "WebhookPayload"
"""The schema of the body of any webhook."""

MEANINGS: Mapping[SentType, str] = {
    "decision.opened": "A decision of yours is open",
    "deadline.near": "A quarter of the time for a decision is left, at most 12 hours",
    "game.started": "A game has started",
    "game.ended": "A game has ended",
    "game.cancelled": "A game was cancelled before its start",
    "result.published": "A result is in the list of results",
    "seat.abandoned": "A bot plays a seat instead of its player",
    "round.paired": "The tables of a round are published",
    "round.ended": "All tables of a round have results",
    "webhook.test": "You have asked for a test",
}

_SIGNED = (
    "Signatures of Standard Webhooks, separated by spaces, over the id, a full stop, the time, a full stop and the "
    "body as it was sent. `v1,` and base64: HMAC-SHA256 with the secret of the webhook (`whsec_`). `v1a,` and base64: "
    "Ed25519 with its `public_key` (`whpk_`). One that matches is enough."
)

HEADERS: Mapping[str, tuple[str, Schema]] = {
    ID: ("The id of the delivery: the same at each attempt. Ignore one that you know.", {"type": "string"}),
    TIMESTAMP: (
        f"The time of the attempt, in seconds since 1970. Refuse one that is off by more than {TOLERANCE} seconds.",
        {"type": "string", "pattern": "^[0-9]+$"},
    ),
    SIGNATURE: (
        _SIGNED,
        {"type": "string", "pattern": "^v1a?,[A-Za-z0-9+/=]+( v1a?,[A-Za-z0-9+/=]+)*$"},
    ),
}
"""The headers of each request, with their descriptions and schemas."""

_ANSWERS: Mapping[str, str] = {
    "2XX": "Received. Answer within 6 seconds.",
    "410": "Your receiver is gone: the webhook is disabled.",
    "default": "Failed: the request is repeated after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h.",
}


def name_of(kind: str) -> str:
    """Return the name of the schema of a type, such as `WebhookGameEnded`."""
    return "Webhook" + "".join(word.capitalize() for word in kind.replace("_", ".").split(".") if word != "webhook")


def add_schemas(document: Document) -> None:
    """Add the schemas of the bodies of webhooks."""
    document["components"]["schemas"] |= payloads()


def describe(document: Document) -> None:
    """Describe each webhook with its body, its headers and the answers that it expects."""
    document["components"]["parameters"] |= {
        _component(header): {"name": header, "in": "header", "required": True, "description": words, "schema": schema}
        for header, (words, schema) in HEADERS.items()
    }
    document["webhooks"] = {kind: {"post": _operation(kind)} for kind in DATA}


def payloads() -> dict[str, Schema]:
    """Return the schemas of the bodies: one for each type, and their union."""
    found = schemas_of({name_of(kind): _body(kind, data) for kind, data in DATA.items()})
    of_data = {data.__name__ for data in DATA.values()}
    for kind in DATA:
        # its name says nothing among the schemas of the API
        name = found[name_of(kind)]["properties"]["data"]["$ref"].rsplit("/")[-1]
        found[name_of(kind)]["properties"]["data"] = reference(f"Webhook{name}") | {"description": "What it is about."}
        found[name_of(kind)]["properties"]["type"] |= {"const": kind, "description": f"Always `{kind}`."}
    union = {"title": UNION, "description": "The body of a webhook, discriminated by `type`. Ignore unknown types."}
    found[UNION] = {**union, "oneOf": [reference(name_of(kind)) for kind in DATA]}
    return {
        name: schema | {"title": name}
        for name, schema in ((f"Webhook{name}" if name in of_data else name, found[name]) for name in found)
    }


def _body(kind: SentType, data: type[Value]) -> type[msgspec.Struct]:
    """Return the type of the bodies of one type of event: a payload with its data."""
    hints = {**get_type_hints(Payload, include_extras=True), "type": Literal[kind], "data": data}
    fields = [(field, hints[field]) for field in Payload.__struct_fields__]
    doc = {"__doc__": f"{MEANINGS[kind]}."}
    return msgspec.defstruct(name_of(kind), fields, module=__name__, namespace=doc, frozen=True)


def _component(header: str) -> str:
    """Return the name of a header among the components, such as `WebhookId`."""
    return "".join(word.capitalize() for word in header.split("-"))


def _operation(kind: SentType) -> dict[str, Any]:
    name = name_of(kind)
    return {
        "operationId": f"on{name}",
        "summary": MEANINGS[kind],
        "description": f"A request to a webhook whose `types` contain `{kind}`: POST /v1/webhooks."
        if kind in get_args(EventType)
        else "A request to a webhook after POST /v1/webhooks/{webhook}/tests.",
        "tags": ["notifications"],
        "security": [],
        "parameters": [{"$ref": f"#/components/parameters/{_component(header)}"} for header in HEADERS],
        "requestBody": {"required": True, "content": {"application/json": {"schema": reference(name)}}},
        "responses": {status: {"description": words} for status, words in _ANSWERS.items()},
    }
