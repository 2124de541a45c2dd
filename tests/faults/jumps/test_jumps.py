"""No clock runs out early, and none late, however the system clock jumps. LUDOLOG_JUMPS=10000 is the long run."""

import asyncio
import os
from collections import Counter
from pathlib import Path

import pytest

from domain import rulesets
from domain.ledger.times import SECOND
from domain.rulesets import RULESETS
from projections import views
from service import bots
from service.bots import random_bot
from service.core.store.store import Store
from tests.faults.jumps.world import World
from tests.titles.nim import NIM
from tests.titles.nim.view import view

GAMES = int(os.environ.get("LUDOLOG_JUMPS", "100"))
BATCHES = 4
IN_A_WORLD = 100
WORLDS = 5
"""Worlds of a title that are tried until a clock runs out. Ids are random, and 3 of 60 worlds of Minos had none."""
LATEST = 2 * SECOND
"""How late an event may be, counted from when a process runs."""


@pytest.fixture
def nim(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register Nim, whose games are short, for the time of a test."""
    monkeypatch.setitem(rulesets.RULESETS, "nim", NIM)
    monkeypatch.setitem(rulesets.BY_VERSION, ("nim", 1), NIM)
    monkeypatch.setitem(views.VIEWS, "nim", view)
    monkeypatch.setattr(bots, "BOTS", {**bots.BOTS})
    monkeypatch.setitem(bots.BOTS, "nim", {"random": random_bot.choose})  # pyright: ignore[reportArgumentType] - a copy
    monkeypatch.setattr("service.bots.choosing.BOTS", bots.BOTS)


def check(world: World, name: str) -> None:
    """Check that nothing was early or late."""
    early = [verdict for verdict in world.verdicts if verdict.early]
    late = [verdict for verdict in world.verdicts if verdict.late > LATEST]
    assert (early, late) == ([], []), name


FEW = 100
"""Games of a batch in a short run."""


@pytest.mark.usefixtures("nim")
@pytest.mark.timeout(36_000)
@pytest.mark.parametrize("batch", range(BATCHES))
def test_no_clock_runs_out_early_or_late_however_the_system_clock_jumps(batch: int, tmp_path: Path) -> None:
    left, counts, latest, events = GAMES // BATCHES, Counter[str](), 0, 0
    number = batch
    while left > 0:
        with Store(f"sqlite:///{tmp_path}/{number}.db") as store:
            world = World(store, number, min(left, IN_A_WORLD))
            asyncio.run(world.run())
        check(world, f"world {number}")
        counts += world.counts
        counts["jumps"] += world.machine.jumps
        counts["boots"] += world.machine.boots
        latest = max([latest, *(verdict.late for verdict in world.verdicts)])
        events += len(world.verdicts)
        left, number = left - IN_A_WORLD, number + BATCHES
        for file in tmp_path.iterdir():
            file.unlink()
    print(f"{GAMES // BATCHES} games, {events} clock events, latest {latest / SECOND:.3f} s: {dict(counts)}")
    assert counts["clock.ran_out"]
    assert counts["jumps"]
    assert counts["kills"]
    # the few games of a short run may all have a known time
    assert counts["doubts"] or GAMES // BATCHES <= FEW


@pytest.mark.parametrize("title", sorted(RULESETS))
def test_clocks_of_every_title_are_on_time(title: str, tmp_path: Path) -> None:
    counts = Counter[str]()
    for number in range(1, 1 + WORLDS):
        with Store(f"sqlite:///{tmp_path}/{number}.db") as store:
            world = World(store, number, 4, RULESETS[title])
            asyncio.run(world.run(75))
        check(world, title)
        counts += world.counts
        if counts["clock.ran_out"]:
            break
    assert counts["clock.ran_out"]


@pytest.mark.usefixtures("nim")
def test_clocks_in_postgresql_are_on_time(postgres: str) -> None:
    with Store(postgres) as store:
        world = World(store, 4, 15)
        asyncio.run(world.run())

    check(world, "postgresql")
    assert world.counts["clock.ran_out"]
