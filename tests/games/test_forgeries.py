"""No forgery is accepted, none trips the verifier up, each is told with the first bad line (SPEC.md 7).

LUDOLOG_FORGERIES=10000 is the long run.
"""

import os
import random

import pytest

from domain.ledger.signing import Keys
from domain.proof.verify import verify
from service.core.keys.signing import is_signed_by
from tests.games import forgeries
from tests.games.bundles import TITLES, kept, kept_lines, signer, trusting
from tests.games.forged_cleverly import AGAINST_THE_RULES, TRUE_TO_THE_RULES, later

FORGERIES = int(os.environ.get("LUDOLOG_FORGERIES", "306"))
KINDS = sorted(forgeries.ALL)
GAMES = 6
"""Games of a title that are forged, over and over; a long run forges more of them."""


@pytest.mark.parametrize("kind", KINDS)
def test_a_forgery_is_found_and_its_first_bad_line_is_named(kind: str) -> None:
    per_kind = -(-FORGERIES // len(KINDS))
    for number in range(per_kind):
        title = TITLES[number % len(TITLES)]
        own = number // len(TITLES) % max(GAMES, per_kind // 20)
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
            assert [check.check for check in report.checks if check.verdict == "failed"] == ["signature"]


def test_a_whole_log_that_was_rewritten_is_valid_but_not_trusted() -> None:
    lines = later(kept("minos", 1).lines(), random.Random(1), kept("minos", 2))

    unpinned = verify(lines, Keys(is_signed_by))

    assert unpinned.is_valid
    assert not unpinned.trusted
    assert unpinned.key_id != signer().key_id
