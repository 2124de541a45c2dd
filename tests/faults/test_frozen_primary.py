"""The primary hangs without closing a connection, and its standby takes over: everything goes on there meanwhile."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import httpx
import pytest

from service.core.store.adapters import watched
from service.core.store.store import Store
from service.lists.reading import ReadModels
from tests.faults.checks import check_log
from tests.faults.clients import crowd
from tests.faults.test_failover import both
from tests.postgres import cluster
from tests.readmodels.test_commands import worker
from tests.service.forge import Forked
from tests.service.server import free_port, serving
from tests.service.test_metrics import values
from tests.waiting import until

# a connection that was cut is closed when Python collects it, which is no fault
pytestmark = pytest.mark.filterwarnings("default::pytest.PytestUnraisableExceptionWarning")

STILL = 2.0
"""Seconds for which no server accepts writes."""

WATCHFUL = {
    "service.core.store.adapters.watched.PROBE_AFTER": 1.0,
    "service.lists.worker_metrics.PROGRESS_WITHIN": 3.0,
}
"""Timeouts of processes that notice sooner that a server hangs."""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder for a standby, with a name that is short enough for a socket."""
    made = Path(tempfile.mkdtemp(prefix="ludolog-pg-"))
    yield made
    shutil.rmtree(made)


def following(port: int) -> float:
    """Return what a worker says of itself; -1 if it does not listen yet."""
    try:
        text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    except httpx.TransportError:
        return -1
    return values(text)["ludolog_worker_following", ()]


def test_a_lone_worker_and_the_service_go_on_with_the_standby_of_a_frozen_primary(folder: Path, tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "worker.log"
    with cluster() as primary, ExitStack() as stack:
        standby = primary.standby(folder)
        stack.callback(standby.stop, "immediate")
        url = both(primary, standby)
        settings = {"LUDOLOG_KEY_FILE": str(tmp_path / "key")}
        with ExitStack() as running:
            servers = [running.enter_context(serving(url, WATCHFUL, **settings)) for _ in range(2)]
            running.enter_context(watchful_worker(url, port, log))
            players = running.enter_context(crowd(servers, tmp_path, 4))
            players.await_answers(3, everybody=True)
            until(lambda: following(port) == 1)
            with primary.frozen():
                time.sleep(STILL)
                standby.promote()
                players.await_answers(3, everybody=True)
                # the lists follow while the first server hangs
                with Store(standby.url()) as store:
                    models = ReadModels.of(store)
                    reached = models.log.last()
                    until(lambda: lowest(models) >= reached)
                until(lambda: following(port) == 1)
        check_log(standby.url(), players.clients)

    assert "Traceback" not in log.read_text()


def test_the_log_is_followed_without_waiting_that_a_frozen_primary_cancels(folder: Path, tmp_path: Path) -> None:
    output = tmp_path / "service.log"
    # each failure is logged, not the first of a minute
    timeouts = WATCHFUL | {
        "service.play.log_poller.LOG_POLL_TIMEOUT": STILL,
        "service.core.store.outage.LOG_INTERVAL": 0.0,
    }
    with cluster() as primary, ExitStack() as stack:
        standby = primary.standby(folder)
        stack.callback(standby.stop, "immediate")
        with ExitStack() as running:
            url, key = both(primary, standby), str(tmp_path / "key")
            server = running.enter_context(serving(url, timeouts, output, LUDOLOG_KEY_FILE=key))
            players = running.enter_context(crowd([server], tmp_path, 2))
            players.await_answers(3, everybody=True)
            with primary.frozen():
                standby.promote()
                players.await_answers(3, everybody=True)
        check_log(standby.url(), players.clients)

    # psycopg says so when it has waited for a server that does not answer
    assert "the log cannot be followed" in output.read_text()
    assert "cancellation" not in output.read_text()


def watchful_worker(database: str, port: int, log: Path) -> AbstractContextManager[Forked]:
    """Run a worker that notices soon that its database hangs."""
    arguments = ("--metrics-port", str(port))
    return worker(database, *arguments, err=str(log), timeouts=WATCHFUL, LUDOLOG_LOG="json")


def lowest(models: ReadModels) -> int:
    """Return the position up to which every list follows."""
    with models.registry.database.reading() as cursor:
        return min(each.position for each in models.registry.states(cursor))


def test_a_worker_whose_database_hangs_does_not_say_that_it_follows(tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "worker.log"
    with cluster() as server:
        Store(server.url()).close()
        with watchful_worker(server.url(), port, log):
            until(lambda: following(port) == 1)
            with server.frozen():
                until(lambda: following(port) == 0)
                until(lambda: "the database does not answer" in log.read_text())
            until(lambda: following(port) == 1)
            until(lambda: "answers again" in log.read_text())


def test_a_slow_statement_of_a_server_that_answers_is_not_ended(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched, "PROBE_AFTER", 0.5)
    with Store(postgres) as store, store.database.writing(without_timeouts=True) as cursor:
        # a connection asks for its session several times meanwhile
        row = cursor.one("SELECT pg_sleep(2), 7 AS number")
    assert row is not None
    assert row["number"] == 7
