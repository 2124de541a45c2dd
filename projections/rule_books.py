"""The rule books in one language: introduction, glossary, chapters, titles and texts of rules, sections of sources.

`RULES.md` is the English text. `locales/<language>/LC_MESSAGES/<book>-rules.po` translates it by paragraph, item of a
list and cell of a table; the titles of the rules are in `<book>.po`. Anchors, numbers and the order are those of the
English book. A rule with a text that has no translation stays English as a whole, and says so.
"""

import gettext
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import cache

from domain.kernel.rulebook import Rule
from domain.kernel.values import Value
from domain.rulesets import RULESETS
from domain.tournaments import rules as tournaments
from projections.languages import ENGLISH
from projections.sentences.chapters import chapter_in, texts_of_book
from projections.sentences.choices import rule_title
from projections.sentences.messages import Message

SECTION = "section of a source"
"""The context of the messages that name a section."""

_DELIMITER = re.compile(r"[|: -]+")
_ITEM = re.compile(r"(?:\d+\.|[*-]) ")
_CODE = re.compile(r"`[^`]*`")
_WORD = re.compile(r"[^\W\d_]{2}")
_LABEL = re.compile(r" (?:\d+|[A-Z])$")
"""The number of a section: 4 in `set-up 4`, C in `set-up C`."""


class Passage(Value, frozen=True):
    """A text of a rule book in Markdown, and its language as a tag of RFC 5646."""

    text: str
    language: str


class RuleWords(Value, frozen=True):
    """A rule in one language."""

    number: str
    title: str
    phase: str
    """The number and the title of the chapter."""
    text: str
    """Markdown."""
    sources: tuple[str, ...]
    language: str
    """The language of the text, as a tag of RFC 5646: English if a part of it has no translation."""


class BookWords(Value, frozen=True):
    """The rule book of a title, or of tournaments, in one language."""

    introduction: Passage
    glossary: Passage
    """A table of words and meanings, in the order of the words, and what stands below it."""
    rules: Mapping[str, RuleWords]
    """The rules by number, in the order of the book."""


@cache
def book_in(name: str, language: str) -> BookWords:
    """Return the rule book of a title, or of tournaments."""
    texts = texts_of_book(name, language)
    rules = {
        rule.number: RuleWords(
            number=rule.number,
            title=rule_title(name, rule.number, language),
            phase=chapter_in(rule.phase, texts),
            text=text.text,
            sources=tuple(source_in(name, language, source) for source in rule.sources),
            language=text.language,
        )
        for rule in rules_of_book(name).values()
        for text in [_passage(rule.text, language, texts)]
    }
    introduction, glossary = (_passage(text, language, texts) for text in frame_of_book(name))
    return BookWords(introduction, Passage(_in_order(glossary.text), glossary.language), rules)


def rules_of_book(name: str) -> Mapping[str, Rule]:
    """Return the English rules of a title, or of tournaments, by number."""
    return tournaments.rules() if name == tournaments.BOOK else RULESETS[name].rules


def frame_of_book(name: str) -> tuple[str, str]:
    """Return the English introduction and glossary of a rule book, in Markdown."""
    if name == tournaments.BOOK:
        return tournaments.introduction(), tournaments.glossary()
    return RULESETS[name].introduction, RULESETS[name].glossary


def source_in(name: str, language: str, source: str) -> str:
    """Return a source of a rule, such as `S0 set-up 4`, with its section in a language. A key alone stays as it is."""
    key, _, section = source.partition(" ")
    return f"{key} {section_in(name, language, section)}" if section else source


def section_in(name: str, language: str, section: str) -> str:
    """Return the name of a section of a source in a language; the English one if there is no translation."""
    words, label = _split(section)
    return (texts_of_book(name, language).pgettext(SECTION, words) or words) + label if _has_words(words) else section


def source_title_in(name: str, language: str, title: str) -> str:
    """Return the title of a source in a language; the English one if there is no translation."""
    return texts_of_book(name, language).gettext(title) or title


def messages_of_book(name: str) -> Iterator[Message]:
    """Yield the messages of the catalogue of a rule book, in the order of the book."""
    for text in frame_of_book(name):
        yield from map(Message, _parts(text))
    rules = rules_of_book(name)
    for rule in rules.values():
        yield Message(rule.phase.partition(" ")[2])
        yield from map(Message, _parts(rule.text))
    sections = [source.partition(" ")[2] for rule in rules.values() for source in rule.sources]
    if name in RULESETS:
        rulings = RULESETS[name].rulings()
        yield from (Message(source.title) for source in rulings.sources.values())
        sections += [passage.section for ruling in rulings.by_id.values() for passage in ruling.passages]
    for words, _ in map(_split, sections):
        if _has_words(words):
            yield Message(words, context=SECTION)


def _passage(text: str, language: str, texts: gettext.NullTranslations) -> Passage:
    # English, and a language without a catalogue, have no translations
    if not isinstance(texts, gettext.GNUTranslations) or not all(map(texts.gettext, _parts(text))):
        return Passage(text, ENGLISH)
    return Passage(_replaced(text, texts.gettext), language)


def _in_order(glossary: str) -> str:
    """Return a glossary with the rows of its table in the order of their words."""
    table, _, rest = glossary.partition("\n\n")
    head, rows = table.splitlines()[:2], table.splitlines()[2:]
    ordered = "\n".join([*head, *sorted(rows, key=_word_of)])
    return f"{ordered}\n\n{rest}" if rest else ordered


def _word_of(row: str) -> str:
    """Return the word of a row, as dictionaries order it: without case and accents."""
    letters = unicodedata.normalize("NFKD", row.split("|")[1].strip().casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _split(section: str) -> tuple[str, str]:
    """Return the words of a section, and its number with the space before it, or an empty string."""
    label = _LABEL.search(section)
    return (section[: label.start()], label[0]) if label else (section, "")


def _has_words(text: str) -> bool:
    return _WORD.search(_CODE.sub("", text)) is not None


def _parts(text: str) -> list[str]:
    """Return the texts of a piece of Markdown that are translated: paragraphs, items of lists, cells with words."""
    found: list[str] = []

    def keep(part: str) -> str:
        found.append(part)
        return part

    _replaced(text, keep)
    return found


def _replaced(text: str, replace: Callable[[str], str]) -> str:
    """Return a piece of Markdown with each of the texts that are translated replaced, one line each."""
    blocks = (block.strip().splitlines() for block in re.split(r"\n{2,}", text))
    return "\n\n".join("\n".join(_replaced_lines(lines, replace)) for lines in blocks if lines)


def _replaced_lines(lines: list[str], replace: Callable[[str], str]) -> Iterator[str]:
    if lines[0].startswith("|"):
        for line in lines:
            yield line if _DELIMITER.fullmatch(line) else _replaced_row(line, replace)
        return
    parts: list[tuple[str, str]] = []
    for line in lines:
        item = _ITEM.match(line)
        if item or not parts:
            parts.append((item[0] if item else "", line.removeprefix(item[0]) if item else line))
        else:
            mark, words = parts[-1]
            parts[-1] = (mark, f"{words} {line.strip()}")
    for mark, words in parts:
        yield mark + replace(words)


def _replaced_row(line: str, replace: Callable[[str], str]) -> str:
    cells = (cell.strip() for cell in line.strip().strip("|").split("|"))
    return f"| {' | '.join(replace(cell) if _has_words(cell) else cell for cell in cells)} |"
