"""Tables as CSV: what a spreadsheet program makes of them, with each separator that a program may use."""

import csv
import io
import re
from fractions import Fraction

import pytest

from projections.languages import LANGUAGES
from service.core.http.response.csv import csv_bytes, with_decimals

SEPARATORS = ",;\t"
FORMS = (None, *LANGUAGES)
ATTACK = "=cmd|'/C calc'!A576"
HOSTILE = (
    *(ATTACK, "-1+1", "@SUM(A1)", "+1+1", "\uff1d1+1", " =1+1", "\t=1+1", "x\r\n=1+1"),
    *(f"x{separator}{quote}{ATTACK}" for separator in SEPARATORS for quote in ("", " ", '"', '""', '" "', '"" ')),
)
FORMULA = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]")


def cells(written: bytes, separator: str) -> list[str]:
    """Return the cells that a program with a separator finds."""
    text = io.StringIO(written.decode("utf-8-sig"), newline="")
    return [cell for row in csv.reader(text, delimiter=separator) for cell in row]


@pytest.mark.parametrize("language", FORMS)
@pytest.mark.parametrize("separator", SEPARATORS)
def test_no_cell_is_a_formula_with_any_separator(language: str | None, separator: str) -> None:
    for name in HOSTILE:
        for first, last in (("table 1", "x"), ("x;", 'y"'), (name, name)):
            row = {"first": first, "name": name, "last": last, "trace": [{"reason": name, "points": "-1/2"}]}
            written = csv_bytes([row], tuple(row), language)
            found = [cell for cell in cells(written, separator) if FORMULA.match(cell)]
            assert found == [], (name, written)


@pytest.mark.parametrize("language", FORMS)
def test_no_text_becomes_a_date_or_a_number(language: str | None) -> None:
    for name in ("9/4", "9-4", "3.5", "1E5", "007", "12:30", "3. Mai", "Mar 1", "1 dic", "1 000", "50 %", "2 pm"):
        row = {"name": name, "points": Fraction(9, 4)}
        (_, read, exact) = cells(csv_bytes([row], tuple(row), language), ";" if language in {"de", "it"} else ",")[1:]
        assert (read, exact) == (f"'{name}", "'9/4")


def test_other_texts_are_as_they_are() -> None:
    for name in ("Ada", "R2D2", "Mario 64", "Player 1", "2026-11-27T12:00:00.123456Z", "player:12e4", "kosmos-1999"):
        assert cells(csv_bytes([{"name": name}], ["name"]), ",")[1:] == [name]


@pytest.mark.parametrize(
    ("language", "separator", "half"),
    [(None, ",", "-0.5"), ("en", ",", "-0.5"), ("de", ";", "-0,5"), ("it", ";", "-0,5")],
)
def test_values_are_exact_and_decimal_in_the_language(language: str | None, separator: str, half: str) -> None:
    values = with_decimals({"whole": Fraction(30), "half": Fraction(-1, 2), "share": Fraction(6463, 2856)})
    written = csv_bytes([values], tuple(values), language)
    comma = half[2]
    assert written.startswith(b"\xef\xbb\xbf") == (language is not None)
    assert cells(written, separator)[len(values) :] == ["30", "'-1/2", "'6463/2856", "30", half, f"2{comma}262955"]
