"""The search of strong bots: what it depends on, and that it can be repeated."""

import random
import time
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from domain.game.game import Game, legal_commands
from domain.kernel.values import Command, Seat
from domain.rulesets import RULESETS
from service.bots.choosing import choose
from service.bots.strong.levels import LEVELS, budget_of
from service.bots.strong.light import light_of, weights_of
from service.bots.strong.position import Position, position_of
from service.bots.strong.search import Found, Limits, Search, search
from service.bots.table import TableGame
from tests.secrecy.plays import Played, Setting
from tests.secrecy.worlds import World, worlds_at_hand

BUDGET = 60
"""Steps: enough for some playouts."""

LARGE = 2_000
"""Steps: many times those in which all candidates are played once."""

MOST = 6
"""Positions of each title."""


@cache
def positions(title: str) -> tuple[tuple[Game, Seat], ...]:
    """Return positions of a game between careful bots, some of each phase."""
    ruleset, rng = RULESETS[title], random.Random(title)
    table = TableGame(ruleset, 3, ruleset.resolve_options(None, {}), 1)
    found: dict[tuple[object, ...], tuple[Game, Seat]] = {}
    while table.places is None:
        seat, game = table.awaited, table.game
        kinds = {type(choice.command) for choice in legal_commands(game, seat)}
        found.setdefault((*sorted(map(str, kinds)),), (game, seat))
        table.decide(seat, choose(game, seat, "careful", rng))
    return tuple(rng.sample([*found.values()], min(MOST, len(found))))


def is_legal(game: Game, seat: Seat, command: Command) -> bool:
    return any(choice.admits(command) for choice in legal_commands(game, seat))


@pytest.mark.parametrize("title", RULESETS)
def test_a_search_finds_a_legal_command_in_every_phase_and_the_same_one_again(title: str) -> None:
    for game, seat in positions(title):
        position = position_of(game, seat)
        found = search(position, Limits(BUDGET))

        assert is_legal(game, seat, found.command)
        assert search(position, Limits(BUDGET)) == found
        assert not found.is_cut


@pytest.mark.parametrize("title", RULESETS)
def test_the_light_policy_plays_only_legal_commands(title: str) -> None:
    light = light_of(title)
    assert light is not None
    for game, seat in positions(title):
        quick = light.quick(game.state, seat)
        scored = light.scores(game.state, seat, legal_commands(game, seat))

        assert quick is None or is_legal(game, seat, quick)
        assert all(is_legal(game, seat, each.command) for each in scored)
        assert light.features(game.state, seat).keys() == weights_of(title).value.keys()


def searched(title: str) -> tuple[Position, Found]:
    """Return a decision that takes a search, and its result."""
    found = [
        (position, search(position, Limits(BUDGET))) for position in (position_of(*each) for each in positions(title))
    ]
    return max(found, key=lambda each: each[1].steps)


@pytest.mark.parametrize("title", RULESETS)
def test_a_search_that_the_time_cuts_can_be_repeated_by_its_steps(title: str) -> None:
    position, whole = searched(title)
    at_once = search(position, Limits(BUDGET, deadline=time.monotonic()))
    cut = search(position, Limits(BUDGET, stop_after=whole.steps // 2))

    assert at_once.is_cut
    assert at_once.steps == 0
    assert at_once.command == Search(position, Limits(0)).candidates()[0]
    assert cut.is_cut
    assert cut.steps < whole.steps
    assert search(position, Limits(BUDGET, stop_after=cut.steps)) == cut


@pytest.mark.parametrize(("title", "kind"), [("giganten", "PayLicences"), ("siberia", "PlaceToken")])
def test_a_single_candidate_takes_as_long_as_several(title: str, kind: str) -> None:
    """A bot that decides at once would show that its hidden hand left no choice."""
    light = light_of(title)
    assert light is not None
    steps: dict[bool, float] = {}
    for position in positions_of(title, kind):
        is_single = len(Search(position, Limits(BUDGET)).candidates()) == 1
        if is_single not in steps:
            budget = round(LARGE * light.effort(position.world))
            steps[is_single] = search(position, Limits(LARGE)).steps / budget
        if len(steps) > 1:
            break

    assert steps.keys() == {False, True}
    assert all(1 <= each < 1.3 for each in steps.values())


def positions_of(title: str, kind: str) -> Iterator[Position]:
    """Yield the positions in which a kind of command is legal, of games between careful bots."""
    ruleset, rng = RULESETS[title], random.Random(title)
    for seed in range(20):
        table = TableGame(ruleset, 3, ruleset.resolve_options(None, {}), seed)
        while table.places is None:
            seat, game = table.awaited, table.game
            if any(type(choice.command).__name__ == kind for choice in legal_commands(game, seat)):
                yield position_of(game, seat)
            table.decide(seat, choose(game, seat, "careful", rng))


def test_the_budgets_do_not_depend_on_the_machine() -> None:
    for title in RULESETS:
        assert [budget_of(title, bot) for bot in LEVELS] == [
            round(seconds * weights_of(title).steps_per_second) for seconds in LEVELS.values()
        ]


@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("title", RULESETS)
def test_two_worlds_that_look_alike_for_a_seat_give_the_same_search(title: str, number: int) -> None:
    """What the search gets is the same in both worlds, under random options, and so is its result."""
    # in game 0 of Minos all is open
    setting = Setting(title, number + (title == "minos"))
    played = Played(setting, tuple(f"player:{seat}" for seat in range(setting.seats)), "player:owner", most=400)
    rng = random.Random(number)
    worlds = [World(played, seat) for seat in range(played.setting.seats)]
    compared = 0
    with worlds_at_hand(worlds):
        for move in rng.sample(played.moves, min(100, len(played.moves))):
            real: Game = move.before
            other: Any = worlds[move.seat].at(real.version)
            mine, theirs = position_of(real, move.seat), position_of(other, move.seat)

            assert mine == theirs
            if other.state != real.state:
                compared += 1
                if compared in {2, 5}:
                    limits = Limits(BUDGET)
                    assert search(mine, limits) == search(theirs, limits)
                    assert is_legal(real, move.seat, search(mine, limits).command)

    assert compared > 5
