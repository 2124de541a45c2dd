"""verify.mjs, written from SPEC.md alone, agrees with our verifier on what needs no rules of tournaments."""

from pathlib import Path
from typing import Any

from domain.tournaments.commands import Finish, Leave
from domain.tournaments.terms import Swiss
from tests.games.bundles import signer
from tests.games.second_verifier import second
from tests.tournaments.bundles import Certified, eventful, finish, lines_of
from tests.tournaments.forged import FORGERIES, rewritten
from tests.tournaments.kit import OWNER, players, terms
from tests.tournaments.test_proof import FORM

COMMON = ("form", "chain", "seals", "results", "certificates", "signature")
RULES = ("acts", "pairings", "standings")
OF_EVENTS = {"an unknown event", "an unknown field"}
"""What only a reader who knows the events finds in the form; the chain shows it to the other one."""
OF_TABLES = {"nobody left", "the result of another table"}
"""Results that fit their certificates, but not the tables."""


def verdicts(report: dict[str, Any]) -> dict[str, str]:
    return {check["check"]: check["verdict"] for check in report["checks"]}


def test_both_accept_what_happened(tmp_path: Path) -> None:
    log = eventful()
    whole, public = second(tmp_path, [lines_of(log, signer(), full=full) for full in (True, False)], signer())
    expected = dict.fromkeys(COMMON, "passed") | dict.fromkeys(RULES, "skipped")
    assert verdicts(whole) == expected
    assert verdicts(public) == expected | {"seals": "skipped"}
    assert (whole["valid"], whole["events"], whole["trusted"]) == (True, len(log.entries), True)


def test_both_accept_a_result_by_which_a_withdrawn_player_enters(tmp_path: Path) -> None:
    log = Certified(terms(format=Swiss(rounds=1)), players(5))
    log.act("player:05", Leave())
    log.publish(1)
    finish(log, 1, {0: {0: "player:05"}})
    log.act(OWNER, Finish())
    (report,) = second(tmp_path, [lines_of(log, signer())], signer())
    assert (report["valid"], verdicts(report)["results"]) == (True, "passed")


def test_both_find_what_is_wrong_in_the_form(tmp_path: Path) -> None:
    plain = lines_of(eventful(), signer())
    found = dict(zip(FORM, second(tmp_path, [forge(plain) for forge in FORM.values()], signer()), strict=True))
    assert [name for name, report in found.items() if report["valid"]] == []
    failed = {name for name, report in found.items() if verdicts(report)["form"] == "failed"}
    assert failed == {*FORM} - OF_EVENTS


def test_both_find_forged_seeds_results_and_certificates(tmp_path: Path) -> None:
    plain = lines_of(eventful(), signer())
    forged = {name: (wanted, forge) for name, (wanted, forge) in FORGERIES.items() if wanted in COMMON}
    reports = second(tmp_path, [rewritten(forge(plain)) for _, forge in forged.values()], signer())
    missed = {
        name
        for (name, (wanted, _)), report in zip(forged.items(), reports, strict=True)
        if verdicts(report)[wanted] != "failed"
    }
    assert len(forged) > len(OF_TABLES)
    assert missed == OF_TABLES
