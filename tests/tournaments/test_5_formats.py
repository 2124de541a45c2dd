"""The formats (rules 5.1 to 5.4)."""

from fractions import Fraction
from itertools import combinations

from domain.tournaments.commands import JoinSubstitutes, Leave, PublishRound, Register, Return, Substitute
from domain.tournaments.decide.publishing import draft_round
from domain.tournaments.events.people import PlaceTakenOver, Returned
from domain.tournaments.formats.draw import rounds_of
from domain.tournaments.ranking import standings_of
from domain.tournaments.terms import Heats, League, Schedule, Swiss
from tests.tournaments.kit import OWNER, Log, players, score_of, terms


def pairs_of(log: Log) -> list[frozenset[str]]:
    """Return every meeting of two players, once for each table that they shared."""
    return [
        frozenset(pair)
        for held in log.tournament.rounds
        for table in held.tables
        for pair in combinations(table.players, 2)
    ]


def test_rule_5_1_swiss_rounds_avoid_repeated_opponents():
    log = Log(terms(format=Swiss(rounds=3)), players(16))
    for number in (1, 2, 3):
        log.play(number)

    assert len({*pairs_of(log)}) == 3 * 4 * 6


def test_rule_5_1_the_last_power_round_is_cut_from_the_ranking():
    log = Log(terms(format=Swiss(rounds=2, power_last=True)), players(12))
    log.play(1)
    ranking = [row.player for row in standings_of(log.tournament).rows]
    tables = log.publish(2)

    assert [{*table.players} for table in tables] == [{*ranking[start : start + 4]} for start in (0, 4, 8)]


def test_rule_5_2_the_first_round_draws_the_whole_schedule():
    log = Log(terms(format=Schedule(rounds=3)), players(16))
    log.play(1)
    planned = log.tournament.schedule
    assert len(planned) == 2
    for number in (2, 3):
        log.play(number)
        tables = tuple(table.players for table in log.tournament.rounds[number - 1].tables)
        assert tables == planned[number - 2].tables

    assert len({*pairs_of(log)}) == 3 * 4 * 6


def test_rule_5_2_a_round_of_other_players_is_paired_on_its_own():
    log = Log(terms(format=Schedule(rounds=3)), players(16))
    log.play(1)
    planned = log.tournament.schedule[0].tables
    assert draft_round(log.tournament, PublishRound(2)).tables == planned
    assert draft_round(log.tournament, PublishRound(2, 1)).tables != planned
    log.act("player:01", Leave())
    log.play(2)

    seated = [player for table in log.tournament.rounds[1].tables for player in table.players]
    assert sorted(seated) == [*players(16)[1:]]
    assert len({*pairs_of(log)}) == len(pairs_of(log))


def test_rule_5_3_heats_lead_to_semi_finals_and_a_final():
    log = Log(terms(format=Heats(rounds=3, knockouts=2), preset="catan"), players(24))
    for number in (1, 2, 3):
        log.play(number)
    assert rounds_of(log.tournament) == 5
    seeds = [row.player for row in standings_of(log.tournament).rows]
    log.play(4)
    semi, order = log.tournament.rounds[3], (1, 8, 9, 16, 2, 7, 10, 15, 3, 6, 11, 14, 4, 5, 12, 13)
    assert semi.stage == "semi_final"
    assert [player for table in semi.tables for player in table.players] == [seeds[seed - 1] for seed in order]
    log.play(5)
    final = log.tournament.rounds[4]
    assert final.stage == "final"
    winners = {max(table.players, key=lambda player: score_of(player, 4)) for table in semi.tables}
    assert {*final.tables[0].players} == winners

    rows = standings_of(log.tournament).rows
    assert [row.player for row in rows[:4]] == sorted(winners, key=lambda player: -score_of(player, 5))
    assert {row.player for row in rows[:16]} == {*seeds[:16]}
    assert [row.player for row in rows[16:]] == seeds[16:]
    assert log.refusal(OWNER, PublishRound(6)) == "4.2"


def test_rule_5_3_the_best_seed_has_the_most_valuable_seat():
    values = {"4": ("1", "5/2", "2", "3/2")}
    log = Log(terms(format=Heats(rounds=1, knockouts=1), seat_values=values), players(8))
    log.play(1)
    first, second, third, fourth = (row.player for row in standings_of(log.tournament).rows[:4])
    log.publish(2)

    assert log.tournament.rounds[1].tables[0].players == (fourth, first, second, third)


def test_rule_5_3_fewer_players_have_fewer_knock_out_rounds_and_absent_winners_are_replaced():
    few = Log(terms(format=Heats(rounds=1, knockouts=2)), players(12))
    few.play(1)
    assert rounds_of(few.tournament) == 2

    log = Log(terms(format=Heats(rounds=1, knockouts=2)), players(16))
    log.play(1)
    log.play(2)
    table = log.tournament.rounds[1].tables[0]
    best, second, *_ = sorted(table.players, key=lambda player: -score_of(player, 2))
    log.act(best, Leave())
    log.publish(3)
    finalists = log.tournament.rounds[2].tables[0].players
    assert best not in finalists
    assert second in finalists
    assert len(finalists) == 4


def test_rule_5_4_a_league_plays_in_divisions_and_players_move():
    log = Log(terms(format=League(rounds=2, divisions=2, moving=1, seasons=2)), players(16))
    log.play(1)
    upper, lower = {*players(16)[:8]}, {*players(16)[8:]}
    assert [{*table.players} <= upper for table in log.tournament.rounds[0].tables] == [True, True, False, False]
    log.play(2)
    rows = standings_of(log.tournament).rows
    assert [(row.division, row.rank) for row in rows] == [(d, rank) for d in (1, 2) for rank in range(1, 9)]
    last_up = next(row.player for row in rows if (row.division, row.rank) == (1, 8))
    first_down = next(row.player for row in rows if (row.division, row.rank) == (2, 1))

    log.play(3)
    now = log.tournament.seasons[1]
    assert {player for player in now if now[player] == 1} == upper - {last_up} | {first_down}
    assert {player for player in now if now[player] == 2} == lower - {first_down} | {last_up}
    assert {len(row.trace) for row in standings_of(log.tournament).rows} == {1}
    assert [row.player for row in standings_of(log.tournament, 2).rows] == [row.player for row in rows]


def test_rule_5_4_late_entries_begin_in_the_last_division_and_small_divisions_have_byes():
    log = Log(terms(format=League(rounds=3, divisions=2), late_until=3), players(8))
    log.play(1)
    log.act("player:20", Register())
    assert log.tournament.seasons[0]["player:20"] == 2
    log.act("player:05", Leave())
    log.act("player:06", Leave())
    log.act("player:07", Leave())
    log.play(2)

    assert sorted(log.tournament.rounds[1].byes) == ["player:08", "player:20"]
    rows = {row.player: row for row in standings_of(log.tournament).rows}
    assert rows["player:08"].points == str(2 * Fraction(standing_after_one(log, "player:08")))


def test_rule_5_4_a_player_who_returns_in_a_later_season_is_in_the_last_division():
    log = Log(terms(format=League(rounds=2, divisions=2, seasons=2)), players(16))
    for number in (1, 2):
        log.play(number)
    log.act("player:01", Leave())
    log.act("player:02", Leave())
    log.play(3)
    for player in ("player:01", "player:02"):
        assert log.act(player, Return()) == Returned(player, player, 2)
    log.act("player:01", Leave())
    # the season has the player now
    assert log.act("player:01", Return()) == Returned("player:01", "player:01")
    log.play(4)

    held = log.tournament.rounds[3]
    assert {"player:01", "player:02"} <= {*held.byes, *(player for table in held.tables for player in table.players)}
    rows = {row.player: row.division for row in standings_of(log.tournament).rows}
    assert (rows["player:01"], rows["player:02"], len(rows)) == (2, 2, 16)
    assert log.folded() == log.tournament


def test_rules_2_7_and_5_4_a_substitute_for_a_player_whom_the_season_lacks_is_in_the_last_division():
    log = Log(terms(format=League(rounds=1, divisions=2, seasons=2)), players(16))
    log.play(1)
    log.act("player:01", Leave())
    log.play(2)
    # a return in a log of an earlier release
    log.add(Returned("player:01", "player:01"))
    log.act("player:20", JoinSubstitutes())
    assert log.act(OWNER, Substitute("player:01", "player:20")) == PlaceTakenOver("player:01", "player:20", 3, OWNER, 2)
    assert log.tournament.seasons[1]["player:20"] == 2


def standing_after_one(log: Log, player: str) -> str:
    return next(row.points for row in standings_of(log.tournament, 1).rows if row.player == player)
