"""The rulings of a title: decisions on points where its sources are silent, ambiguous or contradictory.

The rules cite them by their ids. `rulings.toml` in the package of a title has them as data, in every language.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import TypeAlias

from domain.kernel.datafile import Problem, read
from domain.kernel.values import Value

FILE = "rulings.toml"
RULING = re.compile(r"[A-Z]\d+")
"""The id of a ruling: the letter of its table, and its number there. Keys of sources, such as S0, look alike."""

Texts: TypeAlias = Mapping[str, str]
"""A text in each language, by the tag of RFC 5646. English is always there."""


class Source(Value, frozen=True, forbid_unknown_fields=True):
    """A source of the rules: its title, and its language as a tag of RFC 5646."""

    title: str
    language: str


class Passage(Value, frozen=True, forbid_unknown_fields=True):
    """A short quotation on which a ruling decides: the key of the source, the section there, and the words, verbatim.

    An ellipsis in brackets stands for words that are left out.
    """

    source: str
    section: str
    quote: str


class Ruling(Value, frozen=True):
    """A decision on a point of the rules. Without passages the sources are silent."""

    id: str
    question: Texts
    passages: tuple[Passage, ...]
    decision: Texts
    reason: Texts
    options: tuple[str, ...]
    """The names of the options by which a game can be played otherwise."""
    departs: tuple[str, ...]
    """The numbers of the rules that depart, by this ruling, from a passage that they cite."""


class Rulings(Value, frozen=True):
    """The rulings of a title by id, in the order of the file, and the sources that they quote by key."""

    sources: Mapping[str, Source]
    by_id: Mapping[str, Ruling]


def no_rulings() -> Rulings:
    """Return the rulings of a title that has none."""
    return Rulings({}, {})


class _Entry(Value, frozen=True, forbid_unknown_fields=True):
    question: dict[str, str]
    decision: dict[str, str]
    reason: dict[str, str]
    passages: tuple[Passage, ...] = ()
    options: tuple[str, ...] = ()
    departs: tuple[str, ...] = ()


class _File(Value, frozen=True, forbid_unknown_fields=True):
    sources: dict[str, Source]
    rulings: dict[str, _Entry]


@cache
def rulings_of(*packages: str) -> Rulings:
    """Return the rulings in the files of these packages, in this order. Raises DataSetError for a malformed file."""
    sources: dict[str, Source] = {}
    found: dict[str, Ruling] = {}
    for package in packages:
        text = resources.files(package).joinpath(FILE).read_text(encoding="utf-8")
        one = parse_rulings(text, f"{package.replace('.', '/')}/{FILE}")
        sources |= one.sources
        found |= one.by_id
    return Rulings(sources, dict(sorted(found.items(), key=lambda item: _order(item[0], found))))


def parse_rulings(text: str, origin: str) -> Rulings:
    """Return the rulings of a file. Raises DataSetError with the line of the first problem."""
    file = read(text, origin, _File, _problems)
    return Rulings(
        file.sources,
        {
            key: Ruling(key, one.question, one.passages, one.decision, one.reason, one.options, one.departs)
            for key, one in file.rulings.items()
        },
    )


def _order(key: str, found: Mapping[str, Ruling]) -> tuple[int, int]:
    """Return the position of a ruling: the tables as their first rulings come, each by number."""
    letters = list(dict.fromkeys(each[0] for each in found))
    return letters.index(key[0]), int(key[1:])


def _problems(file: _File) -> Iterator[Problem]:
    for key, one in file.rulings.items():
        if RULING.fullmatch(key) is None:
            yield ("rulings", key), f"name a ruling by a letter and a number, such as G1, not {key}"
        for field, texts in (("question", one.question), ("decision", one.decision), ("reason", one.reason)):
            if "en" not in texts:
                yield ("rulings", key, field), "write the English text, en"
        for number, passage in enumerate(one.passages):
            if passage.source not in file.sources:
                yield ("rulings", key, "passages", number), f"{passage.source} is no key of [sources]"
