"""Streams that resume: server-sent events over connections that may end at any byte."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import httpx

from ludolog_client.errors import NoAnswer, problem_in
from ludolog_client.retrying import AGAIN, UNAUTHORIZED, Patience

if TYPE_CHECKING:
    from ludolog_client.requests import Requests

D = TypeVar("D")

SILENCE = 40.0
"""Seconds without a byte after which a connection is dead. The server sends a heartbeat every 15."""
HEARTBEAT = "heartbeat"
"""The event by which `EventSource`, which cannot see comments, notices that a connection lives."""
NO_CONTENT = 204


@dataclass(frozen=True)
class Event(Generic[D]):
    """An event of a stream."""

    id: str | None
    """Its position. Events without one, such as `awaiting`, are sent again after an interruption."""
    event: str
    """Its type; `message` is an event of a game."""
    data: D


class Stream(Generic[D]):
    """The events of a stream, each once, as long as it is open.

    If the connection ends, or nothing comes for 40 seconds, iteration continues after the last event. The stream of a
    game ends with the game; the others do not end.
    """

    def __init__(self, requests: Requests, path: str, query: Mapping[str, str], invitation: str | None = None) -> None:
        self.cursor: str | None = None
        """The id of the last event: store it, and pass it as `cursor` to go on in another process."""
        self._requests, self._path, self._query, self._invitation = requests, path, dict(query), invitation
        self._is_over = False

    def __iter__(self) -> Iterator[Event[D]]:
        """Yield events; raises Problem if the stream is refused, and NoAnswer if it cannot be reached."""
        patience = Patience(self._requests.patience)
        while not self._is_over:
            try:
                yield from self._connection(patience)
                ended = "the server has closed the stream"
            except httpx.TransportError as error:
                ended = repr(error)
            if not self._is_over:
                patience.wait(NoAnswer(f"no stream from {self._requests.server}: {ended}"))

    def _connection(self, patience: Patience) -> Iterator[Event[D]]:
        """Yield the events of one connection."""
        requests, query, token = self._requests, self._query, self._requests.token
        headers = {"Accept": "text/event-stream"}
        if self._invitation is not None:
            headers["Ludolog-Invitation"] = self._invitation
        if self.cursor is not None:
            headers["Last-Event-ID"] = self.cursor
            query = {name: value for name, value in query.items() if name != "cursor"}
        url, headers = requests.server + self._path, requests.signed(headers, token)
        with requests.http.stream("GET", url, params=query, headers=headers, timeout=SILENCE) as answer:
            if not answer.is_success:
                self._is_refused(answer, token, patience)
                return
            self._is_over = answer.status_code == NO_CONTENT
            for event in parsed(_counted(answer, patience)):
                if event.id is not None:
                    self.cursor = event.id
                    patience.goes_on()
                self._look_at(event)
                if event.event != HEARTBEAT:
                    # an event does not say its position
                    requests.positions.forget()
                    yield event
            # without `follow`, the end of the stream is not an interruption
            self._is_over = self._is_over or self._query.get("follow") == "false"

    def _is_refused(self, answer: httpx.Response, token: str | None, patience: Patience) -> None:
        """Wait if the stream may be opened later. Raises Problem."""
        answer.read()
        if answer.status_code == UNAUTHORIZED and self._requests.renew(token):
            return
        problem = problem_in(answer)
        if answer.status_code not in AGAIN:
            raise problem
        patience.wait(problem, problem.retry_after)

    def _look_at(self, event: Event[Any]) -> None:
        """Check what the events of a game prove. The signed head is the last event of a game."""
        if event.event == "message":
            self._requests.receipts.see(event.data)
        elif event.event == "statement":
            self._is_over = True
            self._requests.receipts.read({"certificate": event.data}, {}, is_repeated=True)


def _counted(answer: httpx.Response, patience: Patience) -> Iterator[bytes]:
    for chunk in answer.iter_bytes():
        patience.is_answered()
        yield chunk


def parsed(chunks: Iterable[bytes]) -> Iterator[Event[Any]]:
    """Yield the events in a body. An event whose end is missing is not yielded."""
    rest, fields = b"", dict[str, str]()
    for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            name, _, value = line.removesuffix(b"\r").decode().partition(":")
            if line.strip(b"\r"):
                text = value.removeprefix(" ")
                fields[name] = f"{fields[name]}\n{text}" if name == "data" and name in fields else text
                continue
            if "data" in fields:
                data = json.loads(fields["data"]) if fields["data"] else None
                yield Event(fields.get("id"), fields.get("event", "message"), data)
            fields.clear()
