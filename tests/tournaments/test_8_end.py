"""The end of a tournament (rules 8.1 and 8.2)."""

from domain.tournaments.commands import Cancel, Finish, Register
from domain.tournaments.events.opening import TournamentCancelled, TournamentFinished
from domain.tournaments.ranking import standings_of
from tests.tournaments.kit import OWNER, Log, players


def test_rule_8_1_a_tournament_finishes_with_its_final_ranking():
    log = Log(entered=players(8))
    assert log.refusal(OWNER, Finish()) == "8.1"
    assert log.refusal(OWNER, Finish(early=True)) == "8.1"
    log.play(1)
    assert log.refusal(OWNER, Finish()) == "8.1"
    log.publish(2)
    assert log.refusal(OWNER, Finish(early=True)) == "8.1"
    for table in log.tournament.rounds[1].tables:
        log.finish_table(table, [4, 3, 2, 1])
    log.sweep(log.now)
    log.clock = None
    log.play(3)
    event = log.act(OWNER, Finish())

    assert isinstance(event, TournamentFinished)
    rows = standings_of(log.tournament).rows
    assert [(place.player, place.rank) for place in event.places] == [(row.player, row.rank) for row in rows]
    assert log.tournament.is_over
    assert log.refusal("player:09", Register()) == "8.1"


def test_rule_8_1_a_tournament_may_finish_early():
    log = Log(entered=players(8))
    log.play(1)
    assert isinstance(log.act(OWNER, Finish(early=True)), TournamentFinished)


def test_rule_8_2_the_owner_may_cancel_a_tournament():
    log = Log(entered=players(8))
    assert log.refusal(OWNER, Cancel("")) == "9.1"
    assert log.act(OWNER, Cancel("no hall")) == TournamentCancelled("no hall", OWNER)
    assert log.tournament.status == "cancelled"
    assert log.refusal(OWNER, Cancel("twice")) == "8.2"
    assert log.sweep("2027-01-01T00:00:00.000000Z") is None
