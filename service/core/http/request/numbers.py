"""Parsing of numbers in untrusted text."""

_DIGITS = 9


def parse_int(text: str) -> int | None:
    """Return the number in a text of one to nine ASCII digits without leading zeros; None for any other text."""
    if not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS):
        return None
    return int(text) if text == str(int(text)) else None
