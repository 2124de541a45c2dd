"""Play over a real socket."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.replies import ok
from tests.service.kit import (
    answer,
    first_choice,
    next_decision,
    open_game,
    own_decision,
    player_in_game,
    problem,
    started_game,
)
from tests.service.server import Server


def test_a_whole_game_is_played_and_replayed(server: Server) -> None:
    player, rng = server.player(), random.Random(5)
    game = started_game(player)
    shown: dict[int, bytes] = {}
    while decision := own_decision(player, game):
        view = ok(player.get(f"/v1/games/{game}/view"))
        shown[view.json()["version"]] = view.content
        assert answer(player, game, decision, rng).status_code == 201

    result = ok(player.get(f"/v1/games/{game}/result")).json()
    scores = [place["score"] for place in result["places"]]

    assert result["status"] == "ended"
    assert scores == sorted(scores, reverse=True)
    assert all(sum(part["amount"] for part in place["parts"]) == place["score"] for place in result["places"])
    # what the seat sees of a version today is what it was shown then, to the byte
    for version, content in shown.items():
        again = player.get(f"/v1/games/{game}/view", params={"at": version, "as": "seat:0"})
        assert again.content == content


def test_the_history_of_a_running_game_keeps_the_others_secrets(server: Server) -> None:
    player, game = player_in_game(server)
    assert own_decision(player, game)
    assert answer(player, game, own_decision(player, game) or {}, random.Random(1)).status_code == 201
    assert own_decision(player, game)

    own = ok(player.get(f"/v1/games/{game}/events")).json()["items"]
    public = ok(server.client().get(f"/v1/games/{game}/events")).json()["items"]

    assert [item["record"] for item in own] == [item["record"] for item in public]
    assert not [item for item in public if "secret" in item or "salt" in item]
    opened = [item["record"]["known_to"] for item in own if "secret" in item]
    assert opened
    assert all(known == [0] for known in opened)


def test_a_refusal_cites_its_rule_and_lists_what_is_legal(server: Server) -> None:
    player, game = player_in_game(server)
    decision = next_decision(player, game)
    command = {"type": "giganten.take_action_card", "card": "no-such-card"}

    reply = player.post(f"/v1/games/{game}/commands", json={"decision": decision["id"], "command": command})
    document = reply.json()

    assert reply.status_code == 409
    assert reply.headers["content-type"] == "application/problem+json"
    assert (document["code"], document["rule"]) == ("refused", "giganten/2c.2")
    assert document["legal"] == decision["choices"]
    assert ok(player.get(document["rule_url"])).json()["number"] == "2c.2"


def test_a_command_for_a_closed_decision_is_refused_and_nothing_is_lost(server: Server) -> None:
    player, game = player_in_game(server)
    decision = next_decision(player, game)
    first = answer(player, game, decision, random.Random(2))

    again = answer(player, game, decision, random.Random(2))

    assert first.status_code == 201
    assert again.status_code == 409
    assert again.json()["code"] == "decision-closed"


def test_a_repeated_command_has_the_same_answer_and_one_effect(server: Server) -> None:
    player, game = player_in_game(server)
    body = first_choice(next_decision(player, game))
    key = {"Idempotency-Key": "once"}

    first = player.post(f"/v1/games/{game}/commands", json=body, headers=key)
    again = player.post(f"/v1/games/{game}/commands", json=body, headers=key)
    other = player.post(f"/v1/games/{game}/commands", json={**body, "decision": "0.9"}, headers=key)

    assert first.status_code == again.status_code == 201
    assert first.content == again.content
    assert "idempotency-replayed" not in first.headers
    assert again.headers["idempotency-replayed"] == "true"
    assert other.status_code == 422
    assert other.json()["code"] == "key-reused"
    assert player.get(f"/v1/games/{game}/commands/once").content == first.content
    assert player.get(f"/v1/games/{game}/commands/twice").status_code == 404


def test_views_and_decisions_at_any_version(server: Server) -> None:
    player, game = player_in_game(server)
    version = ok(player.get(f"/v1/games/{game}")).json()["version"]

    inside = ok(player.get(f"/v1/games/{game}/decisions", params={"at": 5}))
    beyond = player.get(f"/v1/games/{game}/view", params={"at": version + 1000})
    before = ok(player.get(f"/v1/games/{game}/view", params={"at": 1}), 409)

    assert inside.json() == {"version": 5, "items": [], "take_back": None}
    assert beyond.status_code == 416
    assert before.json()["code"] == "not-started"


def test_nobody_looks_as_another_seat_before_the_end(server: Server) -> None:
    player, game = player_in_game(server)

    for viewer in ("seat:1", "full", "seat:9", "all"):
        assert player.get(f"/v1/games/{game}/view", params={"as": viewer}).status_code == 404
    assert server.client().get(f"/v1/games/{game}/view", params={"as": "seat:0"}).status_code == 404


def test_a_resigned_seat_is_played_on_and_the_result_says_so(server: Server) -> None:
    player, game = player_in_game(server)

    resigned = player.post(f"/v1/games/{game}/resignations", headers={"Idempotency-Key": "enough"})
    again = player.post(f"/v1/games/{game}/resignations", headers={"Idempotency-Key": "enough"})

    assert resigned.status_code == again.status_code == 201
    assert resigned.content == again.content
    assert resigned.json()["seats"][0]["player"] == "bot:careful"
    assert own_decision(player, game) is None
    assert ok(player.get(f"/v1/games/{game}/result")).json()["resigned"] == [0]
    seats, me = ok(player.get(f"/v1/games/{game}")).json()["seats"], ok(player.get("/v1/me")).json()
    assert (seats[0]["resigned_player"], seats[0]["resigned_name"]) == (me["id"], me["name"])
    assert seats[1]["resigned_player"] is seats[1]["resigned_name"] is None


def test_a_result_is_there_only_when_the_game_is_over(server: Server) -> None:
    player = server.player()
    game = open_game(player)

    assert ok(player.get(f"/v1/games/{game}/result"), 409).json()["code"] == "game-not-over"


def test_events_come_as_lines_too(server: Server) -> None:
    player, game = player_in_game(server)

    lines = player.get(f"/v1/games/{game}/events?limit=5", headers={"Accept": "application/x-ndjson"})
    page = ok(player.get(f"/v1/games/{game}/events?limit=5"))

    assert lines.headers["content-type"].startswith("application/x-ndjson")
    assert len(lines.text.splitlines()) == 5
    assert page.json()["next"] == 5


@pytest.mark.parametrize(
    ("accept", "page", "stream"),
    [
        ("*/*", "application/json", "text/event-stream"),
        ("text/event-stream, application/x-ndjson;q=0.5", "application/x-ndjson", "text/event-stream"),
        ("application/x-ndjson;q=0.1, application/json", "application/json", "application/x-ndjson"),
        ("application/x-ndjson;q=0", "application/json", "text/event-stream"),
        ("application/*", "application/json", "application/x-ndjson"),
    ],
)
def test_pages_and_streams_come_in_the_form_of_the_highest_weight(
    server: Server, accept: str, page: str, stream: str
) -> None:
    player, game = player_in_game(server)

    for path, form in (("events", page), ("stream?follow=false", stream)):
        reply = player.get(f"/v1/games/{game}/{path}", headers={"Accept": accept})
        assert reply.headers["content-type"].split(";")[0] == form


def test_an_unchanged_view_is_not_sent_again(server: Server) -> None:
    player, game = player_in_game(server)
    view = player.get(f"/v1/games/{game}/view")

    again = player.get(f"/v1/games/{game}/view", headers={"If-None-Match": view.headers["etag"]})
    public = server.client().get(f"/v1/games/{game}/view", headers={"If-None-Match": view.headers["etag"]})

    assert again.status_code == 304
    assert not again.content
    assert public.status_code == 200
    assert view.headers["cache-control"].startswith("private")
    assert public.headers["cache-control"].startswith("public")


def test_two_devices_that_answer_at_once_make_one_move(server: Server) -> None:
    player, game = player_in_game(server)
    decision = next_decision(player, game)
    bodies = [{"decision": decision["id"], "command": choice["command"]} for choice in decision["choices"]]
    with ThreadPoolExecutor(16) as pool:
        sent = [pool.submit(player.post, f"/v1/games/{game}/commands", json=body) for body in bodies * 4]
    replies = [future.result() for future in sent]

    accepted = [reply for reply in replies if reply.status_code == 201]
    assert len(accepted) == 1
    assert {problem(reply) for reply in replies if reply not in accepted} == {(409, "decision-closed")}
    own = [
        event["record"]
        for event in ok(player.get(f"/v1/games/{game}/events", params={"limit": 1000})).json()["items"]
        if event["record"]["seat"] == 0 and event["record"]["type"].startswith("giganten.")
    ]
    assert own[0]["version"] == accepted[0].json()["events"][0]["record"]["version"]
    assert len(own) == 1
