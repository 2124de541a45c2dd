"""Games that are opened for others: reserved seats, names, tags, ratings, and the lists that show them."""

import datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.people.accounts import Accounts
from service.people.tokens import TokenRevokedError
from service.play.api.games.new_game import invite_to_seats
from tests.notifications.sites import site
from tests.replies import ok
from tests.service.kit import identity, problem
from tests.service.server import Server
from tests.service.sse import following
from tests.waiting import until


def opened(organiser: httpx.Client, **wishes: Any) -> dict[str, Any]:
    reply = organiser.post("/v1/games", json={"ruleset": "minos", "seats": 3, **wishes})
    assert reply.status_code == 201, reply.text
    return reply.json()


def test_a_reserved_seat_is_for_its_player(server: Server) -> None:
    organiser, ada, bo = (server.player(name) for name in ("Org", "Ada", "Bo"))
    game = opened(organiser, reserved={"0": identity(ada)})
    seats = f"/v1/games/{game['id']}/seats"

    assert [seat["reserved"] for seat in game["seats"]] == [identity(ada), None, None]
    assert game["reserved"] == [identity(ada), None, None]
    assert problem(bo.put(f"{seats}/0")) == (409, "seat-reserved")
    assert problem(organiser.put(f"{seats}/0", json={"bot": "careful"})) == (409, "seat-reserved")
    assert problem(organiser.put(f"{seats}/0", json={"guest": "Eve"})) == (409, "seat-reserved")
    assert ada.put(f"{seats}/0").status_code == 200
    assert bo.put(f"{seats}/1").status_code == 200


def test_a_private_game_is_seen_by_the_player_for_whom_a_seat_waits(server: Server) -> None:
    organiser, ada, bo = (server.player(name) for name in ("Org", "Ada", "Bo"))
    game = opened(organiser, reserved={"1": identity(ada)}, visibility="private")["id"]

    assert bo.get(f"/v1/games/{game}").status_code == 404
    assert ada.get(f"/v1/games/{game}").status_code == 200
    assert [row["id"] for row in ok(ada.get("/v1/games", params={"owner": identity(organiser)})).json()["items"]] == [
        game
    ]
    assert ok(bo.get("/v1/games", params={"owner": identity(organiser)})).json()["items"] == []
    (own,) = ok(ada.get("/v1/me/games", params={"invited": "true"})).json()["items"]
    assert (own["id"], own["seat"], own["invited"], own["awaiting"]) == (game, 1, True, False)
    assert ada.put(f"/v1/games/{game}/seats/1").status_code == 200
    (own,) = ok(ada.get("/v1/me/games")).json()["items"]
    assert (own["invited"], ok(ada.get("/v1/me/games", params={"invited": "true"})).json()["items"]) == (False, [])


def test_the_player_of_a_reserved_seat_may_take_another_seat_and_the_lists_continue(server: Server) -> None:
    organiser, ada = server.player("Org"), server.player("Ada")
    game = opened(organiser, reserved={"0": identity(ada)})["id"]
    assert ada.put(f"/v1/games/{game}/seats/1").status_code == 200
    other = opened(organiser)["id"]

    def listed() -> set[str]:
        return {row["id"] for row in ok(organiser.get("/v1/games")).json()["items"]}

    until(lambda: {game, other} <= listed())
    (own,) = ok(ada.get("/v1/me/games")).json()["items"]
    assert (own["id"], own["seat"], own["invited"]) == (game, 1, False)
    assert problem(ada.put(f"/v1/games/{game}/seats/0")) == (409, "already-seated")
    assert ada.delete(f"/v1/games/{game}/seats/1").status_code == 204
    (own,) = ok(ada.get("/v1/me/games")).json()["items"]
    assert (own["seat"], own["invited"]) == (0, True)


def test_lists_show_that_a_seat_was_declined(server: Server) -> None:
    organiser, ada = server.player("Org"), server.player("Ada")
    owned = {"owner": identity(organiser)}
    with following(ada, "/v1/games/stream") as events:
        game = opened(organiser, reserved={"1": identity(ada)})["id"]
        assert ada.delete(f"/v1/games/{game}/seats/1").status_code == 204
        declined = next(event for event in events if event.name == "seat_declined" and event.data["game"]["id"] == game)
    (listed,) = ok(organiser.get("/v1/games", params=owned)).json()["items"]

    shown = ok(organiser.get(f"/v1/games/{game}")).json()
    reserved = [seat["reserved"] for seat in shown["seats"]]
    assert reserved == [None, "invitation", None]
    assert shown["reserved"] == listed["reserved"] == declined.data["game"]["reserved"] == reserved


def test_an_invitation_to_a_seat_is_valid_once_and_for_this_seat(server: Server) -> None:
    organiser, ada, bo = (server.player(name) for name in ("Org", "Ada", "Bo"))
    game = opened(organiser, reserved={"1": "invitation"}, visibility="private")
    (made,) = game["invitations"]
    seats, held = f"/v1/games/{game['id']}/seats", {"Ludolog-Invitation": made["invitation"]}

    assert made["seat"] == 1
    assert "invitations" not in ok(organiser.get(f"/v1/games/{game['id']}")).json()
    listed = ok(organiser.get(f"/v1/games/{game['id']}/invitations")).json()["items"]
    assert [(each["id"], each["seat"]) for each in listed] == [(made["id"], 1)]
    assert ada.put(f"{seats}/1").status_code == 404
    assert problem(ada.put(f"{seats}/0", headers=held)) == (409, "seat-reserved")
    assert ada.put(f"{seats}/1", headers=held).status_code == 200
    assert ada.put(f"{seats}/1").status_code == 200
    assert bo.put(f"{seats}/1", headers=held).status_code == 404
    assert ada.delete(f"{seats}/1").status_code == 204
    assert bo.put(f"{seats}/1", headers=held).status_code == 404
    again = ok(organiser.post(f"/v1/games/{game['id']}/invitations", json={"label": "Bo", "seat": 1})).json()
    assert bo.put(f"{seats}/1", headers={"Ludolog-Invitation": again["invitation"]}).status_code == 200
    assert problem(organiser.post(f"/v1/games/{game['id']}/invitations", json={"label": "Bo", "seat": 0})) == (
        422, "no-such-seat",
    )  # fmt: skip


def test_a_public_seat_for_an_invitation_needs_it(server: Server) -> None:
    organiser, ada = server.player("Org"), server.player("Ada")
    game = opened(organiser, reserved={"2": "invitation"})
    other = ok(organiser.post(f"/v1/games/{game['id']}/invitations", json={"label": "any seat"})).json()["invitation"]
    seat = f"/v1/games/{game['id']}/seats/2"

    assert problem(ada.put(seat)) == (409, "seat-reserved")
    assert problem(ada.put(seat, headers={"Ludolog-Invitation": other})) == (409, "seat-reserved")
    held = {"Ludolog-Invitation": game["invitations"][0]["invitation"]}
    assert ada.put(seat, headers=held).status_code == 200


def test_a_repeated_opening_returns_the_same_game_and_invitations(server: Server) -> None:
    organiser = server.player("Org")
    body = {"ruleset": "minos", "seats": 2, "reserved": {"0": "invitation"}}
    first, second = (ok(organiser.post("/v1/games", json=body, headers={"Idempotency-Key": "k"})) for _ in range(2))

    assert first.json() == second.json()
    assert second.headers["Idempotency-Replayed"] == "true"
    changed = body | {"reserved": {"1": "invitation"}}
    assert problem(organiser.post("/v1/games", json=changed, headers={"Idempotency-Key": "k"})) == (422, "key-reused")


def test_names_and_tags_are_shown_and_filtered(server: Server) -> None:
    organiser = server.player("Org")
    game = opened(organiser, name="  Round 1 ", tags=["cup-7", "round-1"], rated=False)["id"]
    opened(organiser, tags=["cup-8"])

    (row,) = ok(organiser.get("/v1/games", params={"tag": "cup-7"})).json()["items"]
    assert (row["id"], row["name"], row["tags"], row["rated"]) == (game, "Round 1", ["cup-7", "round-1"], False)
    unrated = ok(organiser.get("/v1/games", params={"rated": "false", "owner": "me"})).json()["items"]
    assert [row["id"] for row in unrated] == [game]
    assert len(ok(organiser.get("/v1/games", params={"owner": "me"})).json()["items"]) == 2
    assert problem(server.client().get("/v1/games", params={"owner": "me"})) == (401, "token-needed")


def test_a_rated_game_takes_players_who_have_signed_up(server: Server) -> None:
    organiser = server.player("Org")
    game = opened(organiser, rated=True, visibility="private")
    seat = f"/v1/games/{game['id']}/seats/0"

    assert (game["rated"], game["take_back"]) == (True, False)
    assert problem(organiser.put(seat, json={"bot": "careful"})) == (409, "rated-game")
    assert problem(organiser.put(seat, json={"guest": "Eve"})) == (409, "rated-game")
    assert ok(organiser.get("/v1/me/limits")).json()["guests"]["used"] == 0


@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        ({"reserved": {"3": "invitation"}}, "no-such-seat"),
        ({"reserved": {"x": "invitation"}}, "no-such-seat"),
        ({"reserved": {"0": "player:nobody"}}, "unknown-player"),
        ({"reserved": {"0": "invitation"}, "bots": {"0": "careful"}}, "invalid-value"),
        ({"rated": True, "bots": {"0": "careful"}}, "invalid-value"),
        ({"rated": True, "take_back": True}, "invalid-value"),
        ({"tags": ["a", "a"]}, "invalid-value"),
        ({"no_show": "bot"}, "invalid-value"),
        ({"grace": "PT5M"}, "invalid-value"),
        ({"starts_at": "2020-01-01T00:00:00Z"}, "invalid-value"),
        ({"starts_at": "2098-01-01T00:00:00Z"}, "invalid-value"),
        ({"starts_at": "tomorrow"}, "invalid-value"),
        ({"name": " \u200b"}, "invalid-name"),
    ],
)
def test_terms_that_contradict_one_another_are_refused(server: Server, wishes: dict[str, Any], code: str) -> None:
    organiser = server.player("Org")

    assert problem(organiser.post("/v1/games", json={"ruleset": "minos", "seats": 3, **wishes})) == (422, code)


def test_many_games_are_opened_together_or_none(server: Server) -> None:
    organiser = server.player("Org")
    game = {"ruleset": "minos", "seats": 2, "reserved": {"0": "invitation"}, "tags": ["bulk"]}
    key = {"Idempotency-Key": "bulk"}

    wrong = {"games": [game, game | {"seats": 3, "bots": {"0": "careful"}}]}
    refused = organiser.post("/v1/games/bulk", json=wrong, headers=key)
    assert problem(refused) == (422, "invalid-value")
    assert [error["pointer"] for error in refused.json()["errors"]] == ["/games/1/reserved"]
    for bad, code, pointer in (
        ({"ruleset": "chess"}, "unknown-ruleset", "ruleset"),
        ({"options": {"luck": 1}}, "invalid-option", "options/luck"),
        ({"reserved": {"2": "invitation"}}, "no-such-seat", "reserved/2"),
    ):
        refused = organiser.post("/v1/games/bulk", json={"games": [game, game, game | bad]})
        assert (refused.json()["code"], refused.json()["errors"][0]["pointer"]) == (code, f"/games/2/{pointer}")
    assert ok(organiser.get("/v1/games", params={"owner": "me"})).json()["items"] == []

    games = {"games": [game] * 120}
    first, second = (organiser.post("/v1/games/bulk", json=games, headers=key) for _ in range(2))
    assert first.status_code == second.status_code == 201, first.text
    assert first.json() == second.json()
    assert second.headers["Idempotency-Replayed"] == "true"
    items = first.json()["items"]
    assert len({item["id"] for item in items}) == len({item["invitations"][0]["invitation"] for item in items}) == 120
    page = ok(organiser.get("/v1/me/organised", params={"limit": 100, "tag": "bulk"})).json()
    rest = ok(organiser.get("/v1/me/organised", params={"limit": 100, "cursor": page["next"]})).json()
    assert {row["id"] for row in (*page["items"], *rest["items"])} == {item["id"] for item in items}
    assert {row["missing"] for row in page["items"]} == {2}
    assert problem(organiser.post("/v1/games/bulk", json={"games": [game]}, headers=key)) == (422, "key-reused")
    assert problem(organiser.post("/v1/games/bulk", json={"games": []})) == (400, "bad-request")
    assert problem(organiser.post("/v1/games/bulk", json={"games": [game] * 201})) == (400, "bad-request")


def test_a_substitute_keeps_the_entropy_of_the_seat_as_every_player_does(server: Server) -> None:
    organiser, ada, bo, di = (server.player(name) for name in ("Org", "Ada", "Bo", "Di"))
    terms: dict[str, Any] = {"reserved": {"0": identity(ada)}, "substitutes": [identity(di)]}
    soon = (datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=5)).isoformat()
    game = opened(organiser, **terms, starts_at=soon, seats=2, grace="PT1H")["id"]
    path, seat = f"/v1/games/{game}", f"/v1/games/{game}/seats/0"
    own, other = {"entropy": "ab" * 32}, {"entropy": "cd" * 32}
    assert problem(di.put(seat, json=own)) == (409, "seat-reserved")
    until(lambda: di.put(seat, json=own).status_code == 200)

    def check() -> None:
        for same in (own, {}):
            repeated = di.put(seat, json=same)
            assert (repeated.status_code, repeated.json()["seats"][0]["entropy"]) == (200, own["entropy"])
        assert problem(di.put(seat, json=other)) == (409, "already-seated")

    check()
    # the last free seat starts the game
    assert bo.put(f"{path}/seats/1").status_code == 200
    until(lambda: ok(di.get(path)).json()["status"] == "running")
    check()


def test_no_invitation_to_a_seat_is_made_with_a_token_that_was_revoked_after_the_request_had_found_it(
    tmp_path: Path,
) -> None:
    with site(tmp_path) as place:
        organiser = place.player("Org")
        accounts = place.parts.get(Accounts)
        token = accounts.holder(organiser.token)
        assert token is not None
        accounts.revoke(token)

        with pytest.raises(TokenRevokedError):
            place.run(lambda: invite_to_seats(accounts, token, {"game": ("invitation",)}))

        assert accounts.invitations("game") == []
