"""The advice of the engine: it depends on what the seat knows alone, and finds what is certain."""

import random
from typing import Any

import pytest

from domain.game.game import Game
from domain.game.hints import MOST_CHOICES
from domain.rulesets import RULESETS
from service.bots.strong.position import Position
from service.hints.advising import Task, advise, task_of
from tests.engine.kit import asked
from tests.secrecy.plays import Played, Setting
from tests.secrecy.worlds import World, worlds_at_hand

WINNING = [
    ("giganten-1-first_player-seat_2", 1236, "bid", {"value": 200}),
    ("siberia-1-booklet-4-careful", 566, "sell_cubes", {"resource": "oil", "exchange": "frankfurt"}),
    ("minos-1-advanced-3-careful-0.2.0", 470, "build", {"building": "port"}),
]
"""Positions at the end of a game in which this command loses, and another one wins."""


@pytest.mark.parametrize("title", RULESETS)
def test_two_worlds_that_look_alike_for_a_seat_give_the_same_hint(title: str) -> None:
    # in game 0 of Minos all is open
    setting = Setting(title, int(title == "minos"))
    played = Played(setting, tuple(f"player:{seat}" for seat in range(setting.seats)), "player:owner", most=300)
    rng = random.Random(title)
    worlds = [World(played, seat) for seat in range(played.setting.seats)]
    compared = 0
    with worlds_at_hand(worlds):
        for move in rng.sample(played.moves, min(60, len(played.moves))):
            real: Game = move.before
            other: Any = worlds[move.seat].at(real.version)
            mine, theirs = task_of(real, move.seat), task_of(other, move.seat)

            assert mine == theirs
            if other.state != real.state:
                compared += 1
                if compared == 2:
                    advice = advise(mine)
                    assert advice == advise(theirs)
                    assert 1 <= len(advice) <= MOST_CHOICES
    assert compared > 1


@pytest.mark.parametrize(("name", "version", "kind", "fields"), WINNING)
def test_the_best_choice_wins_where_another_one_loses(
    name: str, version: int, kind: str, fields: dict[str, Any]
) -> None:
    question = asked(name, version, kind, **fields)
    position = Position(question.title, question.ruleset_version, question.seat, question.world, 7)

    advice = advise(Task(position))

    assert advice[0].chance > 900
    assert not is_so_in(advice[0].command, kind, fields, question.title)


def is_so_in(command: dict[str, Any], kind: str, fields: dict[str, Any], title: str) -> bool:
    return command["type"] == f"{title}.{kind}" and all(command.get(name) == value for name, value in fields.items())


def test_a_search_that_is_cut_has_still_an_answer() -> None:
    name, version, kind, fields = WINNING[2]
    question = asked(name, version, kind, **fields)
    position = Position(question.title, question.ruleset_version, question.seat, question.world, 7)

    assert 1 <= len(advise(Task(position, seconds=0.0))) <= MOST_CHOICES
