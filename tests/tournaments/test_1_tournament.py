"""The tournament, its terms and its organisers (rules 1.1 to 1.5)."""

from typing import Any, cast

import pytest
from msgspec.structs import replace

from domain.ledger.records import seed_commitment
from domain.tournaments.commands import (
    Appoint,
    Cancel,
    ChangeTerms,
    CloseRegistration,
    CloseRound,
    Dismiss,
    Hold,
    LiftHold,
    PublishRound,
    Register,
    Substitute,
)
from domain.tournaments.decide.decide import open_tournament
from domain.tournaments.decide.guards import Asked
from domain.tournaments.decide.new_acts import decide_new
from domain.tournaments.events.opening import (
    HoldLifted,
    HoldPlaced,
    OrganiserAppointed,
    OrganiserDismissed,
    TermsChanged,
)
from domain.tournaments.refusals import Refused
from domain.tournaments.terms import Heats, League, Schedule, Swiss
from tests.tournaments.kit import CLOCK, DIRECTOR, HELPER, OWNER, SEED, Log, players, terms

NOON = "2026-12-01T12:00:00.000000Z"


def test_rule_1_1_the_first_event_commits_to_the_seed():
    log = Log()

    record = log.entries[0].record
    assert (record.type, record.sealed, record.seat) == ("tournament.opened", seed_commitment(SEED), None)
    assert log.tournament.opened.seed_commitment == record.sealed
    assert log.tournament.status == "registration"


def test_rule_1_1_the_stored_log_folds_to_the_same_tournament():
    log = Log(entered=players(9))
    log.play(1)

    assert log.folded() == log.tournament


WRONG_TERMS: dict[str, tuple[dict[str, Any], str]] = {
    "no name": ({"name": " "}, "1 to 80 characters"),
    "a size that no table has": ({"sizes": (6,)}, "table sizes from 2 to 5"),
    "the same size twice": ({"sizes": (4, 4)}, "different table sizes"),
    "a size that the title does not have": ({"sizes": (5,)}, "Minos is for 2 to 4 players"),
    "no rounds": ({"format": Swiss(rounds=0)}, "`rounds` must be"),
    "too many rounds": ({"format": Schedule(rounds=21)}, "`rounds` must be"),
    "no knock-out round": ({"format": Heats(rounds=3, knockouts=0)}, "`knockouts` must be"),
    "moving without divisions": ({"format": League(rounds=3, moving=1)}, "`moving` must be 0 to 0"),
    "no seasons": ({"format": League(rounds=3, seasons=0)}, "`seasons` 1 to 10"),
    "too few players": ({"max_players": 2}, "`max_players` must be 3"),
    "too many players of a schedule": (
        {"format": Schedule(rounds=3), "max_players": 129},
        "`max_players` must be 3 to",
    ),
    "a scale of another size": ({"scale": ("5", "3", "1")}, "at a table of the preferred size"),
    "a rising scale": ({"scale": ("1", "2", "3", "4")}, "down to 0"),
    "a scale of a preset without one": ({"scale": ("5", "3", "1", "0"), "preset": "wins"}, "belongs to `euro_league`"),
    "a fraction that is not reduced": ({"scale": ("5", "6/4", "1", "0")}, "are fractions"),
    "a tie-break twice": ({"tie_breaks": ("wins", "wins")}, "each tie-break once"),
    "seat values of a size without tables": ({"seat_values": {"2": ("1", "1")}}, "by the size of a table"),
    "a seat without a value": ({"seat_values": {"4": ("1", "1", "1")}}, "a fraction for each seat"),
    "a check-in of a month": ({"check_in": 30 * 86400}, "`check_in` must be"),
    "a negative pause": ({"pause": -1}, "`pause` must be"),
    "a time of another form": ({"starts": ("2026-12-01",)}, "in UTC with microseconds"),
    "times that do not ascend": ({"starts": (NOON, NOON)}, "ascending"),
    "more times than rounds": (
        {"starts": tuple(f"2026-12-0{day}T12:00:00.000000Z" for day in range(1, 6))},
        "one time for each round at most",
    ),
    "registration that closes after the start": (
        {"starts": (NOON,), "registration_closes": "2026-12-11T12:00:00.000000Z"},
        "closes before the first round starts",
    ),
    "overlapping rounds without times": ({"overlap": True}, "rounds overlap only"),
    "late entries after the last round": ({"late_until": 4}, "`late_until` must be 0 to 3"),
    "bots in a rated tournament": ({"rated": True, "no_show": "bot", "grace": 600}, "a rated game starts without bots"),
    "an impossible clock": ({"clock": replace(CLOCK, strikes=0)}, "strikes of a clock"),
    "an unknown title": ({"ruleset": "go"}, "ruleset go/1 is not known"),
    "an unknown data set": ({"data_set": "none"}, "has the data sets"),
    "another digest": ({"data_digest": "0" * 64}, "another digest"),
    "an unknown option": ({"options": {"colour": "red"}}, "has no such option"),
}


@pytest.mark.parametrize("name", WRONG_TERMS)
def test_rule_1_2_terms_that_do_not_agree_are_refused(name: str):
    changes, reason = WRONG_TERMS[name]
    with pytest.raises(Refused) as refused:
        open_tournament(terms(**changes), OWNER, SEED)

    assert refused.value.rule == "1.2"
    assert reason in refused.value.reason


def test_rule_1_2_terms_that_agree_open_a_tournament():
    given = terms(
        clock=CLOCK,
        rated=True,
        no_show="cancel",
        grace=600,
        starts=(NOON,),
        registration_closes=NOON,
        check_in=900,
        scale=("4", "5/2", "1", "0"),
        seat_values={"4": ("9/4", "9/4", "2", "5/2")},
    )

    assert Log(given).folded().terms == given


def test_rule_1_3_roles_allow_what_they_include():
    log = Log(entered=players(4))
    assert log.act(OWNER, Appoint(DIRECTOR, "director")) == OrganiserAppointed(DIRECTOR, "director", OWNER)
    log.act(OWNER, Appoint(HELPER, "helper"))

    log.act(HELPER, Register("player:05"))
    assert log.refusal(HELPER, CloseRegistration()) == "1.3"
    log.act(DIRECTOR, CloseRegistration())
    assert log.refusal(DIRECTOR, Cancel("rain")) == "1.3"
    assert log.refusal(DIRECTOR, ChangeTerms(terms())) == "1.3"
    assert log.refusal(DIRECTOR, Appoint("player:06", "helper")) == "1.3"
    assert log.refusal("player:01", PublishRound(1)) == "1.3"
    assert log.refusal("player:01", Register("player:09")) == "1.3"
    assert log.refusal("player:01", Substitute("player:02", "player:03")) == "1.3"


def test_rule_1_3_the_owner_stays_and_roles_end():
    log = Log()
    assert log.refusal(OWNER, Appoint("player:01", cast("Any", "owner"))) == "1.3"
    assert log.refusal(OWNER, Appoint(OWNER, "helper")) == "1.3"
    assert log.refusal(OWNER, Dismiss(OWNER)) == "1.3"
    assert log.refusal(OWNER, Dismiss(HELPER)) == "1.3"
    log.act(OWNER, Appoint(HELPER, "helper"))
    assert log.refusal(OWNER, Appoint(HELPER, "helper")) == "1.3"
    log.act(OWNER, Appoint(HELPER, "director"))
    log.act(OWNER, Dismiss(HELPER))
    assert log.refusal(HELPER, CloseRegistration()) == "1.3"


def test_rules_1_3_and_8_2_an_organiser_gives_up_the_role_with_the_account_only():
    log = Log(entered=players(4))
    for act in (Appoint(DIRECTOR, "director"), Appoint(HELPER, "helper"), Appoint("player:30", "director")):
        log.act(OWNER, act)
    assert log.refusal("player:01", Dismiss("player:01")) == "1.3"
    assert log.refusal(OWNER, Dismiss(OWNER)) == "1.3"
    for author in (DIRECTOR, HELPER, OWNER):
        with pytest.raises(Refused) as refused:
            decide_new(log.tournament, Asked(author, log.now), Dismiss(author))
        assert refused.value.rule == "1.3"

    assert log.act(HELPER, Dismiss(HELPER)) == OrganiserDismissed(HELPER, HELPER)
    assert log.act("player:30", Dismiss("player:30")) == OrganiserDismissed("player:30", "player:30")
    log.publish(1)
    assert log.act(OWNER, Dismiss(OWNER)) == OrganiserDismissed(OWNER, OWNER)
    assert log.folded().organisers == {DIRECTOR: "director"}
    assert log.refusal(OWNER, CloseRound(1)) == log.refusal(DIRECTOR, Cancel("rain")) == "1.3"
    # no tournament is without an owner or a director
    assert log.refusal(DIRECTOR, Dismiss(DIRECTOR)) == "1.3"
    log.act(OWNER, Cancel("The last organiser has left."))
    assert log.folded().status == "cancelled"


def test_rule_1_4_terms_change_before_round_1_only():
    log = Log(entered=players(4))
    changed = terms(name="Winter cup", sizes=(4,))
    assert log.act(OWNER, ChangeTerms(changed)) == TermsChanged(changed, OWNER)
    assert log.tournament.terms.name == "Winter cup"
    assert log.refusal(OWNER, ChangeTerms(terms(name=""))) == "1.2"

    log.publish(1)
    assert log.refusal(OWNER, ChangeTerms(terms())) == "1.4"


def test_rule_1_5_a_hold_stops_the_service():
    log = Log(terms(starts=(NOON,)), players(4))
    assert log.act(OWNER, Hold("power cut")) == HoldPlaced("power cut", OWNER)
    assert log.refusal(OWNER, Hold("again")) == "1.5"
    assert log.sweep(NOON) is None

    assert log.act(OWNER, LiftHold()) == HoldLifted(OWNER)
    assert log.refusal(OWNER, LiftHold()) == "1.5"
    assert log.sweep(NOON) is not None
    assert len(log.tournament.rounds) == 1


def test_rule_1_5_a_round_that_cannot_be_published_places_a_hold():
    log = Log(terms(starts=(NOON,)), players(2))

    event = log.sweep(NOON)

    assert isinstance(event, HoldPlaced)
    assert event.author is None
    assert "2 players are present" in event.reason
    assert log.sweep(NOON) is None
