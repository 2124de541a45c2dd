"""Games before play, players and titles, over a real socket."""

from typing import Any

import httpx
import pytest

from domain.rulesets import RULESETS
from tests.replies import ok
from tests.service.kit import holder, open_game, problem
from tests.service.server import Server


def test_a_token_is_needed_and_has_to_be_valid(server: Server) -> None:
    nobody = server.client()

    missing = nobody.post("/v1/games", json={"ruleset": "giganten", "seats": 3})
    wrong = nobody.get("/v1/me", headers={"Authorization": "Bearer ludolog_wrong"})

    assert problem(missing) == problem(wrong) == (401, "token-needed")
    assert missing.headers["www-authenticate"].startswith("Bearer")


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\nb", "a\u202eb"])
def test_names_that_cannot_be_used(server: Server, name: str) -> None:
    reply = server.client().post("/v1/players", json={"name": name})

    assert reply.status_code in {400, 422}
    assert reply.headers["content-type"] == "application/problem+json"


def test_tokens_are_listed_made_and_revoked(server: Server, player: httpx.Client) -> None:
    made = ok(player.post("/v1/me/tokens", json={"label": "laptop"})).json()
    laptop = holder(server, made["token"])

    listed = ok(player.get("/v1/me/tokens")).json()["items"]
    before = laptop.get("/v1/me").status_code
    revoked = player.delete(f"/v1/me/tokens/{made['id']}").status_code

    assert [token["label"] for token in listed] == ["sign-up", "laptop"]
    assert not [token for token in listed if "token" in token]
    assert (before, revoked, laptop.get("/v1/me").status_code) == (200, 204, 401)
    assert problem(player.delete(f"/v1/me/tokens/{made['id']}")) == (404, "not-found")


def test_a_keyed_sign_up_is_answered_alike(server: Server) -> None:
    key = {"Idempotency-Key": "k" * 40}
    first = ok(server.client().post("/v1/players", json={"name": "Eve of the key"}, headers=key))
    again = ok(server.client().post("/v1/players", json={"name": "Eve of the key"}, headers=key))

    assert first.json() == again.json()
    assert again.headers["idempotency-replayed"] == "true"
    other = server.client().post("/v1/players", json={"name": "Mallory"}, headers=key)
    assert problem(other) == (422, "key-reused")
    short = server.client().post("/v1/players", json={"name": "Eve"}, headers={"Idempotency-Key": "short"})
    assert problem(short) == (422, "invalid-key")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"ruleset": "chess", "seats": 3}, (422, "unknown-ruleset")),
        ({"ruleset": "giganten", "seats": 2}, (422, "seats")),
        ({"ruleset": "giganten", "seats": 9}, (400, "bad-request")),
        ({"ruleset": "giganten"}, (400, "bad-request")),
        ({"ruleset": "giganten", "seats": 3, "options": {"inflation": "often"}}, (422, "invalid-option")),
        ({"ruleset": "giganten", "seats": 3, "options": {"score_depot_oil": 1}}, (422, "invalid-option")),
        ({"ruleset": "giganten", "seats": 3, "options": {"first_player": "seat_3"}}, (422, "invalid-option")),
        ({"ruleset": "giganten", "seats": 4, "options": {"three_player_last": 2000}}, (422, "invalid-option")),
        ({"ruleset": "minos", "seats": 4, "options": {"covered_passable": False}}, (422, "invalid-option")),
        ({"ruleset": "minos", "seats": 9, "options": {"two_player_ships": 1}}, (400, "bad-request")),
        ({"ruleset": "giganten", "seats": 2, "options": {"three_player_last": 2000}}, (422, "seats")),
        ({"ruleset": "giganten", "seats": 3, "profile": "mine"}, (422, "invalid-option")),
        ({"ruleset": "giganten", "seats": 3, "data_set": "mine"}, (422, "data-set")),
        ({"ruleset": "giganten", "seats": 3, "bots": {"1": "genius"}}, (422, "unknown-bot")),
        ({"ruleset": "giganten", "seats": 3, "bots": {"7": "random"}}, (422, "no-such-seat")),
    ],
)
def test_a_game_that_cannot_be_opened(server: Server, body: dict[str, Any], expected: tuple[int, str]) -> None:
    assert problem(server.player().post("/v1/games", json=body)) == expected


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"options": {"inflation": "often"}}, "/options/inflation"),
        ({"options": {"~/": 1}}, "/options/~0~1"),
        ({"profile": "mine"}, "/profile"),
        ({"clock": {"allowance": "PT1S"}}, "/clock/allowance"),
        ({"starts_at": "2020-01-01T00:00:00Z"}, "/starts_at"),
        ({"starts_at": "2050-01-01T00:00:00Z"}, "/starts_at"),
        ({"starts_at": "tomorrow"}, "/starts_at"),
    ],
)
def test_an_opening_is_pointed_at_where_it_is_wrong(server: Server, body: dict[str, Any], pointer: str) -> None:
    refused = server.player().post("/v1/games", json={"ruleset": "giganten", "seats": 3} | body)
    assert problem(refused)[0] == 422
    assert [error["pointer"] for error in refused.json()["errors"]] == [pointer]


def test_a_malformed_body_is_pointed_at(player: httpx.Client) -> None:
    game = open_game(player)
    path = f"/v1/games/{game}/commands"

    broken = player.post(path, content=b'{"decision": ', headers={"Content-Type": "application/json"})
    wrong = player.post(path, json={"decision": "0.1", "command": {"type": "giganten.bid", "value": "ten"}})
    unknown = player.post(path, json={"decision": "0.1", "command": {"type": "giganten.cheat"}})

    assert problem(broken) == (400, "bad-request")
    assert problem(wrong) == (400, "bad-request")
    assert wrong.json()["errors"][0]["pointer"] == "/command/value"
    assert problem(unknown) == (422, "unknown-command")


def test_seats_are_taken_once_and_left(server: Server) -> None:
    ada, eve = server.player("Ada"), server.player("Eve")
    game = open_game(ada, bots={})
    seats = f"/v1/games/{game}/seats"

    taken = ok(ada.put(f"{seats}/0", json={"entropy": "ab" * 32})).json()["seats"][0]

    name = ok(ada.get("/v1/me")).json()["name"]
    assert (taken["name"], taken["entropy"], taken["entropy_from"]) == (name, "ab" * 32, "player")
    assert ada.put(f"{seats}/0").status_code == 200
    assert problem(eve.put(f"{seats}/0")) == (409, "seat-taken")
    assert problem(ada.put(f"{seats}/1")) == (409, "already-seated")
    assert problem(eve.put(f"{seats}/5")) == (422, "no-such-seat")
    assert problem(eve.put(f"{seats}/1", json={"entropy": "short"})) == (400, "bad-request")
    assert problem(eve.put(f"{seats}/1", json={"bot": "random"})) == (403, "not-yours")
    assert problem(ada.post(f"/v1/games/{game}/start")) == (409, "seats-free")
    assert problem(eve.delete(f"{seats}/0")) == (403, "not-yours")
    assert ada.delete(f"{seats}/0").status_code == 204
    assert problem(ada.delete(f"{seats}/0")) == (409, "seat-free")
    assert problem(ada.delete(f"{seats}/5")) == (422, "no-such-seat")


def test_a_seat_keeps_its_entropy_and_another_one_is_refused(server: Server) -> None:
    ada = server.player("Ada")
    game = open_game(ada, bots={})
    own, other = {"entropy": "ab" * 32}, {"entropy": "cd" * 32}
    seats = f"/v1/games/{game}/seats"
    assert ada.put(f"{seats}/0", json=own).status_code == 200

    refused = ada.put(f"{seats}/0", json=other)

    assert problem(refused) == (409, "already-seated")
    assert "seat 0" in refused.json()["detail"]
    assert "entropy" in refused.json()["detail"]
    version = ok(ada.get(f"/v1/games/{game}")).json()["version"]
    for same in (own, {}):
        repeated = ada.put(f"{seats}/0", json=same)
        assert (repeated.status_code, repeated.json()["version"]) == (200, version)
        assert repeated.json()["seats"][0]["entropy"] == own["entropy"]
    # the server chose the entropy of the bot
    assert ada.put(f"{seats}/1", json={"bot": "random"}).status_code == 200
    assert problem(ada.put(f"{seats}/1", json={"bot": "random", **own})) == (409, "seat-taken")
    assert ada.put(f"{seats}/1", json={"bot": "random"}).status_code == 200
    # a player who has left the seat may bring other entropy
    assert ada.delete(f"{seats}/0").status_code == 204
    assert ok(ada.put(f"{seats}/0", json=other)).json()["seats"][0]["entropy"] == other["entropy"]


def test_only_the_owner_starts_and_cancels(server: Server) -> None:
    ada, eve = server.player(), server.player()
    game = open_game(ada)
    ada.put(f"/v1/games/{game}/seats/0")

    assert problem(eve.post(f"/v1/games/{game}/start")) == (403, "not-yours")
    assert problem(eve.delete(f"/v1/games/{game}")) == (403, "not-yours")
    assert ada.delete(f"/v1/games/{game}").status_code == 204
    assert ok(ada.get(f"/v1/games/{game}")).json()["status"] == "abandoned"
    assert problem(ada.post(f"/v1/games/{game}/start")) == (409, "game-not-open")
    opened = ok(ada.get(f"/v1/games/{game}/events", params={"as": "full"})).json()["items"][0]
    assert len(bytes.fromhex(opened["secret"]["seed"])) == 32


def test_a_private_game_is_seen_by_those_in_it_only(server: Server) -> None:
    ada, eve = server.player(), server.player()
    game = open_game(ada, visibility="private")
    unknown = ok(eve.get("/v1/games/00000000-0000-4000-8000-000000000000"), 404).json()

    hidden = eve.get(f"/v1/games/{game}")

    assert problem(hidden) == (404, "not-found")
    own = {"instance": "", "request_id": ""}
    assert hidden.json() | own == unknown | own
    assert ada.get(f"/v1/games/{game}").headers["cache-control"].startswith("private")
    assert game not in [row["id"] for row in ok(eve.get("/v1/games?limit=200")).json()["items"]]
    assert game in [row["id"] for row in ok(ada.get("/v1/games?limit=200")).json()["items"]]


def test_lists_come_in_pages(server: Server) -> None:
    ada = server.player()
    games = [open_game(ada) for _ in range(3)]
    me = ok(ada.get("/v1/me")).json()["id"]
    for game in games:
        ada.put(f"/v1/games/{game}/seats/0")

    first = ok(ada.get("/v1/games", params={"player": me, "limit": 2}))
    second = ok(ada.get(first.links["next"]["url"]))

    assert [row["id"] for row in first.json()["items"]] == games[:0:-1]
    assert [row["id"] for row in second.json()["items"]] == games[:1]
    assert second.json()["next"] is None


def test_a_keyed_game_is_opened_once(server: Server) -> None:
    ada = server.player()
    body = {"ruleset": "giganten", "seats": 3}
    key = {"Idempotency-Key": "my game"}

    first = ok(ada.post("/v1/games", json=body, headers=key))
    again = ok(ada.post("/v1/games", json=body, headers=key))

    assert first.json() == again.json()
    assert problem(ada.post("/v1/games", json={**body, "seats": 4}, headers=key)) == (422, "key-reused")


def test_titles_rules_and_tables_can_be_read(client: httpx.Client) -> None:
    giganten = ok(client.get("/v1/rulesets/giganten")).json()

    assert giganten["seats"] == [3, 4]
    assert {"random", "careful"} <= set(giganten["bots"])
    rules = ok(client.get(giganten["rules_url"])).json()["items"]
    assert rules[0]["number"] == "0.1"
    assert len(ok(client.get(giganten["rulings_url"])).json()["items"]) == len(RULESETS["giganten"].rulings().by_id)
    tables = ok(client.get(giganten["data_sets"][0]["url"])).json()
    assert tables["digest"] == giganten["data_sets"][0]["digest"]
    assert tables["tables"]["map"]["status"] == "documented"
    printed = giganten["data_sets"][0]["options"]
    assert printed == {"licence_ones": 39, "licence_twos": 39, "train_start": 1, "three_player_last": 3000}
    assert printed.keys() <= {option["name"] for option in giganten["options"]}
    assert problem(client.get("/v1/rulesets/chess")) == (404, "not-found")
    assert problem(client.get("/v1/rulesets/giganten/rules/99")) == (404, "not-found")


def test_what_does_not_exist_is_a_problem_document(client: httpx.Client) -> None:
    assert problem(client.get("/v2")) == (404, "not-found")
    wrong = client.patch("/v1/games")
    assert problem(wrong) == (405, "method-not-allowed")
    assert "POST" in wrong.headers["allow"]
    assert problem(client.post("/v1/players", content=b"x" * 70_000)) == (413, "too-large")
