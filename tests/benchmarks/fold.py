"""Reading a stored game and folding it, against the bare decoding of the same rows."""

import tempfile
from pathlib import Path
from typing import Any

import msgspec

from domain.game.fold import fold
from domain.rulesets import RULESETS
from service.core.store.store import Store
from service.serving.simulate import Plan, Simulated, simulate
from tests.benchmarks.rounds import Row, compared

REPEATS = 20


def rows() -> list[Row]:
    """Compare folding, and a cold read of a whole game, with decoding its rows."""
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
                # keeps the decoded rows of a game, as reading and folding do
                list(map(decode, raw))
            return REPEATS * len(raw)

        def cold() -> int:
            for _ in range(REPEATS):
                fold(store.read(name))
            return REPEATS * len(stored)

        what = f"cold read of a game of {len(stored)} events: events, bare msgspec decode"
        return [
            compared("fold a game: events, bare msgspec decode", "-", folded, bare),
            compared(what, ">= 0.33", cold, bare),
        ]


def _finished_game(store: Store) -> str:
    finished: list[Simulated] = []
    giganten = RULESETS["giganten"]
    plan = Plan("giganten", ("careful",) * 4, giganten.resolve_options(None, {}), 1, 5)
    simulate(plan, giganten, store, None, finished.append)
    return finished[0].game
