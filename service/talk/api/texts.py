"""The texts of messages and notes in their stored form: NFC, visible, without control characters."""

import re
import unicodedata

from service.core.http.problems import problem_at
from service.people.api.names import printable_text

_SPACES = re.compile(r"\s+")


def line_in(text: str, field: str, most: int) -> str:
    """Return a text of one line: NFC, one space for white space. Raises a 422 problem that names the field."""
    for letter in text:
        if unicodedata.category(letter) == "Cc":
            raise problem_at("invalid-value", field, f"U+{ord(letter):04X} is a control character: remove it")
    line = printable_text(_SPACES.sub(" ", text), "invalid-value", field)
    if len(line) > most:
        # NFC can lengthen a text
        raise problem_at("invalid-value", field, f"the text has {len(line)} characters: write at most {most}")
    return line


def lines_in(text: str, field: str, most: int) -> str:
    """Return a text of several lines in the same form; a text without visible characters becomes empty."""
    lines = (line.replace("\t", " ") for line in text.replace("\r\n", "\n").split("\n"))
    stored = "\n".join(line_in(line, field, most) if line.strip() else "" for line in lines).strip("\n")
    if len(stored) > most:
        raise problem_at("invalid-value", field, f"the text has {len(stored)} characters: write at most {most}")
    return stored
