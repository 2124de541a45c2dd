"""Take-backs over HTTP."""

import random
from typing import Any, NamedTuple

import httpx
import pytest

from tests.replies import ok
from tests.service.kit import answer, next_decision, open_game, own_decision, player_in_game, problem, started_game
from tests.service.server import Server


def taken_back(player: httpx.Client, game: str, decision: str | None, key: str = "") -> httpx.Response:
    """Ask to take a decision back."""
    headers = {"Idempotency-Key": key} if key else {}
    return player.post(f"/v1/games/{game}/take-backs", json={"decision": decision}, headers=headers)


class Decided(NamedTuple):
    """A decision that can be taken back: the game, the view before the decision, and the reply to it."""

    game: str
    before: dict[str, Any]
    reply: dict[str, Any]


def decided(player: httpx.Client, **wishes: Any) -> Decided:
    """Play games of Minos, until an own decision can be taken back."""
    rng = random.Random(3)
    for _ in range(20):  # one game in fifty has none, before the player is eliminated
        game = started_game(player, ruleset="minos", **wishes)
        while decision := own_decision(player, game):
            before = ok(player.get(f"/v1/games/{game}/view")).json()
            reply = ok(answer(player, game, decision, rng)).json()
            if reply["take_back"] is not None:
                assert reply["take_back"] == decision["id"]
                return Decided(game, before, reply)
    raise AssertionError("no decision could be taken back")


def test_a_decision_is_taken_back_once_and_open_again_under_a_new_id(server: Server) -> None:
    player = server.player()
    game, before, reply = decided(player)

    first = taken_back(player, game, reply["take_back"], "key")
    again = ok(taken_back(player, game, reply["take_back"], "key"))

    assert first.status_code == 201, first.text
    assert first.json() == again.json()
    assert again.headers["Idempotency-Replayed"] == "true"
    event = first.json()["events"][0]["record"]
    assert event["type"] == "game.decision_taken_back"
    assert event["data"] == {"seat": 0, "to": before["version"]}
    assert first.json()["receipt"]["decision"] == reply["take_back"]
    after = ok(player.get(f"/v1/games/{game}/view")).json()
    assert {**after, "version": 0} == {**before, "version": 0}
    assert first.json()["decisions"][0]["id"] != reply["take_back"]
    assert ok(player.get(f"/v1/games/{game}/commands/key")).json() == first.json()
    # what the table was in between stays in the history
    shown = ok(player.get(f"/v1/games/{game}/view", params={"at": reply["receipt"]["version"]})).json()
    assert {**shown, "version": 0} != {**before, "version": 0}


def test_a_decision_that_is_not_the_last_one_is_not_taken_back(server: Server) -> None:
    player = server.player()
    game, _, reply = decided(player)

    assert problem(taken_back(player, game, "0.999")) == (409, "nothing-to-take-back")
    assert taken_back(player, game, reply["take_back"]).status_code == 201
    assert problem(taken_back(player, game, reply["take_back"])) == (409, "nothing-to-take-back")


def test_a_vacation_makes_a_decision_final_and_the_texts_say_so(server: Server) -> None:
    player = server.player()
    game, _, reply = decided(player, clock={"allowance": "PT1H", "vacation": "P2D"})
    assert player.post(f"/v1/games/{game}/seats/0/vacations", json={"duration": "P1D"}).status_code == 201

    refused = taken_back(player, game, reply["take_back"])

    assert problem(refused) == (409, "nothing-to-take-back")
    document = ok(player.get("/openapi.json")).json()
    described: str = document["paths"]["/v1/games/{game}/take-backs"]["post"]["description"]
    page = player.get(refused.json()["type"]).text
    for text in (refused.json()["detail"], described.replace("\n", " "), " ".join(page.split())):
        assert "a hint, a vacation, a return, a resignation or a ruling has followed" in text


@pytest.mark.parametrize(
    ("wishes", "takes_back"),
    [
        ({}, True),
        ({"bots": {}}, False),
        ({"bots": {}, "visibility": "private"}, True),
        ({"take_back": False}, False),
        ({"bots": {}, "take_back": True}, True),
    ],
)
def test_decisions_are_final_in_games_that_may_be_rated(
    player: httpx.Client, wishes: dict[str, Any], takes_back: bool
) -> None:
    game = open_game(player, **wishes)

    assert ok(player.get(f"/v1/games/{game}")).json()["take_back"] is takes_back


def test_a_game_without_take_back_refuses_it(server: Server) -> None:
    player, game = player_in_game(server, take_back=False)
    decision = next_decision(player, game)
    reply = ok(answer(player, game, decision, random.Random(1))).json()

    assert reply["take_back"] is None
    assert problem(taken_back(player, game, decision["id"])) == (409, "nothing-to-take-back")
