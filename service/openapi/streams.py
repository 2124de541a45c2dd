"""Steps on streams: describes what they send, and adds the schemas of their events, with a union for each stream."""

import re
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from domain.proof.bundle import Closing
from projections.replay.lines import ReplayLine
from service.lists.api.streams.messages import LobbyEvent, PlayerEvent, Ready, ResultEvent
from service.meeting.api.messages import ChallengeLine, ChallengeReply
from service.openapi.schemas import describe_type, type_of
from service.openapi.walk import PREFIX, Document, Schema, operations, parts, reference
from service.orders.api.messages import OrderLine, OrderReply
from service.play.api.commands.messages import SeenEvent
from service.play.api.stream.awaiting import Awaiting, AwaitingLine
from service.play.api.stream.connection import Heartbeat
from service.reports.api.messages import ModerationLine, ModerationNews
from service.talk.api.messages import MessageReply, TalkLine

NDJSON = "application/x-ndjson"
EVENT_STREAM = "text/event-stream"


class Event(NamedTuple):
    """An event of a stream."""

    data: type[msgspec.Struct]
    name: str | None
    """The field `event` of the server-sent event; None: it has none. An empty one is that of the data."""
    id: str | None
    """What the field `id` is; None: the event has none, and does not change the Last-Event-ID of the client."""
    line: type[msgspec.Struct] | Literal["data"] | None = "data"
    """What is sent as a line of JSON: another type, the data, or nothing."""


class Stream(NamedTuple):
    """What a stream sends."""

    union: str
    """The name of the schema of the data of any of its events. With `Line` at its end, that of its lines."""
    summary: str
    events: tuple[Event, ...]


_CURSOR = "the cursor"
_READY = Event(Ready, "ready", _CURSOR)
_HEARTBEAT = Event(Heartbeat, "heartbeat", None, line=None)

STREAMS: Mapping[str, Stream] = {
    "stream": Stream(
        "GameStream",
        "The events of a game.",
        (
            Event(SeenEvent, None, "the version"),
            Event(Awaiting, "awaiting", None, AwaitingLine),
            Event(Closing, "statement", "the last version"),
            Event(MessageReply, "talk", None, TalkLine),
            Event(OrderReply, "order", None, OrderLine),
            _HEARTBEAT,
        ),
    ),
    "ownStream": Stream(
        "OwnStream",
        "The events of your own games, your challenges, and what moderators decide that concerns you.",
        (
            Event(PlayerEvent, "", _CURSOR),
            _READY,
            Event(ChallengeReply, "challenge", None, ChallengeLine),
            Event(ModerationNews, "moderation", None, ModerationLine),
            _HEARTBEAT,
        ),
    ),
    "gamesStream": Stream(
        "LobbyStream", "The changes of a list of games.", (Event(LobbyEvent, "", _CURSOR), _READY, _HEARTBEAT)
    ),
    "resultsStream": Stream("ResultStream", "New results.", (Event(ResultEvent, "", _CURSOR), _READY, _HEARTBEAT)),
}
"""The streams by operation, with all their events: what a stream sends besides gets a line here."""

LINES: Mapping[str, tuple[str, str]] = {
    "views": ("A ReplayLine, with `view` on the first line and `patch` on the others.", "ReplayLine"),
}
"""What each operation sends that has lines only: the description of a line and its schema."""


def schemas_of(kinds: Mapping[str, type[msgspec.Struct]]) -> dict[str, Schema]:
    """Return the schemas of types and of what they contain, by name, with descriptions."""
    _, found = msgspec.json.schema_components(kinds.values(), ref_template=f"{PREFIX}{{name}}")
    for name, schema in found.items():
        if kind := kinds.get(name) or type_of(name, schema):
            describe_type(schema, kind)
    for part in parts(found):
        if isinstance(part.get("pattern"), str):
            # as ECMA-262 writes it
            part["pattern"] = re.sub(r"^\\A(.*)\\Z$", r"^\1$", part["pattern"])
    return found


def add_schemas(document: Document) -> None:
    """Add the schemas of what is only sent as events of a stream or as lines, and the union of each stream."""
    sent = [event for stream in STREAMS.values() for event in stream.events]
    kinds = [kind for event in sent for kind in (event.data, event.line) if isinstance(kind, type)]
    schemas: dict[str, Any] = document["components"]["schemas"]
    found = schemas_of({kind.__name__: kind for kind in (*kinds, ReplayLine)})
    document["components"]["schemas"] = schemas = {**found, **schemas}
    # the schemas of views exist already, under the names of their titles
    shown = schemas["ReplayLine"]["properties"]["view"]
    schemas["ReplayLine"]["properties"]["view"] = reference("AnyView") | {"description": shown["description"]}
    for stream in STREAMS.values():
        data, lines = _data(stream), _lines(stream)
        schemas[f"{stream.union}Event"] = _union(f"{stream.union}Event", _as_events(stream), data)
        if lines != data:
            schemas[f"{stream.union}Line"] = _union(f"{stream.union}Line", _as_lines(stream), lines)


def _union(name: str, words: str, kinds: list[str]) -> Schema:
    return {"title": name, "description": words, "oneOf": [reference(kind) for kind in kinds]}


def _data(stream: Stream) -> list[str]:
    return [event.data.__name__ for event in stream.events]


def _lines(stream: Stream) -> list[str]:
    kinds = [event.data if event.line == "data" else event.line for event in stream.events]
    return [kind.__name__ for kind in kinds if kind is not None]


def _as_events(stream: Stream) -> str:
    """Return what the server-sent events are."""
    rows = [
        f"{event.data.__name__}: `event` is {_named(event)}, `id` {event.id or 'absent'}." for event in stream.events
    ]
    return "\n".join([f"{stream.summary} The `data` of a server-sent event are one of these. Ignore others.", *rows])


def _named(event: Event) -> str:
    return "absent" if event.name is None else f"`{event.name}`" if event.name else "the field `event` of the data"


def _as_lines(stream: Stream) -> str:
    return f"{stream.summary} A line is one of these. Ignore others."


def describe(document: Document) -> None:
    """Replace the schemas of streams by descriptions: some tools read one text, others single events."""
    for operation in operations(document):
        content = operation.content["responses"].get("200", {}).get("content", {})
        if operation.id in LINES:
            words, schema = LINES[operation.id]
            content[NDJSON] = {"schema": _text(f"{words[0].lower()}{words[1:]}", [schema], schema)}
        if (stream := STREAMS.get(operation.id)) is not None:
            union, lines = f"{stream.union}Event", _lines(stream)
            content[EVENT_STREAM]["schema"] = {
                "description": f"Server-sent events, whose `data` are a {union} as JSON. {_as_events(stream)}",
                **_refers(_data(stream), union),
            }
            line = f"{stream.union}Line" if lines != _data(stream) else union
            content[NDJSON] = {"schema": _text(f"a {line}.", lines, line)}


def _text(words: str, kinds: list[str], item: str) -> Schema:
    return {"type": "string", "description": f"One JSON object per line: {words}", **_refers(kinds, item)}


def _refers(kinds: list[str], item: str) -> Schema:
    """Return the extensions that name the schemas of the events or lines, and that of any of them."""
    return {"x-events": [reference(kind) for kind in kinds], "x-item-schema": reference(item)}
