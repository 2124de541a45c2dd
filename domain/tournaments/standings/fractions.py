"""Exact fractions as text: `3`, `-1/2`. A client needs no rounding to recompute them."""

import re
from fractions import Fraction

_FRACTION = re.compile(r"-?(0|[1-9][0-9]{0,8})(/[1-9][0-9]{0,8})?", re.ASCII)


def text_of(value: Fraction) -> str:
    """Return a fraction as text, in lowest terms: `7/3`, or `2` for a whole number."""
    return str(value)


def fraction_of(text: str) -> Fraction | None:
    """Return the fraction of a text in lowest terms; None for any other text."""
    if _FRACTION.fullmatch(text) is None:
        return None
    value = Fraction(text)
    return value if str(value) == text else None
