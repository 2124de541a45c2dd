"""Reads the feeds of results and rounds and turns new lines into payloads of webhooks."""

from collections.abc import Collection, Iterator
from typing import Any

import msgspec

from service.news.events import RESULTS, ROUNDS, Payload, PublishedResult, data_of_game, data_of_round
from service.news.queue.receivers import EventType
from service.terminal.connection.client import Client

ROUND_TYPES: tuple[EventType, ...] = ("round.paired", "round.ended")
RESULT_TYPES: tuple[EventType, ...] = ("result.published",)

_RESULTS, _ROUNDS = RESULTS.removeprefix("/v1"), ROUNDS.removeprefix("/v1")

PAGE = 1000
"""Lines that are read at once."""


class Feed:
    """One feed, read from the present on.

    Feeds with the same lines share `shown`, the cursors of those that one of them has yielded.
    """

    def __init__(self, client: Client, path: str, shown: set[str], **query: str) -> None:
        """Go to the end of the feed. Raises ServerError."""
        self._client = client
        self._path = path
        self._shown = shown
        self._query = query
        self._cursor: str | None = None
        self._cursor = self._newest()

    def bodies(self) -> Iterator[bytes]:
        """Yield the payloads of the lines since the last call. Raises ServerError."""
        for line in self._lines():
            if line["cursor"] not in self._shown:
                self._shown.add(line["cursor"])
                yield msgspec.json.encode(payload_of_line(line, self._client.server, self._feed))

    def _newest(self) -> str | None:
        """Return the cursor of the last line. The feed of rounds has no other order, so it is read as a whole."""
        if self._path == _RESULTS:
            lines = iter(self._client.get(self._path, **self._query, limit=1, order="desc")["items"])
            return next((line["cursor"] for line in lines), None)
        for _ in self._lines():
            pass
        return self._cursor

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
    found: list[Feed] = []
    if not set(types).isdisjoint(ROUND_TYPES):
        # an organiser who plays too has lines in both
        shown: set[str] = set()
        found += [Feed(client, _ROUNDS, shown, player="me"), Feed(client, _ROUNDS, shown, organiser="me")]
    if not set(types).isdisjoint(RESULT_TYPES):
        found.append(Feed(client, _RESULTS, set(), player=client.get("/me")["id"]))
    return found


def payload_of_line(line: dict[str, Any], server: str, feed: str) -> Payload:
    """Return the payload of a line of a feed."""
    if "tournament" in line:
        of_round = (line["tournament"], line["round"], line["version"], line["cursor"])
        return Payload(line["event"], line["at"], data_of_round(server, *of_round, feed))
    # a line of the feed has more fields than a payload
    result = msgspec.convert(line, PublishedResult)
    data = data_of_game(server, line["game"], line["version"], line["cursor"], feed, result=result)
    return Payload("result.published", line["ended_at"], data)
