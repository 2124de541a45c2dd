"""A game with players, spectators and visitors who talk."""

from typing import Any

import httpx

from tests.replies import ok
from tests.service.kit import open_game
from tests.service.server import Server


class Table:
    """A game of players and bots, with somebody who watches, and a visitor without an account."""

    def __init__(self, server: Server, seats: int = 3, **wishes: Any) -> None:
        self.owner, self.ada = server.player("Owner"), server.player("Ada")
        self.bea, self.watcher = server.player("Bea"), server.player("Watcher")
        self.visitor = server.client()
        self.third = server.player("Third")
        sitters = (
            (self.ada, self.bea) if seats == 3 or not wishes.get("bots", True) else (self.ada, self.bea, self.third)
        )
        wishes = {"bots": {str(seats - 1): "random"}, "options": {"first_player": "seat_0"}} | wishes
        self.game = open_game(self.owner, seats, **wishes)
        self.url = f"/v1/games/{self.game}"
        for seat, player in enumerate(sitters):
            ok(player.put(f"{self.url}/seats/{seat}"))

    def start(self) -> "Table":
        """Start the game."""
        ok(self.owner.post(f"{self.url}/start"))
        return self

    def end(self) -> None:
        """Let both players resign."""
        for player in (self.ada, self.bea):
            player.post(f"{self.url}/resignations")
        while ok(self.owner.get(self.url)).json()["status"] == "running":
            version = ok(self.owner.get(self.url)).json()["version"]
            self.owner.get(f"{self.url}/events", params={"after": version, "wait": 5})

    def say(self, who: httpx.Client, text: str, **headers: str) -> Any:
        """Write a message, and return it."""
        return ok(who.post(f"{self.url}/messages", json={"text": text}, headers=headers), 201).json()

    def read(self, who: httpx.Client, room: str = "table") -> list[str | None]:
        """Return the texts of a room, oldest first."""
        items = ok(who.get(f"{self.url}/messages", params={"room": room})).json()["items"]
        return [item["text"] for item in reversed(items)]
