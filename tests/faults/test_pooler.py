"""PostgreSQL behind pgbouncer: sessions of one's own work as they are, transactions with a second, direct URL."""

import contextlib
import json
import signal
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from service.core.store.errors import StoreError
from service.core.store.pooling import refuse_transaction_pooler
from service.core.store.store import Store
from service.lists.worker import WORKER_LOCK
from tests.faults.checks import check_log
from tests.faults.clients import crowd
from tests.pooler import needs_pgbouncer, pooled
from tests.postgres import Cluster, cluster, new_database
from tests.replies import ok
from tests.service.forge import Start, forge, run_ludolog
from tests.service.server import Process, Server, free_port, serving
from tests.waiting import until

pytestmark = [
    needs_pgbouncer,
    # a connection that was cut is closed when Python collects it, which is no fault
    pytest.mark.filterwarnings("default::pytest.PytestUnraisableExceptionWarning"),
]

COMMANDS = 40
"""Commands that are accepted while the processes share the pooler."""

GAMES = 12
"""So many that the driver prepares the statements that check a game."""

LIMITS = {"statement_timeout": "10s", "lock_timeout": "5s", "idle_in_transaction_session_timeout": "10s"}


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    """A server whose user has the limits that pgbouncer does not pass on, as deploy/postgresql.md says."""
    with cluster() as own:
        with psycopg.connect(own.url(), autocommit=True) as admin:
            for name, value in LIMITS.items():
                admin.execute(f"ALTER ROLE postgres SET {name} = '{value}'".encode())
        yield own


@pytest.fixture
def database(server: Cluster) -> Iterator[str]:
    """A database of a test's own, without a pooler."""
    with new_database(server.url()) as url:
        yield url


@contextlib.contextmanager
def working(settings: dict[str, str], output: Path) -> Generator[Process]:
    """Run a worker under these settings."""
    # the output is read by the test
    out = str(output)
    process = forge().fork(Start(["worker"], settings, out=out, err=out, timeouts={}))
    try:
        yield process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=60)


def lags(server: Server) -> dict[str, int]:
    reply = server.client().get("/health/ready")
    return reply.json()["lag"] if reply.status_code == 200 else {"unready": 1}


@pytest.mark.parametrize("mode", ["session", "transaction"])
def test_processes_behind_a_pooler_lose_nothing_and_lists_follow(mode: str, database: str, tmp_path: Path) -> None:
    with pooled(database, mode, "postgres") as url, contextlib.ExitStack() as stack:
        settings = {"LUDOLOG_KEY_FILE": str(tmp_path / "key"), "LUDOLOG_LOG": "json"}
        if mode == "transaction":
            settings["LUDOLOG_DATABASE_DIRECT"] = database
        logs = [tmp_path / "one", tmp_path / "two", tmp_path / "worker"]
        servers = [stack.enter_context(serving(url, {}, log, **settings)) for log in logs[:2]]
        stack.enter_context(working({**servers[0].environment}, logs[2]))
        with crowd(servers, tmp_path, 6) as players:
            players.await_answers(COMMANDS, everybody=False)
            players.await_answers(3, everybody=True)
        for each in servers:
            until(lambda each=each: set(lags(each).values()) == {0})
        listed = ok(servers[0].client().get("/v1/games")).json()["items"]
        lines = [json.loads(line) for log in logs for line in log.read_text().splitlines() if line.startswith("{")]
    check_log(database, players.clients)

    assert {client.put_off for client in players.clients} == {0}
    assert listed
    assert [line for line in lines if line["level"] in {"error", "warning", "critical"}] == []
    with psycopg.connect(database) as connection:
        # no session of the pooler keeps the lock of a worker that has ended
        held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = %s"
        assert connection.execute(held, (WORKER_LOCK & 0xFFFFFFFF,)).fetchone() == (0,)


def doctor(settings: dict[str, str]) -> tuple[int, dict[str, Any]]:
    done = run_ludolog("doctor", "--json", environment={"LUDOLOG_PORT": str(free_port()), **settings})
    assert "Traceback" not in done.stderr
    return done.returncode, {finding["what"]: finding for finding in json.loads(done.stdout)}


@pytest.mark.parametrize("pool", [1, 5])
@pytest.mark.parametrize("is_made", [False, True])
def test_a_pooler_in_transaction_mode_without_a_direct_url_is_refused(
    database: str, tmp_path: Path, pool: int, is_made: bool
) -> None:
    if is_made:
        Store(database).close()
    with pooled(database, "transaction", "postgres", pool) as url:
        settings = {"LUDOLOG_DATABASE": url, "LUDOLOG_KEY_FILE": str(tmp_path / "key")}
        for command in (["serve", "--port", str(free_port())], ["worker"], ["rebuild"]):
            done = run_ludolog(*command, environment=settings)
            # `rebuild` has shown its progress before
            line = done.stderr.splitlines()[-1]
            assert done.returncode == 2, command
            assert "Traceback" not in done.stderr
            assert line.startswith("ludolog: LUDOLOG_DATABASE leads to a pooler in transaction mode")
            assert "set LUDOLOG_DATABASE_DIRECT" in line
        code, found = doctor(settings)
        assert (code, found["store"]["verdict"]) == (1, "wrong")
        assert "set LUDOLOG_DATABASE_DIRECT" in found["store"]["found"]

        # a direct URL that leads through the pooler too
        twice = {**settings, "LUDOLOG_DATABASE_DIRECT": url}
        done = run_ludolog("serve", "--port", str(free_port()), environment=twice)
        assert (done.returncode, "LUDOLOG_DATABASE_DIRECT leads to a pooler" in done.stderr) == (2, True)
        code, found = doctor(twice)
        assert (code, "LUDOLOG_DATABASE_DIRECT leads to a pooler" in found["store"]["found"]) == (1, True)

        code, found = doctor({**settings, "LUDOLOG_DATABASE_DIRECT": database})
        assert (code, found.get("store", {}).get("verdict", "ok")) == (0, "ok"), found
        assert "log" not in found or found["log"]["verdict"] == "ok", found


def test_the_logs_are_checked_behind_a_pooler_in_transaction_mode(database: str, tmp_path: Path) -> None:
    settings = {
        "LUDOLOG_DATABASE_DIRECT": database,
        "LUDOLOG_KEY_FILE": str(tmp_path / "key"),
        "LUDOLOG_PROJECTIONS": "embedded",
    }
    with pooled(database, "transaction", "postgres") as url, serving(url, **settings) as server:
        owner = server.player()
        for _ in range(GAMES):
            assert owner.post("/v1/games", json={"ruleset": "minos", "seats": 2}).status_code == 201
        for _ in range(2):
            # the second one finds what the first one has left in the session of the pooler
            checked = run_ludolog("fsck", "--json", environment=server.environment)
            assert checked.returncode == 0, checked.stderr
            assert json.loads(checked.stdout.splitlines()[-1])["games"] == GAMES
            _, found = doctor(server.environment)
            assert found["log"]["verdict"] == "ok", found["log"]


def test_a_direct_url_of_another_database_is_refused(server: Cluster, database: str, tmp_path: Path) -> None:
    with pooled(database, "transaction", "postgres") as url, new_database(server.url()) as other:
        settings = {
            "LUDOLOG_DATABASE": url,
            "LUDOLOG_DATABASE_DIRECT": other,
            "LUDOLOG_KEY_FILE": str(tmp_path / "key"),
        }
        done = run_ludolog("serve", "--port", str(free_port()), environment=settings)
        code, found = doctor(settings)

    assert done.returncode == 2
    assert "lead to different databases" in done.stderr
    assert (code, "lead to different databases" in found["store"]["found"]) == (1, True)


def test_a_pooler_in_session_mode_is_accepted(database: str) -> None:
    with pooled(database, "session", "postgres") as url:
        refuse_transaction_pooler(url)
    with pooled(database, "transaction", "postgres") as url, pytest.raises(StoreError):
        refuse_transaction_pooler(url)


def test_limits_that_a_pooler_drops_are_a_warning(database: str, tmp_path: Path) -> None:
    settings = {"LUDOLOG_KEY_FILE": str(tmp_path / "key")}
    with pooled(database, "session", "postgres") as url:
        _, with_limits = doctor({**settings, "LUDOLOG_DATABASE": url})
        with psycopg.connect(database, autocommit=True) as admin:
            admin.execute("ALTER ROLE postgres RESET statement_timeout")
        try:
            with pooled(database, "session", "postgres") as fresh:
                _, without = doctor({**settings, "LUDOLOG_DATABASE": fresh})
        finally:
            with psycopg.connect(database, autocommit=True) as admin:
                admin.execute("ALTER ROLE postgres SET statement_timeout = '10s'")

    assert with_limits["postgresql limits"]["verdict"] == "ok"
    assert without["postgresql limits"]["verdict"] == "warning"
    assert "ALTER ROLE" in without["postgresql limits"]["found"]
