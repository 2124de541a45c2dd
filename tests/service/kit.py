"""Playing over HTTP."""

import random
from collections.abc import Sequence
from typing import Any

import httpx

from tests.replies import ok
from tests.service.browsers import Browser
from tests.service.server import Server


def identity(player: httpx.Client) -> str:
    """Return the id of a player."""
    return ok(player.get("/v1/me")).json()["id"]


def holder(server: Server, token: str) -> httpx.Client:
    """Return a client that sends a token."""
    client = server.client()
    client.headers["Authorization"] = f"Bearer {token}"
    return client


def open_game(player: httpx.Client, seats: int = 3, **wishes: Any) -> str:
    """Open a game with bots on all seats but 0, and return its id."""
    bots = {str(seat): "random" for seat in range(1, seats)}
    body = {"ruleset": "giganten", "seats": seats, "bots": bots} | wishes
    reply = player.post("/v1/games", json=body)
    assert reply.status_code == 201, reply.text
    return reply.json()["id"]


def started_game(player: httpx.Client, seats: int = 3, **wishes: Any) -> str:
    """Return a running game in which the player has seat 0 and is asked first."""
    game = open_game(player, seats, options={"first_player": "seat_0"}, **wishes)
    assert player.put(f"/v1/games/{game}/seats/0").status_code == 200
    assert player.post(f"/v1/games/{game}/start").status_code == 200
    return game


def player_in_game(server: Server, seats: int = 3, **wishes: Any) -> tuple[httpx.Client, str]:
    """Return a new player and a running game, in which the player has seat 0 and is asked first."""
    player = server.player()
    return player, started_game(player, seats, **wishes)


def played_by_bots(player: httpx.Client, game: str) -> str:
    """Start a game of bots, wait until it has ended, and return it."""
    assert player.post(f"/v1/games/{game}/start").status_code == 200
    while (found := ok(player.get(f"/v1/games/{game}")).json())["status"] == "running":
        player.get(f"/v1/games/{game}/events", params={"after": found["version"], "wait": 5})
    assert found["status"] == "ended"
    return game


def own_decision(player: httpx.Client, game: str) -> dict[str, Any] | None:
    """Wait for an own decision; None when the game is over."""
    while True:
        decisions = ok(player.get(f"/v1/games/{game}/decisions")).json()
        for decision in decisions["items"]:
            if "choices" in decision:
                return decision
        if ok(player.get(f"/v1/games/{game}")).json()["status"] != "running":
            return None
        player.get(f"/v1/games/{game}/events", params={"after": decisions["version"], "wait": 5})


def next_decision(player: httpx.Client, game: str) -> dict[str, Any]:
    """Wait for an own decision of a game that is not over."""
    decision = own_decision(player, game)
    assert decision is not None
    return decision


def first_choice(decision: dict[str, Any]) -> dict[str, Any]:
    """Return the body of the command that is listed first."""
    return {"decision": decision["id"], "command": decision["choices"][0]["command"]}


def answer(player: httpx.Client, game: str, decision: dict[str, Any], rng: random.Random) -> httpx.Response:
    """Answer with any choice."""
    command = rng.choice(decision["choices"])["command"]
    return player.post(f"/v1/games/{game}/commands", json={"decision": decision["id"], "command": command})


def decide_twice(game: str, players: Sequence[httpx.Client]) -> None:
    """Let the players of all seats, in their order, decide until each has done so twice: then the game can be rated."""
    rng, made = random.Random(1), [0] * len(players)
    while min(made) < 2:
        seat: int = ok(players[0].get(f"/v1/games/{game}")).json()["awaiting"][0]
        ok(answer(players[seat], game, next_decision(players[seat], game), rng), 201)
        made[seat] += 1


def problem(reply: httpx.Response) -> tuple[int, str]:
    """Return status and code of a problem, which has to be a whole problem document."""
    assert reply.headers["content-type"] == "application/problem+json", reply.text
    document = reply.json()
    assert document.keys() >= {"type", "title", "status", "detail", "code", "instance"}
    assert document["status"] == reply.status_code
    # what cannot be done because of a field names it
    assert reply.status_code != 422 or len(document["errors"]) == 1, document
    return reply.status_code, document["code"]


def erase(player: httpx.Client | Browser, headers: dict[str, str] | None = None) -> httpx.Response:
    """Ask to delete an account, confirmed by its name; an account that is gone by any name."""
    own = player.get("/v1/me")
    confirmed = {"confirm": own.json()["name"] if own.status_code == 200 else "gone"}
    return player.request("DELETE", "/v1/me", json=confirmed, headers=headers)
