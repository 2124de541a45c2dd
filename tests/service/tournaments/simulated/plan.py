"""What the players of a simulated tournament are going to do, drawn from a seed."""

import random
from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

Moment: TypeAlias = Literal["check-in", "publication", "playing", "results"]

MOMENTS: Sequence[Moment] = ("publication", "playing", "results", "check-in")
"""When a process is killed, in one round after the other."""

ABSENT, DROPPED, STALLING, MISSING = 0.08, 0.02, 0.08, 0.02
"""The probabilities that a player does not check in, drops out, stops deciding in a game, or does not come to it."""


class RoundPlan(NamedTuple):
    """What the players with these numbers do in a round."""

    absent: frozenset[int]
    """Who does not check in."""
    leaving: frozenset[int]
    """Who drops out before the check-in."""
    stalling: dict[int, int]
    """Who stops deciding, and after how many decisions."""
    missing: frozenset[int]
    """Who has checked in and does not come to the table."""
    victim: int
    """The process that is killed."""
    moment: Moment


def planned(seed: str, players: int, rounds: int, processes: int) -> list[RoundPlan]:
    """Return the plan of all rounds. In the first rounds everything happens at least once."""
    rng = random.Random(seed)
    plans: list[RoundPlan] = []
    gone: set[int] = set()
    for number in range(1, rounds + 1):
        here = [player for player in range(players) if player not in gone]
        leaving = {player for player in here if number > 1 and rng.random() < DROPPED}
        if number == 2 and not leaving:
            leaving = {rng.choice(here)}
        gone |= leaving
        here = [player for player in here if player not in leaving]
        absent = {player for player in here if rng.random() < ABSENT}
        coming = [player for player in here if player not in absent]
        if number == 1 and not absent:
            absent = {coming.pop()}
        missing = {player for player in coming if rng.random() < MISSING}
        if number == 1 and not missing:
            missing = {coming[0]}
        stalling = {player: rng.randrange(20) for player in coming if player not in missing and rng.random() < STALLING}
        if number <= 2 and not stalling:
            stalling = {next(player for player in reversed(coming) if player not in missing): rng.randrange(20)}
        plans.append(
            RoundPlan(
                frozenset(absent),
                frozenset(leaving),
                stalling,
                frozenset(missing),
                rng.randrange(processes),
                MOMENTS[(number - 1) % len(MOMENTS)],
            )
        )
    return plans
