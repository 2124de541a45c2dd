"""How long an answer takes depends on nothing hidden: the same functions are called, as often, in every world.

A timed test finds what is larger than the noise of the machine; a count of calls has no noise, so a single call more or
less is found. It does not see how long a call into C takes, which `tests.benchmarks.secrets` measures.
"""

import gc
import random
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from domain.game import decide
from domain.game import game as games
from domain.game.game import Game
from domain.kernel.values import Command, IllegalCommand, Viewer
from domain.rulesets import RULESETS
from projections.boards.pieces import placing
from projections.views import VIEWS
from tests.secrecy.plays import Move, Played, Setting
from tests.secrecy.worlds import World

POSITIONS = 12
"""Positions of each game and viewer."""

OTHERS = 3
"""Worlds beside the real one. A difference in half of all worlds escapes one position with a chance of 1 in 8."""

MOST = 400
"""Events of a game."""


def calls(work: Callable[[], object]) -> int:
    """Return how many functions of Python and of C a piece of work calls."""
    number = 0

    def profile(_frame: FrameType, event: str, _arg: Any) -> None:
        nonlocal number
        number += event in {"call", "c_call"}

    # what is made once for a process is made before
    work()
    # a collection calls the callbacks of libraries, such as hypothesis, and finalizers of other tests
    was_collecting = gc.isenabled()
    gc.disable()
    sys.setprofile(profile)
    try:
        work()
    finally:
        sys.setprofile(None)
        if was_collecting:
            gc.enable()
    return number


def refused(game: Game, viewer: Viewer, command: Command) -> object:
    """Return the refusal of a command that another seat has sent at another time; None if it is accepted."""
    try:
        return None if viewer is None else decide.command(game, viewer, command)
    except (IllegalCommand, decide.NotPossible) as refusal:
        return refusal


def compare_work(title: str, number: int) -> int:
    """Compare the work at positions of a game; returns how many comparisons. Raises AssertionError."""
    setting = Setting(title, number)
    played = Played(setting, tuple(f"player:{seat}" for seat in range(setting.seats)), "player:owner", most=MOST)
    rng, compared = random.Random(number), 0
    for viewer in (None, 0, 1):
        worlds = [World(played, viewer, other) for other in range(OTHERS)]
        for move in rng.sample(played.moves, POSITIONS):
            found = [move.before, *(world.at(move.before.version) for world in worlds)]
            for what, work in _works(move, viewer).items():
                counted = [calls(lambda game=game, work=work: work(game)) for game in found]
                assert len(set(counted)) == 1, (what, viewer, move.before.version, counted)
                compared += 1
    return compared


def _works(move: Move, viewer: Viewer) -> dict[str, Callable[[Game], object]]:
    ruleset = move.before.ruleset
    return {
        "view": lambda game: VIEWS[ruleset.name](game, viewer),
        "pieces": lambda game: placing(ruleset.name, game.opened.data_set)(VIEWS[ruleset.name](game, viewer)),
        "choices": lambda game: () if viewer is None else games.legal_commands(game, viewer),
        "questions": lambda game: [ruleset.question(game.state, seat) for seat in games.awaiting(game)],
        **({} if move.seat == viewer else {"refusal": lambda game: refused(game, viewer, move.command)}),
    }


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("title", RULESETS)
def test_the_work_of_an_answer_depends_on_nothing_hidden(title: str, number: int) -> None:
    assert compare_work(title, number) >= 3 * 3 * POSITIONS


def slower_with_more_money(original: Callable[[Game, Viewer], Any]) -> Callable[[Game, Viewer], Any]:
    """Return a view that takes a little longer for each hundred in the purse of the first player."""

    def view(game: Game, viewer: Viewer) -> Any:
        for _ in range(game.state.players[0].money // 100):
            abs(0)
        return original(game, viewer)

    return view


def slower_for_a_card(original: Callable[[Game, Viewer], Any]) -> Callable[[Game, Viewer], Any]:
    """Return a view that calls one function more if the first player holds an odd number of ones."""

    def view(game: Game, viewer: Viewer) -> Any:
        if game.state.players[0].ones % 2:
            abs(0)
        return original(game, viewer)

    return view


@pytest.mark.parametrize("planted", [slower_with_more_money, slower_for_a_card])
def test_a_planted_difference_is_found(planted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(VIEWS, "giganten", planted(VIEWS["giganten"]))  # pyright: ignore[reportArgumentType] - read only

    with pytest.raises(AssertionError, match="view"):
        compare_work("giganten", 1)
