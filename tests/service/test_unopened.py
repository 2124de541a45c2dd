"""Invitations to reserved seats of games that were never opened are deleted."""

import sqlite3
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from service.core.store.failpoints import LOST
from tests.replies import ok
from tests.service.server import Server, serving

GAME = {"ruleset": "minos", "seats": 2, "reserved": {"0": "invitation"}}
BULK = {"games": [GAME] * 3}
KEY = {"Idempotency-Key": "k"}
COUNT = "SELECT COUNT(*) FROM tokens WHERE scopes=''"


LATER = {"service.people.unopened.TAKEN_FOR": 0.0}
"""Timeouts of a service to which all invitations without a game are old."""


def lose_games(server: Server) -> httpx.Client:
    """End a process between the invitations of three games and the games; return the organiser."""
    organiser = server.player("Org")
    server.kill()
    server.settings = {**server.settings, "LUDOLOG_FAILPOINT": "account-made:1"}
    server.restart()
    with pytest.raises(httpx.TransportError):
        organiser.post("/v1/games/bulk", json=BULK, headers=KEY)
    assert server.process.wait(20) == LOST
    server.settings = {**server.settings, "LUDOLOG_FAILPOINT": ""}
    return organiser


def assert_open(server: Server, games: list[dict[str, Any]]) -> None:
    """Take a seat of each game with its invitation."""
    ada = server.player("Ada")
    for game in games:
        (invitation,) = game["invitations"]
        held = {"Ludolog-Invitation": invitation["invitation"]}
        taken = ada.put(f"/v1/games/{game['id']}/seats/0", headers=held)
        assert taken.status_code == 200, taken.text


@pytest.mark.parametrize(("timeouts", "left"), [({}, 3), (LATER, 0)])
def test_a_service_that_starts_deletes_invitations_without_games(
    tmp_path: Path, timeouts: dict[str, float], left: int
) -> None:
    file = tmp_path / "games.db"
    with serving(file, timeouts) as server:
        organiser = lose_games(server)
        with sqlite3.connect(file) as database:
            assert database.execute(COUNT).fetchone() == (3,)
        server.restart()
        server.kill()
        with sqlite3.connect(file) as database:
            assert database.execute(COUNT).fetchone() == (left,)
            keys = "SELECT COUNT(*) FROM account_keys WHERE token NOT IN (SELECT id FROM tokens)"
            assert database.execute(keys).fetchone() == (0,)
        server.restart()

        opened = organiser.post("/v1/games/bulk", json=BULK, headers=KEY)

        assert opened.status_code == 201, opened.text
        assert_open(server, opened.json()["items"])


def test_the_next_opening_in_another_process_deletes_them_too(postgres: str, tmp_path: Path) -> None:
    settings = {"LUDOLOG_KEY_FILE": str(tmp_path / "key")}
    with serving(postgres, LATER, **settings) as other, serving(postgres, **settings) as server:
        organiser = lose_games(server)
        there = other.client()
        there.headers["Authorization"] = organiser.headers["Authorization"]

        # the younger ones are those of the new game
        first = ok(there.post("/v1/games", json=GAME)).json()
        with psycopg.connect(postgres) as database:
            assert database.execute(COUNT).fetchone() == (1,)
        server.restart()
        opened = ok(organiser.post("/v1/games/bulk", json=BULK, headers=KEY))
        again = ok(there.post("/v1/games/bulk", json=BULK, headers=KEY))

        assert (again.json(), again.headers["Idempotency-Replayed"]) == (opened.json(), "true")
        second = ok(there.post("/v1/games", json=GAME)).json()
        assert_open(other, [*opened.json()["items"], first])
        assert_open(server, [second])
        with psycopg.connect(postgres) as database:
            assert database.execute(COUNT).fetchone() == (5,)
