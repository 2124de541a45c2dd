"""Steps on streams: describes what they send, and adds the schemas of their events."""

from collections.abc import Mapping
from typing import Any

import msgspec

from projections.replay.lines import ReplayLine
from service.lists.api.streams.messages import LobbyEvent, PlayerEvent, Ready, ResultEvent
from service.openapi.schemas import describe_type, type_of
from service.openapi.walk import PREFIX, Document, operations, reference
from service.play.api.stream.awaiting import Awaiting

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
    """Add the schemas of what is only sent as events of a stream or as lines."""
    kinds = {kind.__name__: kind for kind in (Awaiting, PlayerEvent, LobbyEvent, ResultEvent, Ready, ReplayLine)}
    _, found = msgspec.json.schema_components(kinds.values(), ref_template=f"{PREFIX}{{name}}")
    schemas: dict[str, Any] = document["components"]["schemas"]
    for name, schema in found.items():
        if name not in schemas:
            schemas[name] = schema
            if kind := kinds.get(name) or type_of(name, schema):
                describe_type(schema, kind)
    # the schemas of views exist already, under the names of their titles
    shown = schemas["ReplayLine"]["properties"]["view"]
    schemas["ReplayLine"]["properties"]["view"] = reference("AnyView") | {"description": shown["description"]}


LINES: Mapping[str, tuple[str, str]] = {
    "views": ("A ReplayLine, with `view` on the first line and `patch` on the others.", "ReplayLine"),
}
"""What each operation sends that has lines only: the description of a line and its schema."""


def describe(document: Document) -> None:
    """Replace the schemas of streams by descriptions: some tools read one text, others single events."""
    for operation in operations(document):
        if operation.id in LINES:
            words, schema = LINES[operation.id]
            text = {"type": "string", "description": _one_per_line(words), "x-events": [reference(schema)]}
            operation.content["responses"]["200"]["content"][NDJSON] = {"schema": text}
        if (words := SENT.get(operation.id)) is None:
            continue
        events, lines, schemas = words
        content = operation.content["responses"]["200"]["content"]
        refers = {"x-events": [reference(name) for name in schemas]}
        content[EVENT_STREAM]["schema"] = {"description": events, **refers}
        text = {"type": "string", "description": _one_per_line(lines)}
        content[NDJSON] = {"schema": text}


def _one_per_line(words: str) -> str:
    return f"One JSON object per line: {words[0].lower()}{words[1:]}"
