"""Rulings (rules 9.1 to 9.9)."""

import pytest
from msgspec.structs import replace

from domain.tournaments.commands import (
    AdjustPoints,
    AnyAct,
    Appoint,
    Disqualify,
    ForfeitSeat,
    GiveBye,
    JoinSubstitutes,
    Penalise,
    ReplaceResult,
    SwapPlayers,
    VoidTable,
)
from domain.tournaments.decide.decide import decide
from domain.tournaments.decide.guards import Asked
from domain.tournaments.decide.new_acts import decide_new
from domain.tournaments.decide.rounds import games_opened, take_result
from domain.tournaments.events.rounds import ByeEdit
from domain.tournaments.events.rulings import ByeGiven, RuledPlace, TablesChanged
from domain.tournaments.openings import planned_games
from domain.tournaments.ranking import standings_of
from domain.tournaments.refusals import Refused
from domain.tournaments.terms import Heats
from tests.tournaments.kit import DIRECTOR, OWNER, Log, players, points_of, statement, terms

A, B, C, D = players(4)


RULINGS: list[AnyAct] = [
    SwapPlayers(1, (A, OWNER), "mix-up"),
    AdjustPoints(1, OWNER, "1", "late start"),
    Penalise(1, OWNER, "1", "late"),
    Disqualify(OWNER, "fraud"),
    ForfeitSeat(1, 1, A, "gone"),
    ReplaceResult(1, 1, (RuledPlace(A, 1, 9),), "typed wrongly"),
    VoidTable(1, 1, "wrong rules"),
]


@pytest.mark.parametrize("act", RULINGS, ids=lambda act: type(act).__name__)
def test_rule_9_1_no_director_rules_about_the_own_table_or_points(act: AnyAct):
    log = Log(entered=[A, B, C, OWNER])
    log.act(OWNER, Appoint(DIRECTOR, "director"))
    log.publish(1)

    assert log.refusal(OWNER, act) == "9.1"
    log.act(DIRECTOR, act)


@pytest.mark.parametrize("act", RULINGS, ids=lambda act: type(act).__name__)
def test_rule_9_1_a_ruling_needs_a_director_and_a_reason(act: AnyAct):
    log = Log(entered=players(4))
    log.publish(1)
    assert log.refusal(A, act) == "1.3"
    assert log.refusal(OWNER, replace(act, reason="x" * 501)) == "9.1"


def test_rule_9_2_players_change_places_before_their_games_start():
    log = Log(entered=players(12))
    first, second, third = log.publish(1)
    swap = SwapPlayers(1, (first.players[0], second.players[0]), "a couple")
    assert log.refusal(OWNER, swap, started=[first.game]) == "9.2"
    event = log.act(OWNER, swap, started=[third.game])

    assert isinstance(event, TablesChanged)
    after = log.tournament.rounds[0].tables
    assert after[0].players == (second.players[0], *first.players[1:])
    assert after[1].players == (first.players[0], *second.players[1:])
    assert after[2] == third
    assert len({table.game for table in (*after, first, second)}) == 5
    assert log.tournament.discarded == (first.game, second.game)
    assert {game.table for game in planned_games(log.tournament)} == {1, 2, 3}
    log.add(games_opened(log.tournament, 1))
    with pytest.raises(Refused, match="does not count"):
        take_result(log.tournament, statement(first, [4, 3, 2, 1]))
    log.finish_table(after[0], [4, 3, 2, 1])
    assert log.refusal(OWNER, SwapPlayers(1, (after[0].players[0], third.players[0]), "x")) == "9.2"
    assert log.folded() == log.tournament


def test_rule_9_2_a_swap_with_a_bye():
    log = Log(terms(sizes=(4,)), players(5))
    (table,) = log.publish(1)
    (free,) = log.tournament.rounds[0].byes
    log.act(OWNER, SwapPlayers(1, (free, table.players[1]), "asked for it"))

    assert log.tournament.rounds[0].byes == (table.players[1],)
    assert log.tournament.rounds[0].tables[0].players[1] == free
    assert log.refusal(OWNER, SwapPlayers(1, ("player:99", free), "x")) == "9.2"


def test_rules_9_2_and_9_7_a_forfeited_seat_keeps_its_table():
    log = Log(terms(sizes=(4,)), players(9))
    first, second = log.publish(1)
    (free,) = log.tournament.rounds[0].byes
    gone, other = first.players[:2]
    log.act(OWNER, ForfeitSeat(1, 1, gone, "left the hall"))
    for swapped in ((gone, free), (other, free), (other, second.players[0])):
        assert refusal_of_new(log, SwapPlayers(1, swapped, "x")) == "9.2"
        # earlier logs may have it
        decide(log.tournament, Asked(OWNER, log.now), SwapPlayers(1, swapped, "x"))
    decide_new(log.tournament, Asked(OWNER, log.now), SwapPlayers(1, (second.players[0], free), "x"))


def refusal_of_new(log: Log, act: AnyAct) -> str:
    """Return the code with which a new act is refused."""
    with pytest.raises(Refused) as refused:
        decide_new(log.tournament, Asked(OWNER, log.now), act)
    return refused.value.rule


def test_rule_9_3_a_bye_for_a_player_without_a_table():
    log = Log(terms(check_in=600), players(5))
    log.check_in(1, players(4))
    log.publish(1)
    assert log.refusal(OWNER, GiveBye(1, A, "x")) == "9.3"
    assert log.act(OWNER, GiveBye(1, "player:05", "our fault")) == ByeGiven(1, "player:05", "our fault", OWNER)
    assert log.refusal(OWNER, GiveBye(1, "player:05", "again")) == "9.3"
    assert log.refusal(OWNER, GiveBye(1, "player:06", "x")) == "2.1"
    assert log.refusal(OWNER, GiveBye(2, A, "x")) == "4.1"


def test_rules_9_4_and_9_5_points_are_fractions_within_limits():
    log = Log(entered=players(4))
    log.play(1)
    for points in ("0", "1.5", "2/4", "1001", "", "1/0"):
        assert log.refusal(OWNER, AdjustPoints(1, A, points, "x")) == "9.4"
    for points, rule in (("-1", "9.5"), ("1001", "9.4"), ("half", "9.4")):
        assert log.refusal(OWNER, Penalise(1, A, points, "x")) == rule
    assert log.refusal(OWNER, AdjustPoints(2, A, "1", "x")) == "4.1"
    assert log.refusal(OWNER, AdjustPoints(1, "player:09", "1", "x")) == "2.1"
    for act in (AdjustPoints(1, A, "1/1001", "x"), Penalise(1, A, "1/1001", "x")):
        with pytest.raises(Refused, match="denominator"):
            decide_new(log.tournament, Asked(OWNER, log.now), act)
    decide_new(log.tournament, Asked(OWNER, log.now), AdjustPoints(1, A, "999/1000", "x"))
    log.act(OWNER, AdjustPoints(1, A, "-7/2", "x"))


def test_rules_9_4_and_9_5_points_of_a_knock_out_round_are_refused():
    log = Log(terms(format=Heats(rounds=1, knockouts=1)), players(8))
    log.play(1)
    log.play(2)
    player = log.tournament.rounds[1].tables[0].players[0]
    for act in (AdjustPoints(2, player, "1", "x"), Penalise(2, player, "1/2", "x")):
        assert refusal_of_new(log, act) == "9.4"
        # earlier logs may have it
        decide(log.tournament, Asked(OWNER, log.now), act)
    for act in (Penalise(2, player, "0", "a warning"), Penalise(1, player, "1/2", "x")):
        decide_new(log.tournament, Asked(OWNER, log.now), act)


def test_rule_9_6_a_disqualified_player_is_not_paired():
    log = Log(entered=players(9))
    log.play(1)
    log.act(OWNER, Disqualify(A, "fraud"))
    assert log.refusal(OWNER, Disqualify(A, "fraud")) == "9.6"
    log.play(2)
    assert log.tournament.rounds[1].table_of(A) is None


def test_rule_9_7_a_forfeited_seat_has_no_points_and_those_behind_move_up():
    log = Log(entered=players(4))
    (table,) = log.publish(1)
    best, second, third, last = table.players
    assert log.refusal(OWNER, ForfeitSeat(1, 2, best, "x")) == "4.1"
    assert log.refusal(OWNER, ForfeitSeat(1, 1, "player:09", "x")) == "9.7"
    log.act(OWNER, ForfeitSeat(1, 1, best, "left the hall"))
    assert log.refusal(OWNER, ForfeitSeat(1, 1, best, "x")) == "9.7"
    log.finish_table(table, [40, 30, 20, 10])

    points = points_of(log)
    assert [points[player] for player in (best, second, third, last)] == ["0", "5", "3", "1"]


def test_rule_9_8_a_result_is_replaced_before_or_after_the_game():
    log = Log(entered=players(8))
    first, second = log.publish(1)
    log.finish_table(first, [40, 30, 20, 10])
    for table in (first, second):
        places = tuple(RuledPlace(player, rank, 50 - rank) for rank, player in enumerate(reversed(table.players), 1))
        log.act(OWNER, ReplaceResult(1, table.number, places, "typed wrongly"))
    with pytest.raises(Refused) as refused:
        take_result(log.tournament, statement(second, [40, 30, 20, 10]))

    assert refused.value.rule == "6.2"
    points = points_of(log)
    for table in (first, second):
        assert [points[player] for player in table.players] == ["0", "1", "3", "5"]
    assert log.tournament.rounds[0].tables[0].result is not None


def test_rules_7_7_and_9_8_a_substitute_keeps_the_seat_in_a_result_that_is_replaced():
    values = {"4": ("4", "3", "2", "1")}
    log = Log(terms(seat_values=values, tie_breaks=("seat_luck",)), players(4))
    log.act("player:20", JoinSubstitutes())
    (table,) = log.publish(1)
    log.finish_table(table, [40, 30, 20, 10], seated={0: "player:20"})
    before = {row.player: row.columns for row in standings_of(log.tournament).rows}
    seated = ("player:20", *table.players[1:])
    places = tuple(RuledPlace(player, rank, 50 - rank) for rank, player in enumerate(reversed(seated), 1))
    log.act(OWNER, ReplaceResult(1, 1, places, "typed wrongly"))

    after = {row.player: row.columns for row in standings_of(log.tournament).rows}
    assert after["player:20"][0].value == "4"
    assert after == before


def test_rule_9_8_places_that_do_not_fit_are_refused():
    log = Log(entered=players(4))
    (table,) = log.publish(1)
    one, two, three, four = table.players
    wrong = [
        (),
        (RuledPlace(one, 1, 0), RuledPlace(one, 2, 0)),
        (RuledPlace("player:09", 1, 0),),
        (RuledPlace(one, 2, 0),),
        (RuledPlace(one, 1, 0), RuledPlace(two, 1, 0), RuledPlace(three, 2, 0), RuledPlace(four, 4, 0)),
    ]
    for places in wrong:
        assert log.refusal(OWNER, ReplaceResult(1, 1, places, "x")) == "9.8"
    log.act(OWNER, ReplaceResult(1, 1, (RuledPlace(one, 1, 5), RuledPlace(two, 1, 5)), "two stayed"))
    assert points_of(log) == {one: "4", two: "4", three: "0", four: "0"}


def test_rule_9_8_the_same_places_again_are_refused_and_add_nothing():
    log = Log(entered=players(4))
    (table,) = log.publish(1)
    places = tuple(RuledPlace(player, rank, 50 - rank) for rank, player in enumerate(table.players, 1))
    log.act(OWNER, ReplaceResult(1, 1, places, "typed wrongly"))
    asked = Asked(OWNER, log.now)

    for again in (places, tuple(reversed(places))):
        with pytest.raises(Refused) as refused:
            decide_new(log.tournament, asked, ReplaceResult(1, 1, again, "reported twice"))
        assert refused.value.rule == "9.8"
    other = ReplaceResult(1, 1, (*places[:3], RuledPlace(table.players[3], 4, 0)), "another score")
    assert len(decide_new(log.tournament, asked, other)) == 1
    log.act(OWNER, other)
    assert len(decide_new(log.tournament, asked, ReplaceResult(1, 1, places, "the first was right"))) == 1


def test_rule_9_8_a_log_of_an_earlier_release_may_have_the_same_places_twice():
    log = Log(entered=players(4))
    (table,) = log.publish(1)
    places = tuple(RuledPlace(player, rank, 50 - rank) for rank, player in enumerate(table.players, 1))
    log.act(OWNER, ReplaceResult(1, 1, places, "typed wrongly"))
    asked = Asked(OWNER, log.now)

    assert len(decide(log.tournament, asked, ReplaceResult(1, 1, places, "reported twice"))) == 1


def test_rule_9_9_a_void_table_counts_like_byes():
    log = Log(entered=players(8))
    log.play(1)
    before = points_of(log)
    first, second = log.publish(2)
    log.finish_table(first, [40, 30, 20, 10], seated={3: "bot:careful"})
    log.act(OWNER, VoidTable(2, 1, "wrong rules"))
    log.act(OWNER, VoidTable(2, 2, "wrong rules"))
    assert log.refusal(OWNER, VoidTable(2, 1, "twice")) == "9.9"

    after = points_of(log)
    assert all(int(after[player]) == 2 * int(before[player]) for player in (*first.players[:3], *second.players))
    assert after[first.players[3]] == before[first.players[3]]


def test_rule_9_3_a_bye_edited_before_the_publication_is_the_same():
    log = Log(entered=players(8))
    log.publish(1, edits=(ByeEdit(A),))
    assert log.refusal(OWNER, GiveBye(1, A, "x")) == "9.3"
