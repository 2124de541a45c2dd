"""`ludolog doctor` and what is said before a service starts: nothing is changed, no password told."""

import contextlib
import json
import sqlite3
from pathlib import Path
from typing import Any

import psycopg
import pytest

from service.core.store.store import Store
from service.lists.reading import ReadModels
from service.people.accounts import Accounts
from tests.postgres import cluster
from tests.service.forge import run_ludolog
from tests.service.kit import problem
from tests.service.server import STOP_WITHIN, free_port, serving


def findings(**settings: str) -> dict[str, Any]:
    """Return what the doctor finds."""
    done = run_ludolog("doctor", "--json", environment=settings)
    assert "Traceback" not in done.stderr
    return {finding["what"]: finding for finding in json.loads(done.stdout)} | {"code": done.returncode}


@pytest.mark.parametrize(
    ("variable", "given"),
    [
        ("LUDOLOG_DATABASE", "host=db user=ludolog password=geheim dbname=l"),
        ("LUDOLOG_DATABASE", "postgres:/u:geheim@h/db"),
        ("LUDOLOG_DATABASE", "postgresql://app:geheim/x@/ludo?host=/nowhere"),
        ("LUDOLOG_DATABASE", "postgresql://u@127.0.0.1:{port}/db?passw%6frd=geheim"),
        ("LUDOLOG_DATABASE_FILE", "postgresql://u:geheim@h/db"),
    ],
)
def test_no_command_tells_a_password(variable: str, given: str, tmp_path: Path) -> None:
    settings = {variable: given.format(port=free_port()), "LUDOLOG_KEY_FILE": str(tmp_path / "key")}
    for command in (["serve", "--port", str(free_port())], ["worker"], ["doctor"], ["rebuild"]):
        done = run_ludolog(*command, environment=settings)
        assert done.returncode in {1, 2}, command
        assert done.stdout + done.stderr
        assert "geheim" not in done.stdout + done.stderr, command
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("projections", "told"), [("x", "it has to be"), ("worker", "a SQLite file has one process")])
def test_who_keeps_the_tables_is_looked_at_before_anything_listens(tmp_path: Path, projections: str, told: str) -> None:
    settings = {"LUDOLOG_DATABASE": f"sqlite:///{tmp_path}/games.db", "LUDOLOG_PROJECTIONS": projections}
    done = run_ludolog("serve", "--port", str(free_port()), environment=settings)
    found = findings(**settings)

    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert found["LUDOLOG_PROJECTIONS"]["verdict"] == "wrong"
    assert told in found["LUDOLOG_PROJECTIONS"]["found"]
    assert found["code"] == 1


@pytest.mark.parametrize("folder", ["missing", "a-file"])
def test_a_folder_for_uploads_that_cannot_be_used_is_refused_before_anything_listens(
    tmp_path: Path, folder: str
) -> None:
    (tmp_path / "a-file").touch()
    given = str(tmp_path / folder)
    settings = {"LUDOLOG_DATABASE": f"sqlite:///{tmp_path}/games.db", "LUDOLOG_UPLOAD_FOLDER": given}
    done = run_ludolog("serve", "--port", str(free_port()), environment=settings)
    found = findings(**settings)
    usable = findings(**settings | {"LUDOLOG_UPLOAD_FOLDER": str(tmp_path)})

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"ludolog: LUDOLOG_UPLOAD_FOLDER is {given}")
    assert len(done.stderr.splitlines()) == 1
    assert found["LUDOLOG_UPLOAD_FOLDER"]["verdict"] == "wrong"
    assert given in found["LUDOLOG_UPLOAD_FOLDER"]["found"]
    assert found["code"] == 1
    assert usable["LUDOLOG_UPLOAD_FOLDER"]["verdict"] == "ok"


def test_a_port_is_shared_only_by_processes_of_one_postgresql_database(postgres: str, tmp_path: Path) -> None:
    settings = {"LUDOLOG_DATABASE": f"sqlite:///{tmp_path}/games.db", "LUDOLOG_SHARED_PORT": "on"}
    done = run_ludolog("serve", "--port", str(free_port()), environment=settings)
    found = findings(**settings)

    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert "leave LUDOLOG_SHARED_PORT out" in line
    assert not list(tmp_path.iterdir())
    assert (found["LUDOLOG_SHARED_PORT"]["verdict"], found["code"]) == ("wrong", 1)
    of_postgres = {"LUDOLOG_DATABASE": postgres, "LUDOLOG_KEY_FILE": str(tmp_path / "key")}
    assert findings(**settings | of_postgres)["LUDOLOG_SHARED_PORT"]["verdict"] == "ok"


def test_too_few_connections_for_a_browser_are_a_warning(tmp_path: Path) -> None:
    few = {"LUDOLOG_CONNECTIONS": "5", "LUDOLOG_CONNECTIONS_PER_ADDRESS": "2"}
    settings = {"LUDOLOG_DATABASE": f"sqlite:///{tmp_path}/games.db", **few}
    found = findings(**settings)

    assert {name: found[name]["verdict"] for name in few} == dict.fromkeys(few, "warning")
    assert found["code"] == 0
    assert "12 or more, or to 0" in found["LUDOLOG_CONNECTIONS"]["found"]
    proxied = findings(**settings, LUDOLOG_TRUSTED_PROXIES="127.0.0.1")
    assert proxied["LUDOLOG_CONNECTIONS_PER_ADDRESS"]["verdict"] == "ok"
    enough = findings(**settings | {"LUDOLOG_CONNECTIONS": "12", "LUDOLOG_CONNECTIONS_PER_ADDRESS": "0"})
    assert {enough[name]["verdict"] for name in few} == {"ok"}
    with serving(tmp_path / "games.db", {}, tmp_path / "log", **few) as server:
        server.client().get("/health/live").raise_for_status()
    log = (tmp_path / "log").read_text()
    assert "LUDOLOG_CONNECTIONS: 5 is too low" in log
    assert "LUDOLOG_CONNECTIONS_PER_ADDRESS: 2 is too low" in log


def test_the_doctor_changes_nothing_in_a_file_or_beside_it(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    assert findings(LUDOLOG_DATABASE=url)["code"] == 0
    assert not list(tmp_path.iterdir())

    Store(url).close()
    (tmp_path / "games.db.lock").unlink()
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    found = findings(LUDOLOG_DATABASE=url)

    assert found["code"] == 0
    assert [found[what]["found"] for what in ("journal mode", "synchronous", "integrity")] == ["wal", "2", "ok"]
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    with Store(url):
        assert "another ludolog process uses" in findings(LUDOLOG_DATABASE=url)["store"]["found"]


def test_the_doctor_makes_no_tables(postgres: str, tmp_path: Path) -> None:
    settings = {"LUDOLOG_DATABASE": postgres, "LUDOLOG_KEY_FILE": str(tmp_path / "key")}
    found = findings(**settings)

    assert "no log yet" in found["store"]["found"]
    assert found["code"] == 0
    made = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace"
    with psycopg.connect(postgres) as connection:
        assert connection.execute(made).fetchall() == []
    Store(postgres).close()
    assert "store" not in findings(**settings)


def test_nothing_is_rebuilt_where_there_is_no_file(tmp_path: Path) -> None:
    done = run_ludolog("rebuild", environment={"LUDOLOG_DATABASE": f"sqlite:///{tmp_path}/none.db"})

    assert done.returncode == 2
    assert "there is no database" in done.stderr
    assert not list(tmp_path.iterdir())


IMPATIENT = {
    "service.core.store.timeouts.STORE_TIMEOUT": 1.0,
    "service.serving.server.SHUTDOWN_GRACE": 0.5,
    "service.serving.server.SHUTDOWN_TIMEOUT": 2.0,
}
"""Timeouts of a service that waits less long for a commit, for requests in progress and for its own end."""


def test_processes_start_while_commits_wait_for_a_standby_that_is_gone(tmp_path: Path) -> None:
    with cluster() as server:
        database = server.url()
        with Store(database) as store:
            ReadModels.of(store)
            Accounts(store.database)
        settings = {"LUDOLOG_DATABASE": database, "LUDOLOG_KEY_FILE": str(tmp_path / "key")}
        with serving(database, IMPATIENT, LUDOLOG_KEY_FILE=str(tmp_path / "key")) as before:
            player = before.player()
            server.await_standbys("gone")
            assert player.get("/v1/me").status_code == 200
            # the last use of the token would be written down now
            assert before.stop() < STOP_WITHIN

        found = findings(**settings)

        assert found["code"] == 1
        assert "commits wait for a standby" in found["postgresql standby"]["found"]
        with serving(database, IMPATIENT, LUDOLOG_KEY_FILE=str(tmp_path / "key")) as after:
            client = after.client()
            assert client.get("/v1/games").status_code == 200
            assert problem(client.post("/v1/players", json={"name": "Ada of the standby"})) == (503, "unavailable")
        server.await_standbys("")
        assert "postgresql standby" not in findings(**settings)


def test_a_log_that_cannot_be_checked_is_a_warning(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    settings = {"LUDOLOG_DATABASE": f"sqlite:///{file}", "LUDOLOG_PORT": str(free_port())}
    with Store(settings["LUDOLOG_DATABASE"]) as store:
        Accounts(store.database)
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("ALTER TABLE stored_events RENAME COLUMN originator_id TO moved")

    found = findings(**settings)["log"]

    assert found["verdict"] == "warning"
    assert found["found"].startswith("could not be checked for damage: ")
    assert "no such column" in found["found"]
