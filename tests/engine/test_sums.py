"""What a player has lost in sum, the accuracy, and the dearest decisions, whatever their size."""

import random
from collections.abc import Sequence
from math import isqrt
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.game.game import Game
from service.analysis.chances import WHOLE
from service.analysis.examine import Examined, Point
from service.analysis.questions import Plan, plan_of
from service.analysis.report import DECIDED, MOST_DEAREST, EngineAnalysis, has_sums, report
from service.analysis.run import engine_analysis
from tests.engine.kit import BRIEF, brief, computed
from tests.games.bundles import careful, finished

COSTS = (30_000, -12_000, 0, 120_000, 5_000)
"""What the decisions of the plan cost, in turn, in millionths."""


def answered(plan: Plan, costs: Sequence[int] = COSTS, *, chosen: int = 400_000, error: int = 4_000) -> EngineAnalysis:
    """Return the analysis of a plan whose decisions cost these amounts."""
    points = [Point(table.version, (500, 500)) for table in plan.tables]
    found = [
        Examined(
            question.version,
            chosen,
            chosen + (cost := costs[place % len(costs)]),
            error if cost else 0,
            9,
            None if cost == 0 else msgspec.to_builtins(question.chosen),
            (),
            cost > 50_000,
        )
        for place, question in enumerate(plan.questions)
    ]
    return report(plan, [*points, *found])


def test_every_decision_counts_for_the_sum_of_its_player_and_phase() -> None:
    plan = plan_of(brief(BRIEF).entries, "glance")
    found = answered(plan)

    assert [player.seat for player in found.players] == [0, 1]
    for player in found.players:
        costs = [
            COSTS[place % len(COSTS)] for place, question in enumerate(plan.questions) if question.seat == player.seat
        ]
        assert player.decisions == len(costs)
        assert player.lost == round(sum(costs) / 1000)
        assert player.error == -(-isqrt(sum(4_000**2 for cost in costs if cost)) // 1000)
        assert sum(phase.decisions for phase in player.phases) == player.decisions
        assert abs(sum(phase.lost for phase in player.phases) - player.lost) <= len(player.phases)
    chapters = [*dict.fromkeys(rule.phase for rule in plan.game.ruleset.rules.values())]
    for player in found.players:
        phases = [phase.phase for phase in player.phases]
        assert phases == sorted(phases, key=chapters.index)


def test_the_dearest_decisions_are_listed_however_little_they_cost() -> None:
    plan = plan_of(brief(BRIEF).entries, "glance")
    found = answered(plan, (9_000, 1_000, 0, -3_000))

    costs = [each.best - each.chance for each in found.dearest]
    assert not found.mistakes
    assert 0 < len(found.dearest) <= MOST_DEAREST
    assert costs == sorted(costs, reverse=True)
    assert min(costs) > 0
    assert all(each.kind is None and each.phase and each.better for each in found.dearest)


def test_a_cost_with_a_large_error_comes_after_a_certain_one() -> None:
    plan = plan_of(brief(BRIEF).entries, "glance")
    first, second, *others = plan.questions
    points = [Point(table.version, (500, 500)) for table in plan.tables]
    command = msgspec.to_builtins(first.chosen)
    found = report(
        plan,
        [
            *points,
            Examined(first.version, 400_000, 440_000, 39_000, 3, command),
            Examined(second.version, 400_000, 420_000, 1_000, 30, command),
            *(Examined(each.version, 400_000, 400_000, 0, 3) for each in others),
        ],
    )

    assert [each.version for each in found.dearest] == [second.version, first.version]


def test_the_accuracy_is_the_share_of_the_odds_that_is_kept() -> None:
    plan = plan_of(brief(BRIEF).entries, "glance")

    # odds of 2/3 instead of 1
    (player, *_) = answered(plan, (100_000,), chosen=400_000).players
    assert player.accuracy == 667
    assert player.decided == 0
    # the same chance costs most of the odds of a seat that falls behind
    assert answered(plan, (18_000,), chosen=2_000).players[0].accuracy == 98
    # a candidate that turned out worse takes nothing away
    assert answered(plan, (-50_000,)).players[0].accuracy == 1000
    for chosen in (DECIDED, WHOLE - DECIDED):
        lost = answered(plan, (0,), chosen=chosen).players[0]
        assert (lost.accuracy, lost.decided) == (None, lost.decisions)


def test_a_document_of_an_earlier_release_has_no_sums() -> None:
    document = msgspec.json.decode(computed(BRIEF, "glance"))
    assert has_sums(computed(BRIEF, "glance"))

    del document["players"], document["dearest"]
    old = msgspec.json.encode(document)

    assert not has_sums(old)
    assert msgspec.json.decode(old, type=EngineAnalysis).players == ()


@pytest.mark.parametrize("title", ["minos", "siberia"])
def test_a_bot_that_decides_at_random_has_lost_more_than_a_careful_one(title: str) -> None:
    """It has hardly any mistakes that cost more than ten points, because once lost nothing costs any more."""

    def choose(game: Game, seat: int, choices: Sequence[Any], rng: random.Random) -> Any:
        if seat == 0:
            return careful(game, seat, choices, rng)
        choice = rng.choice(choices)
        if choice.range is None:
            return choice.command
        number = rng.randint(choice.range.min, choice.range.max)
        return replace(choice.command, **{choice.range.field: number})

    game = finished(title, 4, choose)
    assert game.game.places[0].seat == 0
    found = msgspec.json.decode(engine_analysis(game.entries, "glance"), type=EngineAnalysis)

    good, *bad = found.players
    assert good.accuracy is not None
    for player in bad:
        assert player.accuracy is not None
        assert player.accuracy < good.accuracy - 30
        assert player.lost > 100
        assert player.lost > 2 * player.error
    assert len(found.dearest) == MOST_DEAREST
