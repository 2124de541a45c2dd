"""Reads server-sent events as a browser does (WHATWG HTML 9.2.6), and lines of JSON."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import httpx
import msgspec

LINES = {"Accept": "application/x-ndjson"}


class Sent(NamedTuple):
    """A dispatched event: its name, the Last-Event-ID after it, and its data."""

    name: str
    last_id: str
    data: Any


def dispatched(lines: Iterator[str]) -> Iterator[Sent]:
    """Return the events of a stream, with the id that a reconnect would send."""
    name, last_id, data = "", "", ""
    for line in lines:
        field, _, value = line.partition(": ")
        match field:
            case "event":
                name = value
            case "id":
                last_id = value
            case "data":
                data += value
            case "" if not value:
                if data:
                    yield Sent(name or "message", last_id, msgspec.json.decode(data))
                name, data = "", ""
            case _:
                # retry, or a comment
                pass


@contextmanager
def following(client: httpx.Client, path: str, **query: str) -> Generator[Iterator[Sent]]:
    """Follow a stream until the block ends."""
    with client.stream("GET", path, params=query) as reply:
        assert reply.status_code == 200, reply.read()
        yield dispatched(reply.iter_lines())


def so_far(client: httpx.Client, path: str, **query: str) -> list[Sent]:
    """Return what a stream has sent when it is up to date."""
    reply = client.get(path, params={"follow": "false", **query})
    assert reply.status_code == 200, reply.text
    return list(dispatched(iter(reply.text.split("\n"))))


def lines_so_far(client: httpx.Client, path: str, **query: str) -> list[Any]:
    """Return the lines that a stream has sent when it is up to date."""
    reply = client.get(path, params={"follow": "false", **query}, headers=LINES)
    assert reply.headers["content-type"].startswith("application/x-ndjson")
    return [msgspec.json.decode(line) for line in reply.content.splitlines() if line]
