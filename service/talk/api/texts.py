"""The texts of messages and notes in their stored form: NFC, visible, without control characters."""

import re
import unicodedata

from service.core.http.problems import problem_at
from service.people.api.names import printable_text
from service.people.names import EMOJI_PRESENTATION

_SPACES = re.compile(r"\s+")

_SILENT = re.compile("[\u00ad\u061c\u200b\u200e\u200f\u2060\ufeff\U000e0020-\U000e007f]")
"""Invisible characters that texts bring along from other programs: soft hyphens, marks of direction, tags.

They are removed. Those that could reorder or hide what others wrote are refused.
"""

_FORM = re.compile("(?P<symbol>.)[\ufe0e\ufe0f]")
"""A symbol with a selector of its form."""


def line_in(text: str, field: str, most: int) -> str:
    """Return a text of one line: NFC, one space for white space. Raises a 422 problem that names the field."""
    for letter in text:
        if unicodedata.category(letter) == "Cc":
            raise problem_at("invalid-value", field, f"U+{ord(letter):04X} is a control character: remove it")
    line = printable_text(_typed(_SPACES.sub(" ", text)), "invalid-value", field)
    if len(line) > most:
        # NFC can lengthen a text
        raise problem_at("invalid-value", field, f"the text has {len(line)} characters: write at most {most}")
    return line


def _typed(text: str) -> str:
    """Return a text without what people do not know that they have typed or pasted."""
    return _FORM.sub(_with_form, _SILENT.sub("", text))


def _with_form(found: re.Match[str]) -> str:
    """Keep the coloured form of a symbol. Digits and signs, such as that of a keycap, are shown without."""
    symbol = found["symbol"]
    return found[0] if unicodedata.category(symbol) == "So" and found[0].endswith(EMOJI_PRESENTATION) else symbol


def lines_in(text: str, field: str, most: int) -> str:
    """Return a text of several lines in the same form; a text without visible characters becomes empty."""
    lines = (line.replace("\t", " ") for line in text.replace("\r\n", "\n").split("\n"))
    stored = "\n".join(line_in(line, field, most) if _typed(line).strip() else "" for line in lines).strip("\n")
    if len(stored) > most:
        raise problem_at("invalid-value", field, f"the text has {len(stored)} characters: write at most {most}")
    return stored
