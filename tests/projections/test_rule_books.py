"""The rule books in each language: every rule, with its number, chapter and language."""

import re

import pytest

from domain.rulesets import RELEASED
from domain.tournaments.rules import BOOK
from projections.languages import ENGLISH, LANGUAGES
from projections.rule_books import book_in, frame_of_book, rules_of_book, source_title_in
from projections.sentences.choices import rule_title

BOOKS = (*(ruleset.name for ruleset in RELEASED), BOOK)
books = pytest.mark.parametrize("name", BOOKS)
translated = pytest.mark.parametrize("language", [each for each in LANGUAGES if each != ENGLISH])


@books
@translated
def test_every_rule_has_its_number_its_chapter_and_a_text_in_the_language(name: str, language: str) -> None:
    english, words = rules_of_book(name), book_in(name, language).rules

    assert list(words) == list(english)
    for number, rule in words.items():
        assert (rule.number, rule.language) == (number, language)
        assert rule.title == rule_title(name, number, language)
        assert rule.phase.split(" ")[0] == english[number].phase.split(" ")[0]
        assert not rule.text or rule.text != english[number].text
        assert len(re.split(r"\n{2,}", rule.text)) == len(re.split(r"\n{2,}", english[number].text)), number
    chapters = {(rule.phase, words[number].phase) for number, rule in english.items()}
    assert {each for each, shown in chapters if each == shown} <= {"5 Manager", "9 Investor", "3 Check-in"}


@books
@translated
def test_the_introduction_says_in_the_language_what_the_game_is_about(name: str, language: str) -> None:
    found = book_in(name, language).introduction

    assert found.language == language
    assert found.text.count("\n\n") == frame_of_book(name)[0].count("\n\n")
    assert not re.search(r"\bthe\b", found.text)


@books
def test_the_english_book_is_as_it_is_written(name: str) -> None:
    found = book_in(name, ENGLISH)

    for number, rule in rules_of_book(name).items():
        told = found.rules[number]
        assert (told.title, told.phase, told.text, told.sources) == (rule.title, rule.phase, rule.text, rule.sources)
        assert told.language == ENGLISH


@books
def test_a_text_without_a_translation_is_english_and_says_so(name: str) -> None:
    found = book_in(name, "fr")

    assert {found.introduction.language, *(rule.language for rule in found.rules.values())} == {ENGLISH}
    assert found.introduction.text == frame_of_book(name)[0]
    assert {number: rule.text for number, rule in found.rules.items()} == {
        number: rule.text for number, rule in rules_of_book(name).items()
    }


@books
@translated
def test_the_glossary_has_every_word_in_the_order_of_the_language(name: str, language: str) -> None:
    english, found = (book_in(name, each).glossary for each in (ENGLISH, language))
    words = re.findall(r"^\| ([^|]+) \| [^|]+ \|$", found.text, re.MULTILINE)[1:]

    assert found.language == language
    assert len(words) == len(re.findall(r"^\| ", english.text, re.MULTILINE)) - 1 > 8
    assert words == sorted(words, key=lambda word: word.casefold().translate(str.maketrans("äöü", "aou")))
    assert not re.search(r"\bthe\b", found.text)


def test_sections_of_sources_are_named_in_the_language() -> None:
    german, italian = (book_in("giganten", language).rules["0.2"] for language in ("de", "it"))

    assert german.sources == ("S0 Spielvorbereitung 2", "S1 Spielvorbereitung B", "S3 Spielvorbereitung", "G2")
    assert italian.sources == ("S0 preparazione 2", "S1 preparazione B", "S3 preparazione", "G2")
    assert book_in("minos", "de").rules["3.6"].sources[0] == "S4 Würfel (S. 6)"
    assert source_title_in("giganten", "it", "German short rules (Kurzspielregel)").startswith("regole brevi tedesche")


def test_lists_and_tables_keep_their_form() -> None:
    round_of_giganten = book_in("giganten", "de").introduction.text
    presets = book_in(BOOK, "it").rules["7.7"].text

    assert re.findall(r"^(\d)\. ", round_of_giganten, re.MULTILINE) == [str(number) for number in range(1, 10)]
    assert "| modello | punti | spareggi, in quest'ordine |\n|---|---|---|\n| `euro_league` |" in presets
    assert "`score_share`, `opposition`, `head_to_head`, `seat_luck`, `lot` |" in presets
