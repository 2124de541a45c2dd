"""What a site tells of its tables: how many games there are, and that a worker is missing."""

import asyncio
import logging
import re
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from eventsourcing.persistence import PersistenceError
from prometheus_client import CollectorRegistry, Gauge

from service.core.store.store import Store
from service.core.worker import Worker
from service.lists.monitoring import GameCounts, WorkerWatch
from service.lists.process_metrics import lag_gauge, set_all
from service.lists.reading import ReadModels
from service.lists.worker import WORKER_LOCK
from service.monitoring.telemetry.metrics import Metrics
from service.play.play import Play
from tests.loops import in_loop
from tests.readmodels.kit import evening, world
from tests.readmodels.test_commands import WITHIN, behind, command, worker
from tests.replies import ok
from tests.service.kit import open_game, started_game
from tests.service.server import NO_TLS, free_port, serving
from tests.service.test_metrics import told, values
from tests.store.kit import opened
from tests.waiting import until


def test_games_are_counted_by_status(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", LUDOLOG_METRICS="on") as server:
        player = server.player()
        open_game(player)
        open_game(player)
        started_game(player)
        assert len(ok(player.get("/v1/games")).json()["items"]) == 3
        found = told(server.client())

        def number(status: str) -> float:
            return found["ludolog_games", (("status", status),)]

        assert (number("open"), number("running"), number("abandoned")) == (2, 1, 0)
        # counted over all games, so not for every who asks
        open_game(player)
        assert told(server.client())["ludolog_games", (("status", "open"),)] == 2
        assert ("ludolog_worker_missing", ()) not in found


WATCHFUL = {"service.lists.monitoring.CHECK_INTERVAL": 3.0}
"""Timeouts of a service that looks for a worker every three seconds."""


def test_that_no_worker_runs_is_told_by_metrics_and_by_doctor(postgres: str, tmp_path: Path) -> None:
    settings = {"LUDOLOG_KEY_FILE": str(tmp_path / "key"), "LUDOLOG_METRICS": "on"}
    with serving(postgres, WATCHFUL, **settings) as server:
        assert told(server.client())["ludolog_worker_missing", ()] == 0
        said = command(postgres, "doctor").stdout
        assert "no worker updates the tables" in said
        assert "Start `ludolog worker`" in said
        until(lambda: told(server.client())["ludolog_worker_missing", ()] == 1)
        with worker(postgres):
            until(lambda: re.search(r"worker +keeps the tables", command(postgres, "doctor").stdout) is not None)


@pytest.mark.filterwarnings("default::pytest.PytestUnraisableExceptionWarning")
def test_the_log_says_what_to_do_and_when_it_is_done(postgres: str, caplog: pytest.LogCaptureFixture) -> None:
    def said(words: str) -> bool:
        return words in caplog.text

    async def heard(words: str) -> None:
        async with asyncio.timeout(WITHIN):
            while not said(words):
                await asyncio.sleep(0.02)

    async def body() -> None:
        with Store(postgres) as store:
            watch = WorkerWatch(ReadModels.of(store), is_needed=True)
            watching = Worker(watch.check, every=0.05, outage="", failure="", log=logging.getLogger())
            await watching.start()
            await heard("Start `ludolog worker`")
            with worker(postgres):
                await heard("a worker keeps the tables again")
            await watching.stop()

    with caplog.at_level(logging.INFO, logger="service.lists.monitoring"):
        asyncio.run(body())
    assert caplog.text.count("Start `ludolog worker`") == 1


def test_only_a_worker_that_is_missed_twice_is_missing(postgres: str) -> None:
    metrics = Metrics()

    def missing() -> float:
        return values(metrics.text({}).decode())["ludolog_worker_missing", ()]

    async def body() -> list[float]:
        with Store(postgres) as store:
            watch = WorkerWatch(ReadModels.of(store), is_needed=True)
            metrics.watch(Play(store), None, watch)
            found = [missing()]

            async def look() -> None:
                await watch.check()
                found.append(missing())

            await look()
            await look()
            with psycopg.connect(postgres) as leading:
                leading.execute("SELECT pg_advisory_lock(%s)", (WORKER_LOCK,))
                await look()
            await look()
            return found

    assert asyncio.run(body()) == [0, 0, 1, 0, 0]


@in_loop
async def test_games_that_cannot_be_counted_are_not_counted_for_every_who_asks(tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        games = GameCounts(ReadModels.of(store))
        with store.database.writing() as cursor:
            cursor.execute("DROP VIEW lobby")
        with pytest.raises(PersistenceError):
            await games.by_status()
        assert await games.by_status() == {}


class Read(dict[str, int]):
    """Numbers that are set one after another, while another thread reads a gauge."""

    def __init__(self, gauge: Gauge, numbers: dict[str, int]) -> None:
        super().__init__(numbers)
        self._gauge = gauge
        self.seen: list[set[str]] = []

    def items(self) -> Any:
        """Return the numbers."""
        for item in super().items():
            self.seen.append(names(self._gauge))
            yield item


def names(gauge: Gauge) -> set[str]:
    return {sample.labels["projection"] for metric in gauge.collect() for sample in metric.samples}


def test_who_reads_while_numbers_are_set_misses_none() -> None:
    gauge = lag_gauge(CollectorRegistry())
    set_all(gauge, {"lobby": 1, "seats": 2, "results": 3})
    read = Read(gauge, {"lobby": 4, "seats": 5})

    set_all(gauge, read)

    assert read.seen == [{"lobby", "seats", "results"}] * 2
    assert names(gauge) == {"lobby", "seats"}


Values = dict[tuple[str, tuple[tuple[str, str], ...]], float]

LAG = ("ludolog_projection_lag", (("projection", "lobby"),))


def asked(port: int) -> Values:
    """Return what a worker tells of itself; nothing before it is there."""
    try:
        return values(httpx.get(f"http://127.0.0.1:{port}/metrics", verify=NO_TLS).text)
    except httpx.TransportError:
        return {}


def test_a_worker_tells_of_itself(postgres: str, tmp_path: Path) -> None:
    port = free_port()
    with (
        worker(postgres, "--metrics-port", str(port)),
        serving(postgres, LUDOLOG_KEY_FILE=str(tmp_path / "key")) as server,
    ):
        open_game(server.player())
        until(lambda: asked(port).get(("ludolog_worker_events_total", ()), 0) >= 3)
        until(lambda: asked(port).get(LAG) == 0)
        assert asked(port)["ludolog_worker_following", ()] == 1
        assert asked(port)["process_resident_memory_bytes", ()] > 0
        refused = command(postgres, "worker", "--metrics-port", str(port))
        assert refused.returncode == 2
        assert "choose another" in refused.stderr


def test_a_worker_that_is_never_done_tells_of_itself(postgres: str) -> None:
    port = free_port()
    is_over = threading.Event()

    def play(store: Store) -> None:
        while not is_over.is_set():
            store.append(opened()[1]).result()

    with Store(postgres) as store, ThreadPoolExecutor() as threads:
        playing = threads.submit(play, store)
        try:
            with worker(postgres, "--metrics-port", str(port)):
                until(lambda: LAG in asked(port) or playing.done())
                until(lambda: asked(port)["ludolog_worker_events_total", ()] > 0)
                before = asked(port)
                until(lambda: asked(port)[LAG] != before[LAG])
                assert asked(port)["ludolog_worker_following", ()] == 1
        finally:
            is_over.set()
        playing.result()


def test_of_two_workers_with_one_port_the_second_stands_by_all_the_same(postgres: str, tmp_path: Path) -> None:
    said = tmp_path / "said"
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        with (
            worker(postgres, err=str(said), LUDOLOG_WORKER_METRICS_PORT=port),
            world(postgres) as table,
        ):
            table.append(evening()[:10])
            until(lambda: behind(table) == 0)
        assert "runs without metrics" in said.read_text()
