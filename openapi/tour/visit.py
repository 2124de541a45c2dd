"""The state of the tour: three players, their game, and the collector of requests and replies."""

import random
from collections.abc import Mapping
from typing import Any

from openapi.collector import SEED, Collector

MAX_DECISIONS = 3000
"""Decisions after which a game of the tour stops."""

ONCE_MORE = "the same once more"
"""The name of a repeated request where it is not the usual one: the names in the document stay."""

PREVIEWED = {"giganten.ship_oil": "a marker of oil is shipped"}
"""The commands whose first one is previewed, with the summaries of the examples."""


class Visit:
    """Three players who ask for everything that the service offers. The first one shows it."""

    ada: str
    bo: str
    cy: str
    reader: str
    """A token of Ada's that can only read."""
    game: str
    keyed: Mapping[str, str]
    """The headers of the last request that was asked twice, with its idempotency key."""

    def __init__(self, collector: Collector) -> None:
        self.collector = collector
        self.ask = collector.ask
        self.rng = random.Random(SEED)  # noqa: S311 - examples have to be repeatable, not unpredictable
        self._previewed: set[str] = set()
        self.ids: dict[str, str] = {}
        """The ids of the players by name."""

    def ask_twice(
        self,
        operation: str,
        name: str,
        token: str | None = None,
        /,
        *,
        again: str = "the same once more, with the same key",
        **asked: Any,
    ) -> Any:
        """Ask with an idempotency key, then ask the same with the same key, under another name; returns the reply."""
        self.keyed = {**asked.pop("headers", {}), "Idempotency-Key": self.collector.key()}
        made = self.ask(operation, name, token, headers=self.keyed, **asked)
        self.ask(operation, again, token, headers=self.keyed, **asked)
        return made

    def sign_up(self, name: str) -> str:
        """Sign a player up; returns the token."""
        made = self.ask_twice("signUp", f"{name} signs up", body={"name": name})
        self.ids[name] = made["id"]
        return made["token"]

    def version(self, game: str) -> int:
        """Return the version of a game."""
        return self.collector.quietly("get", f"/v1/games/{game}", self.ada)["version"]

    def seated_game(self, title: str, options: dict[str, Any], **more: Any) -> str:
        """Start a game of the three players, opened with these further fields; returns its id."""
        body = {"ruleset": title, "seats": 3, "options": options, **more}
        game: str = self.collector.quietly("post", "/v1/games", self.ada, body)["id"]
        for seat, token in enumerate((self.ada, self.bo, self.cy)):
            self.collector.quietly("put", f"/v1/games/{game}/seats/{seat}", token, {})
        self.collector.quietly("post", f"/v1/games/{game}/start", self.ada)
        return game

    def play(self, game: str) -> None:
        """Play a game to its end with random choices, and show the first command of each type."""
        tokens = (self.ada, self.bo, self.cy)
        for _ in range(MAX_DECISIONS):
            waiting = self.collector.quietly("get", f"/v1/games/{game}", self.ada)["awaiting"]
            if not waiting:
                return
            self.answer(game, tokens[waiting[0]])

    def answer(self, game: str, token: str) -> dict[str, Any]:
        """Answer the open decision of a player with a random choice; returns the reply."""
        asked = self.collector.quietly("get", f"/v1/games/{game}/decisions", token)["items"]
        own = next(decision for decision in asked if "choices" in decision)
        body = {"decision": own["id"], "command": self.rng.choice(own["choices"])["command"]}
        if (summary := PREVIEWED.get(body["command"]["type"])) and summary not in self._previewed:
            self._previewed.add(summary)
            self.ask("preview", summary, token, body=body, game=game)
        reply = self.collector.quietly("post", f"/v1/games/{game}/commands", token, body)
        self.collector.show_request("command", body["command"]["type"], body)
        return reply


def example_id(number: int) -> str:
    """Return an id that stands in the examples for one that differs from run to run."""
    return f"00000000-0000-4000-8000-{number:012d}"
