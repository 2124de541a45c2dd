"""Numbers in text that came from outside."""

_DIGITS = 9


def small_number(text: str) -> int | None:
    """Return the number that a text of one to nine ASCII digits is, without leading zeros; None for any other."""
    if not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS):
        return None
    return int(text) if text == str(int(text)) else None
