"""`ludolog rebuild` and `ludolog worker`, as processes: beside a service that runs, and killed in the middle."""

import contextlib
import os
import signal
import subprocess
from collections.abc import Generator, Mapping
from pathlib import Path

import httpx
import psycopg
import pytest

from service.lists.registry import PROJECTIONS
from tests.readmodels.kit import World, evening, world
from tests.replies import ok
from tests.service.forge import Forked, Start, forge, run_ludolog
from tests.service.kit import open_game
from tests.service.server import serving
from tests.waiting import until

WITHIN = 30.0


def command(database: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run_ludolog(*arguments, environment={"LUDOLOG_DATABASE": database})


@contextlib.contextmanager
def worker(
    database: str, *arguments: str, err: str = os.devnull, timeouts: Mapping[str, float] = {}, **settings: str
) -> Generator[Forked]:
    environment = {**os.environ, "LUDOLOG_DATABASE": database, **settings}
    process = forge().fork(Start(["worker", *arguments], environment, err=err, timeouts=timeouts))
    try:
        yield process
    finally:
        process.kill()


def behind(opened: World) -> int:
    with opened.database.reading() as cursor:
        return opened.log.last() - min(each.position for each in opened.registry.states(cursor))


def generations(opened: World) -> dict[str, int]:
    with opened.database.reading() as cursor:
        return {each.name: each.generation for each in opened.registry.states(cursor)}


def test_tables_are_rebuilt_where_no_service_runs(database: str) -> None:
    with world(database) as opened:
        opened.follow(evening())
        before = opened.tables()

    done = command(database, "rebuild", "ratings", "results")

    assert done.returncode == 0, done.stderr
    with world(database) as opened:
        assert opened.tables() == before
        others = ("lobby", "seats", "schedule", "activity", "departures", "ends")
        expected = {"results": 2, "ratings": 2, **dict.fromkeys(others, 1)}
        assert generations(opened) == expected


def test_a_name_that_is_none_is_refused(tmp_path: Path) -> None:
    done = command(f"sqlite:///{tmp_path}/games.db", "rebuild", "scores")

    assert done.returncode == 2
    assert f"there are {', '.join(PROJECTIONS)}" in done.stderr


def test_a_running_service_rebuilds_when_it_is_asked(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.db"
    with world(database) as opened:
        opened.follow(evening())
        before = opened.tables()
    assert command(database, "keys", "new").returncode == 0
    with serving(tmp_path / "games.db") as server:
        client = server.player()
        done = command(database, "rebuild")
        assert done.returncode == 0, done.stderr
        game = open_game(client)
        assert game in client.get("/v1/games").text
        assert ok(client.get("/health/ready")).json()["lag"] == dict.fromkeys(PROJECTIONS, 0)
        client.delete(f"/v1/games/{game}")
    with world(database) as opened:
        assert set(generations(opened).values()) == {2}
        after = opened.tables()
        assert after["results"] == before["results"]
        assert after["rating_history"] == before["rating_history"]
        assert len(after["lobby"]) == len(before["lobby"]) + 1


def test_a_worker_follows_and_takes_over_from_one_that_was_killed(postgres: str) -> None:
    batches = evening()
    with world(postgres) as opened, worker(postgres) as first, worker(postgres):
        opened.append(batches[:300])
        until(lambda: behind(opened) == 0)
        for start in range(300, len(batches), 100):
            opened.append(batches[start : start + 100])
            if start == 700:
                first.send_signal(signal.SIGKILL)
        until(lambda: behind(opened) == 0)
        followed = opened.tables()
    done = command(postgres, "rebuild")
    assert done.returncode == 0, done.stderr
    with world(postgres) as opened:
        assert opened.tables() == followed


def test_a_worker_outlives_its_connections(postgres: str) -> None:
    batches = evening()
    with world(postgres) as opened, worker(postgres) as process:
        opened.append(batches[:300])
        until(lambda: behind(opened) == 0)
        with psycopg.connect(postgres, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                "AND datname = current_database() AND query LIKE '%pg_try_advisory_lock%'"
            )
        opened.append(batches[300:600])
        until(lambda: behind(opened) == 0)
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=20) == 0


def test_a_rebuild_that_is_killed_leaves_nothing_that_disturbs(postgres: str) -> None:
    with world(postgres) as opened:
        opened.follow(evening())
        before = opened.tables()
        process = forge().fork(Start(["rebuild"], {**os.environ, "LUDOLOG_DATABASE": postgres}))

        def is_building() -> bool:
            with opened.database.reading() as cursor:
                return any(each.built for each in opened.registry.states(cursor)) or process.poll() is not None

        until(is_building)
        process.kill()
        assert opened.tables() == before
        done = command(postgres, "rebuild", "lobby")
        assert done.returncode == 0, done.stderr
        assert opened.tables() == before


def test_lists_of_processes_that_keep_no_tables_show_what_a_worker_has_written(postgres: str, tmp_path: Path) -> None:
    with worker(postgres), serving(postgres, LUDOLOG_KEY_FILE=str(tmp_path / "key")) as server:
        client = server.player()
        for _ in range(3):
            game = open_game(client)
            until(lambda game=game: game in client.get("/v1/games").text)


def test_without_a_worker_lists_stand_still_and_say_so(postgres: str, tmp_path: Path) -> None:
    with serving(postgres, LUDOLOG_KEY_FILE=str(tmp_path / "key")) as server:
        client = server.player()
        open_game(client)
        reply: httpx.Response = client.get("/v1/games")
        assert reply.json()["items"] == []
        assert ok(client.get("/health/ready")).json()["lag"]["lobby"] > 0


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_sqlite_file_needs_no_worker(database: str) -> None:
    done = command(database, "worker")

    assert done.returncode == 2
    assert "no worker is needed" in done.stderr
