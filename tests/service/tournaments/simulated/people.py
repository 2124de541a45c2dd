"""Clients of simulated people: each request goes to the next process, with a key, until it has a final answer."""

import itertools
import threading
import time
from collections.abc import Sequence
from typing import Any

import httpx

from tests.service.server import NO_TLS, Server

PATIENCE = 180.0
"""Seconds after which a request without a final answer fails the test."""

PAUSE = 0.1
"""Seconds before a request without an answer is sent again."""

CONNECTIONS = httpx.Limits(max_connections=64, max_keepalive_connections=32)


class Ways:
    """The processes, as behind a load balancer that does not notice that one of them is gone."""

    def __init__(self, servers: Sequence[Server]) -> None:
        self._clients = [
            httpx.Client(base_url=server.base, timeout=30.0, verify=NO_TLS, limits=CONNECTIONS) for server in servers
        ]
        self._turns = itertools.count()
        self._lock = threading.Lock()
        self.sent = 0
        self.sent_again = 0
        """Requests that had no answer, or 503."""

    def ask(self, method: str, path: str, headers: dict[str, str], **given: Any) -> httpx.Response:
        """Send a request to one process after the other until there is a final answer."""
        deadline = time.monotonic() + PATIENCE
        while True:
            client = self._clients[next(self._turns) % len(self._clients)]
            found: object = None
            try:
                reply = client.request(method, path, headers=headers, **given)
                if reply.status_code != 503:
                    with self._lock:
                        self.sent += 1
                    return reply
                found = reply.text
            except httpx.TransportError as error:
                found = error
            with self._lock:
                self.sent_again += 1
            assert time.monotonic() < deadline, f"{method} {path}: no final answer, {found}"
            time.sleep(PAUSE)

    def close(self) -> None:
        """Hang up."""
        for client in self._clients:
            client.close()


class Person:
    """Somebody with an account."""

    def __init__(self, ways: Ways, name: str) -> None:
        self._ways = ways
        self.name = name
        # a key that opens an account is a secret of 32 characters or more
        headers = {"Idempotency-Key": f"the sign-up of {name} in a simulated tournament"}
        made = ways.ask("POST", "/v1/players", headers, json={"name": name})
        assert made.status_code == 201, made.text
        self._headers = {"Authorization": f"Bearer {made.json()['token']}"}
        self.id: str = self.get("/v1/me")["id"]
        self._keys = itertools.count()

    def ask(self, method: str, path: str, *, key: str | None = None, **given: Any) -> httpx.Response:
        """Send a request until there is a final answer."""
        headers = self._headers if key is None else {**self._headers, "Idempotency-Key": key}
        return self._ways.ask(method, path, headers, **given)

    def get(self, path: str, **query: Any) -> Any:
        """Return what a path answers, which has to exist."""
        reply = self.ask("GET", path, params=query)
        assert reply.status_code == 200, f"{path}: {reply.text}"
        return reply.json()

    def new_key(self) -> str:
        """Return an idempotency key."""
        return f"{self.name} {next(self._keys)}"
