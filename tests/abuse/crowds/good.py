"""Clients that behave, and measure how long each answer takes."""

import http.client
import json
import time
from typing import Any

from domain.kernel.values import Value
from tests.abuse.clients import Repeated
from tests.abuse.crowds.attack import share

PLAYER, PROBE = "127.0.0.2", "127.0.0.3"
"""Their addresses: they share no limit with a crowd."""

PAUSE = 0.025
"""Seconds between two requests."""

COMMAND_EVERY = 0.5
"""Seconds between two commands of the player."""

SLOW = 0.05
"""Seconds from which an answer is late."""

SPAN = 60.0
"""Seconds to wait for an answer."""


class Times(Value, frozen=True):
    """How long answers took, in milliseconds, and those that failed."""

    answers: int
    p50: float
    p99: float
    most: float
    failures: tuple[str, ...]


class Asking(Repeated):
    """Asks again and again until it is stopped, each time over a new connection."""

    def __init__(self, port: int, address: str) -> None:
        super().__init__(PAUSE)
        self._port = port
        self._address = address
        self._seconds: list[float] = []
        self._failures: list[str] = []
        self._slow = 0.0

    def ask(self, method: str, path: str, body: object = None, token: str = "") -> Any:
        """Return the body of an answer; None unless it is a success."""
        connection = http.client.HTTPConnection(
            "127.0.0.1", self._port, timeout=SPAN, source_address=(self._address, 0)
        )
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        sent = None if body is None else json.dumps(body)
        began = time.monotonic()
        found: Any = None
        try:
            connection.request(method, path, sent, headers | ({"Content-Type": "application/json"} if sent else {}))
            reply = connection.getresponse()
            read = reply.read()
            if reply.status >= 400:
                self._failures.append(f"{method} {path} {reply.status} {read[:200]!r}")
            else:
                found = json.loads(read)
        except OSError as error:
            self._failures.append(f"{method} {path} {error!r}")
        finally:
            ended = time.monotonic()
            self._seconds.append(ended - began)
            if ended - began > SLOW:
                self._slow = ended
            connection.close()
        return found

    def last_slow(self) -> float:
        """Return when an answer came late for the last time, in seconds of the monotonic clock."""
        return self._slow

    def times(self) -> Times:
        """Return what was measured since the last call."""
        seconds, self._seconds = sorted(self._seconds), []
        failures, self._failures = tuple(self._failures), []
        if not seconds:
            return Times(0, 0, 0, 0, failures)
        p50, p99, most = (round(1000 * each, 1) for each in (share(seconds, 0.5), share(seconds, 0.99), seconds[-1]))
        return Times(len(seconds), p50, p99, most, failures)


class Probe(Asking):
    """A load balancer that asks whether the process lives."""

    def __init__(self, port: int) -> None:
        super().__init__(port, PROBE)

    def turn(self) -> None:
        """Ask once."""
        self.ask("GET", "/health/live")


class Player(Asking):
    """A player in a game with bots, who looks at lists and plays a command now and then."""

    def __init__(self, port: int) -> None:
        super().__init__(port, PLAYER)
        self.token = self.ask("POST", "/v1/players", {"name": "Good"})["token"]
        self.game = self._started()
        self._number = 0
        self._played = time.monotonic()
        self.times()

    def turn(self) -> None:
        """Ask once: for a list, the game or its view; or play."""
        self._number += 1
        if time.monotonic() - self._played >= COMMAND_EVERY:
            self._play()
            return
        game = f"/v1/games/{self.game}"
        paths = ("/v1/games?limit=5", game, f"{game}/view", f"{game}/decisions", "/v1/me/games", "/v1/rulesets")
        self.ask("GET", paths[self._number % len(paths)], token=self.token)

    def _play(self) -> None:
        found: Any = self.ask("GET", f"/v1/games/{self.game}/decisions", token=self.token)
        items: list[Any] = [] if found is None else found["items"]
        decision: Any = next((each for each in items if "choices" in each), None)
        if decision is not None:
            body: dict[str, Any] = {"decision": decision["id"], "command": decision["choices"][0]["command"]}
            self.ask("POST", f"/v1/games/{self.game}/commands", body, self.token)
        self._played = time.monotonic()

    def _started(self) -> str:
        terms = {"ruleset": "giganten", "seats": 3, "bots": {"1": "random", "2": "random"}}
        options = {"first_player": "seat_0"}
        game = self.ask("POST", "/v1/games", {**terms, "options": options}, self.token)["id"]
        self.ask("PUT", f"/v1/games/{game}/seats/0", token=self.token)
        self.ask("POST", f"/v1/games/{game}/start", token=self.token)
        return game
