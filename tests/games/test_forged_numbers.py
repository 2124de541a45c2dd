"""Numbers of records at the limits of their ranges: both verifiers report the line, and neither fails (SPEC.md 7)."""

import itertools
import json
from collections.abc import Iterator
from pathlib import Path

from domain.ledger.signing import Keys
from domain.proof.bundle import MAX_NUMBER, MAX_SEATS
from domain.proof.verify import verify
from projections.history import FULL
from service.core.keys.signing import is_signed_by
from tests.games.clocks.clocked import clocked
from tests.games.forged_lines import Lines, at, follows, rewritten
from tests.games.second_verifier import agree, second

FIELDS = (("seat",), ("version",), ("cause",), ("version", "cause"))
NUMBERS = (0, MAX_SEATS - 1, MAX_NUMBER)


def forged() -> Iterator[tuple[int, Lines]]:
    """Yield the first bad line of a forged bundle of a game with two seats and a clock, and its lines."""
    one = clocked("minos", 14)
    for viewer in (FULL, None):
        lines = one.lines(viewer)
        for place, names, number in itertools.product(_places(lines), FIELDS, NUMBERS):
            changes = dict.fromkeys(names, number)
            yield place + 1, rewritten(at(lines, place, lambda line, new=changes: line["record"].update(new)))


def _places(lines: Lines) -> tuple[int, int]:
    """Return the places of the first two consequences of the start."""
    started = next(place for place, line in enumerate(lines) if b'"type":"game.started"' in line)
    assert follows(json.loads(lines[started + 1]))
    assert follows(json.loads(lines[started + 2]))
    return started + 1, started + 2


def test_both_verifiers_stop_at_a_number_that_no_event_can_have(tmp_path: Path) -> None:
    given = list(forged())

    others = second(tmp_path, [lines for _, lines in given], None)

    for (line, lines), other in zip(given, others, strict=True):
        report = verify(lines, Keys(is_signed_by))
        assert report.first_bad is not None
        assert (report.first_bad.check, report.first_bad.line) == ("form", line)
        # no other check has read the line
        assert [check.check for check in report.checks if check.verdict == "failed"] == ["form"]
        agree(report, other)
