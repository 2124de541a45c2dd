"""The plan of a simulation, drawn from its seed."""

import random

from domain.rulesets import RULESETS
from tests.simulation.machine.faults import rates_of

ACTIVE = 8.0
"""Seconds of virtual time in which clients act and faults happen."""


class Plan:
    """Processes, faults, games and clients of a simulation."""

    def __init__(self, seed: int, *, is_long: bool = False) -> None:
        rng = random.Random(f"plan {seed}")
        self.seed = seed
        self.is_long = is_long
        self.processes = rng.choice((1, 2, 2, 3))
        self.rates = rates_of(rng)
        self.titles = ["nim", rng.choice(sorted(RULESETS.keys() - {"nim"}))][: rng.choice((1, 2, 2))]
        self.decisions = 4000 if is_long else rng.choice((10, 18, 30))
        self.active = 600.0 if is_long else ACTIVE
        self.has_cup = rng.random() < 0.35
        self.has_failover = rng.random() < 0.3
        self.has_webhooks = rng.random() < 0.7
        self.lost_replies = rng.choice((0.0, 0.05, 0.2))
        self.delay_of_thread = rng.choice((300, 1_000, 10_000, 60_000))
        self.has_talk = rng.random() < 0.35
