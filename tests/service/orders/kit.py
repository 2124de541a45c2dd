"""Games in which players set standing orders."""

import time
from collections.abc import Callable
from typing import Any

import httpx

from tests.replies import ok
from tests.service.kit import next_decision, open_game
from tests.service.server import Server

AT_ONCE = {
    "service.orders.delays.SHORTEST": 0,
    "service.orders.delays.LONGEST": 0,
    "service.orders.runner.INTERVAL": 0.05,
    "service.play.api.clocks.requested.SHORTEST_ALLOWANCE": 1,
    "service.orders.orders.SUSPENDED_AGAIN": 50_000,
}
"""Orders act as soon as they are looked at, and clocks may run out soon."""


class OrderTable:
    """A game of Giganten with three players, the first of whom is asked first."""

    def __init__(
        self, server: Server, ruleset: str = "giganten", owner: httpx.Client | None = None, **wishes: Any
    ) -> None:
        """`owner` organises the game; by default the first player does."""
        self.players = [server.player(name) for name in ("Ada", "Bea", "Cleo")]
        self.ada, self.bea, self.cleo = self.players
        if ruleset == "giganten":
            wishes = {"options": {"first_player": "seat_0"}} | wishes
        self.owner = owner or self.ada
        self.game = open_game(self.owner, 3, ruleset=ruleset, bots={}, **wishes)
        self.url = f"/v1/games/{self.game}"
        for seat, player in enumerate(self.players):
            ok(player.put(f"{self.url}/seats/{seat}"))
        ok(self.owner.post(f"{self.url}/start"))

    def order(self, who: httpx.Client, body: dict[str, Any], **headers: str) -> dict[str, Any]:
        """Set an order, and return it."""
        return ok(who.post(f"{self.url}/orders", json=body, headers=headers), 201).json()

    def orders(self, who: httpx.Client) -> list[dict[str, Any]]:
        """Return the orders of a player."""
        return ok(who.get(f"{self.url}/orders")).json()["items"]

    def one(self, who: httpx.Client, order: str) -> dict[str, Any]:
        """Return an order of a player."""
        found = [each for each in self.orders(who) if each["id"] == order]
        assert len(found) == 1
        return found[0]

    def awaiting(self) -> list[int]:
        """Return the seats that are asked."""
        return [each["seat"] for each in ok(self.ada.get(f"{self.url}/decisions")).json()["items"]]

    def version(self) -> int:
        """Return the version of the game."""
        return ok(self.ada.get(self.url)).json()["version"]

    def answer(self, who: httpx.Client, kind: str | None = None) -> dict[str, Any]:
        """Answer the next question of a player with the first choice, or the first of a type of command."""
        decision = next_decision(who, self.game)
        choices = [each["command"] for each in decision["choices"]]
        command = next(each for each in choices if kind in {None, each["type"]})
        body = {"decision": decision["id"], "command": command}
        return ok(who.post(f"{self.url}/commands", json=body), 201).json()

    def acts(self, who: httpx.Client, order: str, number: int) -> dict[str, Any]:
        """Wait until an order has made as many decisions, and return it."""

        def has_acted(found: dict[str, Any]) -> bool:
            return len(found["acts"]) >= number

        return self.until(who, order, has_acted)

    def ended(self, who: httpx.Client, order: str) -> dict[str, Any]:
        """Wait until an order has ended, and return it."""

        def has_ended(found: dict[str, Any]) -> bool:
            return found["end"] is not None

        return self.until(who, order, has_ended)

    def until(self, who: httpx.Client, order: str, is_met: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait until an order is as a function says, and return it."""
        deadline = time.monotonic() + 20
        while not is_met(found := self.one(who, order)):
            assert time.monotonic() < deadline, found
            time.sleep(0.02)
        return found


ANY_CARD = {"questions": ["giganten/2c.1"], "commands": [{"type": "giganten.take_action_card"}]}
"""Takes an open action card, whichever is listed first."""
