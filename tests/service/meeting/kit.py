"""Two people who play, and end, a game of Minos."""

from typing import Any

import httpx

from tests.replies import ok
from tests.service.kit import identity
from tests.service.server import Server

LIVE = {"preset": "live"}


def name_of(who: httpx.Client) -> str:
    return ok(who.get("/v1/me")).json()["name"]


def ended_game(one: httpx.Client, other: httpx.Client, **wishes: Any) -> str:
    """Let two people play a game of Minos until one resigns, and return it."""
    game = ok(one.post("/v1/games", json={"ruleset": "minos", "seats": 2} | wishes), 201).json()["id"]
    for seat, player in enumerate((one, other)):
        ok(player.put(f"/v1/games/{game}/seats/{seat}"))
    ok(one.post(f"/v1/games/{game}/start"))
    ok(other.post(f"/v1/games/{game}/resignations"), 201)
    assert ok(one.get(f"/v1/games/{game}")).json()["status"] == "ended"
    return game


def challenged(one: httpx.Client, other: httpx.Client, **terms: Any) -> Any:
    """Let one player challenge another one to Minos, and return the challenge."""
    body = {"players": [identity(other)], "ruleset": "minos"} | terms
    return ok(one.post("/v1/challenges", json=body), 201).json()


def seated(reader: httpx.Client, game: str) -> list[str]:
    """Return who has the seats of a game that runs."""
    found = ok(reader.get(f"/v1/games/{game}")).json()
    assert found["status"] == "running"
    return [seat["player"] for seat in found["seats"]]


def pair(server: Server) -> tuple[httpx.Client, httpx.Client]:
    return server.player("Ada"), server.player("Bea")
