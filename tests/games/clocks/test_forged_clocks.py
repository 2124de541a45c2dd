"""Both verifiers find forged clocks in public bundles, at the same line."""

import random
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest

from domain.game.fold import fold
from domain.ledger.signing import Keys
from domain.ledger.times import micros
from domain.proof.verify import verify
from projections.history import FULL
from projections.times import moment
from service.core.keys.signing import is_signed_by
from tests.games.bundles import TITLES
from tests.games.clocks.clocked import clocked
from tests.games.clocks.forged_clocks import BY_TIMES, FORGERIES, FOUND_BY_FORM, Forge, run_out_at
from tests.games.forged_lines import Lines
from tests.games.second_verifier import agree, second

NUMBERS = range(24)
EARLY = range(12)
"""Games in which a clock runs out at its time, and a microsecond early."""
ALL: Mapping[str, Forge] = {**FORGERIES, **BY_TIMES}


def forged(kind: str, viewer: str | None = None, most: int = 1) -> list[Lines]:
    """Return so many bundles with a forgery of this kind."""
    made: list[Lines] = []
    for number in NUMBERS:
        lines = clocked(TITLES[number % len(TITLES)], number).lines(FULL if viewer == "full" else None)
        changed = ALL[kind](lines, random.Random(f"{kind} {number}"))
        if changed is not None:
            made.append(changed)
        if len(made) == most:
            break
    return made


def test_each_forged_clock_is_found_by_both_verifiers_in_a_public_bundle(tmp_path: Path) -> None:
    bundles = {kind: forged(kind) for kind in FORGERIES}
    assert [kind for kind, made in bundles.items() if not made] == []
    flat = [(kind, lines) for kind, made in bundles.items() for lines in made]

    others = second(tmp_path, [lines for _, lines in flat], None)

    for (kind, lines), other in zip(flat, others, strict=True):
        report = verify(lines, Keys(is_signed_by))
        agree(report, other)
        expected = "form" if kind in FOUND_BY_FORM else "clocks"
        assert expected in [check.check for check in report.checks if check.verdict == "failed"], (kind, report)


def test_the_verifiers_agree_where_only_times_can_show_a_forgery(tmp_path: Path) -> None:
    flat = [(kind, lines) for kind in BY_TIMES for lines in forged(kind, most=3)]

    others = second(tmp_path, [lines for _, lines in flat], None)

    found: set[str] = set()
    for (kind, lines), other in zip(flat, others, strict=True):
        report = verify(lines, Keys(is_signed_by))
        agree(report, other)
        found |= {kind} if not report.is_valid else set()
    assert found == set(BY_TIMES)


@pytest.mark.parametrize("kind", ["ran_out_early", "other_strike", "other_decision", "no_switch", "no_take_over"])
def test_the_rules_find_a_forged_clock_too(kind: str) -> None:
    for lines in forged(kind, "full"):
        report = verify(lines)
        verdicts = {check.check: (check.verdict, check.line) for check in report.checks}
        assert verdicts["replay"] == verdicts["clocks"]
        assert verdicts["clocks"][0] == "failed"


def test_a_clock_that_ran_out_a_microsecond_early_ran_out_early(tmp_path: Path) -> None:
    bundles: list[Lines] = []
    for number in EARLY:
        one = clocked(TITLES[number % len(TITLES)], number)
        for place, entry in enumerate(one.entries):
            if entry.record.type != "clock.ran_out":
                continue
            before = fold(one.entries[:place])
            assert before is not None
            assert before.clocks is not None
            due = before.clocks.due(_seat_of(entry.record.data))
            assert due is not None
            if due - 1 > micros(before.tip.at):
                lines = one.lines(None)
                bundles += [run_out_at(lines, place + 1, moment(due - 1)), run_out_at(lines, place + 1, moment(due))]
                break

    others = second(tmp_path, bundles, None)

    assert len(bundles) > len(EARLY)
    for place, (lines, other) in enumerate(zip(bundles, others, strict=True)):
        report = verify(lines, Keys(is_signed_by))
        agree(report, other)
        reasons = [check.reason or "" for check in report.checks if check.check == "clocks"]
        assert ("1 microseconds early" in reasons[0]) == (place % 2 == 0)


def _seat_of(data: msgspec.Raw) -> int:
    return msgspec.json.decode(data)["seat"]
