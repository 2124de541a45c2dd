"""Numbers and dates as a language writes them."""

import pytest

from projections.formats import format_day, format_decimal, format_number, format_percent


@pytest.mark.parametrize(
    ("language", "number", "decimal", "percent", "day"),
    [
        ("en", "95,236", "\N{MINUS SIGN}1.8", "36%", "2026-03-05"),
        ("de", "95.236", "\N{MINUS SIGN}1,8", "36\xa0%", "05.03.2026"),
        ("it", "95.236", "\N{MINUS SIGN}1,8", "36%", "5 mar 2026"),
    ],
)
def test_a_language_has_its_signs(language: str, number: str, decimal: str, percent: str, day: str) -> None:
    assert format_number(95_236, language) == number
    assert format_decimal(-1.84, language) == decimal
    assert format_percent("36", language) == percent
    assert format_day("2026-03-05T10:00:00.000000Z", language) == day


def test_a_number_that_is_rounded_to_zero_has_no_sign() -> None:
    assert format_decimal(-0.04, "en") == "0.0"
