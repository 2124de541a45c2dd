"""The views of many versions in one response: the size of 600 versions, and the time against single views."""

import random
import statistics
import tempfile
import time
from pathlib import Path

import msgspec

from domain.game.fold import fold
from domain.rulesets import RULESETS
from projections.history import FULL
from projections.replay.lines import replay
from projections.views import VIEWS
from service.core.http.response.codings import compressed
from service.core.store.store import Store
from service.play.loaded import Loaded
from service.play.texts import Texts
from service.serving.simulate import Plan, Simulated, simulate
from tests.benchmarks.rounds import Row

ROUNDS = 5
VERSIONS = 600
MOST_BYTES = 150_000
EVENTS = 900
SECONDS = 1.0
READS = 100


def rows() -> list[Row]:
    """Compare sizes with 150 kB, times with a second for 900 events, and a line with a single view."""
    with tempfile.TemporaryDirectory() as folder, Store(f"sqlite:///{Path(folder)}/games.db") as store:
        return [row for title in RULESETS for row in _of(_played(store, title))]


def _played(store: Store, title: str) -> Loaded:
    """Return a whole game of careful bots."""
    ruleset, finished = RULESETS[title], list[Simulated]()
    seats = ruleset.seats[-1]
    simulate(
        Plan(title, ("careful",) * seats, ruleset.resolve_options(None, {}), 1, 5),
        ruleset,
        store,
        None,
        finished.append,
    )
    entries = store.read(finished[0].game)
    game = fold(entries)
    assert game is not None
    return Loaded(game, entries)


def _lines(loaded: Loaded) -> bytes:
    """Return the body of all versions with all secrets and sentences, compressed as the service sends it."""
    first = loaded.started_at
    assert first is not None
    texts = Texts("de", lambda _: "Anna Schmidt")
    found = replay(
        loaded.at(first), loaded.entries[first - 1 :], FULL, lambda version: texts.text(loaded, version, FULL)
    )
    return compressed(b"".join(msgspec.json.encode(line) + b"\n" for line in found))


def _of(loaded: Loaded) -> list[Row]:
    title, first = loaded.game.opened.ruleset, loaded.started_at or 1
    versions = loaded.game.version - first + 1
    size = len(_lines(loaded)) * VERSIONS / versions
    rng = random.Random(1)
    asked = [rng.randint(first, loaded.game.version) for _ in range(READS)]
    each: list[float] = []
    single: list[float] = []
    for _ in range(ROUNDS):
        began = time.process_time()
        _lines(loaded)
        each.append((time.process_time() - began) / versions)
        began = time.process_time()
        for version in asked:
            compressed(msgspec.json.encode(VIEWS[title](loaded.at(version), FULL)))
        single.append((time.process_time() - began) / READS)
    times = tuple(one / other for one, other in zip(single, each, strict=True))
    budget = tuple(SECONDS / (EVENTS * one) for one in each)
    return [
        Row(f"{title}: bytes of {VERSIONS} views, 150 kB", size, MOST_BYTES, (MOST_BYTES / size,), ">= 1"),
        Row(f"{title}: lines a second, {EVENTS}", 1 / statistics.median(each), EVENTS / SECONDS, budget, ">= 1"),
        Row(
            f"{title}: lines to single views", 1 / statistics.median(each), 1 / statistics.median(single), times, ">= 1"
        ),
    ]
