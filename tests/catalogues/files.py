"""The files of the catalogues: `.po` for translators, and `.mo`, compiled from it, for the service."""

import io
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from domain.rulesets import RELEASED, RULESETS
from domain.tournaments import rules as tournaments
from projections.languages import ENGLISH, LANGUAGES
from projections.rule_books import messages_of_book
from projections.sentences.messages import COMMON, Message
from projections.sentences.refusals import ROLES
from service.news import texts as notifications
from service.news.digest.texts import DIGEST_MESSAGES
from service.news.feeds import texts as feeds
from tests.catalogues import web
from tests.catalogues.extraction import common_messages, messages_of_title
from tests.catalogues.refusals import refusals_of

FOLDER = Path(__file__).parents[2] / "projections/locales"
NOTIFICATIONS = Path(notifications.__file__).parent / "locales"
FEEDS = Path(feeds.__file__).parent / "locales"
_TITLES = dict.fromkeys(ruleset.name for ruleset in RELEASED)
BOOKS = {f"{name}-rules": name for name in (*_TITLES, tournaments.BOOK)}
"""The rule books by the catalogues of their texts."""

DOMAINS = (COMMON, *_TITLES, tournaments.BOOK, *BOOKS, web.DOMAIN, notifications.DOMAIN, feeds.DOMAIN)
TRANSLATED = [(language, domain) for language in LANGUAGES if language != ENGLISH for domain in DOMAINS]

_HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""
_NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)
"""The dates in the header of a compiled file: the same texts make the same bytes."""


def file_of(language: str, domain: str, suffix: str) -> Path:
    """Return the path of a catalogue."""
    folder = {web.DOMAIN: web.FOLDER, notifications.DOMAIN: NOTIFICATIONS, feeds.DOMAIN: FEEDS}.get(domain, FOLDER)
    return folder / language / "LC_MESSAGES" / f"{domain}.{suffix}"


def messages(domain: str) -> dict[tuple[str, str], Message]:
    """Return the messages that a catalogue has to translate, by context and text."""
    if domain == web.DOMAIN:
        return _unique(Message(text, plural) for text, plural in web.web_messages())
    if domain == notifications.DOMAIN:
        return _unique((*notifications.MESSAGES, *DIGEST_MESSAGES))
    if domain == feeds.DOMAIN:
        return _unique(feeds.MESSAGES)
    if domain in BOOKS:
        return _unique(messages_of_book(BOOKS[domain]))
    if domain == tournaments.BOOK:
        titles = (Message(rule.title) for rule in tournaments.rules().values())
        return _unique((*titles, *ROLES.values(), *refusals_of(tournaments.BOOK)))
    common = _unique(common_messages())
    if domain == COMMON:
        return common
    own = _unique(messages_of_title(RULESETS[domain]))
    return {key: message for key, message in own.items() if key not in common}


def _unique(found: Iterable[Message]) -> dict[tuple[str, str], Message]:
    unique: dict[tuple[str, str], Message] = {}
    for message in found:
        known = unique.setdefault((message.context, message.text), message)
        assert known.plural == message.plural, f"{message.text!r} has two plurals: give one of them a context"
    return unique


def template(domain: str) -> Catalog:
    """Return a catalogue without translations."""
    catalog = Catalog(fuzzy=False)
    for message in messages(domain).values():
        catalog.add((message.text, message.plural) if message.plural else message.text, context=message.context or None)
    return catalog


def read(language: str, domain: str) -> Catalog:
    """Return a stored catalogue; an empty one if there is no file."""
    file = file_of(language, domain, "po")
    text = file.read_bytes() if file.exists() else _HEADER.format(language=language).encode()
    return read_po(io.BytesIO(text), locale=language)


def updated(language: str, domain: str) -> Catalog:
    """Return a stored catalogue with all current messages, and without those that are no longer used."""
    catalog = read(language, domain)
    catalog.update(template(domain), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    return catalog


def as_po(catalog: Catalog, language: str) -> bytes:
    """Return the file for translators."""
    file = io.BytesIO()
    write_po(file, catalog, width=118, omit_header=True, no_location=True)
    return _HEADER.format(language=language).encode() + file.getvalue()


def as_mo(catalog: Catalog) -> bytes:
    """Return the compiled file."""
    catalog.creation_date = catalog.revision_date = _NO_TIME
    file = io.BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def untranslated(catalog: Catalog) -> Iterator[str]:
    """Yield the messages without a translation."""
    for message in catalog:
        texts = message.string if isinstance(message.string, tuple) else (message.string,)
        if message.id and not all(texts):
            yield str(message.id)
