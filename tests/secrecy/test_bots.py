"""Bots get what their seat sees, and nothing else: in two worlds they are given the same, and choose the same."""

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
import pytest

from domain.game import game as games
from domain.kernel.values import Choice, Command, Seat
from domain.rulesets import RULESETS
from service.bots import BOTS, runner
from tests.secrecy.comparing import Leak
from tests.secrecy.plays import Played, Setting
from tests.secrecy.worlds import World, worlds_at_hand

SPY = "spy"


class Spy:
    """A bot that writes down all that it is given, and chooses what a random one does."""

    def __init__(self) -> None:
        self.given: list[Any] = []

    def choose(self, view: Any, seat: Seat, choices: Sequence[Choice], rng: random.Random) -> Command:
        self.given.append((msgspec.json.encode((view, seat, choices)), rng.getstate()))
        return choices[0].command


@cache
def game_of(title: str, number: int) -> Played:
    """Return a game of a title under random options."""
    setting = Setting(title, number)
    return Played(setting, tuple(f"player:{seat}" for seat in range(setting.seats)), "player:owner", most=700)


def compare_bots(played: Played, rng: random.Random) -> int:
    """Let every bot decide at positions of a game in two worlds; returns how often. Raises Leak."""
    title = played.setting.ruleset.name
    worlds = [World(played, seat) for seat in range(played.setting.seats)]
    compared = 0
    spy = Spy()
    with worlds_at_hand(worlds), pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "BOTS", {**BOTS, title: {**BOTS[title], SPY: spy.choose}})
        for move in rng.sample(played.moves, min(120, len(played.moves))):
            seat, real = move.seat, move.before
            other = worlds[seat].at(real.version)
            if other.state == real.state:
                continue
            for bot in (*BOTS[title], SPY):
                chosen = [runner.choose(game, seat, bot, random.Random(real.version)) for game in (real, other)]
                compared += 1
                if chosen[0] != chosen[1]:
                    message = f"{bot} chooses {chosen[0]} or {chosen[1]} at {real.version}"
                    raise Leak(message)
            if spy.given[-1] != spy.given[-2]:
                message = f"a bot is given what seat {seat} may not know at {real.version}"
                raise Leak(message)
    return compared


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("title", RULESETS)
def test_what_a_bot_is_given_and_chooses_depends_on_nothing_hidden(title: str, number: int) -> None:
    compared = compare_bots(game_of(title, number), random.Random(number))

    assert compared > 30 or title == "minos"


def test_the_runner_asks_bots_by_the_choice_that_is_compared() -> None:
    """Whatever the service lets a bot decide goes through `choose`."""
    assert runner.choose.__name__ in runner.act.__code__.co_names
    assert games.legal_commands.__name__ not in runner.act.__code__.co_names
