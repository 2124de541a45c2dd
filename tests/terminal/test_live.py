"""Waiting for the own turn: the stream tells whose turn it is, so that nothing is polled."""

from collections.abc import Iterator
from typing import Any

import httpx

from service.terminal.connection.client import Client
from service.terminal.connection.game import RemoteGame
from service.terminal.display.screen import Screen
from service.terminal.display.words import Json
from service.terminal.sessions.live import Live
from tests.replies import ok
from tests.service.kit import first_choice, open_game
from tests.service.server import Server


class Interrupted(Client):
    """A client; another player moves right after its first news of the open decisions, until the own turn is open."""

    def __init__(self, server: str, token: str, other: httpx.Client, game: str) -> None:
        super().__init__(server, token)
        self._other = other
        self._game = game
        self.moves = 0
        self.streams = 0

    def get(self, path: str, **query: Any) -> Json:
        assert not path.endswith(("/decisions", "/events")), "polls although the stream tells"
        return super().get(path, **query)

    def lines(self, path: str, **query: Any) -> Iterator[Json]:
        self.streams += 1
        for item in super().lines(path, **query):
            yield item
            if "awaiting" in item and not self.moves:
                while not any("choices" in decision for decision in self._own_decisions()):
                    self._move()

    def _own_decisions(self) -> list[Json]:
        return super().get(f"/games/{self._game}/decisions")["items"]

    def _move(self) -> None:
        found = ok(self._other.get(f"/v1/games/{self._game}/decisions")).json()["items"]
        for decision in found:
            if "choices" in decision:
                body = first_choice(decision)
                reply = self._other.post(f"/v1/games/{self._game}/commands", json=body)
                assert reply.status_code == 201, reply.text
                self.moves += 1
                return


def test_a_turn_that_comes_back_is_read_from_the_stream(server: Server) -> None:
    own, other = server.player(), server.player()
    game = open_game(own, 2, ruleset="minos", bots={})
    assert own.put(f"/v1/games/{game}/seats/0").status_code == 200
    assert other.put(f"/v1/games/{game}/seats/1").status_code == 200
    assert own.post(f"/v1/games/{game}/start").status_code == 200
    # moves until the other one is asked alone
    while True:
        found = ok(own.get(f"/v1/games/{game}/decisions")).json()["items"]
        mine = [decision for decision in found if "choices" in decision]
        if not mine:
            break
        body = {"decision": mine[0]["id"], "command": mine[0]["choices"][0]["command"]}
        assert own.post(f"/v1/games/{game}/commands", json=body).status_code == 201
    token = own.headers["Authorization"].removeprefix("Bearer ")
    with Interrupted(server.base, token, other, game) as client:
        live = Live(RemoteGame(client, game), Screen(), 0, lambda _typed: None)
        decision = live.until_asked()

    assert (client.moves > 0, client.streams) == (True, 1)
    assert decision is not None
    assert decision["seat"] == 0
    assert "choices" in decision
