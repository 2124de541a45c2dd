"""The database crashes, loses sessions or hangs: nothing is lost or repeated, and every request gets a reply."""

import contextlib
import os
import random
import time
from collections.abc import Generator, Iterator
from pathlib import Path

import psycopg
import pytest

from tests.faults.checks import check_log
from tests.faults.clients import HANGS, Crowd, crowd
from tests.postgres import Cluster, cluster, new_database
from tests.service.server import Server, serving

RESTARTS = int(os.environ.get("LUDOLOG_RESTARTS", "3"))
"""How often the database crashes under load; LUDOLOG_RESTARTS=30 is the long run."""

TERMINATIONS = int(os.environ.get("LUDOLOG_TERMINATIONS", "10"))
"""How many sessions are ended; LUDOLOG_TERMINATIONS=200 is the long run."""

ANSWERED_WITHIN = 30.0
"""Seconds within which everybody has a final answer, whatever happens to the database."""

RESUMED_WITHIN = 5.0
"""Seconds after the database is back within which commands are accepted again."""

FROZEN = 10.0
"""Seconds for which the database hangs."""

LIVE_WITHIN = 5.0
"""Seconds within which what needs no database is answered meanwhile."""

# a connection that was cut is closed when Python collects it, which is no fault
pytestmark = pytest.mark.filterwarnings("default::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture
def server() -> Iterator[Cluster]:
    """A server of a test's own, to be treated badly."""
    with cluster() as own:
        yield own


@contextlib.contextmanager
def playing(database: str, folder: Path, processes: int = 1) -> Generator[tuple[Crowd, list[Server]]]:
    """Let players play at some processes of the service."""
    with contextlib.ExitStack() as stack:
        settings = {"LUDOLOG_KEY_FILE": str(folder / "key"), "LUDOLOG_PROJECTIONS": "embedded"}
        servers = [stack.enter_context(serving(database, **settings)) for _ in range(processes)]
        players = stack.enter_context(crowd(servers, folder, 6))
        players.await_answers(everybody=True)
        yield players, servers


def test_a_crash_of_the_database_loses_nothing_and_refuses_nothing(server: Cluster, tmp_path: Path) -> None:
    rng = random.Random(5)
    resumed: list[float] = []
    with new_database(server.url()) as database:
        with playing(database, tmp_path, processes=2) as (players, _):
            for _ in range(RESTARTS):
                server.stop("immediate")
                time.sleep(rng.uniform(0, 1.5))
                server.start()
                resumed.append(players.await_answers())
                players.await_answers(everybody=True)
                time.sleep(rng.uniform(0, 0.5))
        check_log(database, players.clients)

    told(players, resumed)
    assert max(client.longest_wait for client in players.clients) < ANSWERED_WITHIN
    assert max(resumed) < RESUMED_WITHIN


def test_sessions_that_end_at_random_lose_nothing(server: Cluster, tmp_path: Path) -> None:
    rng = random.Random(6)
    with new_database(server.url()) as database:
        with (
            playing(database, tmp_path) as (players, _),
            psycopg.connect(server.url(), autocommit=True) as admin,
        ):
            for _ in range(TERMINATIONS):
                sessions = admin.execute("SELECT pid FROM pg_stat_activity WHERE application_name = 'ludolog'")
                victims = [row[0] for row in sessions]
                if victims:
                    admin.execute("SELECT pg_terminate_backend(%s)", (rng.choice(victims),))
                time.sleep(rng.uniform(0, 0.3))
            players.await_answers(everybody=True)
        check_log(database, players.clients)

    told(players, [])
    assert max(client.longest_wait for client in players.clients) < ANSWERED_WITHIN


def test_while_the_database_stands_still_everybody_is_put_off_in_time(server: Cluster, tmp_path: Path) -> None:
    with new_database(server.url()) as database:
        with playing(database, tmp_path) as (players, servers):
            # each request has a connection of its own, which has to be accepted too
            client, anew = servers[0].client(), {"Connection": "close"}
            with server.frozen():
                thawing = time.monotonic() + FROZEN
                while time.monotonic() < thawing:
                    assert client.get("/health/live", headers=anew, timeout=LIVE_WITHIN).status_code == 200
                    assert client.get("/v1/rulesets", headers=anew, timeout=LIVE_WITHIN).status_code == 200
                    time.sleep(0.5)
                sign_up = client.post("/v1/players", json={"name": "Eve"}, headers=anew, timeout=HANGS)
                assert (sign_up.status_code, sign_up.json()["code"]) == (503, "unavailable")
                assert sign_up.headers["Retry-After"]
            resumed = players.await_answers(everybody=True)
        check_log(database, players.clients)

    told(players, [resumed])
    assert all(client.put_off for client in players.clients)
    assert max(client.longest_try for client in players.clients) < HANGS
    assert resumed < RESUMED_WITHIN


def told(players: Crowd, resumed: list[float]) -> None:
    """Say what was measured; pytest shows it with -s."""
    clients = players.clients
    accepted = sum(len(client.answered) for client in clients)
    print(
        f"\n{accepted} commands; put off {sum(client.put_off for client in clients)}; "
        f"longest try {max(client.longest_try for client in clients):.1f} s, "
        f"final answer {max(client.longest_wait for client in clients):.1f} s; "
        f"resumed after {', '.join(f'{seconds:.1f}' for seconds in resumed) or '-'} s"
    )
