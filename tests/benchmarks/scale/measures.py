"""What a database of many games costs: reading and appending, rebuilding, starting, backing up, memory."""

import asyncio
import contextlib
import gc
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from domain.game.fold import fold
from service.core.store.store import Store
from service.core.store.url import sqlite_path
from service.lists.reading import ReadModels
from service.lists.rebuild.rebuild import Rebuild, projection_names
from service.play.play import Play
from tests.benchmarks.load import once, request
from tests.benchmarks.rounds import Row, compared
from tests.benchmarks.scale.making import ask
from tests.service.server import free_port
from tests.store.kit import opened

ROUNDS = 5
BATCHES = 200
READS = 20
STARTS = 3
START_GOAL = 2.0
"""Seconds from the start of the process to the first answer that the service is ready."""

IDLE_GOAL = 1_000
"""Bytes of a game that was loaded and is no longer used."""

LISTS = ("departures", "ends", "lobby", "ratings", "results")
"""The tables that follow from lobby events alone."""

IDLE_GAMES = 20_000

SMALL_CACHE = 16 << 20
FILLING = 2_000
"""A size of the cache in bytes, and a number of games that fills it."""


def log_rows(large: Store, small: Store) -> list[Row]:
    """Compare reading a game with decoding its rows, and appending to a long log with appending to a short one."""
    game = ask(large, "SELECT game FROM results ORDER BY version DESC LIMIT 1")[0]["game"]
    rows = [bytes(row.state) for row in large.application.recorder.select_events(game)]
    decode = msgspec.json.Decoder(Any).decode

    def cold() -> int:
        for _ in range(READS):
            fold(large.read(game))
        return READS

    def decoded() -> int:
        for _ in range(READS):
            for row in rows:
                decode(row)
        return READS

    return [
        compared(f"cold read of {len(rows)} events: decoding its rows", ">= 0.33", cold, decoded, ROUNDS),
        compared("append, one batch a commit: to the small database", ">= 0.8", _one(large), _one(small), ROUNDS),
        compared("append, many batches at once: to the small database", ">= 0.8", _many(large), _many(small), ROUNDS),
    ]


def _one(store: Store) -> Callable[[], int]:
    def append() -> int:
        for batch in [opened()[1] for _ in range(BATCHES)]:
            store.append(batch).result()
        return BATCHES

    return append


def _many(store: Store) -> Callable[[], int]:
    def append() -> int:
        for done in [store.append(opened()[1]) for _ in range(BATCHES)]:
            done.result()
        return BATCHES

    return append


def rebuild_rows(store: Store) -> list[Row]:
    """Compare rebuilding tables with reading and decoding the log. Processor time: both use one processor."""
    return [_rebuild_row(store, "all tables", ()), _rebuild_row(store, "lists and results", LISTS)]


def _rebuild_row(store: Store, what: str, names: Sequence[str]) -> Row:
    models = ReadModels.of(store)
    ours: list[float] = []
    raw: list[float] = []
    events = 0
    for _ in range(3):
        began = time.process_time()
        position, events = 0, 0
        while page := models.log.page(position):
            position, events = page[-1].position, events + len(page)
        read = time.process_time()
        work = Rebuild(models.registry, models.log, projection_names(names))
        with work.running():
            while not work.step():
                pass
        raw.append((read - began) / events)
        ours.append((time.process_time() - read) / events)
    ratios = tuple(other / mine for mine, other in zip(ours, raw, strict=True))
    what = f"rebuild of {what}, {events:,} events: reading the log"
    return Row(what, 1 / statistics.median(ours), 1 / statistics.median(raw), ratios, ">= 0.5")


def start_rows(database: str, key_file: str) -> list[Row]:
    """Compare the processor time of a start with its goal: another process may have the processor in between."""
    times = [_started(database, key_file) for _ in range(STARTS)]
    used = statistics.median(time[0] for time in times)
    ratios = tuple(START_GOAL / time[0] for time in times)
    what = f"start until ready, processor time, {statistics.median(time[1] for time in times):.1f} s in all: in 2 s"
    return [Row(what, 1 / used, 1 / START_GOAL, ratios, ">= 1")]


def _started(database: str, key_file: str) -> tuple[float, float]:
    """Return the seconds of processor time, and the seconds, until a service is ready."""
    port = free_port()
    environment = {
        **os.environ,
        "LUDOLOG_DATABASE": database,
        "LUDOLOG_KEY_FILE": key_file,
        "LUDOLOG_PORT": str(port),
        "LUDOLOG_PUBLIC_CLOCK": "none",
    }
    began = time.perf_counter()
    command = [sys.executable, "-m", "service", "serve"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL) as run:
        try:
            while run.poll() is None:
                with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                    if once(port, request("GET", "/health/ready"))[0] == 200:
                        return processor_seconds(run.pid), time.perf_counter() - began
                time.sleep(0.05)
        finally:
            run.kill()
        assert run.stderr is not None
        raise AssertionError(run.stderr.read().decode())


def processor_seconds(pid: int) -> float:
    """Return the processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def backup_rows(database: str) -> list[Row]:
    """Compare a backup of a SQLite database with copying its file."""
    source = Path(sqlite_path(database))
    ours: list[float] = []
    copies: list[float] = []
    with tempfile.TemporaryDirectory(dir=source.parent) as folder:
        for number in range(3):
            target = Path(folder) / f"{number}.db"
            began = time.perf_counter()
            command = [sys.executable, "-m", "service", "backup", str(target)]
            subprocess.run(command, env={**os.environ, "LUDOLOG_DATABASE": database}, check=True, capture_output=True)
            done = time.perf_counter()
            shutil.copyfile(source, f"{target}.copy")
            with Path(f"{target}.copy").open("rb") as file:
                os.fsync(file.fileno())
            copies.append(time.perf_counter() - done)
            ours.append(done - began)
            target.unlink()
            Path(f"{target}.copy").unlink()
    what = f"backup of {source.stat().st_size / 1e6:,.0f} MB: copying the file"
    ratios = tuple(other / mine for mine, other in zip(ours, copies, strict=True))
    return [Row(what, 1 / statistics.median(ours), 1 / statistics.median(copies), ratios, "for information")]


def memory_rows(store: Store) -> list[Row]:
    """Compare the memory of a game that was read, and is used no more, with its goal."""
    ids = [row["game"] for row in ask(store, "SELECT game FROM lobby LIMIT ?", (IDLE_GAMES + FILLING,))]
    play = Play(store, memory=SMALL_CACHE)

    async def read(games: list[str]) -> int:
        for game in games:
            await play.load(game)
        gc.collect()
        return _resident()

    async def run() -> tuple[float, float]:
        empty = await read([])
        full = await read(ids[:FILLING])
        cached, idle = play.cached_size[0], ids[FILLING:]
        return (full - empty) / cached, (await read(idle) - full) / len(idle)

    cached, idle = asyncio.run(run())
    # a growth below a byte has no meaningful ratio
    ratio = IDLE_GOAL / max(1.0, idle)
    return [
        Row(f"memory: {cached:,.0f} B of a cached game, {idle:,.0f} B of an idle one: 1 kB", 0, 0, (ratio,), ">= 1")
    ]


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
