"""Hints over HTTP: taken once for a decision, seen by all, and never in a rated game."""

import random
from typing import Any

import httpx
import pytest

from tests.replies import ok
from tests.service.kit import (
    answer,
    identity,
    next_decision,
    open_game,
    own_decision,
    player_in_game,
    problem,
    started_game,
)
from tests.service.server import Server

TITLES = ("giganten", "siberia", "minos")


def hinted(player: httpx.Client, game: str, decision: str | None, key: str = "", lang: str = "") -> httpx.Response:
    """Ask for a hint."""
    headers = {"Idempotency-Key": key} if key else {}
    query = {"lang": lang} if lang else {}
    return player.post(f"/v1/games/{game}/hints", json={"decision": decision}, headers=headers, params=query)


@pytest.mark.parametrize("title", TITLES)
def test_a_hint_has_the_best_choices_and_is_an_event_that_all_see(server: Server, title: str) -> None:
    seats = 2 if title == "siberia" else 3
    player, game = player_in_game(server, seats, ruleset=title, hints=True)
    decision = next_decision(player, game)

    reply = ok(hinted(player, game, decision["id"], lang="de"), 201).json()

    choices = reply["choices"]
    listed = [choice["command"]["type"] for choice in decision["choices"]]
    assert 1 <= len(choices) <= 3
    assert [choice["chance"] for choice in choices] == sorted((choice["chance"] for choice in choices), reverse=True)
    assert all(0 <= choice["chance"] <= 1000 and choice["command"]["type"] in listed for choice in choices)
    (event,) = reply["events"]
    assert event["record"]["type"] == "game.hint_taken"
    assert event["record"]["data"] == {"seat": 0, "decision": decision["id"]}
    assert event["secret"] == {"choices": choices}
    assert event["text"].endswith("nimmt einen Tipp der Engine.")
    assert reply["receipt"]["version"] == event["record"]["version"]
    # the decision is still open, with the same id
    assert next_decision(player, game)["id"] == decision["id"]
    after = event["record"]["version"] - 1
    seen = ok(server.client().get(f"/v1/games/{game}/events", params={"after": after})).json()["items"][0]
    assert seen["record"] == event["record"]
    assert "secret" not in seen
    best = {"decision": decision["id"], "command": choices[0]["command"]}
    assert player.post(f"/v1/games/{game}/commands", json=best).status_code == 201


def test_a_decision_has_one_hint_which_is_found_again(server: Server) -> None:
    player, game = player_in_game(server, ruleset="minos", hints=True)
    decision = next_decision(player, game)["id"]

    first = ok(hinted(player, game, decision, "key"), 201)
    keyed, again = ok(hinted(player, game, decision, "key"), 201), ok(hinted(player, game, decision), 201)

    assert first.json() == keyed.json()
    assert again.json()["choices"] == first.json()["choices"]
    assert again.json()["receipt"]["version"] == first.json()["receipt"]["version"]
    assert "Idempotency-Replayed" not in first.headers
    assert keyed.headers["Idempotency-Replayed"] == again.headers["Idempotency-Replayed"] == "true"
    assert ok(player.get(f"/v1/games/{game}")).json()["version"] == first.json()["receipt"]["version"]
    assert problem(hinted(player, game, "0.9", "key")) == (422, "key-reused")
    # also when it is answered
    ok(answer(player, game, next_decision(player, game), random.Random(1)), 201)
    assert ok(hinted(player, game, decision), 201).json()["choices"] == first.json()["choices"]


def test_what_is_not_possible_has_a_clear_error(server: Server) -> None:
    player, game = player_in_game(server, ruleset="minos", hints=True)
    decision = next_decision(player, game)["id"]
    other, without = player_in_game(server, ruleset="minos")

    assert problem(hinted(player, game, "0.99")) == (409, "decision-closed")
    assert problem(hinted(other, game, decision)) == (403, "not-yours")
    assert problem(hinted(server.client(), game, decision)) == (401, "token-needed")
    refused = hinted(other, without, next_decision(other, without)["id"])
    assert problem(refused) == (409, "no-hints")
    assert "opened without `hints`" in refused.json()["detail"]
    assert problem(player.post(f"/v1/games/{game}/hints", json={})) == (400, "bad-request")


def test_a_game_with_hints_is_not_rated_and_lists_say_that_it_has_them(server: Server) -> None:
    ada, bo = server.player("Ada"), server.player("Bo")
    body = {"ruleset": "minos", "seats": 2, "hints": True}
    refused = ada.post("/v1/games", json={**body, "rated": True})
    assert problem(refused) == (422, "invalid-value")
    assert [error["pointer"] for error in refused.json()["errors"]] == ["/hints"]

    opened = ok(ada.post("/v1/games", json=body), 201).json()

    assert (opened["hints"], opened["rated"], opened["take_back"]) == (True, False, True)
    (row,) = ok(bo.get("/v1/games", params={"owner": identity(ada)})).json()["items"]
    assert (row["hints"], row["rated"]) == (True, False)
    plain = ok(ada.post("/v1/games", json={**body, "hints": False}), 201).json()
    assert (plain["hints"], plain["rated"]) == (False, None)


def test_a_rated_game_gives_no_hint(server: Server) -> None:
    ada, bo = server.player("Ada"), server.player("Bo")
    body = {"ruleset": "minos", "seats": 2, "rated": True, "options": {"first_player": "seat_0"}}
    game = ok(ada.post("/v1/games", json=body), 201).json()["id"]
    for seat, player in enumerate((ada, bo)):
        ok(player.put(f"/v1/games/{game}/seats/{seat}"))
    ok(ada.post(f"/v1/games/{game}/start"))

    refused = hinted(ada, game, next_decision(ada, game)["id"])

    assert problem(refused) == (409, "no-hints")
    assert "a rated game has no hints" in refused.json()["detail"]


def test_a_challenge_and_its_rematch_keep_the_hints(server: Server) -> None:
    ada, bo = server.player("Ada"), server.player("Bo")
    name = ok(bo.get("/v1/me")).json()["name"]
    body = {"players": [name], "ruleset": "minos", "hints": True}

    made = ok(ada.post("/v1/challenges", json=body), 201).json()

    assert (made["terms"]["hints"], made["terms"]["rated"]) == (True, False)
    accepted = ok(bo.post(f"/v1/challenges/{made['id']}/acceptances")).json()
    assert ok(ada.get(f"/v1/games/{accepted['game']}")).json()["hints"] is True


def test_a_game_with_hints_verifies_to_its_end(server: Server) -> None:
    player = server.player()
    game = started_game(player, 2, ruleset="siberia", hints=True)
    rng, taken = random.Random(3), 0
    while decision := own_decision(player, game):
        if taken < 3:
            ok(hinted(player, game, decision["id"]), 201)
            taken += 1
        ok(answer(player, game, decision, rng), 201)

    found: dict[str, Any] = ok(player.get(f"/v1/games/{game}/verification")).json()
    assert found["valid"] is True, found
    bundle = ok(server.client().get(f"/v1/games/{game}/bundle")).text
    # what the engine said is public after the end
    assert bundle.count('"secret":{"choices":[') == 3


def test_a_bot_game_of_the_form_can_have_hints(server: Server) -> None:
    player = server.player()
    game = open_game(player, ruleset="minos", hints=True)
    assert ok(player.get(f"/v1/games/{game}")).json()["hints"] is True
