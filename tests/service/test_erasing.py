"""Erasing a person: the name goes, and no game waits for somebody who is not there any more."""

from pathlib import Path

import httpx

from tests.readmodels.test_commands import worker
from tests.replies import ok
from tests.service.kit import erase, holder, identity, open_game, player_in_game, problem, started_game
from tests.service.server import Server, serving
from tests.service.tournaments.kit import Cup
from tests.waiting import until

IMPATIENT = {"service.profiles.erasing.STORE_TIMEOUT": 2.0}
"""Timeouts of a service that waits two seconds for the tables in which it looks for the seats of an account."""


def test_nobody_is_erased_whose_seats_cannot_be_found(postgres: str, tmp_path: Path) -> None:
    with serving(postgres, IMPATIENT, LUDOLOG_KEY_FILE=str(tmp_path / "key")) as server:
        gone, host = server.player("Gone"), server.player("Host")
        begun, waiting = started_game(gone), open_game(host)
        assert gone.put(f"/v1/games/{waiting}/seats/0").status_code == 200

        # without a worker the tables stand still
        refused = erase(gone)
        assert problem(refused) == (503, "unavailable")
        assert int(refused.headers["retry-after"]) > 0
        assert ok(gone.get("/v1/me")).json()["name"] == "Gone"

        with worker(postgres):
            until(lambda: erase(gone).status_code == 204)
            seats = ok(host.get(f"/v1/games/{begun}")).json()["seats"]
            assert (seats[0]["player"], seats[0]["resigned"]) == ("bot:careful", True)
            assert ok(host.get(f"/v1/games/{waiting}")).json()["seats"][0]["player"] is None


def test_an_organiser_whose_account_cannot_be_deleted_keeps_the_role(postgres: str, tmp_path: Path) -> None:
    with serving(postgres, IMPATIENT, LUDOLOG_KEY_FILE=str(tmp_path / "key")) as server:
        cup = Cup(server, 0)
        director = server.player("Director")
        cup.done(cup.owner, "appoint", player=identity(director), role="director")

        # without a worker the tables stand still: they lack this game
        open_game(director)
        for organiser in (director, cup.owner):
            assert problem(erase(organiser)) == (503, "unavailable")
            found = cup.read()
            assert [each["role"] for each in found["organisers"]] == ["owner", "director"]
            assert found["status"] == "registration"

        with worker(postgres):
            until(lambda: erase(director).status_code == 204)
            assert [each["role"] for each in cup.read()["organisers"]] == ["owner"]


def test_open_games_of_somebody_who_is_erased_are_abandoned(server: Server) -> None:
    owner, other = server.player("Owner"), server.player("Other")
    ready, empty, running = open_game(owner), open_game(owner), started_game(owner)
    assert other.put(f"/v1/games/{ready}/seats/0").status_code == 200
    theirs = open_game(other)

    assert erase(owner).status_code == 204

    status = {game: ok(other.get(f"/v1/games/{game}")).json()["status"] for game in (ready, empty, running, theirs)}
    assert [status[ready], status[empty], status[theirs]] == ["abandoned", "abandoned", "open"]
    assert status[running] != "abandoned"


def guest(server: Server, owner: httpx.Client, game: str) -> tuple[httpx.Client, str]:
    seated = owner.put(f"/v1/games/{game}/seats/0", json={"guest": "Guesty Realname"})
    made = owner.post(f"/v1/games/{game}/seats/0/tokens", json={"label": "for Guesty Realname"})
    client = holder(server, ok(made, 201).json()["token"])
    return client, ok(seated, 200).json()["seats"][0]["player"]


def test_a_guest_is_erased_by_the_token_of_the_seat(server: Server) -> None:
    owner = server.player()
    game, running = open_game(owner), open_game(owner, options={"first_player": "seat_0"})
    for each, started in ((game, False), (running, True)):
        client, player = guest(server, owner, each)
        if started:
            assert owner.post(f"/v1/games/{each}/start").status_code == 200

        ok(erase(client), 204)

        assert problem(client.get("/v1/me")) == (401, "token-needed")
        assert problem(owner.get(f"/v1/players/{player}")) == (404, "not-found")
        shown = ok(owner.get(f"/v1/games/{each}"))
        assert "Realname" not in shown.text
        seat = shown.json()["seats"][0]
        assert (seat["player"], seat["resigned"]) == (("bot:careful", True) if started else (None, False))
    assert owner.get("/v1/me").status_code == 200


def test_the_owner_gets_no_token_for_a_guest_who_has_deleted_the_name(server: Server) -> None:
    owner = server.player()
    game = open_game(owner)
    client, player = guest(server, owner, game)
    assert owner.post(f"/v1/games/{game}/start").status_code == 200
    ended = owner.post(
        f"/v1/games/{game}/rulings", json={"type": "adjudicate", "ranks": [1, 2, 3], "reason": "The evening is over."}
    )
    assert ended.status_code == 201, ended.text
    ok(erase(client), 204)
    assert ok(owner.get(f"/v1/games/{game}")).json()["seats"][0]["player"] == player

    refused = owner.post(f"/v1/games/{game}/seats/0/tokens", json={"label": "again"})

    # the token of the owner is valid
    assert problem(refused) == (404, "not-found")
    assert refused.json()["detail"] == "the guest of this seat has deleted the name"
    assert ok(owner.get(f"/v1/games/{game}/seats/0/tokens")).json()["items"] == []


def test_a_deputy_erases_nobody(server: Server) -> None:
    owner, game = player_in_game(server)
    made = ok(owner.post(f"/v1/games/{game}/seats/0/tokens", json={"label": "deputy"})).json()
    deputy = holder(server, made["token"])

    assert problem(erase(deputy)) == (403, "scope-missing")
