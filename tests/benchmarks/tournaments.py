"""Requests while a round of 400 players is paired: in a process of its own, and in a thread of the service."""

import contextlib
import statistics
import tempfile
import threading
import time
from collections.abc import Generator
from pathlib import Path

import httpx

from tests.benchmarks.rounds import Row
from tests.service.server import NO_TLS, serving
from tests.service.tournaments.kit import Cup

PLAYERS = 400
ROUNDS = 3
SAMPLE = 300
"""Requests without a pairing. During a pairing, as many are sent as it lasts for."""


IN_THREAD = {"service.tournaments.tournaments.MOST_IN_THREAD": 10_000}
"""Constants of a service that pairs rounds of any size in a thread."""


@contextlib.contextmanager
def paired(cup: Cup) -> Generator[threading.Event]:
    """Let the next round be drafted; the event is set when it is."""
    done = threading.Event()
    owner = httpx.Client(base_url=cup.server.base, headers=cup.owner.headers, timeout=600, verify=NO_TLS)

    def draft() -> None:
        try:
            assert owner.post(f"{cup.url}/rounds/1/drafts", json={}).status_code == 200
        finally:
            done.set()

    thread = threading.Thread(target=draft)
    thread.start()
    yield done
    thread.join()
    owner.close()


def slowest(client: httpx.Client, done: threading.Event | None = None) -> float:
    """Return the 99th percentile of the times of a small request in milliseconds, until `done` or for a sample."""
    times: list[float] = []
    while len(times) < SAMPLE if done is None else not done.is_set() or len(times) < 2:
        began = time.perf_counter()
        assert client.get("/v1/clocks").status_code == 200
        times.append((time.perf_counter() - began) * 1000)
    return statistics.quantiles(times, n=100)[-1]


def rows() -> list[Row]:
    """Compare the 99th percentile while a round is paired with that without a pairing, and with pairing in a thread."""
    ours: list[float] = []
    without: list[float] = []
    threads: list[float] = []
    with tempfile.TemporaryDirectory() as place, contextlib.ExitStack() as stack:
        cups: list[Cup] = []
        for timeouts in ({}, IN_THREAD):
            server = stack.enter_context(serving(Path(place) / f"{len(cups)}.db", timeouts))
            cups.append(Cup(server, PLAYERS, max_players=PLAYERS))
            cups[-1].register_all()
        for round_number in range(1 + ROUNDS):
            for cup, found in zip(cups, (ours, threads), strict=True):
                client = cup.server.client()
                if cup is cups[0]:
                    without.append(slowest(client))
                with paired(cup) as done:
                    found.append(slowest(client, done))
            if round_number == 0:
                # the process starts, and modules are read
                for found in (ours, without, threads):
                    found.clear()
    return [
        _row("99th of 100 requests while 400 are paired, without pairing", ours, without, ">= 0.5"),
        _row("99th of 100 requests while 400 are paired, in a thread", ours, threads, ">= 1"),
    ]


def _row(what: str, ours: list[float], other: list[float], goal: str) -> Row:
    ratios = tuple(theirs / mine for mine, theirs in zip(ours, other, strict=True))
    return Row(what, 1000 / statistics.median(ours), 1000 / statistics.median(other), ratios, goal)
