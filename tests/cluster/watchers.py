"""Spectators of the games of clients, whatever happens to the servers: they follow streams, and read beside them."""

import contextlib
import threading
import time
from collections.abc import Generator, Sequence

import httpx

from tests.faults.clients import Client, Operation
from tests.service.server import NO_TLS, Server

SILENT = 20.0
"""Seconds; a stream sends something every 15 seconds."""

READS_EVERY = 0.5
"""Seconds between two reads of a spectator."""


class Watcher:
    """A spectator of the games of a client, one after the other, at several servers in turn."""

    def __init__(self, servers: Sequence[Server], client: Client) -> None:
        self._client = client
        self._ways = [httpx.Client(base_url=each.base, timeout=SILENT, verify=NO_TLS) for each in servers]
        self._stopping = threading.Event()
        self._threads = [threading.Thread(target=each) for each in (self._watch, self._read)]
        self.operations: list[Operation] = []
        """Reads of the games, at the same time as the commands of the client."""
        self._last, self._is_over = 0, False
        self.streams = self.cuts = self.events = self.gaps = self.repetitions = 0
        """Streams that were opened, that broke off; events that came, that were missing, that came twice."""

    def start(self) -> None:
        """Begin to watch."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Watch no longer."""
        self._stopping.set()
        for thread in self._threads:
            thread.join()
        for way in self._ways:
            way.close()

    def _watch(self) -> None:
        game, turn = "", 0
        while not self._stopping.is_set():
            promises = self._client.journal.promises
            if promises and promises[-1].game != game:
                game, self._last, self._is_over = promises[-1].game, 0, False
            if not game or self._is_over:
                self._stopping.wait(0.2)
                continue
            turn += 1
            try:
                self._follow(self._ways[turn % len(self._ways)], game)
            except httpx.TransportError:
                self.cuts += 1
                self._stopping.wait(0.2)

    def _read(self) -> None:
        turn = 0
        while not self._stopping.wait(READS_EVERY):
            promises = self._client.journal.promises
            if not promises:
                continue
            turn += 1
            game, began = promises[-1].game, time.monotonic()
            with contextlib.suppress(httpx.TransportError):
                reply = self._ways[turn % len(self._ways)].get(f"/v1/games/{game}/decisions")
                if reply.status_code == 200:
                    version = reply.json()["version"]
                    self.operations.append(Operation(game, False, began, time.monotonic(), version))

    def _follow(self, way: httpx.Client, game: str) -> None:
        """Read a stream until it ends, or the client has begun another game."""
        headers = {"Accept": "text/event-stream", "Last-Event-ID": str(self._last)}
        with way.stream("GET", f"/v1/games/{game}/stream", headers=headers) as reply:
            if reply.status_code != 200:
                self._stopping.wait(0.2)
                return
            self.streams += 1
            number, event = None, ""
            for line in reply.iter_lines():
                if line.startswith("id: "):
                    number = int(line[4:])
                elif line.startswith("event: "):
                    event = line[7:]
                elif not line:
                    # an event counts when it is complete; the end of the game has the id of the last one
                    if number is not None and event != "statement":
                        self.events += number > self._last
                        self.gaps += max(0, number - self._last - 1)
                        self.repetitions += number <= self._last
                        self._last = number
                    number, event = None, ""
                if self._stopping.is_set() or self._client.journal.promises[-1].game != game:
                    return
        self._is_over = ended(way, game)


def ended(way: httpx.Client, game: str) -> bool:
    """Whether a game is over; False if that is not known."""
    reply = way.get(f"/v1/games/{game}")
    return reply.status_code == 200 and reply.json()["status"] != "running"


@contextlib.contextmanager
def watched(servers: Sequence[Server], clients: Sequence[Client]) -> Generator[list[Watcher]]:
    """Watch the games of clients until the block ends; returns the watchers."""
    watchers = [Watcher(servers, client) for client in clients]
    for watcher in watchers:
        watcher.start()
    try:
        yield watchers
    finally:
        for watcher in watchers:
            watcher.stop()
