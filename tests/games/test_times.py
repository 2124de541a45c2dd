"""Both verifiers refuse the time of an event whose day does not exist (SPEC.md 1)."""

from pathlib import Path

import pytest

from domain.proof.verify import verify
from tests.games.bundles import kept_lines
from tests.games.second_verifier import agree, second

IMPOSSIBLE = ("2026-02-30", "2026-02-29", "2100-02-29", "2026-04-31", "0000-11-26")
POSSIBLE = ("2028-02-29", "2000-02-29", "2026-12-31", "0001-01-01")


def _on(day: str) -> list[bytes]:
    """Return the lines of a game whose first event has another day."""
    lines = list(kept_lines("siberia", 1))
    start = lines[1].index(b'"at":"') + 6
    return [lines[0], lines[1][:start] + day.encode() + lines[1][start + 10 :], *lines[2:]]


@pytest.mark.parametrize("day", IMPOSSIBLE)
def test_a_day_that_does_not_exist_is_refused_in_the_form(day: str, tmp_path: Path) -> None:
    report = verify(_on(day))
    (other,) = second(tmp_path, [_on(day)], None)

    assert (report.checks[0].verdict, report.checks[0].line) == ("failed", 2)
    assert (other["checks"][0]["verdict"], other["checks"][0]["line"]) == ("failed", 2)
    agree(report, other)


@pytest.mark.parametrize("day", POSSIBLE)
def test_a_day_of_the_calendar_is_a_time(day: str, tmp_path: Path) -> None:
    report = verify(_on(day))
    (other,) = second(tmp_path, [_on(day)], None)

    assert report.checks[0].line != 2
    assert other["checks"][0]["line"] != 2
