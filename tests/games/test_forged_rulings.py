"""Games with reserved seats and rulings are accepted by both verifiers, and forged ones are found (SPEC.md 10)."""

from pathlib import Path

import pytest

from domain.ledger.signing import Keys
from domain.proof.verify import verify
from service.core.keys.signing import is_signed_by
from tests.games.bundles import Finished, signer, trusting
from tests.games.forged_rulings import (
    CONSENT_FORGERIES,
    FORGERIES,
    NO_SHOW_FORGERIES,
    ruled,
    with_consent,
    with_no_show,
)
from tests.games.second_verifier import agree, second

ALL = {
    **{name: (ruled, forge) for name, forge in FORGERIES.items()},
    **{name: (with_consent, forge) for name, forge in CONSENT_FORGERIES.items()},
    **{name: (with_no_show, forge) for name, forge in NO_SHOW_FORGERIES.items()},
}


@pytest.mark.parametrize("game", [ruled(), with_consent(), with_no_show()], ids=["ruled", "consent", "no-show"])
def test_both_verifiers_accept_the_game(game: Finished, tmp_path: Path) -> None:
    lines = game.lines(signer=signer())
    report = verify(lines, trusting(signer()))

    assert report.is_valid, report
    assert {check.verdict for check in report.checks} == {"passed"}
    agree(report, second(tmp_path, [lines], signer())[0])


@pytest.mark.parametrize("name", ALL)
def test_a_forgery_is_found_in_the_event_that_was_changed_or_the_first_that_it_contradicts(name: str) -> None:
    make, forge = ALL[name]
    lines = make().lines(signer=signer())
    forged = forge(lines)
    assert forged != lines

    report = verify(forged, Keys(is_signed_by))

    changed = next(number for number, pair in enumerate(zip(lines, forged, strict=True), 1) if pair[0] != pair[1])
    bad = report.first_bad
    assert bad is not None, f"{name} was accepted"
    assert bad.line is not None
    assert bad.line >= changed
    assert bad.reason
