"""The catalogues are complete, agree with the code, and are compiled.

`uv run python -m tests.catalogues` updates and compiles them.
"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from babel.messages.catalog import Message

from domain.tournaments.terms import TieBreak
from projections.languages import LANGUAGES
from projections.rule_books import rules_of_book
from projections.sentences.forms import placeholders
from service.core.http.response.csv import SPREADSHEETS
from tests.catalogues.files import BOOKS, TRANSLATED, as_mo, as_po, file_of, read, untranslated, updated
from tests.catalogues.refusals import calls_in

every = pytest.mark.parametrize(("language", "domain"), TRANSLATED)
HINT = "run python -m tests.catalogues"
ROOT = Path(__file__).parents[2]


def _texts(message: Message) -> Iterator[tuple[str, str]]:
    """Return each translation with the English text that it translates."""
    if isinstance(message.id, tuple) and isinstance(message.string, tuple):
        yield from zip(message.id, message.string, strict=True)
    else:
        yield str(message.id), str(message.string)


def _placeholders(text: str) -> list[str]:
    return [*placeholders(text), *re.findall(r"%\(\w+\)s", text)]


@every
def test_all_messages_of_the_code_and_no_others_are_in_the_file(language: str, domain: str) -> None:
    assert file_of(language, domain, "po").read_bytes() == as_po(updated(language, domain), language), HINT


@every
def test_every_message_has_a_translation_that_is_not_marked_as_fuzzy(language: str, domain: str) -> None:
    catalog = read(language, domain)

    assert list(untranslated(catalog)) == []
    assert [message.id for message in catalog if message.fuzzy] == []


@every
def test_a_translation_has_the_placeholders_of_the_english_text(language: str, domain: str) -> None:
    for message in read(language, domain):
        for english, text in _texts(message):
            assert Counter(_placeholders(text)) == Counter(_placeholders(english)), english
            if _placeholders(english):
                assert text.endswith(".") == english.endswith("."), english


def test_the_menu_and_the_dialects_of_spreadsheets_have_all_languages() -> None:
    """The other lists of languages follow from that of `messages.py`."""
    shell = (ROOT / "service" / "web" / "static" / "js" / "core" / "shell.js").read_text()
    (menu,) = re.findall(r"^const LANGUAGES = \{(.*)\};$", shell, re.MULTILINE)

    assert re.findall(r"(\w+): '", menu) == [*LANGUAGES]
    assert SPREADSHEETS.keys() == {None, *LANGUAGES}


def test_the_web_client_offers_and_names_every_tie_break() -> None:
    folder = ROOT / "service" / "web" / "static" / "js" / "tournaments"
    (offered,) = re.findall(r"^const TIES = \[(.*)\];$", (folder / "new_scoring.js").read_text(), re.MULTILINE)

    assert re.findall(r"'(\w+)'", offered) == [*get_args(TieBreak)]
    words = (folder / "words.js").read_text()
    assert [name for name in get_args(TieBreak) if len(re.findall(rf"\b{name}: t\(", words)) < 2] == []


@every
def test_the_compiled_file_is_current(language: str, domain: str) -> None:
    assert file_of(language, domain, "mo").read_bytes() == as_mo(read(language, domain)), HINT


@pytest.mark.parametrize("folder", ["kernel", "giganten", "siberia", "minos", "tournaments"])
def test_a_refusal_has_a_part_for_each_placeholder(folder: str) -> None:
    for call in calls_in(folder):
        for text in call.texts:
            assert {*placeholders(text)} == call.parts, call.where


IN_THE_FILE_ONLY = {
    "How to read this book": "it explains the keys that the pages show as titles",
    "About this file": "it is for those who read the source",
    "Our own rulings": "the rulings are translated in `rulings.toml`",
    "Later rulings": "the rulings are translated in `rulings.toml`",
    "Rulings without a rule": "the rulings are translated in `rulings.toml`",
    "Options": "the meanings and values of options are in the catalogue of the title",
    "Options and profiles": "the meanings and values of options are in the catalogue of the title",
}
"""The chapters of rule books that no page and no reply contains, so that they have no translation, and why."""

of_books = pytest.mark.parametrize(("language", "domain"), [each for each in TRANSLATED if each[1] in BOOKS])


@pytest.mark.parametrize("book", BOOKS.values())
def test_every_chapter_of_a_rule_book_is_translated_or_in_the_file_only(book: str) -> None:
    text = (ROOT / "domain" / book / "RULES.md").read_text(encoding="utf-8")
    phases = {rule.phase for rule in rules_of_book(book).values()}

    assert {*re.findall(r"^## (.+)$", text, re.MULTILINE)} - phases - {"Glossary"} <= IN_THE_FILE_ONLY.keys()


def test_every_chapter_that_is_not_translated_exists() -> None:
    books = [(ROOT / "domain" / book / "RULES.md").read_text(encoding="utf-8") for book in BOOKS.values()]

    assert [each for each in IN_THE_FILE_ONLY if not any(f"\n## {each}\n" in text for text in books)] == []


@of_books
def test_a_translated_rule_has_the_numbers_the_rulings_and_the_options_of_the_english_text(
    language: str, domain: str
) -> None:
    for english, text in ((str(each.id), str(each.string)) for each in read(language, domain) if each.id):
        assert Counter(_CODE.findall(text)) == Counter(_CODE.findall(english)), english
        assert {*_numbers(text)} == {*_numbers(english)}, english


_CODE = re.compile(r"`[^`]*`")


def _numbers(text: str) -> Iterator[str]:
    """Yield the numbers of a text, those of rules and the ids of rulings, with a point between thousands."""
    for number in re.findall(r"\b[A-Z]?\d[\d.,]*[a-z]?(?:\.\d+)?", text):
        yield number.rstrip(".,").replace(",", ".")
