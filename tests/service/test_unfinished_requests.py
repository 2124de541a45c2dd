"""Requests that are repeated after a process ended between the commit of the game and that of the accounts."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.replies import ok
from tests.service.kit import first_choice, holder, identity, next_decision, open_game, problem, started_game
from tests.service.server import Server, serving
from tests.service.test_clocks import HASTY
from tests.service.test_rulings import Table

KEY = {"Idempotency-Key": "again"}


def restore(path: Path, token: str) -> None:
    """Make a token valid again: the process has ended before it was revoked."""
    with sqlite3.connect(path) as database:
        assert database.execute("UPDATE tokens SET revoked_at = NULL WHERE id = ?", (token,)).rowcount == 1


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def authorized(server: Server, token: str) -> object:
    return server.client().get("/v1/me", headers={"Authorization": f"Bearer {token}"}).status_code


@contextmanager
def serving_again(path: Path, token: str) -> Generator[tuple[Server, httpx.Client]]:
    """Start the service again; yield it with a client of a player."""
    with serving(path) as server:
        client = server.client()
        client.headers["Authorization"] = token
        yield server, client


def test_a_repeated_leave_revokes_the_tokens_of_the_seat(path: Path) -> None:
    with serving(path) as server:
        player = server.player()
        token = player.headers["Authorization"]
        seat = f"/v1/games/{open_game(player)}/seats/0"
        player.put(seat)
        made = ok(player.post(f"{seat}/tokens", json={"label": "deputy"})).json()
        assert player.delete(seat, headers=KEY).status_code == 204
        assert authorized(server, made["token"]) == 401
    restore(path, made["id"])
    with serving_again(path, token) as (server, client):
        assert authorized(server, made["token"]) == 200
        again = client.delete(seat, headers=KEY)

        assert (again.status_code, again.headers["Idempotency-Replayed"]) == (204, "true")
        assert authorized(server, made["token"]) == 401


def test_a_repeated_resignation_revokes_the_tokens_of_the_seat(path: Path) -> None:
    with serving(path) as server:
        player = server.player()
        token, game = player.headers["Authorization"], f"/v1/games/{started_game(player)}"
        made = ok(player.post(f"{game}/seats/0/tokens", json={"label": "deputy"})).json()
        assert player.post(f"{game}/resignations", headers=KEY).status_code == 201
        assert authorized(server, made["token"]) == 401
    restore(path, made["id"])
    with serving_again(path, token) as (server, client):
        assert authorized(server, made["token"]) == 200
        again = client.post(f"{game}/resignations", headers=KEY)

        assert (again.status_code, again.headers["Idempotency-Replayed"]) == (201, "true")
        assert authorized(server, made["token"]) == 401


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_repeated_resignation_of_a_guest_gives_the_quota_of_the_owner_back(path: Path, visibility: str) -> None:
    with serving(path) as server:
        owner = server.player()
        opened = open_game(owner, bots={"2": "random"}, visibility=visibility, others_left="play_on")
        token, game = owner.headers["Authorization"], f"/v1/games/{opened}"
        # the game waits for the owner: bots alone would end it, which gives the quota back, too
        owner.put(f"{game}/seats/1")
        owner.put(f"{game}/seats/0", json={"guest": "Bo"})
        guest = ok(owner.post(f"{game}/seats/0/tokens", json={"label": "Bo"})).json()["token"]
        assert owner.post(f"{game}/start").status_code == 200
        assert guests(owner) == 1
        keyed = {**KEY, "Authorization": f"Bearer {guest}"}
        assert server.client().post(f"{game}/resignations", headers=keyed).status_code == 201
        assert guests(owner) == 0
    with sqlite3.connect(path) as database:
        # the process has ended before the quota was given back
        statement = "UPDATE players SET guest_in = ? WHERE id LIKE 'guest:%'"
        assert database.execute(statement, (game.rpartition("/")[2],)).rowcount == 1
    with serving(path) as server:
        owner = server.client()
        owner.headers["Authorization"] = token
        assert guests(owner) == 1
        assert server.client().post(f"{game}/resignations", headers=keyed).status_code == 201
        assert guests(owner) == 0


def guests(owner: httpx.Client) -> int:
    """Return how many guests count for an owner."""
    return ok(owner.get("/v1/me/limits")).json()["guests"]["used"]


def test_a_repeated_leave_keeps_the_tokens_of_a_seat_that_was_taken_again(path: Path) -> None:
    with serving(path) as server:
        player = server.player()
        seat = f"/v1/games/{open_game(player)}/seats/0"
        player.put(seat)
        player.delete(seat, headers=KEY)
        player.put(seat)
        made = ok(player.post(f"{seat}/tokens", json={"label": "deputy"})).json()

        assert player.delete(seat, headers=KEY).status_code == 204
        assert authorized(server, made["token"]) == 200


def test_a_repeated_refusal_of_an_offer_keeps_the_tokens_of_a_player_who_may_return(path: Path) -> None:
    with serving(path, HASTY) as server:
        table = Table(server, clock={"allowance": "PT5S", "strikes": 1, "on_empty": "bot", "vacation": "P1D"})
        first: int = table.about()["awaiting"][0]
        deciding = (table.ada, table.bo)[first]
        # the game waits for this player: bots alone would end it, and nobody returns to a game that is over
        assert deciding.post(f"{table.path}/seats/{first}/vacations", json={"duration": "P1D"}).status_code == 201
        seat = f"{table.path}/seats/{1 - first}"
        present, stranger = (table.ada, table.bo)[1 - first], server.player()
        deputy = holder(server, ok(present.post(f"{seat}/tokens", json={"label": "deputy"})).json()["token"])
        assert table.rule("replace_player", seat=1 - first, player=identity(stranger)).status_code == 201
        assert stranger.delete(seat, headers=KEY).status_code == 204
        while table.about()["awaiting"] == [first]:
            command = first_choice(next_decision(deciding, table.game))
            assert deciding.post(f"{table.path}/commands", json=command).status_code == 201
        while not table.about()["seats"][1 - first]["may_return"]:
            table.organiser.get(f"{table.path}/events", params={"after": table.about()["version"], "wait": 5})

        again = stranger.delete(seat, headers=KEY)

        assert (again.status_code, again.headers["Idempotency-Replayed"]) == (204, "true")
        assert deputy.post(f"{seat}/returns").status_code == 201


def test_a_repeated_taking_of_a_seat_uses_its_invitation_up(path: Path) -> None:
    with serving(path) as server:
        owner, player = server.player(), server.player()
        token = player.headers["Authorization"]
        wishes = {"ruleset": "minos", "seats": 3, "reserved": {"1": "invitation"}, "visibility": "private"}
        game = ok(owner.post("/v1/games", json=wishes)).json()
        (invitation,) = game["invitations"]
        held = {"Ludolog-Invitation": invitation["invitation"]}
        seat = f"/v1/games/{game['id']}/seats/1"
        assert player.put(seat, headers={**KEY, **held}).status_code == 200
        assert server.client().get(f"/v1/games/{game['id']}", headers=held).status_code == 404
    restore(path, invitation["id"])
    with serving(path) as server:
        client = server.client()
        assert client.get(f"/v1/games/{game['id']}", headers=held).status_code == 200
        again = client.put(seat, headers={**KEY, **held, "Authorization": token})

        assert (again.status_code, again.headers["Idempotency-Replayed"]) == (200, "true")
        assert problem(client.get(f"/v1/games/{game['id']}", headers=held)) == (404, "not-found")
