"""Reads the feeds of results and rounds and turns new lines into payloads of webhooks."""

from collections.abc import Collection, Iterator
from typing import Any

import msgspec

from service.notifications.events import RESULTS, ROUNDS, EventData, Payload, RoundData, game_url, tournament_url
from service.notifications.queue.receivers import EventType
from service.terminal.connection.client import Client

ROUND_TYPES: tuple[EventType, ...] = ("round.paired", "round.finished")
RESULT_TYPES: tuple[EventType, ...] = ("result.published",)

PAGE = 1000
"""Lines that are read at once."""


class Feed:
    """One feed, read from the present on."""

    def __init__(self, client: Client, path: str, **query: str) -> None:
        """Go to the end of the feed. Raises ServerError."""
        self._client = client
        self._path = path
        self._query = query
        self._cursor: str | None = None
        for _ in self._lines():
            pass

    def bodies(self) -> Iterator[bytes]:
        """Yield the payloads of the lines since the last call. Raises ServerError."""
        for line in self._lines():
            yield msgspec.json.encode(payload_of_line(line, self._client.server, self._feed))

    @property
    def _feed(self) -> str:
        query = "&".join(f"{name}={value}" for name, value in self._query.items())
        return f"/v1{self._path}?{query}"

    def _lines(self) -> Iterator[dict[str, Any]]:
        while True:
            page = self._client.get(self._path, **self._query, limit=PAGE, cursor=self._cursor)
            for line in page["items"]:
                self._cursor = line["cursor"]
                yield line
            if page["next"] is None:
                return


def feeds_for(client: Client, types: Collection[str]) -> list[Feed]:
    """Return the feeds that have events of these types, each at its end. Raises ServerError."""
    rounds, results = ROUNDS.removeprefix("/v1"), RESULTS.removeprefix("/v1")
    found: list[Feed] = []
    if not set(types).isdisjoint(ROUND_TYPES):
        found += [Feed(client, rounds, player="me"), Feed(client, rounds, organiser="me")]
    if not set(types).isdisjoint(RESULT_TYPES):
        found.append(Feed(client, results, player=client.get("/me")["id"]))
    return found


def payload_of_line(line: dict[str, Any], server: str, feed: str) -> Payload:
    """Return the payload of a line of a feed."""
    if "tournament" in line:
        where = tournament_url(server, line["tournament"])
        data = RoundData(line["tournament"], line["round"], line["version"], where, line["cursor"], feed)
        return Payload(line["event"], line["at"], data)
    url = game_url(server, line["game"])
    return Payload(
        "result.published", line["ended_at"], EventData(line["game"], line["version"], url, line["cursor"], feed)
    )
