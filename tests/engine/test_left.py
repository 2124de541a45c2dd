"""Winning chances in games whose players resign: the ranking places resigned seats last."""

from functools import cache

import msgspec
import pytest

from domain.game import decide
from domain.game.rulings.decide import give_up_seat
from projections.ranking import winners_of
from service.analysis.chances import WHOLE
from service.analysis.examine import Examination, Examined, Point, perform
from service.analysis.questions import Plan, plan_of
from service.analysis.report import report
from tests.engine.kit import RULING, SiberiaLog
from tests.engine.test_examined import play_on

BOT_WINS = 3
"""The number of a game in which the bot of seat 1 wins by the rules."""


@cache
def left(number: int, *, by_all: bool = False) -> Plan:
    """Return the questions about a whole game that seat 1 leaves after 14 decisions, and seat 0 too with `by_all`."""
    log = SiberiaLog(number)
    play_on(log, 14)
    log.add(decide.resign(log.game, 1, "careful"), 1)
    if by_all:
        log.add(give_up_seat(log.game, 0, "careful", RULING))
    while log.game.status == "running":
        log.play(1, log.game.version)
    return plan_of(log.entries, "glance")


def points(plan: Plan) -> dict[int, tuple[int, ...]]:
    """Return the chances over time by version, as the document has them."""
    only_points = msgspec.structs.replace(plan, questions=(), tables=(*plan.tables[:3], plan.tables[-1]))
    return {each.version: each.chances for each in report(only_points, perform(only_points.items)).chances}


def test_a_seat_that_was_left_has_no_chance_and_the_end_is_that_of_the_result() -> None:
    plan = left(BOT_WINS)
    (by_the_rules,) = [place.seat for place in plan.game.places if place.rank == 1]
    assert (by_the_rules, winners_of(plan.game)) == (1, (0,))

    first, second, *later = points(plan).values()
    assert [table.out for table in plan.tables[:3]] == [(), (), (1,)]
    assert all((*first, *second))
    assert set(later) == {(1000, 0)}


def test_the_chances_of_the_others_are_those_without_it() -> None:
    """Its own bot is examined as if it could still win."""
    plan = left(BOT_WINS)
    after = [question for question in plan.questions if question.version > 40]
    mine, theirs = (next(each for each in after if each.seat == seat) for seat in (0, 1))
    assert (mine.out, theirs.out) == ((1,), ())
    assert {question.out for question in plan.questions[:3]} == {()}

    found = Examination(mine).answer()
    assert (found.chosen, found.best, found.better) == (WHOLE, WHOLE, None)
    (answer,) = perform([theirs])
    assert isinstance(answer, Examined)
    assert 0 < answer.chosen < WHOLE


def test_the_rules_decide_if_all_seats_were_left() -> None:
    plan = left(BOT_WINS, by_all=True)
    assert winners_of(plan.game) == ()
    assert {question.out for question in plan.questions} == {()}

    (third,) = perform(plan.tables[2:3])
    assert isinstance(third, Point)
    assert all(third.chances)
    won = [place.seat for place in plan.game.places if place.rank == 1]
    last = [*points(plan).values()][-1]
    assert [seat for seat, chance in enumerate(last) if chance] == won


def test_a_ruling_decides_the_end_of_an_adjudicated_game() -> None:
    log = SiberiaLog(BOT_WINS)
    play_on(log, 14)
    log.add(decide.resign(log.game, 0, "careful"), 0)
    plan = plan_of(log.adjudicated().entries, "glance")

    assert [*points(plan).values()][-1] == (1000, 0)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_that_cannot_win_leaves_its_chance_to_the_other(seat: int) -> None:
    table = left(BOT_WINS).tables[0]
    (whole,) = perform([table])
    (without,) = perform([msgspec.structs.replace(table, out=(seat,))])
    assert isinstance(whole, Point)
    assert isinstance(without, Point)
    assert without.chances[1 - seat] == 1000 > whole.chances[1 - seat]
