"""What a site tells of its tables: how many games there are, and that a worker is missing."""

import asyncio
import logging
import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from service.readmodels.reading import ReadModels
from service.readmodels.watching import Watch
from service.store import Store
from tests.readmodels.test_commands import command, soon, worker
from tests.service.kit import open_game, started_game
from tests.service.server import free_port, serving
from tests.service.test_metrics import told, values


def test_games_are_counted_by_status(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", LUDOLOG_METRICS="on") as server:
        player = server.player()
        open_game(player)
        open_game(player)
        started_game(player)
        assert len(player.get("/v1/games").json()["items"]) == 3
        found = told(server.client())

        def number(status: str) -> float:
            return found["ludolog_games", (("status", status),)]

        assert (number("open"), number("running"), number("abandoned")) == (2, 1, 0)
        # counted over all games, so not for every who asks
        open_game(player)
        assert told(server.client())["ludolog_games", (("status", "open"),)] == 2
        assert ("ludolog_worker_missing", ()) not in found


def test_that_no_worker_runs_is_told_by_metrics_and_by_doctor(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # its table is as wide as the terminal
    monkeypatch.setenv("COLUMNS", "400")
    settings = {"LUDOLOG_KEY_FILE": str(tmp_path / "key"), "LUDOLOG_METRICS": "on"}
    with serving(postgres, **settings) as server:
        soon(lambda: told(server.client())["ludolog_worker_missing", ()] == 1)
        said = command(postgres, "doctor").stdout
        assert "no worker keeps the tables" in said
        assert "Start `ludolog worker`" in said
        with worker(postgres):
            soon(lambda: "no worker" not in command(postgres, "doctor").stdout)
            with serving(postgres, **settings) as other:
                soon(lambda: told(other.client())["ludolog_worker_missing", ()] == 0)


@pytest.mark.filterwarnings("default::pytest.PytestUnraisableExceptionWarning")
def test_the_log_says_what_to_do_and_when_it_is_done(postgres: str, caplog: pytest.LogCaptureFixture) -> None:
    def said(words: str) -> bool:
        return words in caplog.text

    async def heard(words: str) -> None:
        while not said(words):
            await asyncio.sleep(0.02)

    async def body() -> None:
        with Store(postgres) as store:
            watching = asyncio.create_task(Watch(ReadModels.of(store), is_needed=True, every=0.05).run())
            await heard("Start `ludolog worker`")
            with worker(postgres):
                await heard("a worker keeps the tables again")
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)

    with caplog.at_level(logging.INFO, logger="service.readmodels.watching"):
        asyncio.run(body())
    assert caplog.text.count("Start `ludolog worker`") == 1


def test_a_worker_tells_of_itself(postgres: str, tmp_path: Path) -> None:
    port = free_port()
    started = subprocess.Popen(
        [sys.executable, "-m", "service", "worker", "--metrics-port", str(port)],
        env={**os.environ, "LUDOLOG_DATABASE": postgres},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )

    def asked() -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
        try:
            return values(httpx.get(f"http://127.0.0.1:{port}/metrics").text)
        except httpx.TransportError:
            return {}

    try:
        with serving(postgres, LUDOLOG_KEY_FILE=str(tmp_path / "key")) as server:
            open_game(server.player())
            soon(lambda: asked().get(("ludolog_worker_events_total", ()), 0) >= 3)
            soon(lambda: asked().get(("ludolog_projection_lag", (("projection", "lobby"),))) == 0)
            assert asked()["ludolog_worker_following", ()] == 1
            assert asked()["process_resident_memory_bytes", ()] > 0
            refused = command(postgres, "worker", "--metrics-port", str(port))
            assert refused.returncode == 2
            assert "choose another" in refused.stderr
    finally:
        started.kill()
        started.wait()
