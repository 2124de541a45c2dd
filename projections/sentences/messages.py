"""Messages of the catalogues: English texts with placeholders, and their translations by gettext.

The English text of a message is its key. A catalogue is a file of GNU gettext: `locales/de/LC_MESSAGES/giganten.mo`
has the German texts of Giganten, and `common.mo` those that all titles share.
"""

import gettext
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec

COMMON = "common"
"""The catalogue of the texts that all titles share."""

NUMBER = "number"
"""The placeholder of the number in a message that has a plural."""


class Message(msgspec.Struct, frozen=True):
    """A text of a catalogue. Its placeholders stand for its parts."""

    text: str
    plural: str = ""
    """The English plural of a text with a number; empty if the text has no plural."""
    context: str = ""
    """What distinguishes two messages with the same English text."""
    parts: "Mapping[str, Message | str | int]" = {}


class Span(msgspec.Struct, frozen=True):
    """The numbers that a player may choose from, bounds included."""

    low: int
    high: int


SEPARATOR = Message(",", context="thousands separator")
SPAN = Message("{low} to {high}", context="numbers to choose from")


def counted(one: str, many: str, number: int) -> Message:
    """Return a number with its noun, such as `1 licence`."""
    return Message(one, many, parts={NUMBER: number})


def messages_in(message: Message) -> Iterator[Message]:
    """Yield a message and the messages in its parts."""
    yield message
    for part in message.parts.values():
        if isinstance(part, Message):
            yield from messages_in(part)


class Catalogue:
    """The texts of one title in one language."""

    def __init__(self, language: str, domain: str) -> None:
        self.language = language
        self._texts = _translations(language, domain)
        self._separator = self.text(SEPARATOR)

    def text(self, message: Message, number: int = 1) -> str:
        """Return the translation of a text with its placeholders, or the English text if there is none."""
        texts, context = self._texts, message.context
        if message.plural:
            one, many = message.text, message.plural
            return (
                texts.npgettext(context, one, many, abs(number)) if context else texts.ngettext(one, many, abs(number))
            )
        return texts.pgettext(context, message.text) if context else texts.gettext(message.text)

    def render(self, message: Message | str) -> str:
        """Return a message with its parts. A string is a proper name and has no translation."""
        if isinstance(message, str):
            return message
        number = message.parts.get(NUMBER, 1)
        text = self.text(message, number if isinstance(number, int) else 1)
        parts = {name: self._part(part) for name, part in message.parts.items()}
        return text.format_map(parts) if parts else text

    def _part(self, part: Message | str | int) -> str:
        return self.number(part) if isinstance(part, int) else self.render(part)

    def number(self, value: Any) -> str:
        """Return a whole number with separators, such as 15,000, or the bounds of a span."""
        if isinstance(value, Span):
            return self.text(SPAN).format(low=self.number(value.low), high=self.number(value.high))
        return f"{value:,}".replace(",", self._separator) if isinstance(value, int) else str(value)


@cache
def catalogue(language: str, domain: str) -> Catalogue:
    """Return the catalogue of a title, with the texts that all titles share."""
    return Catalogue(language, domain)


def _translations(language: str, domain: str) -> gettext.NullTranslations:
    found = load_translations("projections", language, domain)
    if domain != COMMON:
        found.add_fallback(load_translations("projections", language, COMMON))
    return found


def load_translations(package: str, language: str, domain: str) -> gettext.NullTranslations:
    """Return the texts of a file in the folder `locales` of a package. English, and some titles, have no file."""
    file = resources.files(package).joinpath("locales", language, "LC_MESSAGES", f"{domain}.mo")
    if not file.is_file():
        return gettext.NullTranslations()
    with file.open("rb") as stream:
        return gettext.GNUTranslations(stream)
