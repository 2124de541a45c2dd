"""What the service sends by itself is what the document says: the requests of webhooks, and the events of streams."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from service.news.events import DATA
from service.news.queue.receivers import EVENT_TYPES
from service.openapi.streams import STREAMS
from tests.contract.validation import Document, faults, operations, target
from tests.notifications.receiver import Received, receiver
from tests.notifications.sites import Person, site, started
from tests.notifications.test_rounds import Cup
from tests.notifications.test_webhooks import end, play_with_a_clock
from tests.replies import ok


class Event(NamedTuple):
    """A server-sent event: its fields, and its data."""

    fields: dict[str, str]
    data: Any


class Sent(NamedTuple):
    """Everything that was sent: the requests of webhooks, and what each stream sends by its operation."""

    webhooks: list[Received]
    events: dict[str, list[Event]]
    lines: dict[str, list[Any]]


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sent]:
    """What a service sends in which everything happens that webhooks and streams tell."""
    with site(tmp_path_factory.mktemp("sent")) as place, receiver() as found:
        owner, *players = (place.player(name) for name in ("Olga", "Ada", "Bo", "Cy", "Di"))
        made = owner.webhook(found.url(), *EVENT_TYPES)
        players[0].webhook(found.url(), *EVENT_TYPES)
        play_with_a_clock(place, owner, *players[:2])
        ok(owner.ask("POST", f"/v1/webhooks/{made['id']}/tests"))
        running, ended = started(owner, owner, players[0]), started(owner, *players[:2])
        end(owner, ended)
        ok(owner.ask("DELETE", f"/v1/games/{owner.make('/v1/games', {'ruleset': 'giganten', 'seats': 3})['id']}"))
        Cup(place, owner, players).play(1)
        place.step()
        events, lines = _streamed(owner, running, ended)
        yield Sent(found.received, events, lines)


def _streamed(person: Person, *games: str) -> tuple[dict[str, list[Event]], dict[str, list[Any]]]:
    """Return what the streams have from their beginnings, as events and as lines."""
    asked = [("stream", f"/v1/games/{game}/stream?after=0") for game in games]
    asked += [("ownStream", "/v1/me/stream?after=MCAw"), ("gamesStream", "/v1/games/stream?after=MCAw")]
    asked += [("resultsStream", "/v1/results/stream?after=MA")]
    events: dict[str, list[Event]] = {}
    lines: dict[str, list[Any]] = {}
    for operation, path in asked:
        url = f"{path}&follow=false"
        text = ok(person.ask("GET", url, Accept="text/event-stream")).text
        events.setdefault(operation, []).extend(_events(text))
        url += "&awaiting=true" if operation == "stream" else ""
        text = ok(person.ask("GET", url, Accept="application/x-ndjson")).text
        lines.setdefault(operation, []).extend(json.loads(line) for line in text.splitlines() if line)
    return events, lines


def _events(text: str) -> Iterator[Event]:
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if "data" in fields:
            yield Event(fields, json.loads(fields["data"]))


def test_a_request_of_each_type_to_a_webhook_is_what_the_document_says(document: Document, sent: Sent) -> None:
    seen: set[str] = set()
    for request in sent.webhooks:
        body = json.loads(request.body)
        seen.add(body["type"])
        described = document["webhooks"][body["type"]]["post"]
        (media,) = described["requestBody"]["content"]
        assert request.headers["content-type"] == media
        schema = described["requestBody"]["content"][media]["schema"]
        assert faults(document, _closed(document, schema), body) == []
        assert faults(document, {"$ref": "#/components/schemas/WebhookPayload"}, body) == []
        for parameter in (target(document, each) for each in described["parameters"]):
            assert faults(document, parameter["schema"], request.headers[parameter["name"]]) == []
    assert seen == set(document["webhooks"]) == set(DATA)


def _closed(document: Document, schema: Any) -> Any:
    """Return the schema of a payload that allows no field besides those that it describes."""
    found = target(document, schema)
    data = {**target(document, found["properties"]["data"]), "additionalProperties": False}
    return {**found, "properties": {**found["properties"], "data": data}, "additionalProperties": False}


def test_the_names_of_operations_and_webhooks_are_unique(document: Document) -> None:
    webhooks = [item["post"]["operationId"] for item in document["webhooks"].values()]

    assert len({*webhooks, *operations(document)}) == len(webhooks) + len(operations(document))


@pytest.mark.parametrize("operation", STREAMS)
def test_a_stream_sends_what_its_union_says(document: Document, sent: Sent, operation: str) -> None:
    stream, schemas = STREAMS[operation], document["components"]["schemas"]
    content = operations(document)[operation]["responses"]["200"]["content"]
    seen: set[str] = set()
    for fields, data in sent.events[operation]:
        assert faults(document, content["text/event-stream"]["schema"]["x-item-schema"], data) == []
        (event,) = (each for each in stream.events if not faults(document, schemas[each.data.__name__], data))
        assert fields.get("event") == (data["event"] if event.name == "" else event.name)
        assert ("id" in fields) == (event.id is not None)
        seen.add(event.data.__name__)
    for line in sent.lines[operation]:
        assert faults(document, content["application/x-ndjson"]["schema"]["x-item-schema"], line) == []
    # a heartbeat comes after 15 seconds; a message, a challenge, an order and a decision when they change
    late = {"Heartbeat", "MessageReply", "ChallengeReply", "OrderReply", "ModerationNews"}
    assert seen == {event.data.__name__ for event in stream.events} - late
