"""Analyses by the engine over HTTP: a job with progress, on both databases."""

import contextlib
import json
import sqlite3
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import ClassVar

import httpx
import pytest

from service.engine.jobs import MOST_OWN
from service.engine.parts import engine_of
from service.engine.run import engine_analysis
from tests.analysis.logs import log_of
from tests.engine.kit import SHORT
from tests.postgres import new_database
from tests.service.imported import golden, import_golden
from tests.service.kit import problem, started_game
from tests.service.server import Server, running, serving_either
from tests.service.test_cli import ludolog

DEADLINE = 300
"""Seconds: generous, for a machine with other load."""

ABANDONED = "giganten-1-abandoned"
MORE = ("minos-1-directed-voyages", "minos-1-ring_purchase-at_arrow", "minos-1-clocked-4")


def imported(server: Server, folder: Path, *names: str) -> list[str]:
    """Import golden games into the database of a server; returns their ids."""
    for name in names:
        (folder / f"{name}.jsonl").write_bytes(b"".join(line + b"\n" for line in golden(name)))
    files = [f"{name}.jsonl" for name in names]
    done = ludolog("import", *files, "--database", server.database, folder=folder)
    assert done.returncode == 0, done.stderr
    return [json.loads(golden(name)[0])["game"] for name in names]


def awaited(client: httpx.Client, url: str) -> httpx.Response:
    """Ask for progress until there is a document."""
    end = time.monotonic() + DEADLINE
    seen: list[int] = []
    while time.monotonic() < end:
        reply = client.get(url)
        if reply.status_code == 200:
            return reply
        assert reply.status_code == 202, reply.text
        assert (reply.headers["retry-after"], reply.headers["cache-control"]) == ("2", "no-store")
        found = reply.json()
        assert found["state"] == ("running" if found["total"] else "waiting")
        assert found["done"] <= found["total"]
        seen.append(found["done"])
        assert seen == sorted(seen)
        time.sleep(0.2)
    raise AssertionError("there is no document")


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving_either(request, tmp_path_factory.mktemp("engine")) as found:
        yield found


def test_an_analysis_is_asked_for_made_and_read(server: Server, tmp_path: Path) -> None:
    if server.database.startswith("sqlite"):
        server.stop()
    (game,) = imported(server, tmp_path, SHORT)
    if server.database.startswith("sqlite"):
        server.restart()
    url, client = f"/v1/games/{game}/analysis/glance", server.client()
    assert problem(client.get(url)) == (404, "not-found")
    assert "ask it with PUT" in client.get(url).json()["detail"]
    assert problem(client.put(url)) == (401, "token-needed")

    player = server.player()
    asked, again = player.put(url), player.put(url)
    assert (asked.status_code, asked.headers["retry-after"]) == (202, "2")
    assert asked.json() == {"level": "glance", "state": "waiting", "done": 0, "total": 0}
    assert again.status_code in {200, 202}
    reply = awaited(client, url)

    # the service has computed what anyone can compute
    assert reply.content == engine_analysis(log_of(SHORT), "glance")
    assert "immutable" in reply.headers["cache-control"]
    assert client.get(url, headers={"If-None-Match": reply.headers["ETag"]}).status_code == 304
    done = player.put(url)
    assert (done.status_code, done.json()["state"]) == (200, "done")
    assert (
        done.json()["done"] == done.json()["total"] == len(reply.json()["decisions"]) + len(reply.json()["chances"]) - 1
    )
    assert problem(client.get(url.replace("glance", "best"))) == (404, "not-found")


def test_only_finished_games_are_analysed(server: Server) -> None:
    player = server.player()
    url = f"/v1/games/{started_game(player, ruleset='siberia')}/analysis/glance"
    assert problem(player.put(url)) == (409, "game-not-over")
    assert problem(player.get(url)) == (409, "game-not-over")


def test_a_private_game_is_analysed_for_those_who_may_see_it(server: Server) -> None:
    player, stranger = server.player(), server.player("Bob")
    game = started_game(player, ruleset="siberia", visibility="private")
    assert player.post(f"/v1/games/{game}/resignations").status_code == 201
    while player.get(f"/v1/games/{game}").json()["status"] == "running":
        player.get(f"/v1/games/{game}/events", params={"after": 0, "limit": 1})
    url = f"/v1/games/{game}/analysis/glance"
    assert problem(stranger.put(url)) == (404, "not-found")
    assert player.put(url).status_code == 202
    assert problem(stranger.get(url)) == (404, "not-found")
    reply = awaited(player, url)
    assert reply.headers["cache-control"] == "private, no-cache"
    assert problem(server.client().get(url)) == (404, "not-found")
    seats = {line["seat"] for line in reply.json()["decisions"]}
    assert seats == set(range(reply.json()["seats"]))


class Patient(Server):
    """A server whose claims are valid for a short time."""

    timeouts: ClassVar[Mapping[str, float]] = {
        "service.engine.jobs.LEASE": 3.0,
        "service.engine.jobs.RENEWED_EVERY": 0.5,
    }


def stored_parts(file: Path) -> int:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        return int(connection.execute("SELECT COUNT(*) FROM engine_parts").fetchone()[0])


def test_a_killed_service_goes_on_where_it_was(tmp_path: Path) -> None:
    (game,) = import_golden(tmp_path, [MORE[0]]).values()
    url = f"/v1/games/{game}/analysis/quick"
    with running(Patient(tmp_path / "games.db")) as server:
        player = server.player()
        assert player.put(url).status_code == 202
        while (reply := player.get(url)).json().get("done") == 0:
            time.sleep(0.05)
        assert reply.status_code == 202, "it was done before it could be stopped"
        server.kill()
        before = stored_parts(tmp_path / "games.db")
        assert before > 0
        server.restart()
        # the first answer after the restart counts what was stored
        assert player.get(url).json().get("done", 1) > 0
        assert awaited(player, url).content == engine_analysis(log_of(MORE[0]), "quick")
        assert stored_parts(tmp_path / "games.db") == 0


def test_a_job_whose_worker_fails_does_not_stop_the_others(tmp_path: Path) -> None:
    """A damaged part lets the process raise KeyError when it makes the document."""
    games = import_golden(tmp_path, [SHORT, MORE[0]])
    failing, other = (f"/v1/games/{games[name]}/analysis/glance" for name in (SHORT, MORE[0]))
    with running(Server(tmp_path / "games.db")) as server:
        player = server.player()
        server.stop()
        part = (games[SHORT], "glance", 0, engine_of("minos"), "[]")
        with contextlib.closing(sqlite3.connect(tmp_path / "games.db")) as connection, connection:
            connection.execute("INSERT INTO engine_parts (game, level, part, engine, answers) VALUES (?,?,?,?,?)", part)
        server.restart()
        assert player.put(failing).status_code == 202
        end = time.monotonic() + DEADLINE
        while (reply := player.get(failing)).status_code == 202 and time.monotonic() < end:
            time.sleep(0.1)
        assert problem(reply) == (404, "not-found")
        assert "the engine has failed" in reply.json()["detail"]

        # the process goes on with other games
        assert player.put(other).status_code == 202
        assert awaited(player, other).content == engine_analysis(log_of(MORE[0]), "glance")

        # a failed job starts from the beginning
        again = player.put(failing)
        assert (again.status_code, again.json()["done"], again.json()["total"]) == (202, 0, 0)
        assert awaited(player, failing).content == engine_analysis(log_of(SHORT), "glance")


def test_another_process_takes_over_the_job_of_a_dead_one(postgres_server: str, tmp_path: Path) -> None:
    settings = {"LUDOLOG_KEY_FILE": str(tmp_path / "key"), "LUDOLOG_PROJECTIONS": "embedded"}
    with (
        new_database(postgres_server) as database,
        running(Patient(database, **settings)) as first,
        running(Patient(database, **settings)) as second,
    ):
        (game,) = imported(first, tmp_path, MORE[0])
        url = f"/v1/games/{game}/analysis/glance"
        player = first.player()
        assert player.put(url).status_code == 202
        first.kill()
        assert awaited(second.client(), url).content == engine_analysis(log_of(MORE[0]), "glance")


def test_an_account_waits_for_a_few_analyses_only(tmp_path: Path) -> None:
    games = [*import_golden(tmp_path, [SHORT, *MORE]).values()]
    with running(Server(tmp_path / "games.db")) as server:
        player, other = server.player(), server.player("Bob")
        # only one of them may be deep
        assert player.put(f"/v1/games/{games[1]}/analysis/deep").status_code == 202
        refused = player.put(f"/v1/games/{games[2]}/analysis/deep")
        assert problem(refused) == (429, "analysis-limit")
        assert "at the level deep" in refused.json()["detail"]
        assert other.put(f"/v1/games/{games[2]}/analysis/deep").status_code == 202

        urls = [f"/v1/games/{game}/analysis/quick" for game in games[1:]]
        replies = [player.put(url) for url in urls[: MOST_OWN - 1]]
        assert [reply.status_code for reply in replies] == [202] * (MOST_OWN - 1)
        assert problem(player.put(urls[MOST_OWN - 1])) == (429, "analysis-limit")
        # what is asked already is no further one
        assert player.put(urls[0]).status_code == 202
        assert other.put(urls[MOST_OWN - 1]).status_code == 202
