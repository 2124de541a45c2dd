"""Follows the stream of a player's games and turns its events into payloads of webhooks."""

import time
from collections.abc import Collection, Iterator
from typing import Any

import msgspec

from service.notifications.events import OWN_STREAM, EventData, Payload, game_url, new_id
from service.notifications.local.forwarding import Forwarder
from service.notifications.queue.receivers import EventType
from service.terminal.connection.client import Client

PAUSE = 1.0
"""Seconds before a stream that has ended is opened again."""

TYPES: dict[str, EventType] = {"asked": "decision.opened", "started": "game.started", "ended": "game.finished"}
"""The types of webhook events by the events of the stream. The service computes the other types."""


def listen_to(client: Client, types: Collection[str], after: str | None, forwarder: Forwarder | None) -> Iterator[str]:
    """Yield a line for each event, after it was sent to the program. Lost connections are opened again.

    Raises ServerError if the server refuses the stream.
    """
    cursor = after
    while True:
        query = {} if cursor is None else {"after": cursor}
        for event in client.lines("/me/stream", **query):
            cursor = str(event["cursor"])
            if event["event"] == "ready":
                if not query:
                    yield f"listening to {client.server}"
                query = {"after": cursor}
                continue
            body = payload_in(event, client.server)
            if body is None or msgspec.json.decode(body)["type"] not in types:
                continue
            outcome = "" if forwarder is None else f" -> {forwarder.send(new_id('msg'), body)}"
            yield f"{body.decode()}{outcome}"
        time.sleep(PAUSE)


def payload_in(event: dict[str, Any], server: str) -> bytes | None:
    """Return the body of a webhook for an event of the stream; None if webhooks have no such event."""
    kind = TYPES.get(str(event["event"]))
    if kind is None:
        return None
    seat = event["seat"] if kind == "decision.opened" else msgspec.UNSET
    url = game_url(server, event["game"])
    data = EventData(event["game"], event["version"], url, event["cursor"], OWN_STREAM, seat=seat)
    return msgspec.json.encode(Payload(kind, event["at"], data))
