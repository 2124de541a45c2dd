"""Runs seeds, and reports a failure so that it can be repeated."""

import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import NamedTuple

import pytest

from domain import rulesets
from projections import views
from service.bots import choosing, random_bot
from tests.simulation.checks.failure import BrokenInvariantError
from tests.simulation.plan import Plan
from tests.simulation.trace import Trace
from tests.simulation.world import World
from tests.titles.nim import NIM
from tests.titles.nim.view import view


class Outcome(NamedTuple):
    """How a simulation ended."""

    seed: int
    digest: str
    steps: int
    failure: str | None
    """The invariant that failed, the step, and the last events; None: all held."""


@contextmanager
def titles_of(*, is_long: bool) -> Generator[None]:
    """Register Nim in the block, whose games are short enough for a simulation, and let all bots decide at random.

    In long simulations the careful bots of other titles decide too: they take most of the time.
    """
    before = choosing.BOTS
    chance = {"random": random_bot.choose}
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(rulesets.RULESETS, "nim", NIM)
        patch.setitem(rulesets.BY_VERSION, ("nim", NIM.version), NIM)
        patch.setitem(views.VIEWS, "nim", view)
        patch.setattr(choosing, "BOTS", {**(before if is_long else dict.fromkeys(before, chance)), "nim": chance})
        yield


def run_seed(seed: int, *, is_long: bool = False, is_shown: bool = False) -> Outcome:
    """Run one seed to its end or to the first invariant that fails."""
    trace = Trace(is_shown=is_shown)
    failure = None
    with titles_of(is_long=is_long):
        world = World(Plan(seed, is_long=is_long), trace)
        try:
            world.run()
        except (BrokenInvariantError, AssertionError) as error:
            lines = "\n".join(trace.last)
            failure = f"{lines}\nseed {seed}, step {world.scheduler.steps}: {error}"
    return Outcome(seed, trace.digest, world.scheduler.steps, failure)


def run_seeds(seeds: Iterable[int], *, is_long: bool = False, keeps_going: bool = False) -> list[Outcome]:
    """Run seeds; returns those that failed, only the first one unless `keeps_going`."""
    failed: list[Outcome] = []
    for seed in seeds:
        outcome = run_seed(seed, is_long=is_long)
        if outcome.failure is not None:
            print(outcome.failure, flush=True)
            failed.append(outcome)
            if not keeps_going:
                break
    return failed


def show(seed: int, *, is_long: bool, is_shown: bool) -> int:
    """Run one seed and print its outcome; returns the exit code."""
    outcome = run_seed(seed, is_long=is_long, is_shown=is_shown)
    if outcome.failure is not None:
        print(outcome.failure, file=sys.stderr)
    print(f"seed {seed}: {outcome.steps} steps, digest {outcome.digest}")
    return 0 if outcome.failure is None else 1
