"""Clients that play whatever happens to the servers, as a client should: with keys, again and again until answered."""

import contextlib
import random
import threading
import time
import uuid
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from tests.faults.journal import Journal, Promise
from tests.replies import ok
from tests.service.server import NO_TLS, Server

PAUSE = 0.1
"""Seconds before a request without an answer is sent again."""

GIVEN_UP = 120.0
"""Seconds after which a client without a final answer fails its test."""

HANGS = 15.0
"""Seconds within which every request has some answer, or its connection ends."""


class Operation(NamedTuple):
    """What was asked of the log of a game: from when to when, in seconds of the monotonic clock, and the answer."""

    game: str
    appends: bool
    """Whether it was an accepted command; otherwise a read."""
    began: float
    ended: float
    version: int
    """The version that the command has led to, or that was read."""


class Client:
    """A player who plays one game after the other, at several servers in turn, as behind a load balancer."""

    def __init__(self, servers: Sequence[Server], token: str, journal: Journal, seed: int) -> None:
        headers = {"Authorization": token}
        self._ways = [
            httpx.Client(base_url=server.base, timeout=2 * HANGS, headers=headers, verify=NO_TLS) for server in servers
        ]
        self._at = seed % len(self._ways)
        self._rng = random.Random(seed)
        self._game: str | None = None
        self.journal = journal
        self.last: tuple[str, dict[str, Any]] | None = None
        """The body of the last accepted command, and the path that it went to."""
        self.answered: list[float] = []
        """When commands were accepted, in seconds of the monotonic clock."""
        self.answered_by: list[int] = []
        """Of each of them the number of the server."""
        self.operations: list[Operation] = []
        """What it has asked, in order."""
        self.tokens: set[str] = set()
        """The labels of tokens that were made."""
        self.refusals: list[str] = []
        """Commands that were refused though they were legal."""
        self.patience = GIVEN_UP
        """Seconds that it waits for a final answer."""
        self.thinks = 0.0
        """Seconds before each decision."""
        self.longest_try = 0.0
        self.longest_wait = 0.0
        """Seconds until the final answer to a request, however often it was sent."""
        self.put_off = 0
        """How many requests were answered 503."""

    def ask(self, method: str, path: str, body: object = None, key: str | None = None) -> httpx.Response:
        """Send a request until there is a final answer."""
        began = time.monotonic()
        headers = {} if key is None else {"Idempotency-Key": key}
        while True:
            reply = self._try(method, path, body, headers)
            waited = time.monotonic() - began
            if reply is not None and reply.status_code != 503:
                self.longest_wait = max(self.longest_wait, waited)
                return reply
            if reply is not None:
                self.put_off += 1
                assert reply.headers["Retry-After"]
                assert reply.json()["code"] == "unavailable", reply.text
            assert waited < self.patience, f"{method} {path}: no final answer"
            time.sleep(PAUSE)

    def _try(self, method: str, path: str, body: object, headers: dict[str, str]) -> httpx.Response | None:
        began = time.monotonic()
        self._at = (self._at + 1) % len(self._ways)
        try:
            return self._ways[self._at].request(method, path, json=body, headers=headers)
        except httpx.TransportError:
            return None
        finally:
            self.longest_try = max(self.longest_try, time.monotonic() - began)

    def play(self) -> None:
        """Answer one decision, or wait a moment for one, or begin a game."""
        time.sleep(self.thinks)
        if self._game is None:
            self._game = self._begun()
        game = self._game
        decisions = self.read(game)
        own = [decision for decision in decisions["items"] if "choices" in decision]
        if own:
            self._answer(game, own[0])
        elif ok(self.ask("GET", f"/v1/games/{game}")).json()["status"] == "running":
            self.ask("GET", f"/v1/games/{game}/events?after={decisions['version']}&wait=1")
        else:
            self._game = None

    def read(self, game: str) -> dict[str, Any]:
        """Return the open decisions of a game, its own or another one, and its version."""
        began = time.monotonic()
        decisions = ok(self.ask("GET", f"/v1/games/{game}/decisions")).json()
        self.operations.append(Operation(game, False, began, time.monotonic(), decisions["version"]))
        return decisions

    def _answer(self, game: str, decision: dict[str, Any]) -> None:
        command = self._rng.choice(decision["choices"])["command"]
        body = {"decision": decision["id"], "command": command}
        key = f"{game} {decision['id']}"
        began = time.monotonic()
        reply = self.ask("POST", f"/v1/games/{game}/commands", body, key)
        if reply.status_code != 201:
            self.refusals.append(f"{key}: {reply.text}")
            return
        receipt = reply.json()["receipt"]
        at = time.monotonic()
        # a client that waits for the answer finds it in the journal
        self.journal.note(Promise(game, key, receipt["version"], receipt["head"]))
        self.answered_by.append(self._at)
        self.answered.append(at)
        self.operations.append(Operation(game, True, began, at, receipt["version"]))
        self.last = (f"/v1/games/{game}/commands", body)

    def _begun(self) -> str:
        key = f"begin {uuid.UUID(int=self._rng.getrandbits(128))}"
        made = self.ask("POST", "/v1/me/tokens", {"label": key, "scopes": ["read"]}, key)
        assert made.status_code == 201, made.text
        self.tokens.add(key)
        body = {"ruleset": "giganten", "seats": 3, "bots": {"1": "random", "2": "random"}}
        opened = self.ask("POST", "/v1/games", body, key)
        assert opened.status_code == 201, opened.text
        game = opened.json()["id"]
        assert self.ask("PUT", f"/v1/games/{game}/seats/0").status_code == 200
        assert self.ask("POST", f"/v1/games/{game}/start", key=f"start {key}").status_code == 200
        return game

    def repeat_everywhere(self) -> None:
        """Send the last accepted command again to all servers: it counts once, and its receipt is the same."""
        if self.last is None:
            return
        path, body = self.last
        promise = self.journal.promises[-1]
        for _ in self._ways:
            again = self.ask("POST", path, body, promise.key)
            assert again.status_code == 201, again.text
            assert again.headers["Idempotency-Replayed"] == "true"
            assert (again.json()["receipt"]["version"], again.json()["receipt"]["head"]) == promise[2:]
        labels = [token["label"] for token in ok(self.ask("GET", "/v1/me/tokens")).json()["items"]]
        assert len(labels) == len(set(labels))
        assert self.tokens <= set(labels)

    def close(self) -> None:
        """Hang up."""
        for way in self._ways:
            way.close()
        self.journal.close()


class Crowd:
    """Clients that play at the same time, each in a thread of its own."""

    def __init__(self, clients: Sequence[Client]) -> None:
        self.clients = clients
        self._stopping = threading.Event()
        self._failures: list[BaseException] = []
        self._threads = [threading.Thread(target=self._play, args=(client,)) for client in clients]

    def _play(self, client: Client) -> None:
        try:
            while not self._stopping.is_set():
                client.play()
        except (AssertionError, KeyError, ValueError) as failure:
            self._failures.append(failure)

    def start(self) -> None:
        """Begin to play."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Play on until everybody has an answer to what was asked last; raises what went wrong with anybody."""
        self.join()
        self.check()

    def join(self) -> None:
        """Wait until everybody has stopped."""
        self._stopping.set()
        for thread in self._threads:
            thread.join()

    def check(self) -> None:
        """Raise what has gone wrong with anybody so far."""
        for failure in self._failures:
            raise failure

    def await_answers(self, count: int = 1, *, everybody: bool = False) -> float:
        """Wait until so many commands more were accepted, of all together or of everybody; returns the seconds."""
        began = time.monotonic()
        while True:
            self.check()
            fresh = [sum(at > began for at in client.answered) for client in self.clients]
            if (min(fresh) if everybody else sum(fresh)) >= count:
                return time.monotonic() - began
            assert time.monotonic() < began + GIVEN_UP, f"commands are not accepted: {fresh}"
            time.sleep(0.02)


@contextlib.contextmanager
def crowd(servers: Sequence[Server], folder: Path, size: int, thinks: float = 0.0) -> Generator[Crowd]:
    """Let clients play until the block ends; then all have an answer to everything, and that stays the answer.

    `thinks` are the seconds before each decision.
    """
    clients: list[Client] = []
    for number in range(size):
        token = servers[number % len(servers)].player().headers["Authorization"]
        client = Client(servers, token, Journal(folder / f"journal-{number}"), number)
        client.thinks = thinks
        clients.append(client)
    playing = Crowd(clients)
    playing.start()
    try:
        yield playing
        playing.stop()
        for client in clients:
            client.repeat_everywhere()
    except BaseException:
        for client in clients:
            client.patience = 0.0
        playing.join()
        raise
    finally:
        for client in clients:
            client.close()
