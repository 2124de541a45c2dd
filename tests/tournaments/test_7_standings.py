"""Standings (rules 7.1 to 7.11), with the published examples of real events typed in."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from domain.tournaments.commands import AdjustPoints, CloseRound, Disqualify, Penalise
from domain.tournaments.events.rounds import ByeEdit, TablePlace
from domain.tournaments.ranking import standings_of
from domain.tournaments.results import Outcome
from domain.tournaments.standings.ranking import Given, ranked
from domain.tournaments.standings.rows import Row
from domain.tournaments.standings.scoring import Scoring, lines_of, scale_for
from domain.tournaments.standings.tally import Award
from domain.tournaments.state import lot_of
from domain.tournaments.terms import Heats
from tests.tournaments.kit import OWNER, Log, players, score_of, terms


def table(number: int, scores: dict[str, int], table_number: int = 1) -> Outcome:
    """Return the outcome of a table by the scores of its players, in the order of seats."""
    ranks = {player: 1 + sum(other > score for other in scores.values()) for player, score in scores.items()}
    places = tuple(
        TablePlace(seat, player, ranks[player], score) for seat, (player, score) in enumerate(scores.items())
    )
    return Outcome(number, table_number, len(scores), places, (), (), sum(scores.values()))


def rank(outcomes: Sequence[Outcome], preset: Any = "euro_league", **given: Any) -> tuple[Row, ...]:
    """Return the rows of everybody who played."""
    everybody = dict.fromkeys(place.player for outcome in outcomes for place in outcome.places)
    scoring = Scoring(preset, 4, **given.pop("scoring", {}))
    return ranked(Given(tuple(everybody), tuple(outcomes), scoring, **given))


def columns(row: Row) -> dict[str, str]:
    return {column.name: column.value for column in row.columns}


def test_published_example_of_a_catan_qualifier():
    """The example in the rules of the Catan National Qualifier of the Concord Gaming Convention.

    Margaret won 2 games and has 27 points. Maxwell and B.J. won 2 games and have 25; in the games that B.J. won, no
    opponent made more than 5. Radar won 1 game and has 28. Wins decide, then points, then how soundly a player won.
    """
    rows = rank(
        [
            table(1, {"Margaret": 10, "a": 8, "b": 8, "c": 8}),
            table(2, {"Margaret": 10, "d": 8, "e": 8, "f": 8}),
            table(3, {"g": 10, "Margaret": 7, "h": 6, "i": 6}),
            table(1, {"Maxwell": 10, "j": 8, "k": 8, "l": 8}, 2),
            table(2, {"Maxwell": 10, "m": 8, "n": 8, "o": 8}, 2),
            table(3, {"p": 10, "Maxwell": 5, "q": 6, "r": 6}, 2),
            table(1, {"B.J.": 10, "s": 5, "t": 5, "u": 5}, 3),
            table(2, {"B.J.": 10, "v": 5, "w": 5, "x": 5}, 3),
            table(3, {"y": 10, "B.J.": 5, "z": 6, "A": 6}, 3),
            table(1, {"Radar": 10, "B": 8, "C": 8, "D": 8}, 4),
            table(2, {"E": 10, "Radar": 9, "F": 8, "G": 8}, 4),
            table(3, {"H": 10, "Radar": 9, "I": 8, "J": 8}, 4),
        ],
        "catan",
    )

    named = [row for row in rows if row.player in {"Margaret", "Maxwell", "B.J.", "Radar"}]
    assert [(row.player, row.points, columns(row)["score"]) for row in named] == [
        ("Margaret", "2", "27"),
        ("B.J.", "2", "25"),
        ("Maxwell", "2", "25"),
        ("Radar", "1", "28"),
    ]
    # 10/34 + 10/34 + 5/27 and 10/25 + 10/25 + 5/27
    assert columns(named[2])["score_share"] == str(Fraction(20, 34) + Fraction(5, 27))
    assert columns(named[1])["score_share"] == str(Fraction(20, 25) + Fraction(5, 27))


def test_published_example_of_shares_at_a_catan_championship():
    """The example in the rules of the Catan championships for players with equal wins and points.

    Player A: 10 of 32, 8 of 30, 10 of 36. Player B: 10 of 30, 10 of 33, 8 of 36. B has the greater sum of shares.
    """
    rows = rank(
        [
            table(1, {"A": 10, "a": 8, "b": 7, "c": 7}),
            table(2, {"A": 8, "d": 10, "e": 6, "f": 6}),
            table(3, {"A": 10, "g": 9, "h": 9, "i": 8}),
            table(1, {"B": 10, "j": 8, "k": 6, "l": 6}, 2),
            table(2, {"B": 10, "m": 8, "n": 8, "o": 7}, 2),
            table(3, {"B": 8, "p": 10, "q": 9, "r": 9}, 2),
        ],
        "catan",
    )

    first, second = (row for row in rows if row.player in {"A", "B"})
    assert [(row.player, row.points, columns(row)["score"]) for row in (first, second)] == [
        ("B", "2", "28"),
        ("A", "2", "28"),
    ]
    published = {(10, 32): "31.25", (8, 30): "26.67", (10, 36): "27.78", (10, 30): "33.33", (10, 33): "30.30"}
    assert {share: f"{100 * share[0] / share[1]:.2f}" for share in published} == published
    assert columns(second)["score_share"] == str(Fraction(10, 32) + Fraction(8, 30) + Fraction(10, 36))
    assert columns(first)["score_share"] == str(Fraction(10, 30) + Fraction(10, 33) + Fraction(8, 36))


def test_published_example_of_a_table_of_three():
    """The same rules raise the total of a table of three by its mean: 10, 9 and 5 are 24, so the total counts as 32."""
    lines = lines_of(table(1, {"A": 10, "B": 9, "C": 5}), Scoring("catan", 4))

    assert {player: line.share for player, line in lines.items()} == {
        "A": Fraction(10, 32),
        "B": Fraction(9, 32),
        "C": Fraction(5, 32),
    }


def test_published_example_of_tied_ranks_at_carnage_2009():
    """Carnage on the Mountain 2009: on a board of 17-5-5-5-2 centres the scores are 70, 50, 50, 50 and 30."""
    scale = tuple(map(Fraction, (70, 60, 50, 40, 30)))
    scores = {"Italy": 17, "France": 5, "Turkey": 5, "Russia": 5, "England": 2}
    lines = lines_of(table(1, scores), Scoring("euro_league", 5, scale))

    assert [line.points for line in lines.values()] == [70, 50, 50, 50, 30]


def test_published_example_of_a_shared_first_rank():
    """The example of Carnage scoring on webDiplomacy: 8-8-7-6-4-1-0 centres.

    Published with one point for each centre: 6508, 6508, 5007, 4006, 3004, 2001, 1000.
    """
    scale = tuple(Fraction(1000 * points) for points in range(7, 0, -1))
    scores = {"England": 8, "Russia": 8, "France": 7, "Turkey": 6, "Italy": 4, "Austria": 1, "Germany": 0}
    lines = lines_of(table(1, scores), Scoring("euro_league", 7, scale))

    published = [line.points + line.score for line in lines.values()]
    assert published == [6508, 6508, 5007, 4006, 3004, 2001, 1000]


def test_rule_7_1_standings_exist_after_every_round_and_do_not_change_later():
    log = Log(entered=players(8))
    before: list[tuple[Row, ...]] = []
    for number in (1, 2, 3):
        log.play(number)
        before.append(standings_of(log.tournament).rows)

    assert [standings_of(log.tournament, number).rows for number in (1, 2, 3)] == before
    assert standings_of(log.tournament, 0).rows[0].points == "0"
    log = Log(entered=players(8))
    tables = log.publish(1)
    log.finish_table(tables[0], [4, 3, 2, 1])
    assert not standings_of(log.tournament).is_final


def test_rule_7_2_the_scale_is_interpolated_for_other_sizes():
    scale = tuple(map(Fraction, (5, 3, 1, 0)))
    assert scale_for(scale, 4) == scale
    assert scale_for(scale, 3) == (5, 2, 0)
    assert scale_for(scale, 2) == (5, 0)
    assert scale_for(scale, 5) == (5, Fraction(7, 2), 2, Fraction(3, 4), 0)


def test_rule_7_3_ties_are_split():
    lines = lines_of(table(1, {"A": 9, "B": 9, "C": 4, "D": 4}), Scoring("euro_league", 4))
    assert [line.points for line in lines.values()] == [4, 4, Fraction(1, 2), Fraction(1, 2)]
    assert [line.win for line in lines.values()] == [Fraction(1, 2), Fraction(1, 2), 0, 0]


def test_rule_7_4_negative_scores_count_as_nothing_and_no_scores_are_equal():
    below = Outcome(1, 1, 2, (TablePlace(0, "A", 1, 6), TablePlace(1, "B", 2, -2)), total=6)
    lines = lines_of(below, Scoring("score_share", 2))
    assert [line.share for line in lines.values()] == [1, 0]
    lines = lines_of(table(1, {"A": 0, "B": 0, "C": 0, "D": 0}), Scoring("score_share", 4))
    assert [line.share for line in lines.values()] == [Fraction(1, 4)] * 4


@pytest.mark.parametrize(
    ("scores", "preferred", "shares"),
    [
        # a mean of 15: three seats have 45, five have 75
        ((30, 20, 10, 0), 3, ("2/3", "4/9", "2/9", "0")),
        ((30, 20, 10, 0), 5, ("2/5", "4/15", "2/15", "0")),
        ((0, 0, 0, 0), 3, ("1/3", "1/3", "1/3", "1/3")),
    ],
)
def test_rule_7_4_the_sum_of_a_table_of_another_size_is_changed_in_proportion(
    scores: tuple[int, ...], preferred: int, shares: tuple[str, ...]
):
    lines = lines_of(table(1, dict(zip("ABCD", scores, strict=True))), Scoring("score_share", preferred))
    assert [line.share for line in lines.values()] == [Fraction(share) for share in shares]


def test_rule_7_5_a_bye_is_worth_the_mean_and_is_no_win():
    outcomes = [table(1, {"A": 10, "B": 5, "C": 3, "D": 2}), table(2, {"B": 10, "A": 5, "C": 3, "D": 2})]
    rows = rank(outcomes, awards=(Award(3, "A", "bye"),))

    row = next(row for row in rows if row.player == "A")
    # 5 and 3 points, the bye is worth 4; shares 10/20 and 5/20, raised by half
    assert (row.points, columns(row)["wins"], columns(row)["score_share"]) == ("12", "1", "9/8")
    assert [(line.round, line.why, line.points) for line in row.trace] == [
        (1, "table", "5"),
        (2, "table", "3"),
        (3, "bye", "4"),
    ]


def test_rule_7_5_a_bye_in_a_tournament():
    log = Log(terms(sizes=(4,)), players(5))
    for number in (1, 2, 3):
        log.play(number)
    rows = standings_of(log.tournament).rows
    for held in log.tournament.rounds:
        (player,) = held.byes
        row = next(row for row in rows if row.player == player)
        played = [Fraction(line.points) for line in row.trace if line.why == "table"]
        byes = [line for line in row.trace if line.why == "bye"]
        assert Fraction(byes[0].points) == (sum(played) / len(played) if played else 0)
        assert Fraction(row.points) == sum(Fraction(line.points) for line in row.trace)


def test_rule_7_5_a_player_with_a_bye_and_a_seat_at_a_void_table_has_one_of_them():
    log = Log(terms(sizes=(4,)), players(5))
    (only,) = log.publish(1)
    (player,) = log.tournament.rounds[0].byes
    log.finish_table(only, [40, 30, 20, 10], seated={0: player}, status="abandoned")
    row = next(row for row in standings_of(log.tournament).rows if row.player == player)
    assert [line.why for line in row.trace] == ["void"]


def test_rule_7_6_rulings_add_points_for_a_round_and_are_traced():
    log = Log(entered=players(4))
    log.play(1)
    before = {row.player: Fraction(row.points) for row in standings_of(log.tournament).rows}
    log.act(OWNER, AdjustPoints(1, "player:01", "3/2", "wrong board"))
    log.act(OWNER, Penalise(1, "player:02", "1", "late"))
    log.act(OWNER, Penalise(1, "player:03", "0", "a warning"))

    rows = {row.player: row for row in standings_of(log.tournament).rows}
    change = {player: Fraction(rows[player].points) - before[player] for player in rows}
    assert change == {"player:01": Fraction(3, 2), "player:02": -1, "player:03": 0, "player:04": 0}
    assert [(rows[f"player:0{n}"].trace[-1].why, rows[f"player:0{n}"].trace[-1].reason) for n in (1, 2, 3)] == [
        ("adjustment", "wrong board"),
        ("penalty", "late"),
        ("penalty", "a warning"),
    ]


@pytest.mark.parametrize(
    ("preset", "names"),
    [
        ("euro_league", ["wins", "score_share", "opposition", "head_to_head", "seat_luck", "lot"]),
        ("catan", ["score", "score_share", "opposition", "head_to_head", "seat_luck", "lot"]),
        ("wins", ["opposition", "score_share", "head_to_head", "seat_luck", "lot"]),
        ("score_share", ["wins", "opposition", "head_to_head", "seat_luck", "lot"]),
    ],
)
def test_rule_7_7_every_tie_break_of_a_preset_is_a_named_column(preset: Any, names: list[str]):
    rows = rank([table(1, {"A": 10, "B": 5, "C": 3, "D": 2})], preset)
    assert [[column.name for column in row.columns] for row in rows] == [names] * 4
    assert [row.points for row in rows] == {
        "euro_league": ["5", "3", "1", "0"],
        "catan": ["1", "0", "0", "0"],
        "wins": ["1", "0", "0", "0"],
        "score_share": ["1/2", "1/4", "3/20", "1/10"],
    }[preset]


def test_rule_7_7_the_terms_order_the_tie_breaks():
    log = Log(terms(tie_breaks=("lot",)), players(4))
    log.play(1)
    row = standings_of(log.tournament).rows[0]
    assert [column.name for column in row.columns] == ["lot"]
    assert columns(row)["lot"] == str(lot_of(log.tournament.rounds[0].seed, row.player))


def test_rule_7_7_less_luck_with_the_seats_is_better():
    values = (("4", "3", "2", "1"),)
    scoring = {"seat_values": ((4, tuple(Fraction(value) for value in values[0])),)}
    rows = rank(
        [table(1, {"A": 10, "B": 5, "C": 3, "D": 2}), table(1, {"E": 2, "F": 3, "G": 5, "H": 10}, 2)], scoring=scoring
    )
    assert [row.player for row in rows[:2]] == ["H", "A"]
    assert [columns(row)["seat_luck"] for row in rows[:2]] == ["1", "4"]


def test_rule_7_8_opposition_is_the_mean_of_the_opponents_without_the_shared_tables():
    outcomes = [
        table(1, {"A": 10, "B": 5, "C": 3, "D": 2}),
        table(2, {"B": 10, "E": 5, "F": 3, "G": 2}),
        table(2, {"C": 10, "H": 5, "I": 3, "J": 2}, 2),
        table(3, {"K": 10, "C": 5, "I": 3, "J": 2}, 2),
    ]
    rows = {row.player: row for row in rank(outcomes)}
    # B has 5 elsewhere, C (5 + 3) / 2 = 4, and D played nowhere else
    assert columns(rows["A"])["opposition"] == "9/2"


def test_rule_7_9_head_to_head_counts_shared_tables_of_tied_players():
    outcomes = [
        table(1, {"A": 10, "B": 5, "C": 3, "D": 2}),
        table(2, {"B": 10, "A": 5, "C": 2, "D": 3}),
        table(3, {"E": 10, "F": 9, "A": 5, "B": 4}),
        table(4, {"X": 9, "Y": 8, "B": 5, "Z": 4}),
    ]
    rows = {row.player: row for row in rank(outcomes, tie_breaks=("head_to_head",))}

    # A: 5 + 3 + 1. B: 3 + 5 + 0 + 1. At the three shared tables A was ahead twice and behind once
    assert (rows["A"].points, rows["B"].points) == ("9", "9")
    assert (columns(rows["A"])["head_to_head"], columns(rows["B"])["head_to_head"]) == ("1", "-1")
    assert rows["A"].rank + 1 == rows["B"].rank
    # C was ahead of D once and behind once, with 1 + 0 points as D has; X and E have met no player of their points
    assert columns(rows["C"])["head_to_head"] == columns(rows["X"])["head_to_head"] == "0"


def test_rule_7_10_equal_values_share_a_rank_and_the_disqualified_are_last():
    rows = rank([table(1, {"A": 5, "B": 5, "C": 3, "D": 2})], tie_breaks=())
    assert [(row.player, row.rank) for row in rows] == [("A", 1), ("B", 1), ("C", 3), ("D", 4)]

    log = Log(entered=players(8))
    log.play(1)
    first = standings_of(log.tournament).rows[0].player
    log.act(OWNER, Disqualify(first, "fraud"))
    last = standings_of(log.tournament).rows[-1]
    assert (last.player, last.rank, last.is_disqualified) == (first, 8, True)
    assert log.tournament.rounds[0].table_of(first) is not None


def test_rule_7_11_who_got_further_is_ahead():
    log = Log(terms(format=Heats(rounds=2, knockouts=1)), players(8))
    for number in (1, 2, 3):
        log.play(number)
    rows = standings_of(log.tournament).rows
    final = log.tournament.rounds[2].tables[0]

    assert [row.player for row in rows[:4]] == sorted(final.players, key=lambda player: -score_of(player, 3))
    assert [columns(row)["knockout"] for row in rows] == ["1"] * 4 + ["0"] * 4
    assert [row.player for row in rows[4:]] == [row.player for row in standings_of(log.tournament, 2).rows[4:]]
    assert {row.trace[-1].why for row in rows[:4]} == {"knockout"}


def test_rule_7_5_byes_by_edit_are_traced_like_others():
    log = Log(entered=players(8))
    log.publish(1, edits=(ByeEdit("player:01"),))
    trace = next(row.trace for row in standings_of(log.tournament).rows if row.player == "player:01")
    assert [(line.why, line.points) for line in trace] == [("bye", "0")]


def test_rules_7_10_and_7_11_equal_values_share_a_rank_in_heats():
    log = Log(terms(format=Heats(1, 1), tie_breaks=("wins",), sizes=(4,)), players(8))
    for table in log.publish(1):
        log.finish_table(table, [40, 30, 20, 10])
    log.act(OWNER, CloseRound(1))
    (final,) = log.publish(2)
    log.finish_table(final, [40, 30, 20, 10])
    assert [row.rank for row in standings_of(log.tournament).rows] == [1, 2, 3, 4, 5, 5, 7, 7]
