"""Names and labels: the characters that they may contain, and the keys by which two names count as the same.

Two names are the same if they differ only in case, in compatibility variants (NFKC, Unicode Standard Annex 15), or in
confusable letters (Unicode Technical Standard 39), such as a Latin and a Cyrillic letter of the same shape.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import TypedDict

import idna
import msgspec

from domain.kernel.values import Value

MAX_MARKS = 2
"""Combining marks in a row after NFC. Thai needs a vowel and a tone mark; more marks cover neighbouring lines."""

EMOJI_PRESENTATION = "\ufe0f"
"""The variation selector for the coloured form of the preceding symbol."""

ZWNJ, ZWJ = "\u200c", "\u200d"
"""The joiners: they change the forms of adjacent letters, and make one emoji of several."""

_SKIN = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
"""The modifiers of emoji."""

_INVISIBLE = re.compile(
    # Default_Ignorable_Code_Point (Unicode Character Database, DerivedCoreProperties.txt)
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    # blank characters of other properties: a Braille pattern, a filler, a notehead
    "\u2800\U00016fe4\U0001d159]"
)
_MARKS = {"Mn", "Me"}
_SPACES = re.compile(r"\s+")


class InvalidNameError(Exception):
    """A name or label is not allowed. The message is the reason."""


class NameKeys(Value, frozen=True):
    """The keys of a name. Two names are the same if they share either.

    Case folding and confusable folding do not commute: `I` folds to `i`, but looks like `l`. `folded` folds the case
    first, `shape` the confusable letters.
    """

    folded: str
    shape: str


def printable(text: str) -> str:
    """Return a name or label in NFC without surrounding white space. Raises InvalidNameError."""
    text = unicodedata.normalize("NFC", text.strip())
    for place, letter in enumerate(text):
        if not _is_visible(text, place):
            name = unicodedata.name(letter, "an unnamed control character")
            message = (
                f"U+{ord(letter):04X} ({name}) is not allowed: zero-width, blank, bidirectional and control characters "
                "are invisible. Remove it"
            )
            raise InvalidNameError(message)
    if text and unicodedata.category(text[0])[0] == "M":
        message = f"U+{ord(text[0]):04X} ({unicodedata.name(text[0])}) combines with a letter: put one before it"
        raise InvalidNameError(message)
    if _marks_in_a_row(text) > MAX_MARKS:
        message = f"at most {MAX_MARKS} combining marks may follow a letter. Remove the others"
        raise InvalidNameError(message)
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in text):
        message = "at least one visible character is required"
        raise InvalidNameError(message)
    return text


def _is_visible(text: str, place: int) -> bool:
    """Return whether a character is visible, or changes the form of its neighbours."""
    letter = text[place]
    if letter in {ZWNJ, ZWJ}:
        return _joins_letters(text, place) or _joins_symbols(text, place)
    return letter.isprintable() and (_INVISIBLE.match(letter) is None or _is_presentation(text, place))


def _is_presentation(text: str, place: int) -> bool:
    """Return whether a character selects the coloured form of the preceding symbol."""
    return text[place] == EMOJI_PRESENTATION and place > 0 and _is_symbol(text[place - 1])


def _is_symbol(letter: str) -> bool:
    """Return whether a character may be an emoji or a part of one."""
    # the arrow of a shaken head is the only part of an emoji that counts as a sign of mathematics
    return letter != "" and (unicodedata.category(letter) == "So" or letter == "\u2194")


def _joins_letters(text: str, place: int) -> bool:
    """Return whether a joiner is between letters of a script that needs it there (RFC 5892 A.1 and A.2)."""
    following = text[place + 1 : place + 2]
    return following != "" and unicodedata.category(following)[0] == "L" and idna.valid_contextj(text, place)


def _joins_symbols(text: str, place: int) -> bool:
    """Return whether a joiner makes one emoji of two (UTS 51, ED-16). The first one may have a form or a colour."""
    before, following = text[:place], text[place + 1 : place + 2]
    plain = before[:-1] if before[-1:] in {EMOJI_PRESENTATION, *_SKIN} else before
    return text[place] == ZWJ and all(map(_is_symbol, (plain[-1:], following)))


def _marks_in_a_row(text: str) -> int:
    most = row = 0
    for letter in text:
        row = row + 1 if unicodedata.category(letter) in _MARKS else 0
        most = max(most, row)
    return most


def name_keys(name: str) -> NameKeys:
    """Return the keys of a name."""
    plain = _SPACES.sub(" ", _INVISIBLE.sub("", unicodedata.normalize("NFKC", name))).strip()
    return NameKeys(folded=_skeleton(plain.casefold()), shape=_skeleton(plain).casefold())


def _skeleton(text: str) -> str:
    """Return a text with every confusable letter replaced by the prototype of its class (UTS 39, section 4)."""
    prototypes = _prototypes()
    decomposed = unicodedata.normalize("NFD", _INVISIBLE.sub("", text))
    replaced = "".join(prototypes.get(letter, letter) for letter in decomposed if letter.isprintable())
    return unicodedata.normalize("NFD", replaced)


class _Homoglyph(TypedDict):
    c: str


@cache
def _prototypes() -> Mapping[str, str]:
    """Return the prototype of every confusable letter that is not a prototype.

    The data lists pairs in both directions. A class of confusable letters is a connected component of the pairs, and
    its prototype is the member with the most pairs.
    """
    file = resources.files("confusable_homoglyphs").joinpath("confusables.json")
    pairs = msgspec.json.decode(file.read_bytes(), type=dict[str, list[_Homoglyph]])
    neighbours: defaultdict[str, set[str]] = defaultdict(set)
    for text, others in pairs.items():
        for other in others:
            neighbours[text].add(other["c"])
            neighbours[other["c"]].add(text)
    prototypes: dict[str, str] = {}
    for members in _classes(neighbours):
        prototype = max(members, key=lambda text: (len(neighbours[text]), -len(text), text))
        prototypes |= {text: prototype for text in members if len(text) == 1 and text != prototype}
    # a prototype of several letters consists of their prototypes
    return {letter: "".join(prototypes.get(part, part) for part in text) for letter, text in prototypes.items()}


def _classes(neighbours: Mapping[str, set[str]]) -> Iterator[set[str]]:
    """Return the connected components of a graph."""
    seen: set[str] = set()
    for start in neighbours:
        if start in seen:
            continue
        members, waiting = {start}, [start]
        while waiting:
            for other in neighbours[waiting.pop()] - members:
                members.add(other)
                waiting.append(other)
        seen |= members
        yield members
