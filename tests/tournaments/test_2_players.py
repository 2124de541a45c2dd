"""Who takes part (rules 2.1 to 2.9)."""

from domain.tournaments.commands import (
    AllowPair,
    CheckIn,
    CloseRegistration,
    DeclineInvitation,
    ForbidPair,
    Invite,
    JoinSubstitutes,
    Leave,
    LeaveSubstitutes,
    PublishRound,
    Register,
    ReopenRegistration,
    Return,
    Substitute,
)
from domain.tournaments.decide.invitations import MAX_INVITATIONS
from domain.tournaments.events.opening import RegistrationClosed
from domain.tournaments.events.people import (
    DroppedOut,
    EnteredLate,
    InvitationDeclined,
    Invited,
    PairForbidden,
    PlaceTakenOver,
    Registered,
    Withdrawn,
)
from domain.tournaments.openings import planned_games
from domain.tournaments.ranking import standings_of
from tests.tournaments.kit import HELPER, OWNER, Log, players, points_of, terms

A, B, C, D, E = players(5)


def test_rule_2_1_players_register_until_the_tournament_is_full():
    log = Log(terms(max_players=4), [A, B, C])
    assert log.act(D, Register()) == Registered(D, D)

    assert log.refusal(E, Register()) == "2.1"
    assert log.refusal(A, Register()) == "2.1"
    log.act(D, Leave())
    assert log.act(OWNER, Register(E)) == Registered(E, OWNER)


def test_rule_2_1_only_players_who_have_signed_up_take_part():
    log = Log()
    assert log.refusal("guest:1", Register()) == "2.1"
    assert log.refusal(OWNER, Register("bot:careful")) == "2.1"
    assert log.refusal("guest:1", JoinSubstitutes()) == "2.1"


def test_rule_2_2_registration_closes_and_reopens():
    log = Log(entered=[A])
    log.act(OWNER, CloseRegistration())
    assert log.refusal(B, Register()) == "2.2"
    assert log.refusal(OWNER, CloseRegistration()) == "2.2"
    log.act(OWNER, ReopenRegistration())
    assert log.refusal(OWNER, ReopenRegistration()) == "2.2"
    log.act(B, Register())
    assert log.tournament.active == (A, B)


def test_rule_2_2_registration_closes_at_its_time():
    log = Log(terms(registration_closes="2026-12-01T12:00:00.000000Z"))
    assert log.sweep("2026-12-01T11:59:59.999999Z") is None
    assert log.sweep("2026-12-01T12:00:00.000000Z") == RegistrationClosed(None)
    assert log.sweep("2026-12-01T12:00:00.000000Z") is None


def test_rule_2_3_late_entries_until_their_last_round():
    log = Log(terms(late_until=2), players(8))
    log.play(1)
    assert log.act("player:20", Register()) == EnteredLate("player:20", 2, "player:20")
    log.play(2)
    assert log.refusal("player:21", Register()) == "2.3"

    row = next(row for row in standings_of(log.tournament).rows if row.player == "player:20")
    assert [line.round for line in row.trace] == [2]


def test_rule_2_4_who_withdraws_disappears_who_drops_out_stays_in_the_standings():
    log = Log(entered=players(9))
    assert log.act("player:09", Leave()) == Withdrawn("player:09", "player:09")
    assert log.refusal("player:09", Leave()) == "2.1"
    log.play(1)
    assert log.act(A, Leave()) == DroppedOut(A, A)
    log.play(2)

    rows = {row.player: row for row in standings_of(log.tournament).rows}
    assert "player:09" not in rows
    assert [line.round for line in rows[A].trace] == [1]
    assert log.tournament.rounds[1].table_of(A) is None
    assert A not in log.tournament.rounds[1].byes


def test_rule_2_5_a_player_who_dropped_out_returns_without_byes():
    log = Log(entered=players(9))
    log.play(1)
    log.act(A, Leave())
    log.play(2)
    assert log.refusal(A, Register()) == "2.1"
    log.act(A, Return())
    assert log.refusal(A, Return()) == "2.5"
    log.play(3)

    row = next(row for row in standings_of(log.tournament).rows if row.player == A)
    assert [(line.round, line.why) for line in row.trace] == [(1, "table"), (3, "table")]


def test_rule_2_6_substitutes_wait_on_a_list_that_games_name():
    log = Log(entered=players(4))
    log.act("player:20", JoinSubstitutes())
    log.act("player:21", JoinSubstitutes())
    assert log.refusal("player:20", JoinSubstitutes()) == "2.6"
    assert log.refusal(A, JoinSubstitutes()) == "2.6"
    log.act("player:20", LeaveSubstitutes())
    assert log.refusal("player:20", LeaveSubstitutes()) == "2.6"
    log.act(OWNER, PublishRound(1))

    (game,) = planned_games(log.tournament)
    assert game.new.terms.substitutes == ("player:21",)
    assert game.new.terms.reserved == log.tournament.rounds[0].tables[0].players


def test_rule_2_7_a_substitute_takes_a_place_with_the_check_in_but_without_points():
    log = Log(terms(check_in=600), players(4))
    log.check_in(1, players(4))
    log.play(1)
    log.act("player:20", JoinSubstitutes())
    log.check_in(2, players(4))
    assert log.refusal(OWNER, Substitute(A, "player:21")) == "2.6"
    assert log.refusal(OWNER, Substitute("player:30", "player:20")) == "2.1"
    assert log.act(OWNER, Substitute(A, "player:20")) == PlaceTakenOver(A, "player:20", 2, OWNER)

    assert log.tournament.present == (B, C, D, "player:20")
    assert log.tournament.substitutes == ()
    rows = points_of(log)
    assert (rows["player:20"], A in rows) == ("0", True)
    assert log.refusal(A, CheckIn(round=2)) == "2.1"


def test_rule_2_8_a_forbidden_pair_never_meets():
    log = Log(entered=players(8))
    assert log.act(OWNER, ForbidPair((B, A))) == PairForbidden((A, B), OWNER)
    assert log.refusal(OWNER, ForbidPair((A, B))) == "2.8"
    assert log.refusal(OWNER, AllowPair((A, C))) == "2.8"
    assert log.refusal(OWNER, ForbidPair((A, A))) == "2.8"
    for number in (1, 2, 3):
        log.play(number)
    assert all(not {A, B} <= {*table.players} for held in log.tournament.rounds for table in held.tables)
    log.act(OWNER, AllowPair((A, B)))
    assert log.tournament.forbidden == ()


def test_rule_2_8_pairs_that_allow_no_pairing_are_refused():
    log = Log(entered=players(4))
    log.act(OWNER, ForbidPair((A, B)))
    assert log.refusal(OWNER, PublishRound(1)) == "2.8"


def test_rule_2_9_who_is_invited_takes_part_only_after_accepting():
    log = Log(entered=[A, B, C])
    assert log.refusal(D, Invite(E)) == "1.3"
    assert log.act(OWNER, Invite(D)) == Invited(D, OWNER)
    assert log.tournament.invited == {D: False}
    assert D not in log.tournament.entrants
    assert log.refusal(OWNER, Invite(D)) == "2.9"
    assert log.refusal(OWNER, Invite(A)) == "2.1"
    assert log.refusal(OWNER, Invite("guest:1")) == "2.1"
    assert log.act(D, Register()) == Registered(D, D)
    assert (log.tournament.invited, log.tournament.active) == ({}, (A, B, C, D))


def test_rule_2_9_who_declined_is_not_invited_again_and_may_register():
    log = Log(entered=[A])
    log.act(OWNER, Invite(B))
    assert log.act(B, DeclineInvitation()) == InvitationDeclined(B, B)
    assert log.refusal(B, DeclineInvitation()) == "2.9"
    assert log.refusal(OWNER, Invite(B)) == "2.9"
    log.act(B, Register())
    log.act(B, Leave())
    # who has come in the meantime may be asked again
    log.act(OWNER, Invite(B))


def test_rule_2_9_an_organiser_takes_an_invitation_back():
    log = Log(entered=[A])
    log.act(OWNER, Invite(B))
    assert log.refusal(A, DeclineInvitation(B)) == "1.3"
    assert log.act(OWNER, DeclineInvitation(B)) == InvitationDeclined(B, OWNER)
    assert log.tournament.declined == ()
    assert log.act(OWNER, Invite(B)) == Invited(B, OWNER)


def test_rule_2_9_nobody_is_invited_to_what_is_not_possible():
    log = Log(terms(max_players=4), players(4))
    assert log.refusal(OWNER, Invite(E)) == "2.1"
    assert log.act(OWNER, Invite(E, as_substitute=True)) == Invited(E, OWNER, as_substitute=True)
    log.act(E, JoinSubstitutes())
    assert (log.tournament.invited, log.tournament.substitutes) == ({}, (E,))
    log.play(1)
    assert log.refusal(OWNER, Invite(HELPER)) == "2.3"


def test_rule_2_9_an_organiser_has_a_limited_number_of_invitations():
    log = Log()
    for number in range(MAX_INVITATIONS):
        log.add(Invited(f"player:{number}", OWNER))
    assert log.refusal(OWNER, Invite(A)) == "2.9"
