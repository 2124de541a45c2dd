"""No forgery is accepted, none trips the verifier up, each is told with the first bad line (SPEC.md 7).

LUDOLOG_FORGERIES=10000 is the long run.
"""

import os
import random
from pathlib import Path

import pytest

from domain.ledger.signing import Keys
from domain.proof.checks import Report
from domain.proof.verify import verify
from service.core.keys.signing import is_signed_by
from tests.games import forgeries
from tests.games.bundles import TITLES, kept, kept_lines, signer, trusting
from tests.games.forged_cleverly import AGAINST_THE_RULES, TRUE_TO_THE_RULES, later
from tests.games.forged_lines import Lines
from tests.games.second_verifier import agree, second

FORGERIES = int(os.environ.get("LUDOLOG_FORGERIES", "153"))
KINDS = sorted(forgeries.ALL)
BATCHES = 8
GAMES = 6
"""Games of a title that are forged, over and over; a long run forges more of them."""


@pytest.mark.parametrize("batch", range(BATCHES))
def test_a_forgery_is_found_and_its_first_bad_line_is_named(batch: int, tmp_path: Path) -> None:
    """One of each kind and title is held against the second verifier, too."""
    per_kind = -(-FORGERIES // len(KINDS))
    shared: list[Lines] = []
    reports: list[Report] = []
    for kind in KINDS[batch::BATCHES]:
        for number in range(per_kind):
            forged, report = _forged(kind, number, max(GAMES, per_kind // 20))
            if number < len(TITLES):
                shared.append(forged)
                reports.append(report)

    for report, other in zip(reports, second(tmp_path, shared, signer()), strict=True):
        agree(report, other)


def _forged(kind: str, number: int, count: int) -> tuple[Lines, Report]:
    """Return a forgery of one of so many games, and the report on it, in which it has to be found."""
    title = TITLES[number % len(TITLES)]
    own = number // len(TITLES) % count
    lines = list(kept_lines(title, own))
    forged = forgeries.ALL[kind](lines, random.Random(f"{kind} {number}"), kept(title, own + 1))
    assert forged != lines

    report = verify(forged, trusting(signer()))

    bad = report.first_bad
    assert bad is not None, f"{kind} {number} was accepted"
    assert bad.line in forgeries.first_bad_lines(kind, lines, forged), f"{kind} {number}: {bad}"
    assert bad.reason
    if kind in AGAINST_THE_RULES:
        assert not verify(forged, Keys(is_signed_by)).is_valid, f"{kind} {number} was accepted without a key"
    if kind in TRUE_TO_THE_RULES:
        # found by the signature only
        assert [check.check for check in report.checks if check.verdict == "failed"] == ["signature"], kind
    return forged, report


def test_a_whole_log_that_was_rewritten_is_valid_but_not_trusted() -> None:
    lines = later(kept("minos", 1).lines(), random.Random(1), kept("minos", 2))

    unpinned = verify(lines, Keys(is_signed_by))

    assert unpinned.is_valid
    assert not unpinned.trusted
    assert unpinned.key_id != signer().key_id
