"""The life of a round (rules 4.1 to 4.7)."""

import uuid

import pytest

from domain.tournaments.commands import (
    AnyAct,
    CheckIn,
    CloseRound,
    Disqualify,
    ForbidPair,
    Leave,
    PublishRound,
    Register,
    Return,
    SwapPlayers,
    VoidTable,
    WithdrawRound,
)
from domain.tournaments.decide.decide import decide
from domain.tournaments.decide.guards import Asked
from domain.tournaments.decide.publishing import draft_round
from domain.tournaments.decide.rounds import games_opened, take_result
from domain.tournaments.events.opening import TournamentFinished
from domain.tournaments.events.rounds import (
    ByeEdit,
    RoundClosed,
    RoundPublished,
    RoundWithdrawn,
    SeatsEdit,
    SwapEdit,
)
from domain.tournaments.formats.draw import rounds_of
from domain.tournaments.refusals import Refused
from domain.tournaments.state import round_seed
from domain.tournaments.terms import League
from tests.tournaments.kit import OWNER, SEED, TOURNAMENT, Log, players, points_of, statement, terms

START = "2026-12-01T12:00:00.000000Z"


def published(log: Log) -> RoundPublished:
    event = log.events[-1]
    assert isinstance(event, RoundPublished)
    return event


def test_rule_4_1_the_event_of_a_round_has_everything_to_recompute_it():
    log = Log(entered=players(7))
    log.act(OWNER, PublishRound(1))

    event = published(log)
    assert event.seed == round_seed(SEED, 1, 0).hex()
    assert sorted(len(table.players) for table in event.tables) == [3, 4]
    assert sorted(player for table in event.tables for player in table.players) == [*players(7)]
    assert event.byes == ()
    assert event.cost["repeats"] == "0"
    assert [table.game for table in event.tables] == [
        str(uuid.uuid5(uuid.UUID(TOURNAMENT), f"1/0/{number}/0")) for number in (1, 2)
    ]


def test_rule_4_1_the_same_log_gives_the_same_round():
    first, second = Log(entered=players(11)), Log(entered=players(11))
    first.act(OWNER, PublishRound(1))
    second.act(OWNER, PublishRound(1))

    assert published(first) == published(second)


def test_rule_4_2_a_round_follows_the_one_before_it():
    log = Log(entered=players(8))
    assert log.refusal(OWNER, PublishRound(2)) == "4.2"
    log.publish(1)
    assert log.refusal(OWNER, PublishRound(1)) == "4.2"
    assert log.refusal(OWNER, PublishRound(2)) == "4.2"


def test_rule_4_2_rounds_overlap_where_the_terms_say_so():
    starts = ("2026-12-01T12:00:00.000000Z", "2026-12-02T12:00:00.000000Z", "2026-12-03T12:00:00.000000Z")
    log = Log(terms(overlap=True, starts=starts), players(8))
    for start in starts:
        assert isinstance(log.sweep(start), RoundPublished)
    first = log.tournament.rounds[0].tables[0]
    log.finish_table(first, [4, 3, 2, 1])

    assert log.tournament.rounds[0].tables[0].is_decided
    assert rounds_of(log.tournament) == 3
    assert log.refusal(OWNER, PublishRound(4)) == "4.2"


def test_rule_4_3_a_director_draws_again_and_edits_and_everybody_sees_it():
    log = Log(entered=players(9))
    drawn = draft_round(log.tournament, PublishRound(1))
    again = draft_round(log.tournament, PublishRound(1, 1))
    assert drawn.tables != again.tables
    assert log.tournament.version == len(log.entries)

    first, second, third = again.tables
    swap = SwapEdit((first[0], second[0]))
    after = (second[0], *first[1:])
    seats = SeatsEdit(1, tuple(reversed(after)))
    log.act(OWNER, PublishRound(1, 1, (swap, seats)))

    event = published(log)
    assert (event.attempt, event.edits) == (1, (swap, seats))
    assert event.tables[0].players == tuple(reversed(after))
    assert event.tables[1].players == (first[0], *second[1:])
    assert event.tables[2].players == third


def test_rule_4_3_an_edit_gives_a_bye_and_swaps_it():
    log = Log(entered=players(8))
    ((leaving, *_), (other, *_)) = draft_round(log.tournament, PublishRound(1)).tables
    log.act(OWNER, PublishRound(1, 0, (ByeEdit(leaving), SwapEdit((leaving, other)))))

    event = published(log)
    assert event.byes == (other,)
    assert sorted(len(table.players) for table in event.tables) == [3, 4]


def test_rule_4_3_edits_that_do_not_fit_are_refused():
    log = Log(entered=players(8))
    table = draft_round(log.tournament, PublishRound(1)).tables[0]
    for edits in (
        (SwapEdit((table[0], table[0])),),
        (SwapEdit((table[0], "player:99")),),
        (ByeEdit("player:99"),),
        (ByeEdit(table[0]), ByeEdit(table[1])),
        (ByeEdit(table[0]), ByeEdit(table[1]), SwapEdit((table[0], table[1]))),
        (SeatsEdit(3, table),),
        (SeatsEdit(1, table[1:]),),
    ):
        assert log.refusal(OWNER, PublishRound(1, 0, edits)) == "4.3"
    assert log.refusal(OWNER, PublishRound(1, 100)) == "4.3"
    assert log.refusal(OWNER, PublishRound(1, -1)) == "4.3"


def test_rule_4_4_nothing_but_rulings_changes_a_published_round():
    log = Log(terms(late_until=3), players(8))
    before = log.publish(1)
    log.act("player:01", Leave())
    log.act("player:20", Register())
    log.act(OWNER, ForbidPair((before[0].players[0], before[0].players[1])))

    assert log.tournament.rounds[0].tables == before


def test_rule_4_5_games_do_not_count_after_a_withdrawal_that_comes_while_they_are_opened():
    log = Log(entered=players(8))
    log.act(OWNER, PublishRound(1))
    tables = log.tournament.rounds[0].tables
    log.act(OWNER, WithdrawRound(1, "wrong list"))

    assert log.tournament.discarded == tuple(table.game for table in tables)
    assert log.folded() == log.tournament


def test_rule_4_5_a_withdrawn_round_has_another_seed_and_other_games():
    log = Log(entered=players(8))
    assert log.refusal(OWNER, WithdrawRound(1, "wrong list")) == "4.1"
    tables = log.publish(1)
    assert log.refusal(OWNER, WithdrawRound(1, "late"), started=[tables[0].game]) == "4.5"
    assert log.refusal(OWNER, WithdrawRound(1, " ")) == "9.1"
    assert log.act(OWNER, WithdrawRound(1, "wrong list")) == RoundWithdrawn(1, "wrong list", OWNER)
    assert log.tournament.status == "registration"
    assert log.tournament.discarded == tuple(table.game for table in tables)

    after = log.publish(1)
    assert log.tournament.rounds[0].seed == round_seed(SEED, 1, 1)
    assert not {table.game for table in tables} & {table.game for table in after}
    assert log.folded() == log.tournament


def test_rule_4_5_the_players_stay_checked_in_and_the_tournament_is_on_hold():
    log = Log(terms(check_in=600, starts=(START,)), players(9))
    log.check_in(1, players(8))
    assert isinstance(log.sweep(START), RoundPublished)
    log.act(OWNER, WithdrawRound(1, "one came late"))

    assert log.tournament.present == players(8)
    assert log.sweep("2026-12-02T12:00:00.000000Z") is None
    log.act("player:09", CheckIn(round=1))
    log.act(OWNER, PublishRound(1))
    assert sum(len(table.players) for table in log.tournament.rounds[0].tables) == 9


def test_rule_4_5_only_the_last_round_without_a_result_is_withdrawn():
    log = Log(entered=players(8))
    log.play(1)
    tables = log.publish(2)
    assert log.refusal(OWNER, WithdrawRound(1, "undo")) == "4.5"
    log.finish_table(tables[0], [4, 3, 2, 1])
    assert log.refusal(OWNER, WithdrawRound(2, "undo")) == "4.5"


def test_rule_4_5_a_round_with_cancelled_games_is_withdrawn():
    log = Log(entered=players(8))
    tables = log.publish(1)
    first, second = (table.players[0] for table in tables)
    for table in tables:
        log.finish_table(table, [0, 0, 0, 0], status="abandoned", seated={0: "player:20"})
    assert log.refusal(OWNER, SwapPlayers(1, (first, second), "late")) == "9.2"
    log.act(OWNER, CloseRound(1))
    log.act(OWNER, WithdrawRound(1, "no player came"))

    assert (log.tournament.status, {*log.tournament.entrants}) == ("registration", {*players(8)})
    for table in log.publish(1):
        log.finish_table(table, [4, 3, 2, 1])
    assert log.refusal(OWNER, WithdrawRound(1, "again")) == "4.5"
    assert log.folded() == log.tournament


def test_rule_4_5_a_round_with_a_ruling_about_a_table_stays():
    log = Log(entered=players(8))
    log.publish(1)
    log.act(OWNER, VoidTable(1, 2, "wrong rules"))
    with pytest.raises(Refused, match="a ruling has decided table 2"):
        decide(log.tournament, Asked(OWNER, log.now), WithdrawRound(1, "again"))


def test_rule_4_6_a_round_closes_when_its_tables_are_decided():
    log = Log(entered=players(8))
    tables = log.publish(1)
    log.finish_table(tables[0], [4, 3, 2, 1])
    assert log.refusal(OWNER, CloseRound(1)) == "4.6"
    log.finish_table(tables[1], [4, 3, 2, 1])
    assert log.act(OWNER, CloseRound(1)) == RoundClosed(1, OWNER)
    assert log.refusal(OWNER, CloseRound(1)) == "4.6"


def test_rule_4_7_the_service_publishes_closes_and_finishes_at_the_time():
    log = Log(terms(starts=(START,), pause=3600), players(4))
    assert log.sweep("2026-12-01T11:59:59.000000Z") is None
    for number, (start, end) in enumerate([("12:00", "13:00"), ("14:00", "15:00"), ("16:00", "17:00")], 1):
        log.clock = f"2026-12-01T{start}:00.000000Z"
        assert isinstance(log.sweep(log.clock), RoundPublished)
        log.add(games_opened(log.tournament, number))
        assert log.sweep(log.clock) is None
        log.clock = f"2026-12-01T{end}:00.000000Z"
        log.add(take_result(log.tournament, statement(log.tournament.rounds[-1].tables[0], [4, 3, 2, 1])))
        assert log.sweep(log.clock) == RoundClosed(number, None)
        assert log.sweep(log.clock) is None
    assert isinstance(log.sweep("2026-12-01T18:00:00.000000Z"), TournamentFinished)
    assert log.sweep("2027-12-01T18:00:00.000000Z") is None


def test_rule_4_5_a_withdrawn_player_in_a_cancelled_game_stays_withdrawn():
    log = Log(entered=players(5))
    left = players(5)[0]
    log.act(left, Leave())
    (table,) = log.publish(1)
    log.finish_table(table, [0, 0, 0, 0], status="abandoned", seated={0: left})
    assert log.tournament.entrants[left].status == "substitute"
    log.act(OWNER, CloseRound(1))
    log.act(OWNER, WithdrawRound(1, "three players were missing"))

    assert log.tournament.entrants[left].status == "withdrawn"
    assert log.folded() == log.tournament


@pytest.mark.parametrize("act", [Register(), Disqualify("player:01", "fraud")])
def test_rule_4_5_a_player_of_a_cancelled_game_who_registered_or_was_excluded_since_keeps_that(act: AnyAct):
    log = Log(terms(late_until=2), players(5))
    left = players(5)[0]
    log.act(left, Leave())
    (table,) = log.publish(1)
    log.finish_table(table, [0, 0, 0, 0], status="abandoned", seated={0: left})
    log.act(left if isinstance(act, Register) else OWNER, act)
    status = log.tournament.entrants[left].status
    log.act(OWNER, WithdrawRound(1, "three players were missing"))

    assert status in {"active", "disqualified"}
    assert log.tournament.entrants[left].status == status


@pytest.mark.parametrize("has_withdrawn", [False, True])
def test_rules_4_5_and_6_5_a_substitute_of_an_earlier_round_stays_in_the_standings(has_withdrawn: bool):
    entered = players(9) if has_withdrawn else players(8)
    log = Log(terms(overlap=True, starts=(START, START.replace("-01T", "-02T"))), entered)
    substitute = "player:20"
    if has_withdrawn:
        substitute = entered[0]
        log.act(substitute, Leave())
    (first, _), (second, _) = log.publish(1), log.publish(2)
    log.finish_table(second, [0, 0, 0, 0], status="abandoned", seated={0: substitute})
    log.finish_table(first, [40, 30, 20, 10], seated={0: substitute})
    log.act(OWNER, WithdrawRound(2, "three players were missing"))

    assert points_of(log)[substitute] == "5"
    assert log.folded() == log.tournament


@pytest.mark.parametrize("stays", ["", "seat", "return"])
def test_rules_4_5_and_6_5_a_withdrawn_round_places_nobody_in_a_season(stays: str):
    starts = tuple(START.replace("-01T", f"-0{day}T") for day in (1, 2, 3, 4))
    log = Log(terms(overlap=True, starts=starts, format=League(rounds=2, seasons=2)), players(9))
    dropped = players(9)[0]
    log.publish(1)
    log.publish(2)
    log.act(dropped, Leave())
    (first, _), (second, _) = log.publish(3), log.publish(4)
    log.finish_table(second, [0, 0, 0, 0], status="abandoned", seated={0: dropped})
    assert log.tournament.seasons[1][dropped] == 1
    if stays == "seat":
        log.finish_table(first, [40, 30, 20, 10], seated={0: dropped})
    if stays == "return":
        log.act(dropped, Return())
    log.act(OWNER, WithdrawRound(4, "three players were missing"))

    assert (dropped in log.tournament.seasons[1]) is bool(stays)
    assert log.folded() == log.tournament


def test_rule_4_5_a_player_who_left_a_withdrawn_round_has_to_check_in_again():
    log = Log(terms(check_in=900), players(4))
    first = players(4)[0]
    log.check_in(1, players(4))
    log.publish(1)
    log.act(first, Leave())
    log.act(OWNER, WithdrawRound(1, "a player left"))
    log.act(first, Return())
    assert first not in log.tournament.present
    log.act(first, CheckIn(round=1))
    assert {*log.tournament.present} == {*players(4)}
