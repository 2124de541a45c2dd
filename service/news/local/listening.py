"""Follows the stream of a player's games, and the feeds of results and rounds, as payloads of webhooks."""

import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from queue import SimpleQueue
from typing import Any, TypeAlias

import msgspec

from service.news.events import OWN_STREAM, Payload, data_of_game, new_id
from service.news.local.feeds import RESULT_TYPES, ROUND_TYPES, Feed, feeds_for
from service.news.local.forwarding import Forwarder
from service.news.queue.receivers import EVENT_TYPES, EventType
from service.terminal.connection.client import Client

PAUSE = 1.0
"""Seconds before a stream that has ended is opened again."""

POLL_INTERVAL = 3.0
"""Seconds between two reads of the feeds."""

STREAMED: dict[str, EventType] = {
    "asked": "decision.opened",
    "started": "game.started",
    "ended": "game.ended",
    "cancelled": "game.cancelled",
}
"""The types of webhook events by the events of the stream."""

TYPES: tuple[EventType, ...] = (*STREAMED.values(), *RESULT_TYPES, *ROUND_TYPES)
"""The types of events that this program can show."""

ELSEWHERE: tuple[EventType, ...] = tuple(each for each in EVENT_TYPES if each not in TYPES)
"""The types that the service computes for webhooks, and that no feed has."""

_Found: TypeAlias = "SimpleQueue[bytes | Exception | None]"
"""The payloads; None once the stream is open; the error that ends it."""


def listen_to(client: Client, types: Collection[str], after: str | None, forwarder: Forwarder | None) -> Iterator[str]:
    """Yield a line for each event, after it was sent to the program. Lost connections are opened again.

    Raises ServerError if the server refuses the stream or a feed.
    """
    feeds = feeds_for(client, types)
    found: _Found = SimpleQueue()
    works: list[Callable[[], None]] = [lambda: _follow(client, after, found)]
    if feeds:
        works.append(lambda: _poll(feeds, found))
    for work in works:
        threading.Thread(target=_reporting, args=(work, found), daemon=True).start()
    while True:
        body = found.get()
        if isinstance(body, Exception):
            raise body
        if body is None:
            yield f"listening to {client.server}"
        elif msgspec.json.decode(body)["type"] in types:
            outcome = "" if forwarder is None else f" -> {forwarder.send(new_id('msg'), body)}"
            yield f"{body.decode()}{outcome}"


def _reporting(work: Callable[[], None], found: _Found) -> None:
    try:
        work()
    except Exception as error:  # noqa: BLE001 - without an item, the command would wait forever
        found.put(error)


def _follow(client: Client, after: str | None, found: _Found) -> None:
    """Follow the stream of the player's games."""
    cursor = after
    while True:
        query = {} if cursor is None else {"cursor": cursor}
        for event in client.lines("/me/stream", **query):
            cursor = str(event["cursor"])
            if event["event"] == "ready":
                if not query:
                    found.put(None)
                query = {"cursor": cursor}
            elif (body := payload_in(event, client.server)) is not None:
                found.put(body)
        time.sleep(PAUSE)


def _poll(feeds: Sequence[Feed], found: _Found) -> None:
    """Read the feeds again and again."""
    while True:
        for feed in feeds:
            for body in feed.bodies():
                found.put(body)
        time.sleep(POLL_INTERVAL)


def payload_in(event: dict[str, Any], server: str) -> bytes | None:
    """Return the body of a webhook for an event of the stream; None if webhooks have no such event."""
    kind = STREAMED.get(str(event["event"]))
    if kind is None:
        return None
    seat = event["seat"] if kind == "decision.opened" else None
    data = data_of_game(server, event["game"], event["version"], event["cursor"], OWN_STREAM, seat=seat)
    return msgspec.json.encode(Payload(kind, event["at"], data))
