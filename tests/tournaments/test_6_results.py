"""Games and their results (rules 6.1 to 6.5)."""

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from domain.game.decide import open_game
from domain.tournaments.commands import Appoint, CloseRound, Dismiss, JoinSubstitutes, Leave, PublishRound, VoidTable
from domain.tournaments.decide.rounds import games_opened, take_result
from domain.tournaments.events.rounds import ResultTaken, TablePlace
from domain.tournaments.openings import awaited_games, planned_games
from domain.tournaments.ranking import standings_of
from domain.tournaments.refusals import Refused
from domain.tournaments.terms import League
from tests.tournaments.kit import CLOCK, DIRECTOR, HEAD, OWNER, SEED, Log, players, points_of, statement, terms


def code_of(log: Log, given: object) -> str:
    with pytest.raises(Refused) as refused:
        take_result(log.tournament, given)  # pyright: ignore[reportArgumentType] - a statement
    return refused.value.rule


def test_rule_6_1_planned_games_can_be_opened_and_have_known_ids():
    start = "2026-12-01T12:00:00.000000Z"
    given = terms(clock=CLOCK, rated=True, no_show="cancel", grace=600, starts=(start,))
    log = Log(given, players(7))
    log.act("player:20", JoinSubstitutes())
    assert planned_games(log.tournament) == ()
    log.sweep(start)

    games = planned_games(log.tournament)
    assert [game.id for game in games] == [table.game for table in log.tournament.rounds[0].tables]
    assert tuple(game.id for game in games) == awaited_games(log.tournament)
    for game, table in zip(games, log.tournament.rounds[0].tables, strict=True):
        assert open_game(game.new, SEED).events
        agreed = game.new.terms
        assert (agreed.reserved, agreed.starts_at, agreed.clock) == (table.players, start, CLOCK)
        assert agreed.name == f"Autumn cup, 1.{table.number}"
    log.add(games_opened(log.tournament, 1))
    assert planned_games(log.tournament) == ()
    with pytest.raises(Refused, match="open already"):
        games_opened(log.tournament, 1)


def test_rule_6_1_a_game_belongs_to_an_organiser_who_does_not_play_in_it():
    log = Log(entered=[*players(3), OWNER])
    log.act(OWNER, Appoint(DIRECTOR, "director"))
    log.act(OWNER, PublishRound(1))

    assert planned_games(log.tournament)[0].new.owner == DIRECTOR


@pytest.mark.parametrize("has_owner", [True, False])
def test_rule_6_1_a_game_in_which_all_organisers_play_belongs_to_the_first_of_them(has_owner: bool):
    log = Log(terms(sizes=(4,)), [*players(2), OWNER, DIRECTOR])
    log.act(OWNER, Appoint(DIRECTOR, "director"))
    log.play(1)
    if not has_owner:
        # the owner plays on; only the role ends
        log.act(OWNER, Dismiss(OWNER))
    log.act(DIRECTOR, PublishRound(2))

    assert planned_games(log.tournament)[0].new.owner == (OWNER if has_owner else DIRECTOR)


def test_rule_6_2_a_result_is_taken_once():
    log = Log(entered=players(4))
    (table,) = log.publish(1)
    event = log.finish_table(table, [30, 20, 10, 0])

    assert event == ResultTaken(
        round=1,
        table=1,
        game=table.game,
        version=100,
        head=HEAD,
        status="ended",
        places=tuple(TablePlace(seat, player, seat + 1, 30 - 10 * seat) for seat, player in enumerate(table.players)),
        left=(),
        seated=(),
    )
    assert code_of(log, statement(table, [30, 20, 10, 0])) == "6.2"
    assert awaited_games(log.tournament) == ()


def test_rule_6_2_statements_of_other_games_are_refused():
    log = Log(entered=players(4))
    (table,) = log.publish(1)
    right = statement(table, [4, 3, 2, 1])
    assert code_of(log, replace(right, game="00000000-0000-4000-8000-000000000000")) == "6.2"
    assert code_of(log, replace(right, ruleset="siberia")) == "6.2"
    assert code_of(log, replace(right, players=right.players[1:])) == "6.2"
    assert code_of(log, replace(right, places=right.places[1:])) == "6.2"
    log.act(OWNER, VoidTable(1, 1, "the clock broke"))
    assert code_of(log, right) == "9.9"


def test_rule_6_2_a_bot_ranks_behind_all_others_unless_the_game_was_adjudicated():
    log = Log(entered=players(8))
    first, second = log.publish(1)
    log.finish_table(first, [40, 30, 20, 10], seated={0: "bot:careful"})
    log.finish_table(second, [40, 30, 20, 10], seated={0: "bot:careful"}, adjudicated=[1, 2, 3, 4])

    points = points_of(log)
    assert [points[player] for player in first.players] == ["0", "5", "3", "1"]
    assert [points[player] for player in second.players] == ["0", "3", "1", "0"]


def test_rule_6_3_who_left_has_no_points_and_the_others_keep_what_they_earned():
    log = Log(entered=players(4))
    (table,) = log.publish(1)
    event = log.finish_table(table, [10, 20, 30, 40], seated={3: "bot:careful"})

    assert isinstance(event, ResultTaken)
    assert event.left == (table.players[3],)
    assert [points_of(log)[player] for player in table.players] == ["1", "3", "5", "0"]
    trace = {row.player: row.trace[0] for row in standings_of(log.tournament).rows}
    assert (trace[table.players[3]].why, trace[table.players[2]].why) == ("left", "table")


def test_rule_6_4_an_abandoned_game_is_a_bye_for_those_who_came():
    log = Log(entered=players(4))
    log.play(1)
    before = points_of(log)
    (table,) = log.publish(2)
    given = replace(statement(table, [0, 0, 0, 0], status="abandoned"), players=(*table.players[:3], None))
    log.add(take_result(log.tournament, given))

    after = points_of(log)
    for player in table.players[:3]:
        assert after[player] == str(2 * int(before[player]))
    assert after[table.players[3]] == before[table.players[3]]
    traces = {row.player: row.trace[1].why for row in standings_of(log.tournament).rows}
    assert [traces[player] for player in table.players] == ["void", "void", "void", "left"]


def test_rule_6_5_a_substitute_who_took_a_seat_has_its_points_and_is_not_paired():
    log = Log(entered=players(8))
    log.act("player:20", JoinSubstitutes())
    first, second = log.publish(1)
    log.finish_table(first, [40, 30, 20, 10], seated={0: "player:20"})
    log.finish_table(second, [40, 30, 20, 10])
    log.sweep(log.now)
    log.clock = None

    points = points_of(log)
    assert (points["player:20"], points[first.players[0]]) == ("5", "0")
    assert "player:20" not in log.tournament.present
    log.publish(2)
    assert log.tournament.rounds[1].table_of("player:20") is None


@pytest.mark.parametrize("status", ["ended", "abandoned"])
def test_rules_2_4_and_6_5_a_player_who_withdrew_and_took_a_seat_is_in_the_standings(status: str):
    log = Log(entered=players(5))
    log.act("player:05", Leave())
    (table,) = log.publish(1)
    event = log.finish_table(table, [40, 30, 20, 10], seated={0: "player:05"}, status=status)

    assert isinstance(event, ResultTaken)
    assert event.entered == ("player:05",)
    trace = {row.player: row.trace[0].why for row in standings_of(log.tournament).rows}
    assert trace["player:05"] == ("table" if status == "ended" else "void")
    assert points_of(log)["player:05"] == ("5" if status == "ended" else "0")
    assert "player:05" not in log.tournament.present


def test_rule_6_5_a_substitute_with_seats_in_two_seasons_is_in_the_standings_of_both():
    log = Log(terms(format=League(rounds=1, divisions=2, seasons=2)), players(16))
    log.act("player:20", JoinSubstitutes())
    for number, table in ((1, 3), (2, 2)):
        for held in log.publish(number):
            seated = {0: "player:20"} if held.number == table else None
            event = log.finish_table(held, [40, 30, 20, 10], seated=seated)
            assert isinstance(event, ResultTaken)
            assert event.assigned == (("player:20",) if held.number == table else UNSET)
        log.act(OWNER, CloseRound(number))

    for number, division in ((1, 2), (2, 1)):
        rows = {row.player: row for row in standings_of(log.tournament, number).rows}
        assert (rows["player:20"].division, rows["player:20"].points) == (division, "5")


def test_rule_6_5_a_result_places_players_in_the_season_of_its_round():
    starts = tuple(f"2026-12-0{day}T12:00:00.000000Z" for day in (1, 2))
    log = Log(terms(overlap=True, starts=starts, format=League(rounds=1, seasons=2)), players(8))
    first, _ = log.publish(1)
    log.publish(2)
    log.finish_table(first, [40, 30, 20, 10], seated={0: "player:20"})

    assert ["player:20" in season for season in log.tournament.seasons] == [True, False]


def test_rule_6_5_a_player_counts_at_one_table_of_a_round():
    log = Log(entered=players(8))
    first, second = log.publish(1)
    log.finish_table(first, [40, 30, 20, 10], seated={0: "player:20", 1: second.players[0]})
    log.finish_table(second, [40, 30, 20, 10], seated={3: "player:20"})

    points = points_of(log)
    assert (points["player:20"], points[second.players[0]]) == ("5", "5")
    assert [points[player] for player in first.players] == ["0", "0", "1", "0"]
    assert all(len(row.trace) == 1 for row in standings_of(log.tournament).rows)
