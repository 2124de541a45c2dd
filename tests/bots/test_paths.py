"""Playouts with equal random numbers: what they have in common is played once, and nothing changes by that."""

import random
from typing import Any

import pytest

from domain.kernel.values import Command
from domain.rulesets import RULESETS
from service.bots.strong.light import policy_of, weights_of
from service.bots.strong.search import MOST_STEPS, Paths, Playout
from tests.bots.test_search import positions


class Counted:
    """The functions of a light policy, with the number of decisions that are asked for."""

    def __init__(self, title: str) -> None:
        self._light = policy_of(title)
        self.asked = 0

    def __getattr__(self, name: str) -> Any:
        self.asked += name == "quick"
        return getattr(self._light, name)


def played(title: str, version: int, state: Any, command: Command, light: Any, paths: Paths | None) -> tuple[Any, int]:
    """Return the end of a playout after a command, and its steps."""
    rules, seat = RULESETS[title], min(RULESETS[title].awaiting(state))
    playout = Playout(rules, light, weights_of(title), random.Random(version), paths)
    end = playout.to_end_of_round(rules.step(state, seat, command, playout.draws).state)
    return end, playout.steps


@pytest.mark.parametrize("title", RULESETS)
def test_shared_paths_change_neither_the_end_nor_the_steps(title: str) -> None:
    alone, shared = Counted(title), Counted(title)
    for game, _ in positions(title):
        state, rules = game.state, game.ruleset
        choices = rules.legal_commands(state, min(rules.awaiting(state)))
        for number in range(3):
            paths = Paths()
            for command in [choice.command for choice in choices][:8]:
                expected = played(title, number, state, command, alone, None)
                assert played(title, number, state, command, shared, paths) == expected

    assert shared.asked <= alone.asked
    if title == "minos":
        assert shared.asked < alone.asked, "no two commands have led to one state"


def test_the_order_of_a_mapping_makes_another_state() -> None:
    paths = Paths()
    assert paths.end_from("place", {"gades": 1, "roma": 2}, 0) is None
    paths.end("end", 7)
    assert paths.end_from("place", {"roma": 2, "gades": 1}, 0) is None
    found = paths.end_from("place", {"gades": 1, "roma": 2}, 0)
    assert found is not None


def test_a_playout_that_was_cut_is_no_end_of_another() -> None:
    paths = Paths()
    assert paths.end_from("place", "state", 0) is None
    paths.end("cut", MOST_STEPS)
    assert paths.end_from("place", "state", 0) is None
    paths.end("end", 7)
    found = paths.end_from("place", "state", 3)
    assert found is not None
    assert (found.state, found.steps) == ("end", 10)
    assert paths.end_from("place", "state", MOST_STEPS - 7) is None, "its own rest would be cut"
