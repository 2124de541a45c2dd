"""Steps on streams: describes what they send, and adds the schemas of their events."""

from collections.abc import Mapping
from typing import Any

import msgspec

from service.api.play.awaiting import Awaiting
from service.api.stream.messages import LobbyEvent, PlayerEvent, Ready, ResultEvent
from service.openapi.schemas import describe_type
from service.openapi.walk import PREFIX, Document, operations, reference

NDJSON = "application/x-ndjson"
EVENT_STREAM = "text/event-stream"

_CURSORS = "Server-sent events: `id` is the cursor, `event` the field `event`, `data` {} as JSON."

_OF_A_GAME = (
    "Server-sent events: `id` is the version, `data` a SeenEvent as JSON. The event `awaiting` has no `id`; its `data` "
    "are an Awaiting. The event `statement` has the signed head."
)

SENT: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "stream": (
        _OF_A_GAME,
        '`{"awaiting": Awaiting}` or the signed head, or else a SeenEvent.',
        ("SeenEvent", "Awaiting"),
    ),
    "ownStream": (_CURSORS.format("a PlayerEvent or Ready"), "A PlayerEvent or Ready.", ("PlayerEvent", "Ready")),
    "gamesStream": (_CURSORS.format("a LobbyEvent or Ready"), "A LobbyEvent or Ready.", ("LobbyEvent", "Ready")),
    "resultsStream": (_CURSORS.format("a ResultEvent or Ready"), "A ResultEvent or Ready.", ("ResultEvent", "Ready")),
}
"""What each stream sends: as server-sent events, as lines, and the schemas of its events."""


def add_schemas(document: Document) -> None:
    """Add the schemas of the events that only streams send."""
    kinds = {kind.__name__: kind for kind in (Awaiting, PlayerEvent, LobbyEvent, ResultEvent, Ready)}
    _, found = msgspec.json.schema_components(kinds.values(), ref_template=f"{PREFIX}{{name}}")
    schemas: dict[str, Any] = document["components"]["schemas"]
    for name, schema in found.items():
        if name not in schemas:
            schemas[name] = schema
            if name in kinds:
                describe_type(schema, kinds[name])


def describe(document: Document) -> None:
    """Replace the schemas of streams by descriptions: some tools read one text, others single events."""
    for operation in operations(document):
        if (words := SENT.get(operation.id)) is None:
            continue
        events, lines, schemas = words
        content = operation.content["responses"]["200"]["content"]
        refers = {"x-events": [reference(name) for name in schemas]}
        content[EVENT_STREAM]["schema"] = {"description": events, **refers}
        text = {"type": "string", "description": f"One JSON object per line: {lines[0].lower()}{lines[1:]}"}
        content[NDJSON] = {"schema": text}
