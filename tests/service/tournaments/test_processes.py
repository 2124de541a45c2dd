"""Several processes on one PostgreSQL database, some of which are killed: each step is taken once."""

import contextlib
import threading
from collections import Counter
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.postgres import new_database
from tests.replies import ok
from tests.service.kit import erase, problem
from tests.service.server import Server, running
from tests.service.tournaments.kit import Cup


@contextlib.contextmanager
def processes(url: str, folder: Path, number: int, **first: str) -> Generator[list[Server]]:
    """Let processes run on a new database; these settings are those of the first one."""
    with new_database(url) as database, contextlib.ExitStack() as stack:
        settings = {"LUDOLOG_KEY_FILE": str(folder / "key"), "LUDOLOG_PROJECTIONS": "embedded"}
        yield [
            stack.enter_context(running(Server(database, **settings, **(first if place == 0 else {}))))
            for place in range(number)
        ]


def through(cup: Cup, server: Server) -> None:
    """Send the further requests of everybody through another process."""
    for client in (cup.owner, *cup.players.values()):
        client.base_url = server.base
    cup.server = server


def kinds_of(cup: Cup) -> Counter[str]:
    """Return how many events of each type the log has."""
    items = ok(cup.owner.get(f"{cup.url}/events", params={"limit": 1000})).json()["items"]
    return Counter(item["record"]["type"].removeprefix("tournament.") for item in items)


def test_of_two_that_publish_at_once_one_does(postgres_server: str, tmp_path: Path) -> None:
    with processes(postgres_server, tmp_path, 2) as (first, second):
        cup = Cup(first)
        cup.register_all()
        token = cup.owner.headers["Authorization"]
        clients = [server.client() for server in (first, second)]
        start = threading.Barrier(2)

        def publish(number: int) -> tuple[int, str]:
            clients[number].headers["Authorization"] = token
            start.wait()
            reply = clients[number].post(f"{cup.url}/acts", json={"type": "publish_round", "round": 1})
            return (201, "") if reply.status_code == 201 else problem(reply)

        with ThreadPoolExecutor(2) as pool:
            replies = sorted(pool.map(publish, range(2)))
        assert replies == [(201, ""), (409, "refused")]
        cup.playing(1)
        assert kinds_of(cup)["round_published"] == kinds_of(cup)["games_opened"] == 1
        # what one process did is known to the other at once
        assert ok(clients[1].get(cup.url)).json()["version"] == ok(clients[0].get(cup.url)).json()["version"]


def test_rule_6_1_a_dismissal_in_one_process_is_known_to_the_next_ruling_in_another(
    postgres_server: str, tmp_path: Path
) -> None:
    with processes(postgres_server, tmp_path, 2) as servers:
        cup = Cup(servers[0], 3, sizes=[4], pause=None)
        cup.players[cup.owner_id] = cup.owner
        cup.register_all()
        director = cup.sign_up("Dirk")
        cup.done(cup.owner, "appoint", player=director, role="director")
        cup.done(cup.owner, "publish_round", round=1)
        (table,) = cup.playing(1)["tables"]
        cup.sit_down(table)
        cup.started(table)
        client = cup.players[director]
        client.base_url = servers[1].base
        url, pause = f"/v1/games/{table['game']}/rulings", {"type": "pause", "reason": "A break.", "duration": "PT1H"}
        for _ in range(5):
            ruled = client.post(url, json=pause)
            assert ruled.status_code == 201, ruled.text
            cup.done(cup.owner, "dismiss", player=director)
            assert problem(client.post(url, json={"type": "resume", "reason": "On."})) == (403, "not-yours")
            cup.done(cup.owner, "appoint", player=director, role="director")
            assert client.post(url, json={"type": "resume", "reason": "On."}).status_code == 201


def test_directors_who_delete_their_accounts_in_two_processes_leave_no_tournament(
    postgres_server: str, tmp_path: Path
) -> None:
    with processes(postgres_server, tmp_path, 2) as servers:
        for _ in range(5):
            cup = Cup(servers[0], 4, pause=None)
            director = cup.sign_up("Dirk")
            cup.done(cup.owner, "appoint", player=director, role="director")
            leaving = [cup.owner, cup.players.pop(director)]
            leaving[1].base_url = servers[1].base
            cup.publish_first()
            cup.owner = next(iter(cup.players.values()))
            start = threading.Barrier(2)

            def leave(client: httpx.Client, start: threading.Barrier = start) -> int:
                start.wait()
                return erase(client).status_code

            with ThreadPoolExecutor(2) as pool:
                assert [*pool.map(leave, leaving)] == [204, 204]
            assert cup.read()["status"] == "cancelled"
            assert kinds_of(cup)["organiser_dismissed"] == 1


@pytest.mark.parametrize("point", ["tournament:10", "tournament-stored:10", "tournament-games:1"])
def test_another_process_goes_on_after_a_kill(postgres_server: str, tmp_path: Path, point: str) -> None:
    """The process ends before or after the publication is stored, or when the games are open and the log lacks that."""
    with processes(postgres_server, tmp_path, 1, LUDOLOG_FAILPOINT=point) as (first,):
        cup = Cup(first)
        cup.register_all()
        with contextlib.suppress(Exception):
            cup.act(cup.owner, "publish_round", round=1)
        first.process.wait(timeout=30)
        settings = {key: value for key, value in first.settings.items() if key != "LUDOLOG_FAILPOINT"}
        with running(Server(first.database, **settings)) as second:
            through(cup, second)
            if not cup.read()["rounds"]:
                cup.done(cup.owner, "publish_round", round=1)
            for table in cup.playing(1)["tables"]:
                cup.sit_down(table)
                cup.end(table)
            cup.closed(1)
            cup.playing(2)
            kinds = kinds_of(cup)
            assert (kinds["round_published"], kinds["games_opened"], kinds["result_taken"]) == (2, 2, 2)
            tagged = ok(cup.owner.get("/v1/games", params={"tag": cup.id.replace("-", "")})).json()["items"]
            published = {table["game"] for held in cup.read()["rounds"] for table in held["tables"]}
            assert {game["id"] for game in tagged} <= published
