"""Check-in before each round (rules 3.1 to 3.3)."""

from domain.tournaments.commands import CheckIn, Leave, OpenCheckIn, PublishRound, WithdrawCheckIn
from domain.tournaments.events.people import CheckedIn, CheckInOpened, CheckInWithdrawn
from domain.tournaments.ranking import standings_of
from tests.tournaments.kit import OWNER, Log, players, terms

A, B, C, D, E = players(5)


def test_rule_3_1_check_in_opens_before_the_start_and_ends_with_the_publication():
    log = Log(terms(check_in=900, starts=("2026-12-01T12:00:00.000000Z",)), players(4))
    assert log.refusal(A, CheckIn(round=1)) == "3.1"
    assert log.sweep("2026-12-01T11:44:59.000000Z") is None
    assert log.sweep("2026-12-01T11:45:00.000000Z") == CheckInOpened(1, None)
    assert log.refusal(OWNER, OpenCheckIn(1)) == "3.1"
    for player in players(4):
        log.act(player, CheckIn(round=1))
    assert log.sweep("2026-12-01T11:59:59.000000Z") is None
    log.sweep("2026-12-01T12:00:00.000000Z")
    assert len(log.tournament.rounds) == 1
    assert log.refusal(A, CheckIn(round=1)) == "3.1"


def test_rule_3_1_check_in_that_opens_late_is_open_for_its_whole_time():
    log = Log(terms(check_in=900, starts=("2026-12-01T12:00:00.000000Z",)), players(4))
    assert log.sweep("2026-12-01T13:00:00.000000Z") == CheckInOpened(1, None)
    for player in players(4):
        log.act(player, CheckIn(round=1))
    assert log.sweep("2026-12-01T13:14:59.000000Z") is None
    log.sweep("2026-12-01T13:15:00.000000Z")
    assert len(log.tournament.rounds) == 1


def test_rule_3_1_a_director_opens_check_in_only_where_there_is_one():
    assert Log(entered=players(4)).refusal(OWNER, OpenCheckIn(1)) == "3.1"
    log = Log(terms(check_in=900), players(4))
    assert log.refusal(OWNER, PublishRound(1)) == "3.1"
    assert log.refusal(OWNER, OpenCheckIn(2)) == "4.2"
    log.act(OWNER, OpenCheckIn(1))
    assert log.refusal(OWNER, PublishRound(1)) == "4.1"


def test_rule_3_2_players_check_in_and_withdraw_that():
    log = Log(terms(check_in=900), players(4))
    log.act(OWNER, OpenCheckIn(1))
    assert log.act(A, CheckIn(round=1)) == CheckedIn(1, A, A)
    assert log.refusal(A, CheckIn(round=1)) == "3.2"
    assert log.refusal("player:09", CheckIn(round=1)) == "2.1"
    assert log.refusal(B, WithdrawCheckIn(round=1)) == "3.2"
    assert log.act(A, WithdrawCheckIn(round=1)) == CheckInWithdrawn(1, A, A)
    assert log.act(OWNER, CheckIn(A, round=1)) == CheckedIn(1, A, OWNER)
    log.act(A, Leave())
    assert log.tournament.present == ()


def test_rule_3_3_who_has_not_checked_in_is_neither_paired_nor_given_a_bye():
    log = Log(terms(check_in=900), players(5))
    log.check_in(1, [A, B, C, D])
    log.play(1)
    log.check_in(2, [B, C, D, E])
    log.play(2)

    assert [sorted(table.players) for held in log.tournament.rounds for table in held.tables] == [
        [A, B, C, D],
        [B, C, D, E],
    ]
    row = next(row for row in standings_of(log.tournament).rows if row.player == E)
    assert [line.round for line in row.trace] == [2]
