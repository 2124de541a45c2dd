"""What a database of 0.3.0 or a later release has besides games: a tournament, a clock, orders, texts, terms of tokens.

`tests/store/release_maker.py` makes it over HTTP, and `tests/store/test_upgrade_features.py` finds it again.
"""

from collections.abc import Callable, Mapping
from typing import Any

import httpx

from tests.replies import ok
from tests.service.kit import first_choice, next_decision, open_game, own_decision, started_game

TERMS: Mapping[str, Any] = {
    "name": "Cup",
    "ruleset": "minos",
    "format": {"type": "swiss", "rounds": 2},
    "sizes": [4, 3],
}
PEOPLE = 4
CLOCK = {"allowance": "PT1M", "bank": "PT0S", "on_empty": "bot", "strikes": 1}
ORDER = {"questions": ["giganten/7a.2"], "commands": [{"type": "giganten.pass_bid"}], "lasts": "game"}
MESSAGE, NOTE, ABOUT = "Good luck!", "Sell early.", "Plays fast."


def made(sign_up: Callable[[str], httpx.Client], ada: httpx.Client, ben: httpx.Client) -> dict[str, Any]:
    """Make it by the players of a release, and return what it is."""
    table = started_game(ada, 3)
    ok(ada.post(f"/v1/games/{table}/orders", json=ORDER), 201)
    ok(ada.post(f"/v1/games/{table}/messages", json={"text": MESSAGE}), 201)
    ok(ada.put(f"/v1/games/{table}/notes", json={"version": 3, "text": NOTE}))
    ben_id = ok(ben.get("/v1/me")).json()["id"]
    ok(ada.put(f"/v1/players/{ben_id}/note", json={"text": ABOUT}))
    cleo = sign_up("Cleo")
    ok(cleo.put("/v1/me/name", json={"name": "Cleopatra"}))
    fine = ok(ada.post("/v1/me/tokens", json={"label": "lists", "scopes": ["games:read"]}), 201).json()
    link = ok(ada.post("/v1/me/calendar-links", json={"label": "phone"}), 201).json()
    hook = {"url": "https://hooks.example.com/", "types": ["game.ended"], "games": "organised", "enabled": False}
    webhook = ok(ada.post("/v1/webhooks", json=hook), 201).json()
    clocked, hinted, cup = _clocked(ada), _hinted(ada), _tournament(sign_up, ada)
    return {
        "games": [table, clocked["id"], hinted["id"], cup["game"]],
        "table": table,
        "ben": ben_id,
        "renamed": ok(cleo.get("/v1/me")).json()["id"],
        "fine_token": fine["token"],
        "calendar": link["url"],
        "webhook": webhook["id"],
        "clocked": clocked,
        "hinted": hinted,
        "tournament": cup,
        "log_key": ok(ada.get("/log/vkey")).text,
    }


def _clocked(ada: httpx.Client) -> dict[str, Any]:
    """Return a game whose clock will have run out when it is opened again."""
    game = open_game(ada, 2, ruleset="siberia", clock=CLOCK)
    ok(ada.put(f"/v1/games/{game}/seats/0"))
    ok(ada.post(f"/v1/games/{game}/start"))
    ok(ada.post(f"/v1/games/{game}/commands", json=first_choice(next_decision(ada, game))), 201)
    return {"id": game, "version": ok(ada.get(f"/v1/games/{game}/view")).json()["version"]}


def _hinted(ada: httpx.Client) -> dict[str, Any]:
    """Return a game with a hint and a decision that was taken back."""
    game = open_game(ada, 2, ruleset="minos", hints=True, take_back=True, options={"first_player": "seat_0"})
    ok(ada.put(f"/v1/games/{game}/seats/0"))
    ok(ada.post(f"/v1/games/{game}/start"))
    decision = next_decision(ada, game)
    ok(ada.post(f"/v1/games/{game}/hints", json={"decision": decision["id"]}), 201)
    ok(ada.post(f"/v1/games/{game}/commands", json=first_choice(decision)), 201)
    ok(ada.post(f"/v1/games/{game}/take-backs", json={"decision": decision["id"]}), 201)
    assert own_decision(ada, game) is not None
    return {"id": game, "version": ok(ada.get(f"/v1/games/{game}/view")).json()["version"]}


def _tournament(sign_up: Callable[[str], httpx.Client], ada: httpx.Client) -> dict[str, Any]:
    """Return a tournament between its two rounds: the second is played by a later release."""
    url = f"/v1/tournaments/{ok(ada.post('/v1/tournaments', json={**TERMS}), 201).json()['id']}"
    people = [sign_up(f"Player {number}") for number in range(PEOPLE)]
    for player in people:
        ok(player.post(f"{url}/acts", json={"type": "register"}), 201)
    found = play_round(ada, url, 1, people)
    return {
        "url": url,
        "game": found["rounds"][0]["tables"][0]["game"],
        "version": found["version"],
        "head": found["head"],
        "people": [player.headers["Authorization"].removeprefix("Bearer ") for player in people],
    }


def play_round(owner: httpx.Client, url: str, number: int, people: list[httpx.Client]) -> dict[str, Any]:
    """Publish a round of one table, let its players sit down, and end its game; returns the tournament after it."""
    ok(owner.post(f"{url}/acts", json={"type": "publish_round", "round": number}), 201)
    (table,) = _reached(owner, url, number, "playing")["tables"]
    clients = {ok(player.get("/v1/me")).json()["id"]: player for player in people}
    game = f"/v1/games/{table['game']}"
    for seat in table["seats"]:
        ok(clients[seat["player"]].put(f"{game}/seats/{seat['seat']}"))
    while ok(owner.get(game)).json()["status"] == "open":
        owner.get(f"{game}/events", params={"after": ok(owner.get(game)).json()["version"], "wait": 1})
    body = {"type": "adjudicate", "ranks": [1, 2, 3, 4], "reason": "Time is up."}
    ok(owner.post(f"{game}/rulings", json=body), 201)
    _reached(owner, url, number, "closed")
    return ok(owner.get(url)).json()


def _reached(owner: httpx.Client, url: str, number: int, status: str) -> dict[str, Any]:
    """Wait until a round has a status; returns the round."""
    while True:
        found = ok(owner.get(url)).json()
        if len(found["rounds"]) >= number and found["rounds"][number - 1]["status"] == status:
            return found["rounds"][number - 1]
        owner.get(f"{url}/events", params={"after": found["version"], "wait": 2})
