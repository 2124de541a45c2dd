"""Who may take a seat of an open game: terms, and players whom the owner has removed."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.replies import ok
from tests.service.kit import identity, open_game, problem
from tests.service.server import Server, serving_either

BARE: dict[str, Any] = {"bots": {}, "ruleset": "siberia", "seats": 2}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving_either(request, tmp_path_factory.mktemp("admission")) as running:
        yield running


def listed(client: httpx.Client, owner: str, **query: str) -> set[str]:
    """Return the open games of an owner in a list."""
    items = ok(client.get("/v1/games", params={"owner": owner, "status": "open", **query})).json()["items"]
    return {item["id"] for item in items}


def test_whoever_the_owner_removed_stays_out(server: Server) -> None:
    owner, ada, bo = server.player("Owner"), server.player("Ada"), server.player("Bo")
    game = open_game(owner, **BARE | {"seats": 3})
    seat = f"/v1/games/{game}/seats"
    ok(ada.put(f"{seat}/0"))
    ok(bo.put(f"{seat}/1"))
    ok(bo.delete(f"{seat}/1"), 204)
    ok(owner.delete(f"{seat}/0"), 204)

    for number in (0, 2):
        refused = ada.put(f"{seat}/{number}")
        assert problem(refused) == (409, "not-possible")
        assert "removed you" in refused.json()["detail"]
    invitation = ok(owner.post(f"/v1/games/{game}/invitations", json={"label": "x"})).json()["invitation"]
    refused = ada.put(f"{seat}/0", headers={"Ludolog-Invitation": invitation})
    assert problem(refused) == (409, "not-possible")
    # others are not concerned, nor is whoever left by himself; the owner comes and goes
    ok(bo.put(f"{seat}/0"))
    ok(owner.put(f"{seat}/1"))
    ok(owner.delete(f"{seat}/1"), 204)
    ok(owner.put(f"{seat}/1"))
    # in another game of the same owner the player is welcome
    ok(ada.put(f"/v1/games/{open_game(owner, **BARE)}/seats/0"))


def test_removed_players_are_known_after_a_restart(server: Server) -> None:
    owner, ada = server.player("Owner 2"), server.player("Ada 2")
    game = open_game(owner, **BARE)
    ok(ada.put(f"/v1/games/{game}/seats/0"))
    ok(owner.delete(f"/v1/games/{game}/seats/0"), 204)
    server.kill()
    server.restart()

    assert problem(ada.put(f"/v1/games/{game}/seats/0")) == (409, "not-possible")


def test_ratings_decide_who_may_join_and_which_games_are_listed(server: Server) -> None:
    owner, ada = server.player("Owner 3"), server.player("Ada 3")
    ids = identity(owner)
    strong = open_game(owner, **BARE, min_rating=1)
    weak = open_game(owner, **BARE, max_rating=0, min_completion=100)
    plain = open_game(owner, **BARE)
    asked = open_game(owner, **BARE, min_rating=1, max_rating=20, reserved={"1": identity(ada)})

    refused = ada.put(f"/v1/games/{strong}/seats/0")
    assert problem(refused) == (409, "not-possible")
    assert refused.json()["detail"] == "this game is for players with a rating from 1 on: yours is 0.0"
    assert "from 1 to 20" in ok(ada.put(f"/v1/games/{asked}/seats/0"), 409).json()["detail"]
    ok(ada.put(f"/v1/games/{asked}/seats/1"))
    # the owner's terms are for others, and a newcomer has missed no game
    ok(owner.put(f"/v1/games/{strong}/seats/0"))
    ok(ada.put(f"/v1/games/{weak}/seats/0"))

    terms = ok(ada.get(f"/v1/games/{asked}")).json()
    assert (terms["min_rating"], terms["max_rating"], terms["min_completion"]) == (1, 20, None)
    row = next(each for each in ok(ada.get("/v1/games", params={"owner": ids})).json()["items"] if each["id"] == weak)
    assert (row["min_rating"], row["max_rating"], row["min_completion"]) == (None, 0, 100)
    assert listed(ada, ids) == {strong, weak, plain, asked}
    for client in (ada, server.client()):
        assert listed(client, ids, terms_met="true") == {weak, plain}
        assert listed(client, ids, terms_met="true", ids=f"{strong},{plain}") == {plain}


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"min_completion": 0}, "/min_completion"),
        ({"min_completion": 101}, "/min_completion"),
        ({"min_rating": 101}, "/min_rating"),
        ({"max_rating": 1.5}, "/max_rating"),
        ({"min_rating": 5, "max_rating": 4}, "/max_rating"),
    ],
)
def test_terms_that_make_no_sense_are_refused(server: Server, wrong: dict[str, Any], field: str) -> None:
    reply = server.player().post("/v1/games", json=BARE | wrong)

    assert reply.status_code in {400, 422}
    assert [each["pointer"] for each in reply.json()["errors"]] == [field]


def test_whoever_was_absent_cannot_join_where_games_have_to_be_finished(server: Server) -> None:
    owner, absent, present = server.player("Owner 4"), server.player("Cy"), server.player("Dora")
    game = open_game(owner, **BARE, others_left="end")
    for seat, player in enumerate((absent, present)):
        ok(player.put(f"/v1/games/{game}/seats/{seat}"))
    ok(owner.post(f"/v1/games/{game}/start"))
    ruling = {"type": "give_up_seat", "reason": "The player is absent.", "seat": 0}
    ok(owner.post(f"/v1/games/{game}/rulings", json=ruling))
    assert ok(owner.get(f"/v1/games/{game}")).json()["ending"] == "others_left"

    rates = [
        ok(server.client().get(f"/v1/players/{identity(each)}")).json()["completion"] for each in (absent, present)
    ]
    assert rates == [
        {"started": 1, "finished": 0, "percent": 0},
        {"started": 1, "finished": 1, "percent": 100},
    ]
    assert ok(absent.get("/v1/me")).json()["completion"] == rates[0]
    assert ok(owner.get("/v1/me")).json()["completion"] == {"started": 0, "finished": 0, "percent": None}
    wanted = open_game(owner, **BARE, min_completion=50)
    refused = absent.put(f"/v1/games/{wanted}/seats/0")
    assert problem(refused) == (409, "not-possible")
    assert "you have finished 0 of the last 1" in refused.json()["detail"]
    assert listed(absent, identity(owner), terms_met="true") == set()
    assert wanted in listed(present, identity(owner), terms_met="true")
    ok(present.put(f"/v1/games/{wanted}/seats/0"))
