"""The verifier of tournaments: it accepts what happened, and finds every forgery (SPEC.md 11)."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.kernel.codec import canonical
from domain.kernel.values import Event
from domain.ledger.signing import Keys, SignedReceipt
from domain.tournaments.commands import ChangeTerms, Finish, Leave, ReopenRegistration
from domain.tournaments.events import TOURNAMENT_EVENTS
from domain.tournaments.events.opening import TermsChanged, TournamentFinished, TournamentOpened
from domain.tournaments.events.rounds import GamesOpened, ResultTaken, RoundPublished
from domain.tournaments.proof.again import ACTS
from domain.tournaments.proof.state_checks import LATER_FIELDS
from domain.tournaments.proof.verify import CHECKS, verify
from domain.tournaments.ranking import standings_of
from domain.tournaments.state import Tournament
from domain.tournaments.terms import Swiss
from service.core.keys.signing import is_signed_by
from tests.games.bundles import signer, stranger, trusting
from tests.tournaments.bundles import Certified, certificate, eventful, finish, lines_of, two_seasons
from tests.tournaments.forged import FORGERIES, Lines, at, data, dropped, of_type, rewritten
from tests.tournaments.kit import OWNER, TOURNAMENT, players, points_of, terms


@pytest.mark.parametrize("full", [True, False])
def test_the_verifier_accepts_what_happened(full: bool):
    log = eventful()
    report = verify(lines_of(log, signer(), full=full), trusting(signer()))

    assert report.first_bad is None, report.first_bad
    expected = dict.fromkeys(CHECKS, "passed") | ({} if full else {"seals": "skipped"})
    assert {check.check: check.verdict for check in report.checks} == expected
    assert (report.tournament, report.events, report.trusted) == (TOURNAMENT, len(log.entries), True)


class Earlier(Certified):
    """A log of an earlier release, whose events lack the later fields."""

    def _append(self, batch: Sequence[Event], before: Tournament | None) -> None:
        super()._append([replace(event, **later_fields(event)) for event in batch], before)


def later_fields(event: Event) -> dict[str, UnsetType]:
    """Return the later fields that an event may have, absent."""
    return {name: UNSET for name in LATER_FIELDS if hasattr(event, name)}


@pytest.mark.parametrize(("kind", "points"), [(Certified, "5"), (Earlier, None)])
def test_a_withdrawn_player_with_a_seat_is_ranked_as_the_release_did(kind: type[Certified], points: str | None):
    log = kind(terms(format=Swiss(rounds=1)), players(5))
    log.act("player:05", Leave())
    log.publish(1)
    finish(log, 1, {0: {0: "player:05"}})
    log.act(OWNER, Finish())
    report = verify(lines_of(log, signer()), trusting(signer()))

    assert report.first_bad is None, report.first_bad
    assert points_of(log).get("player:05") == points
    assert ("player:05" in {place.player for place in log.tournament.places}) is (points is not None)


@pytest.mark.parametrize(("kind", "is_assigned"), [(Certified, True), (Earlier, False)])
def test_players_whom_a_season_lacked_are_assigned_as_the_release_did(kind: type[Certified], is_assigned: bool):
    log = two_seasons(kind)
    report = verify(lines_of(log, signer()), trusting(signer()))

    assert report.first_bad is None, report.first_bad
    assert report.state == log.folded() == log.tournament
    assert log.tournament.seasons[0]["player:20"] == 1
    table = log.tournament.rounds[3].table_of("player:01")
    ranked = {place.player for place in log.tournament.places}
    assert {"player:01", "player:20"} & ranked == ({"player:01", "player:20"} if is_assigned else set())
    assert (table is not None) is is_assigned


@pytest.mark.parametrize("name", ["division", "assigned"])
def test_a_player_in_another_division_than_follows_is_found(name: str):
    lines = lines_of(two_seasons(), signer())
    number, check = (of_type(lines, "returned"), "acts") if name == "division" else (first_assigned(lines), "results")
    wrong = 1 if name == "division" else ["player:02"]
    report = verify(rewritten(at(lines, number, data(lambda d: d.update({name: wrong})))), trusting(signer()))

    assert check in {check.check for check in report.checks if check.verdict == "failed"}


def first_assigned(lines: Lines) -> int:
    """Return the index of the first result that has assigned a player."""
    return next(number for number, line in enumerate(lines) if b'"assigned"' in line)


def test_acts_that_are_refused_now_stay_valid_in_logs_of_earlier_releases():
    noon = "2026-12-01T12:00:00.000000Z"
    log = Certified(terms(registration_closes=noon), players(5))
    log.sweep(noon)
    log.act(OWNER, ReopenRegistration())
    log.sweep(noon)
    log.act(OWNER, ChangeTerms(terms(max_players=4)))
    log.act(OWNER, ReopenRegistration())
    report = verify(lines_of(log, full=False), Keys(is_signed_by))

    assert report.first_bad is None, report.first_bad


def test_a_reader_recomputes_the_standings_of_any_round_from_the_bundle():
    log = eventful()
    report = verify(lines_of(log, signer(), full=False), trusting(signer()))

    assert report.state is not None
    for number in range(4):
        assert standings_of(report.state, number) == standings_of(log.tournament, number)


def test_a_running_tournament_can_be_verified_without_its_seed():
    log = Certified(terms(), players(8))
    log.play(1)
    log.publish(2)
    report = verify(lines_of(log, full=False), Keys(is_signed_by))
    assert report.is_valid, report.first_bad

    revealed = verify(lines_of(log, full=True), Keys(is_signed_by))
    assert revealed.first_bad is not None
    assert "must not be revealed" in str(revealed.first_bad.reason)


def test_the_eventful_tournament_has_nearly_every_event():
    types = {type(event) for event in eventful().events}
    missing = {event.__name__ for event in TOURNAMENT_EVENTS} - {kind.__name__ for kind in types}
    assert missing == {
        "OrganiserDismissed",
        "TournamentCancelled",
        "SubstituteLeft",
        "PairAllowed",
        "CheckInWithdrawn",
        "PointsAdjusted",
    }


def test_every_event_of_a_person_can_be_decided_again():
    others = {TournamentOpened, TermsChanged, TournamentFinished, RoundPublished, ResultTaken, GamesOpened}
    assert {*ACTS} | others == {*TOURNAMENT_EVENTS}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_found_at_the_first_bad_line(name: str):
    wanted, forge = FORGERIES[name]
    lines = lines_of(eventful(), signer())
    forged = rewritten(forge(lines))

    report = verify(forged, trusting(signer()))

    plain = rewritten(lines)
    changed = next(i for i, pair in enumerate(zip(plain, forged, strict=False), 1) if pair[0] != pair[1])
    failed = {check.check: check.line or 0 for check in report.checks if check.verdict == "failed"}
    assert wanted in failed, report.first_bad
    assert report.first_bad is not None
    assert (report.first_bad.line or 0) <= failed[wanted]
    if len(plain) == len(forged):
        # a certificate stands behind the event to which it belongs
        assert failed[wanted] in {changed, changed - 1}
    else:
        assert failed[wanted] >= changed


@pytest.mark.parametrize("number", range(1, 12))
def test_a_changed_byte_breaks_the_chain_or_the_form(number: int):
    lines = lines_of(eventful(), signer())
    index = number * (len(lines) - 2) // 12 + 1
    text = lines[index]
    place = text.index(b'"') + number * (len(text) - 4) // 14
    changed = [*lines[:index], text[:place] + bytes([text[place] ^ 1]) + text[place + 1 :], *lines[index + 1 :]]

    report = verify(changed, trusting(signer()))
    assert report.first_bad is not None
    assert report.first_bad.line in {index, index + 1}


FORM: dict[str, Callable[[Lines], Lines]] = {
    "no lines": lambda _: [],
    "no header": lambda s: s[1:],
    "no events": lambda s: [s[0], s[-1]],
    "no closing line": lambda s: s[:-1],
    "a line after the end": lambda s: [*s, s[-1]],
    "a version left out": lambda s: [*s[:4], *s[5:]],
    "a result without certificate": lambda s: dropped(s, of_type(s, "result_taken") + 1),
    "a certificate elsewhere": lambda s: [*s[:3], s[of_type(s, "result_taken") + 1], *s[3:]],
    "an unknown event": lambda s: at(s, 3, lambda f: f["record"].update(type="tournament.won")),
    "an unknown field": lambda s: at(s, 3, data(lambda d: d.update(gift=1))),
    "an event of a game": lambda s: at(s, 3, lambda f: f["record"].update(type="game.started", data={})),
    "a seat": lambda s: at(s, 3, lambda f: f["record"].update(seat=0)),
    "another log": lambda s: at(s, 3, lambda f: f["record"].update(game=TOURNAMENT.replace("a", "b"))),
    "a time before": lambda s: at(s, 3, lambda f: f["record"].update(at="2025-11-20T12:00:00.000000Z")),
    "a batch of two": lambda s: at(s, 3, lambda f: f["record"].update(cause=2)),
    "a secret": lambda s: at(s, 3, lambda f: f.update(secret={"seed": "00"})),
    "no seed in a full bundle": lambda s: at(s, 1, lambda f: f.pop("secret")),
    "not JSON": lambda s: [*s[:3], b"{", *s[3:]],
    "a header of a game": lambda s: at(s, 0, lambda f: f.update(format="ludolog-bundle/1")),
}


@pytest.mark.parametrize("name", FORM)
def test_a_file_of_another_form_is_refused(name: str):
    report = verify(FORM[name](lines_of(eventful(), signer())), trusting(signer()))

    assert {check.check: check.verdict for check in report.checks}["form"] == "failed"
    assert not report.is_valid
    assert report.state is None


def test_a_key_that_is_not_trusted_is_found():
    log = eventful()
    assert verify(lines_of(log, stranger()), trusting(signer())).first_bad is not None
    unsigned = {game: certificate({**given["statement"]}, None) for game, given in plain_certificates(log).items()}
    report = verify(lines_of(log, signer(), certificates=unsigned), trusting(signer()))
    assert {check.check for check in report.checks if check.verdict == "failed"} == {"certificates"}
    foreign = {game: certificate({**given["statement"]}, stranger()) for game, given in plain_certificates(log).items()}
    report = verify(lines_of(log, signer(), certificates=foreign), trusting(signer()))
    assert {check.check for check in report.checks if check.verdict == "failed"} == {"certificates"}


def plain_certificates(log: Certified) -> dict[str, Any]:
    """Return the certificates of a log as JSON has them, without their keys."""
    plain: dict[str, Any] = {}
    for game, given in log.certificates.items():
        made = json.loads(canonical(given))
        made["statement"].pop("key_id")
        plain[game] = made
    return plain


def test_a_receipt_finds_a_log_that_was_cut_or_rewritten():
    log = Certified(terms(), players(8))
    log.publish(1)
    receipt = receipt_of(log)
    finish(log, 1, {})
    assert verify(lines_of(log, signer(), full=False), trusting(signer()), [receipt]).is_valid

    other = Certified(terms(), players(8))
    cut = verify(lines_of(other, signer(), full=False), trusting(signer()), [receipt])
    assert cut.first_bad is not None
    assert "cut short" in str(cut.first_bad.reason)
    other.act("player:01", Leave())
    other.publish(1)
    rewritten_log = verify(lines_of(other, signer(), full=False), trusting(signer()), [receipt])
    assert rewritten_log.first_bad is not None
    assert rewritten_log.first_bad.check == "receipts"


def receipt_of(log: Certified) -> SignedReceipt:
    """Return a receipt for the last act of a log."""
    tip = log.tournament.tip
    signed = signer().sign(
        {"at": tip.at, "game": tip.game, "head": tip.head, "version": tip.version, "command": None, "decision": "-"}
    )
    return msgspec.convert({**signed.statement, "signature": signed.signature}, SignedReceipt)
