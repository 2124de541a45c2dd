"""Reading a stored game and folding it, against the bare decoding of the same rows."""

import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec

from domain.game.fold import fold
from domain.rulesets import RULESETS
from service.bots.simulate import Plan, Simulated, simulate
from service.store.store import Store
from tests.benchmarks.rounds import Row, compared

REPEATS = 20


def rows() -> list[Row]:
    """Compare folding with decoding; and say how long a cold read of a whole game takes."""
    with tempfile.TemporaryDirectory() as folder, Store(f"sqlite:///{Path(folder)}/games.db") as store:
        name = _finished_game(store)
        stored = store.read(name)
        raw = [bytes(row.state) for row in store.application.recorder.select_events(name)]
        decode = msgspec.json.Decoder(Any).decode

        def folded() -> int:
            for _ in range(REPEATS):
                fold(stored)
            return REPEATS * len(stored)

        def bare() -> int:
            for _ in range(REPEATS):
                for row in raw:
                    decode(row)
            return REPEATS * len(raw)

        return [compared("fold a game: events, bare msgspec decode", "-", folded, bare), _cold_read(store, name)]


def _finished_game(store: Store) -> str:
    finished: list[Simulated] = []
    giganten = RULESETS["giganten"]
    plan = Plan("giganten", ("careful",) * 4, giganten.resolve_options(None, {}), 1, 5)
    simulate(plan, giganten, store, None, finished.append)
    return finished[0].game


def _cold_read(store: Store, name: str) -> Row:
    """How many whole games are read and folded a second; 100 a second are 10 ms each."""
    times: list[float] = []
    events = 0
    for _ in range(REPEATS):
        began = time.perf_counter()
        game = fold(store.read(name))
        times.append(time.perf_counter() - began)
        assert game is not None
        events = game.version
    limit = 0.010
    rates = tuple(limit / seconds for seconds in times)
    what = f"cold read of a game of {events} events: games, 10 ms each"
    return Row(what, 1 / statistics.median(times), 1 / limit, rates, ">= 1")
