"""A whole turn in one request: several commands, one commit, one receipt."""

import random
from typing import Any

import httpx
import pytest

from tests.replies import ok
from tests.service.kit import first_choice, next_decision, own_decision, problem
from tests.service.server import Server
from tests.waiting import until

KEY = {"Idempotency-Key": "a whole turn"}
SEATS = {"giganten": 3, "siberia": 2, "minos": 2}
TITLES = pytest.mark.parametrize("title", sorted(SEATS))


def game_of(server: Server, title: str) -> tuple[httpx.Client, str]:
    """Return a player on seat 0 of a running game against bots."""
    seats = SEATS[title]
    options: dict[str, Any] = {"first_player": "seat_0"} if title == "giganten" else {}
    player = server.player()
    bots = {str(seat): "random" for seat in range(1, seats)}
    body = {"ruleset": title, "seats": seats, "bots": bots, "options": options}
    game = ok(player.post("/v1/games", json=body)).json()["id"]
    ok(player.put(f"/v1/games/{game}/seats/0"))
    ok(player.post(f"/v1/games/{game}/start"))
    until(lambda: ok(player.get(f"/v1/games/{game}")).json()["awaiting"] == [0])  # bots may decide at the same time
    return player, game


def turn_of(player: httpx.Client, game: str) -> list[Any]:
    """Return commands that answer the open decisions of a player one after another, as far as previews see."""
    decision = next_decision(player, game)
    body = first_choice(decision)
    for choice in decision["choices"]:
        body = {"decision": decision["id"], "command": choice["command"]}
        seen = ok(player.post(f"/v1/games/{game}/previews", json=body)).json()
        if seen["decisions"]:
            following = seen["decisions"][0]["choices"][0]["command"]
            return [body, {"command": following}]
    return [body]


def play_to_a_turn(player: httpx.Client, game: str) -> list[Any]:
    """Play until a turn has two commands that no draw separates, and return it."""
    rng = random.Random(game)
    while True:
        commands = turn_of(player, game)
        if len(commands) > 1:
            return commands
        decision = next_decision(player, game)
        one = {"decision": decision["id"], "command": rng.choice(decision["choices"])["command"]}
        ok(player.post(f"/v1/games/{game}/commands", json=one))


def events_of(player: httpx.Client, game: str) -> list[Any]:
    """Return the log as the player sees it."""
    return ok(player.get(f"/v1/games/{game}/events?limit=1000")).json()["items"]


@TITLES
def test_a_turn_is_one_commit_with_one_receipt_for_its_last_decision(server: Server, title: str) -> None:
    player, game = game_of(server, title)
    commands = play_to_a_turn(player, game)

    reply = ok(player.post(f"/v1/games/{game}/turns", json={"commands": commands}, headers=KEY), 201).json()

    assert (reply["accepted"], reply["stopped_by"], reply["refusal"]) == (2, None, None)
    decisions = [event["record"] for event in reply["events"] if event["record"]["cause"] == event["record"]["version"]]
    assert [record["seat"] for record in decisions] == [0, 0]
    assert {record["at"] for record in decisions} == {reply["receipt"]["at"]}
    versions = [event["record"]["version"] for event in reply["events"]]
    assert versions == [*range(versions[0], reply["receipt"]["version"] + 1)]
    assert reply["events"][-1]["head"] == reply["receipt"]["head"]
    seat, number = commands[0]["decision"].split(".")
    assert reply["receipt"]["decision"] == f"{seat}.{int(number) + 1}"


@TITLES
def test_a_turn_is_repeated_and_looked_up_by_its_key(server: Server, title: str) -> None:
    player, game = game_of(server, title)
    commands = [*play_to_a_turn(player, game), {"command": {"type": f"{title}.unheard_of"}}][:2]
    path = f"/v1/games/{game}/turns"
    first = ok(player.post(path, json={"commands": commands}, headers=KEY), 201)
    if (decision := own_decision(player, game)) is not None:
        ok(player.post(f"/v1/games/{game}/commands", json=first_choice(decision)))

    again = player.post(path, json={"commands": commands}, headers=KEY)

    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (201, "true")
    assert again.json() == first.json()
    found = ok(player.get(f"/v1/games/{game}/commands/{KEY['Idempotency-Key']}")).json()
    assert (found["receipt"], found["events"]) == (first.json()["receipt"], first.json()["events"])
    other = player.post(path, json={"commands": commands[:1]}, headers=KEY)
    assert problem(other) == (422, "key-reused")


@TITLES
def test_a_turn_stops_before_a_command_that_is_refused(server: Server, title: str) -> None:
    player, game = game_of(server, title)
    commands = play_to_a_turn(player, game)
    wrong = {"decision": commands[0]["decision"], "command": commands[1]["command"]}

    reply = ok(player.post(f"/v1/games/{game}/turns", json={"commands": [commands[0], wrong]}, headers=KEY)).json()

    assert (reply["accepted"], reply["stopped_by"]) == (1, "refused")
    assert reply["refusal"]["code"] == "decision-closed"
    assert events_of(player, game)[-1]["head"] == reply["receipt"]["head"]
    again = ok(player.post(f"/v1/games/{game}/turns", json={"commands": [commands[0], wrong]}, headers=KEY)).json()
    assert again == reply


def test_a_refusal_within_a_turn_names_the_rule(server: Server) -> None:
    player, game = game_of(server, "minos")
    commands = play_to_a_turn(player, game)
    while commands[0]["command"]["type"] == commands[1]["command"]["type"]:
        ok(player.post(f"/v1/games/{game}/commands", json=commands[0]))
        commands = play_to_a_turn(player, game)
    # the next question is another one, which the first command does not answer
    asked = [commands[0], {"command": commands[0]["command"]}]

    reply = ok(player.post(f"/v1/games/{game}/turns", json={"commands": asked})).json()

    assert (reply["accepted"], reply["stopped_by"], reply["refusal"]["code"]) == (1, "refused", "refused")
    assert reply["refusal"]["rule"].startswith("minos/")
    assert reply["refusal"]["rule_title"]


@TITLES
def test_a_turn_whose_first_command_is_refused_stores_nothing(server: Server, title: str) -> None:
    player, game = game_of(server, title)
    first = first_choice(next_decision(player, game))
    before = events_of(player, game)
    path = f"/v1/games/{game}/turns"

    closed = player.post(path, json={"commands": [{**first, "decision": "0.99"}, first]})
    unnamed = player.post(path, json={"commands": [{"command": first["command"]}]})
    late = player.post(path, json={"commands": [first]}, headers={"If-Match": '"1.view"'})

    assert problem(closed) == (409, "decision-closed")
    assert problem(unnamed) == (400, "bad-request")
    assert problem(late) == (412, "version-changed")
    assert problem(player.post(path, json={"commands": []}))[0] == 400
    assert problem(player.post(path, json={"commands": [first] * 21}))[0] == 400
    assert events_of(player, game) == before


def test_a_turn_stops_after_a_draw(server: Server) -> None:
    player, game = game_of(server, "minos")
    stops: set[str | None] = set()
    while "draw" not in stops:
        decision = next_decision(player, game)
        first = first_choice(decision)
        seen = ok(player.post(f"/v1/games/{game}/previews", json=first)).json()

        reply = ok(player.post(f"/v1/games/{game}/turns", json={"commands": [first, {"command": first["command"]}]}))

        stops.add(reply.json()["stopped_by"])
        if seen["stopped_by"] == "draw":
            assert (reply.json()["accepted"], reply.json()["stopped_by"]) == (1, "draw")


@TITLES
def test_games_played_in_turns_verify(server: Server, title: str) -> None:
    player, game = game_of(server, title)
    while (decision := own_decision(player, game)) is not None:
        rng = random.Random(decision["id"])
        body = {"decision": decision["id"], "command": rng.choice(decision["choices"])["command"]}
        # what follows is guessed: the service stops where a guess is wrong
        guesses = [{"command": choice["command"]} for choice in decision["choices"][:3]]
        ok(player.post(f"/v1/games/{game}/turns", json={"commands": [body, *guesses]}))

    report = ok(player.get(f"/v1/games/{game}/verification")).json()

    assert report["valid"], report
