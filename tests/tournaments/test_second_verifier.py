"""verify.mjs, written from SPEC.md alone, agrees with our verifier on what needs no rules of tournaments."""

import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from domain.ledger.signing import Keys
from domain.tournaments.commands import Finish, Leave
from domain.tournaments.proof.verify import verify
from domain.tournaments.terms import Swiss
from service.core.keys.signing import is_signed_by
from tests.games.bundles import signer, trusting
from tests.games.second_verifier import second
from tests.tournaments.bundles import Certified, eventful, finish, lines_of, two_seasons
from tests.tournaments.forged import FORGERIES, Change, Lines, at, of_type, rewritten
from tests.tournaments.kit import OWNER, players, terms
from tests.tournaments.test_proof import FORM

COMMON = ("form", "chain", "seals", "results", "certificates", "signature")
RULES = ("acts", "pairings", "standings")
OF_EVENTS = {"an unknown event", "an unknown field"}
"""What only a reader who knows the events finds in the form; the chain shows it to the other one."""
WITHOUT_HEADER = {"no lines", "no header", "a header of a game"}
"""What shows only our verifier, which is asked for it, that it is a tournament."""
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


def test_both_accept_players_whom_a_season_lacked(tmp_path: Path) -> None:
    (report,) = second(tmp_path, [lines_of(two_seasons(), signer())], signer())
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


def unsigned(lines: Lines, change: Change) -> Lines:
    """Return a bundle without signatures and with a change of the statement of its first certificate."""
    first = of_type(lines, "result_taken") + 1
    plain = [at(lines, place, unsign)[place] if b'"certificate"' in line else line for place, line in enumerate(lines)]
    return at(plain, first, lambda line: change(line["certificate"]["statement"]))


def unsign(line: dict[str, Any]) -> None:
    line["certificate"].update(signature=None, public_key=None)
    line["certificate"]["statement"].update(key_id=None)


UNSIGNED: dict[str, tuple[str, Change]] = {
    "no key_id": ("certificates", lambda statement: statement.pop("key_id")),
    "a rank of 0": ("results", lambda statement: statement["places"][0].update(rank=0)),
}
"""What is wrong in a certificate that is not signed: the check that finds it, and the change."""


def test_both_find_what_is_wrong_in_certificates_that_are_not_signed(tmp_path: Path) -> None:
    log = eventful()
    changes: list[Change] = [lambda _: None, *(change for _, change in UNSIGNED.values())]
    bundles = [unsigned(lines_of(log), change) for change in changes]
    line = of_type(bundles[0], "result_taken") + 1

    ours = [verify(lines, Keys(is_signed_by)) for lines in bundles]
    others = second(tmp_path, bundles, None)

    assert (ours[0].is_valid, others[0]["valid"]) == (True, True)
    for (wanted, _), report, other in zip(UNSIGNED.values(), ours[1:], others[1:], strict=True):
        first = findings((check.check, check.verdict, check.line) for check in report.checks)
        assert first == findings((check["check"], check["verdict"], check["line"]) for check in other["checks"])
        assert first[wanted] == ("failed", line + (wanted == "certificates"))


def findings(checks: Iterable[tuple[str, str, int | None]]) -> dict[str, tuple[str, int | None]]:
    """Return verdict and line of the checks that need no rules."""
    return {check: (verdict, line) for check, verdict, line in checks if check in COMMON}


def test_both_find_the_same_at_the_same_lines(tmp_path: Path) -> None:
    plain, rng = lines_of(eventful(), signer()), random.Random(11)
    changed = [list(FORM[name](plain)) for name in sorted({*FORM} - OF_EVENTS - WITHOUT_HEADER)]
    # a certificate that is not signed as it stands, and a result that is not that of its certificate
    changed += [
        [line.replace(b'"score":33', b'"score":34') if line.startswith(start) else line for line in plain]
        for start in (b'{"certificate"', b'{"head"')
    ]
    for _ in range(12):
        at = rng.randrange(1, len(plain))
        changed += [plain[:at] + plain[at + 1 :], [*plain[:at], plain[at - 1], *plain[at:]]]
        changed.append([*plain[:at], plain[at].replace(b'"head":"', b'"head":"0')[:-1], *plain[at + 1 :]])
    failed: set[str] = set()
    for lines, other in zip(changed, second(tmp_path, changed, signer()), strict=True):
        ours = verify(lines, trusting(signer())).checks
        first = findings((check.check, check.verdict, check.line) for check in ours)
        theirs = findings((check["check"], check["verdict"], check["line"]) for check in other["checks"])
        failed |= {name for name in first if first[name] == theirs[name] and first[name][0] == "failed"}
        if "skipped" in {first["results"][0], theirs["results"][0]}:
            # it ends in our verifier where a check that needs rules has failed
            del first["results"], theirs["results"]
        assert first == theirs
    assert failed >= {"form", "chain", "results", "certificates"}
