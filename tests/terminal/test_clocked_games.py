"""Clocks, vacations, reserved and offered seats in the terminal, at a pseudo-terminal."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.replies import ok
from tests.service.kit import identity
from tests.service.server import Server, serving
from tests.terminal.pty_client import PtyClient
from tests.terminal.test_two_players import environment

PROMPT = r"q leave\) >"
GAME = {"ruleset": "minos", "seats": 2, "options": {"first_player": "seat_0"}}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path / "games.db") as running:
        yield running


def at_terminal(server: Server, folder: Path, player: httpx.Client, *arguments: str) -> PtyClient:
    """Return a client that plays with the account of a player."""
    token = player.headers["Authorization"].removeprefix("Bearer ")
    return PtyClient(arguments, {**environment(server, folder), "LUDOLOG_TOKEN": token})


def test_a_player_takes_a_vacation_where_the_game_allows_it(server: Server, tmp_path: Path) -> None:
    ada = server.player("Ada")
    game = ok(
        ada.post("/v1/games", json={**GAME, "clock": {"preset": "correspondence"}, "bots": {"1": "careful"}})
    ).json()
    path = f"/v1/games/{game['id']}"
    assert ada.put(f"{path}/seats/0").status_code == 200
    assert ada.post(f"{path}/start").status_code == 200

    with at_terminal(server, tmp_path, ada, "play", "--game", game["id"]) as client:
        client.until(PROMPT)
        client.type("vacation")
        client.until("you have 14 d 0 h of vacation left")
        client.type("vacation soon")
        client.until("is no time")
        client.type("vacation 1d 12h")
        client.until("your clock is stopped for 1 d 12 h; you have 12 d 12 h")
        client.type("vacation 2d")
        client.until("vacation")
        client.type("q")
        client.process.wait(20)

    (clock,) = [clock for clock in ok(ada.get(path)).json()["clocks"] if clock["seat"] == 0]
    assert clock["vacation"] == (12 * 24 + 12) * 3600
    assert clock["away_until"] is not None


def test_a_game_without_a_clock_needs_no_vacation(server: Server, tmp_path: Path) -> None:
    ada = server.player("Ada")
    arguments = ("play", "minos", "--bots", "careful", "--option", "first_player=seat_0", "--clock", "none")
    with at_terminal(server, tmp_path, ada, *arguments) as client:
        client.until(PROMPT)
        client.type("vacation 2d")
        client.until("the game has no clock")


def test_join_takes_the_reserved_seat_and_later_the_offered_one(server: Server, tmp_path: Path) -> None:
    organiser, ada, bo, cy = (server.player(name) for name in ("Org", "Ada", "Bo", "Cy"))
    reserved = {"0": identity(ada), "1": identity(bo)}
    game = ok(organiser.post("/v1/games", json={**GAME, "reserved": reserved, "rated": True})).json()["id"]
    path = f"/v1/games/{game}"
    assert ada.put(f"{path}/seats/0").status_code == 200
    with at_terminal(server, tmp_path, bo, "join", game) as client:
        client.until(r"waiting for")
    seats = ok(organiser.get(path)).json()["seats"]
    assert seats[1]["player"] == identity(bo)
    assert organiser.post(f"{path}/start").status_code == 200
    ruling = {"type": "replace_player", "seat": 0, "player": identity(cy), "reason": "absent"}
    assert organiser.post(f"{path}/rulings", json=ruling).status_code == 201

    with at_terminal(server, tmp_path, cy, "join", game) as client:
        client.until(PROMPT)
    assert ok(organiser.get(path)).json()["seats"][0]["player"] == identity(cy)
