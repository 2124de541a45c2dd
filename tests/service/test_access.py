"""Who may do and see what: scopes, tokens for a seat, guests, invitations, spectators, over a real socket."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from tests.replies import ok
from tests.service.kit import (
    answer,
    holder,
    identity,
    next_decision,
    open_game,
    player_in_game,
    problem,
    started_game,
)
from tests.service.server import Server, serving
from tests.service.tournaments.kit import TERMS


def scoped(server: Server, player: httpx.Client, *scopes: str) -> httpx.Client:
    made = player.post("/v1/me/tokens", json={"label": "some", "scopes": list(scopes)})
    assert made.status_code == 201, made.text
    return holder(server, made.json()["token"])


def test_no_token_gives_or_takes_more_than_it_has(server: Server, player: httpx.Client) -> None:
    reader = scoped(server, player, "read", "account")
    tokens = {token["label"]: token for token in ok(player.get("/v1/me/tokens")).json()["items"]}

    assert tokens["some"]["scopes"] == ["read", "account"]
    assert tokens["sign-up"]["scopes"] == ["read", "play", "organise", "account"]
    more = reader.post("/v1/me/tokens", json={"label": "more", "scopes": ["play"]})
    assert problem(more) == (403, "scope-missing")
    assert ok(reader.post("/v1/me/tokens", json={"label": "same"})).json()["scopes"] == ["read", "account"]
    assert problem(reader.delete(f"/v1/me/tokens/{tokens['sign-up']['id']}")) == (403, "scope-missing")
    assert player.delete(f"/v1/me/tokens/{tokens['some']['id']}").status_code == 204
    assert problem(reader.get("/v1/me")) == (401, "token-needed")


def test_the_last_use_of_a_token_is_listed(player: httpx.Client) -> None:
    unused = ok(player.post("/v1/me/tokens", json={"label": "unused"})).json()
    used = {token["id"]: token["last_used_at"] for token in ok(player.get("/v1/me/tokens")).json()["items"]}

    assert used.pop(unused["id"]) is None
    assert all(used.values())


def test_a_deputy_plays_one_seat_of_one_game_and_is_kept_as_such(server: Server) -> None:
    player, rng = server.player(), random.Random(3)
    game, other = started_game(player), started_game(player)
    made = ok(player.post(f"/v1/games/{game}/seats/0/tokens", json={"label": "Bo, while I am away"})).json()
    deputy = holder(server, made["token"])

    done = answer(deputy, game, next_decision(deputy, game), rng)
    assert done.status_code == 201
    assert done.json()["receipt"]["sender"] == f"seat-token:{made['id']}"
    listed = ok(player.get(f"/v1/games/{game}/seats/0/tokens")).json()["items"]
    assert [(token["label"], token["versions"]) for token in listed] == [
        ("Bo, while I am away", [done.json()["events"][0]["record"]["version"]])
    ]
    # elsewhere it is nobody's
    elsewhere = next_decision(player, other)
    assert problem(answer(deputy, other, elsewhere, rng)) == (403, "not-yours")
    assert "choices" not in ok(deputy.get(f"/v1/games/{other}/decisions")).json()["items"][0]
    for refused in (
        deputy.post(f"/v1/games/{game}/resignations"),
        deputy.post("/v1/games", json={"ruleset": "giganten", "seats": 3}),
        deputy.post("/v1/me/tokens", json={"label": "more"}),
        deputy.post(f"/v1/games/{game}/seats/0/tokens", json={"label": "more"}),
        deputy.get("/v1/me/tokens"),
    ):
        assert refused.status_code == 403, refused.text
    assert player.delete(f"/v1/games/{game}/seats/0/tokens/{made['id']}").status_code == 204
    assert problem(deputy.get("/v1/me")) == (401, "token-needed")


def test_me_in_a_list_stands_for_the_id_of_the_player_of_any_token(server: Server) -> None:
    player, visitor = server.player(), server.client()
    game, private = started_game(player, visibility="private"), open_game(player, visibility="private")
    public = ok(player.post("/v1/tournaments", json=TERMS)).json()["id"]
    assert player.post("/v1/tournaments", json={**TERMS, "visibility": "private"}).status_code == 201
    deputy = holder(server, ok(player.post(f"/v1/games/{game}/seats/0/tokens", json={"label": "x"})).json()["token"])

    def listed(client: httpx.Client, path: str, role: str, who: str) -> list[str]:
        reply = client.get(path, params={role: who})
        assert reply.status_code == 200, reply.text
        return [item["id"] for item in reply.json()["items"]]

    for path, other in {"games": "owner", "results": "owner", "tournaments": "organiser"}.items():
        for role in ("player", other):
            asked = listed(deputy, f"/v1/{path}", role, "me")
            assert asked == listed(deputy, f"/v1/{path}", role, identity(player))
            assert path == "games" or asked == listed(visitor, f"/v1/{path}", role, identity(player))
            assert problem(visitor.get(f"/v1/{path}", params={role: "me"})) == (401, "token-needed")
    assert listed(deputy, "/v1/games", "owner", "me") == [game]
    assert listed(player, "/v1/games", "owner", "me") == [private, game]
    assert listed(deputy, "/v1/tournaments", "organiser", "me") == [public]
    assert listed(deputy, "/v1/tournaments/rounds", "player", "me") == []
    assert listed(deputy, "/v1/tournaments/rounds", "organiser", "me") == []


def test_a_seat_token_ends_with_the_seat(server: Server) -> None:
    player, game = player_in_game(server)
    made = ok(player.post(f"/v1/games/{game}/seats/0/tokens", json={"label": "deputy"})).json()
    deputy = holder(server, made["token"])
    decision = next_decision(deputy, game)

    assert player.post(f"/v1/games/{game}/resignations").status_code == 201

    assert problem(answer(deputy, game, decision, random.Random(1))) == (401, "token-needed")


def test_a_guest_is_seated_by_the_owner_and_plays_by_a_token(server: Server) -> None:
    owner, other = server.player(), server.player("Eve")
    game = open_game(owner, options={"first_player": "seat_0"})

    assert problem(other.put(f"/v1/games/{game}/seats/0", json={"guest": "Grandma"})) == (403, "not-yours")
    seated = ok(owner.put(f"/v1/games/{game}/seats/0", json={"guest": "Grandma"})).json()["seats"][0]
    assert seated["name"] == "Grandma"
    assert seated["player"].startswith("guest:")
    # the answer may have been lost, and the request sent again
    assert ok(owner.put(f"/v1/games/{game}/seats/0", json={"guest": "Grandma"})).json()["seats"][0] == seated
    assert problem(owner.put(f"/v1/games/{game}/seats/0", json={"guest": "Grandpa"})) == (409, "seat-taken")
    assert problem(other.post(f"/v1/games/{game}/seats/0/tokens", json={"label": "x"})) == (403, "not-yours")
    made = ok(owner.post(f"/v1/games/{game}/seats/0/tokens", json={"label": "for Grandma"})).json()
    grandma = holder(server, made["token"])
    assert owner.post(f"/v1/games/{game}/start").status_code == 200
    assert answer(grandma, game, next_decision(grandma, game), random.Random(2)).status_code == 201
    assert grandma.post(f"/v1/games/{game}/resignations").status_code == 201


def test_an_owner_who_plays_is_trusted_with_a_guest_and_all_can_see_that(server: Server) -> None:
    owner, eve = server.player(), server.player("Eve")
    game = open_game(owner, bots={"2": "random"})
    path = f"/v1/games/{game}"
    assert owner.put(f"{path}/seats/0", json={"guest": "Grandma"}).status_code == 200
    assert owner.put(f"{path}/seats/1").status_code == 200
    lost = ok(owner.post(f"{path}/seats/0/tokens", json={"label": "lost"})).json()
    assert owner.post(f"{path}/start").status_code == 200

    # the owner has the first token: refusing a further one would only shut out a guest who has lost it
    again = owner.post(f"{path}/seats/0/tokens", json={"label": "again"})

    assert again.status_code == 201
    for each in (lost, again.json()):
        seen = holder(server, each["token"]).get(f"{path}/view", params={"as": "seat:0"})
        assert seen.status_code == 200
    assert owner.get(f"{path}/view", params={"as": "seat:0"}).status_code == 404
    seats = ok(eve.get(path)).json()["seats"]
    assert [seat["player"].partition(":")[0] for seat in seats] == ["guest", "player", "bot"]
    document = ok(eve.get("/openapi.json")).json()
    made = document["paths"]["/v1/games/{game}/seats/{seat}/tokens"]["post"]["description"]
    player = document["components"]["schemas"]["SeatReply"]["properties"]["player"]["description"]
    assert "the owner can see the secrets of a guest" in made
    assert "can see the secrets of the seat" in player


def test_a_private_game_is_joined_by_invitation(server: Server) -> None:
    owner, friend, stranger = server.player(), server.player("Bo"), server.player("Eve")
    game = open_game(owner, visibility="private", bots={"2": "random"})
    made = ok(owner.post(f"/v1/games/{game}/invitations", json={"label": "for Bo"})).json()
    invited = {"Ludolog-Invitation": made["invitation"]}

    for path in ("", "/view", "/events", "/decisions", "/stream", "/result"):
        assert problem(friend.get(f"/v1/games/{game}{path}")) == (404, "not-found")
    assert problem(friend.put(f"/v1/games/{game}/seats/1")) == (404, "not-found")
    assert friend.get(f"/v1/games/{game}", headers=invited).status_code == 200
    assert friend.put(f"/v1/games/{game}/seats/1", headers=invited).status_code == 200
    assert friend.get(f"/v1/games/{game}").status_code == 200
    assert game in {row["id"] for row in ok(friend.get("/v1/games")).json()["items"]}
    assert game not in {row["id"] for row in ok(stranger.get("/v1/games")).json()["items"]}

    listed = ok(owner.get(f"/v1/games/{game}/invitations")).json()["items"]
    assert [(one["label"], "invitation" in one, bool(one["last_used_at"])) for one in listed] == [
        ("for Bo", False, True)
    ]
    assert problem(friend.get(f"/v1/games/{game}/invitations")) == (403, "not-yours")
    assert owner.delete(f"/v1/games/{game}/invitations/{made['id']}").status_code == 204
    assert problem(stranger.get(f"/v1/games/{game}", headers=invited)) == (404, "not-found")
    assert problem(owner.delete(f"/v1/games/{game}/invitations/{made['id']}")) == (404, "not-found")


def test_an_invitation_is_no_token_and_opens_one_game_only(server: Server) -> None:
    owner, friend = server.player(), server.player("Bo")
    game = open_game(owner, visibility="private", bots={"2": "random"})
    other = open_game(owner, visibility="private", bots={"2": "random"})
    made = ok(owner.post(f"/v1/games/{game}/invitations", json={"label": "for Bo"})).json()["invitation"]

    assert problem(holder(server, made).get("/v1/me")) == (401, "token-needed")
    assert problem(friend.get(f"/v1/games/{other}", headers={"Ludolog-Invitation": made})) == (404, "not-found")


def test_who_gave_up_still_sees_a_private_game(server: Server) -> None:
    owner, friend = server.player(), server.player("Bo")
    game = open_game(owner, visibility="private", bots={"2": "random"})
    invitation = ok(owner.post(f"/v1/games/{game}/invitations", json={"label": "for Bo"})).json()["invitation"]
    friend.put(f"/v1/games/{game}/seats/1", headers={"Ludolog-Invitation": invitation})
    owner.put(f"/v1/games/{game}/seats/0")
    owner.post(f"/v1/games/{game}/start")

    first = friend.post(f"/v1/games/{game}/resignations", headers={"Idempotency-Key": "resign"})
    again = friend.post(f"/v1/games/{game}/resignations", headers={"Idempotency-Key": "resign"})

    assert (first.status_code, again.status_code) == (201, 201)
    assert again.headers["idempotency-replayed"] == "true"
    assert again.content == first.content
    assert friend.get(f"/v1/games/{game}").status_code == 200
    assert game in {row["id"] for row in ok(friend.get("/v1/games")).json()["items"]}


@pytest.mark.parametrize("path", ["view", "events", "decisions", "stream"])
def test_a_game_without_spectators_is_looked_at_by_its_players_only(server: Server, path: str) -> None:
    player, stranger = server.player(), server.player("Eve")
    game = started_game(player, spectators="none")

    assert stranger.get(f"/v1/games/{game}").status_code == 200
    assert problem(stranger.get(f"/v1/games/{game}/{path}")) == (404, "not-found")
    seen = player.get(f"/v1/games/{game}/{path}", params={"follow": "false"} if path == "stream" else {})
    assert seen.status_code == 200
    public = player.get(f"/v1/games/{game}/view", params={"as": "public"})
    assert "private" in public.headers["cache-control"]


def test_spectators_come_in_when_the_game_is_over(server: Server, player: httpx.Client) -> None:
    game = open_game(player, spectators="none")
    assert player.delete(f"/v1/games/{game}").status_code == 204

    assert server.client().get(f"/v1/games/{game}/events").status_code == 200


def test_a_guest_who_is_refused_a_seat_leaves_no_row_behind(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        owner = server.player()
        game = open_game(owner)
        url = f"/v1/games/{game}/seats"
        replies = [owner.put(f"{url}/{seat}", json={"guest": "Grandma"}) for seat in (1, 1, 7)]
        entropy = owner.put(f"{url}/0", json={"guest": "Grandma", "entropy": "00"})
        seated = owner.put(f"{url}/0", json={"guest": "Grandma"})
    with closing(sqlite3.connect(tmp_path / "games.db")) as connection:
        ids = [row[0] for row in connection.execute("SELECT id FROM players")]

    assert [problem(reply)[1] for reply in replies] == ["seat-taken", "seat-taken", "no-such-seat"]
    assert entropy.status_code == 400
    assert seated.status_code == 200
    assert len([each for each in ids if each.startswith("guest:")]) == 1
