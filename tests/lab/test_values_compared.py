"""Intervals of the data set of values, and the differences that are published as larger than chance."""

import pytest
from msgspec.structs import replace

from domain.rulesets import RULESETS
from service.operate.arena import wilson
from tests.lab.values.comparisons import Comparison, chance_of, is_control, larger_than_chance
from tests.lab.values.counts import Cell, Counts, shared_places
from tests.lab.values.estimates import mean_of, values_of
from tests.lab.values.games import KINDS, ended, later_values, played
from tests.lab.values.pages import page_of

TITLES = ("giganten", "minos", "siberia")


def test_shares_and_intervals_of_known_counts() -> None:
    cells = {
        "kind/standard": Cell(10),
        # 8 of 10 games won, scores 1 to 10
        "seat/0": Cell(10, 96, 55, 385, 50, 250),
        "seat/1": Cell(10, 24, 55, 385, 50, 250),
        # differences of means 3 and 1: variances 4 and 1 of 100 games each
        'option/end_when/"round"': Cell(100, 600, 2000, 2000**2 // 100 + 4 * 99, 500, 2500),
        'option/end_when/"turn"': Cell(100, 300, 2600, 2600**2 // 100 + 1 * 99, 600, 3600),
        "drawn/0": Cell(20, 120, 100, 600),
        "drawn/1": Cell(20, 120, 140, 1100),
        "opening/token/gas/0": Cell(10, 90, 70, 500),
        "opening/token/gas/1": Cell(10, 60, 70, 500),
        "opening/token/oil/0": Cell(10, 30, 30, 100),
        "chosen/token/gas": Cell(5),
        "chosen/token/coal": Cell(15),
    }
    (size,) = values_of(Counts("siberia", 1, "reconstruction-1", "", 0, 1, {2: cells}), ()).sizes

    first = size.seat_values[0]
    # Wilson (1927): 8 of 10; the standard deviation of 1 to 10 is 3.0277
    assert (first.share, first.low, first.high) == (0.8, 0.4902, 0.9433)
    assert (first.mean_score, first.score_interval) == (5.5, pytest.approx(1.96 * 3.0277 / 10**0.5, abs=0.01))
    (option,) = size.options
    assert (option.option, option.value, option.default) == ("end_when", "turn", "round")
    # per seat: half of the difference of both seats
    assert (option.score, option.score_interval) == (3.0, pytest.approx(1.96 * (5 / 100) ** 0.5 / 2, abs=0.01))
    assert option.first_share == -0.25
    assert option.first_interval == pytest.approx(1.96 * (0.25 / 100 + 0.1875 / 100) ** 0.5, abs=1e-4)
    assert (option.rounds, option.rounds_interval) == (1.0, 0.0)
    gas, oil = size.openings
    assert (gas.choice, gas.games, gas.share, gas.par, gas.score, gas.chosen) == ("gas", 20, 0.625, 0.5, 1.0, 0.25)
    assert (gas.low, gas.high) == tuple(round(each, 4) for each in wilson(12.5, 20))
    assert (oil.choice, oil.share, oil.par, oil.score, oil.chosen) == ("oil", 0.25, 0.5, -2.0, 0.0)
    assert mean_of(2, 10, 50) == (5.0, 0.0)


def test_shared_places_are_counted_in_parts() -> None:
    assert [*shared_places((2, 1, 2, 4))] == [(0, 1, 6), (0, 2, 6), (1, 0, 12), (2, 1, 6), (2, 2, 6), (3, 3, 12)]


def test_few_differences_of_many_are_larger_than_chance() -> None:
    # Holm: 0.01 is at most 0.05 / 4, 0.016 at most 0.05 / 3, 0.03 is more than 0.05 / 2
    chances = {"a": 0.03, "b": 0.01, "c": 0.04, "d": 0.016}
    compared = [Comparison((2, name, ""), "score", chance) for name, chance in chances.items()]

    assert {row[1] for row, _ in larger_than_chance(compared)} == {"b", "d"}
    assert larger_than_chance([]) == frozenset()
    assert chance_of(1.96, 1.96) == pytest.approx(0.05, abs=1e-4)
    assert chance_of(-3.2905, 1.96) == pytest.approx(0.001, abs=1e-5)
    assert chance_of(1.0, 0.0) == 1.0


@pytest.mark.parametrize("title", TITLES)
def test_controls_have_no_effect_on_the_games(title: str) -> None:
    ruleset = RULESETS[title]
    lines = [played(title, number) for number in range(2 * len(KINDS))]
    for line in lines:
        for option in ruleset.options:
            if is_control(option.name, line.setting.seats):
                # a later value asks further questions, and the light policies draw for each answer
                later = later_values(title).get(option.name, ())
                other = [value for value in option.values if value not in later][-1]
                drawn = {**line.setting.drawn, option.name: other}
                assert ended(title, replace(line.setting, drawn=drawn)) == (line.rounds, line.ranks, line.scores)


def test_the_page_lists_only_differences_that_are_larger_than_chance() -> None:
    cells = {
        'option/end_when/"round"': Cell(100, 600, 2000, 2000**2 // 100 + 4 * 99, 500, 2500),
        'option/end_when/"turn"': Cell(100, 300, 2600, 2600**2 // 100 + 1 * 99, 600, 3600),
        # 2.1 standard errors: outside its interval of 95 %
        "option/take_back/true": Cell(100, 300, 2000, 2000**2 // 100 + 100 * 99, 500, 2600),
        "option/take_back/false": Cell(100, 300, 2300, 2300**2 // 100 + 100 * 99, 500, 2600),
    }
    values = values_of(Counts("siberia", 1, "reconstruction-1", "", 0, 1, {2: cells}), ())
    page = page_of({"siberia": values})

    taken = next(each for each in values.sizes[0].options if each.option == "take_back")
    assert abs(taken.score) > taken.score_interval
    assert "6 differences of options and openings are compared, 0 of them of controls.\n2 are larger" in page
    assert "| `end_when` | turn | round | 100 | **+3.0 ± 0.2** | **-25.0% ± 13.0%** |" in page
    assert "take_back" not in page
