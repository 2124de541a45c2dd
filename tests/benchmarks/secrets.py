"""The time of answers in two worlds that differ only in what the viewer may not know.

`tests/secrecy/test_work.py` compares the numbers of calls, without noise. This compares times: those of the view, the
choices and their bytes at positions of a game, in both worlds in random order. A block is the ratio of two medians at
one position. The goal is that 1.00 lies within 1.96 standard errors of the mean of all blocks; a true difference of 2.8
standard errors, which the last column names, is found with a power of 80 %. Differences of opposite signs cancel.
"""

import random
import statistics
import time
from math import sqrt

from domain.rulesets import RULESETS
from tests.benchmarks.rounds import Row
from tests.secrecy.comparing import told
from tests.secrecy.plays import Played, Setting
from tests.secrecy.worlds import World

BLOCKS = 80
SAMPLES = 60
"""Measurements of each world in a block."""

HIDING = {"giganten": 1, "siberia": 2, "minos": 1}
"""The games whose options hide money as well."""


def rows() -> list[Row]:
    """Compare each title."""
    return [_row(title, number) for title, number in HIDING.items()]


def _row(title: str, number: int) -> Row:
    setting = Setting(title, number)
    assert setting.ruleset is RULESETS[title]
    played = Played(setting, tuple(f"player:{seat}" for seat in range(setting.seats)), "player:owner", most=400)
    world, rng = World(played, 0), random.Random(number)
    moves = [move for move in played.moves if move.before.state != world.at(move.before.version).state]
    ratios: list[float] = []
    seconds: tuple[list[float], list[float]] = ([], [])
    for _ in range(BLOCKS):
        move = rng.choice(moves)
        both = (move.before, world.at(move.before.version))
        taken: tuple[list[float], list[float]] = ([], [])
        for _ in range(SAMPLES):
            for which in rng.sample((0, 1), 2):
                began = time.perf_counter()
                told(both[which], 0)
                taken[which].append(time.perf_counter() - began)
        medians = [statistics.median(each) for each in taken]
        ratios.append(medians[0] / medians[1])
        for which in (0, 1):
            seconds[which].append(medians[which])
    error = statistics.stdev(ratios) / sqrt(BLOCKS)
    mean = statistics.mean(ratios)
    verdict = "no difference" if abs(mean - 1) <= 1.96 * error else "DIFFERENT"
    goal = f"1: mean {mean:.4f}, {verdict}; found with 80 %: {2.8 * error:.2%}"
    rates = [1 / statistics.median(each) for each in seconds]
    return Row(f"answers in two worlds, {title}", rates[0], rates[1], tuple(ratios), goal)
