"""The log is on three servers, and one of them is away: two processes let all other games go on (decision 088)."""

import random
from pathlib import Path

import httpx
import psycopg
from psycopg import Connection

from service.core.store.postgres_connection import UNPLACED
from tests.partitions import needs_postgres_fdw, partition_of, servers_of
from tests.replies import ok
from tests.service.kit import answer, next_decision, problem, started_game
from tests.service.server import serving
from tests.waiting import until

pytestmark = needs_postgres_fdw

AWAY = 1
DECISIONS = 6


def game_on(connection: Connection, player: httpx.Client, number: int) -> str:
    """Start games until one is on the partition of a number."""
    while partition_of(connection, game := started_game(player), 3) != number:
        pass
    return game


def listed(player: httpx.Client) -> dict[str, str | None]:
    """Return the open decisions of the own games as the list has them."""
    return {item["id"]: item["decision"] for item in ok(player.get("/v1/me/games?limit=100")).json()["items"]}


def away(player: httpx.Client) -> list[str]:
    """Return the partitions that do not answer the process of a client."""
    return ok(player.get("/health/ready")).json()["partitions_away"]


def test_games_on_the_other_servers_go_on_and_lists_come_back(tmp_path: Path) -> None:
    settings = {"LUDOLOG_KEY_FILE": str(tmp_path / "key"), "LUDOLOG_PROJECTIONS": "embedded"}
    rng = random.Random(5)
    with (
        servers_of(3) as servers,
        servers.log() as url,
        serving(url, {}, tmp_path / "log", **settings) as one,
        serving(url, **settings) as two,
    ):
        here, there = one.player(), two.client()
        there.headers["Authorization"] = here.headers["Authorization"]
        with psycopg.connect(url, autocommit=True) as connection:
            games = [game_on(connection, here, number) for number in range(3)]
        asked = next_decision(here, games[AWAY])
        until(lambda: listed(here).keys() >= {*games})

        with servers.away(AWAY):
            assert problem(answer(here, games[AWAY], asked, rng)) == (503, "unavailable")
            for game in (games[0], games[2]):
                for number in range(DECISIONS):
                    player = (here, there)[number % 2]
                    ok(answer(player, game, next_decision(player, game), rng), 201)
            until(lambda: any("does not answer, and lists lack its news" in line for line in one.log()))
            until(lambda: all(listed(here)[game] == next_decision(here, game)["id"] for game in (games[0], games[2])))
            # a list says that it may lack something, and so does the state of the service
            for path in ("/v1/me/games", "/v1/results", "/v1/games"):
                assert ok(here.get(path)).headers["Ludolog-Incomplete"] == "1", path
            health = ok(here.get("/health/ready")).json()
            assert (health["status"], health["partitions_away"]) == ("degraded", [f"{UNPLACED}_{AWAY}"])
            # a game that is opened gets an id by chance
            opened = [here.post("/v1/games", json={"ruleset": "minos", "seats": 2}).status_code for _ in range(12)]
            assert 201 in opened
            assert {*opened} <= {201, 503}

        until(lambda: any("of the log answers again" in line for line in one.log()))
        # each process finds it by itself
        until(lambda: away(here) == away(there) == [])
        assert "Ludolog-Incomplete" not in ok(here.get("/v1/results")).headers
        for player in (here, there):
            ok(answer(player, games[AWAY], next_decision(player, games[AWAY]), rng), 201)
        until(lambda: all(listed(there)[game] == next_decision(there, game)["id"] for game in games))
