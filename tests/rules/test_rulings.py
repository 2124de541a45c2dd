"""The rulings of each title: complete, true to the sources, cited by the rules, and published."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.datafile import DataSetError
from domain.kernel.ruleset import Ruleset
from domain.kernel.rulings import RULING, Passage, Ruling, parse_rulings
from domain.rulesets import RELEASED
from projections.languages import LANGUAGES
from projections.rulings import citing
from tests.rules.rulings_book import book_of, file_of

ROOT = Path(__file__).parents[2]
TABLES = {
    "giganten": {"G": range(1, 88), "N": range(1, 12), "X": (*range(1, 7), 17, 18, 19, 21, 22, 25, 27, 28)},
    "siberia": {"B": range(1, 44), "N": range(1, 19), "X": (*range(7, 11), 17, 20, 21, 24, 26, 27, 28)},
    "minos": {"M": range(1, 58), "N": range(1, 17), "X": (*range(11, 18), 21, 22, 23, 27, 28)},
}
"""The rulings that each title has: the letter of each table and the numbers."""

DEPARTING = {
    "giganten": {"0.6", "0.9", "0.11", "4d.1", "6.2", "7a.8", "7c.1"},
    "siberia": {"1.3"},
    "minos": {"2.4", "2.7", "3.10"},
}
"""Rules that depart from a passage that they cite, as readers of the sources found; there are more."""

DEPARTS = re.compile(r"^Departs (?:from .+): ((?:[A-Z]\d+(?:, )?)+)\.$", re.MULTILINE)
LEFT_OUT = " […] "

titles = pytest.mark.parametrize("ruleset", RELEASED, ids=[ruleset.name for ruleset in RELEASED])


def rulings(ruleset: Ruleset[Any]) -> Mapping[str, Ruling]:
    return ruleset.rulings().by_id


def book(ruleset: Ruleset[Any]) -> str:
    return (resources.files(f"domain.{ruleset.name}") / "RULES.md").read_text(encoding="utf-8")


@titles
def test_a_title_has_exactly_the_rulings_of_its_tables(ruleset: Ruleset[Any]):
    wanted = [f"{letter}{number}" for letter, numbers in TABLES[ruleset.name].items() for number in numbers]

    assert list(rulings(ruleset)) == wanted


@titles
def test_every_cited_id_is_that_of_a_ruling(ruleset: Ruleset[Any]):
    known = rulings(ruleset).keys() | ruleset.rulings().sources.keys() | {"S0", "S1", "S2", "S3", "S4"}
    cited = {source for rule in ruleset.rules.values() for source in rule.sources if RULING.fullmatch(source)}
    in_text = {
        word for one in rulings(ruleset).values() for text in _texts(one) for word in re.findall(r"\b[A-Z]\d+\b", text)
    }

    assert cited <= known
    assert in_text <= known


@titles
def test_every_ruling_is_cited_by_a_rule_or_needs_none(ruleset: Ruleset[Any]):
    needless = set(
        re.findall(r"^\| ([A-Z]\d+) \|", book(ruleset).split("## Rulings without a rule\n")[1], re.MULTILINE)
    )
    uncited = {each for each in rulings(ruleset) if not citing(ruleset.rules, each)}

    assert uncited - needless - in_options(ruleset) == set()
    assert needless & {each for each in rulings(ruleset) if citing(ruleset.rules, each)} == set()


def in_options(ruleset: Ruleset[Any]) -> set[str]:
    """Return the rulings that the chapter about options names."""
    return set(re.findall(r"\bX\d+\b", book(ruleset).split("\n## Options")[1]))


@titles
def test_a_ruling_has_all_texts_in_all_languages(ruleset: Ruleset[Any]):
    for one in rulings(ruleset).values():
        for texts in (one.question, one.decision, one.reason):
            assert set(texts) == set(LANGUAGES), one.id
            assert all(text.strip() == text and text[-1] in ".?" for text in texts.values()), one.id
        assert all(texts["en"] != texts["de"] != texts["it"] for texts in (one.question, one.reason)), one.id


@titles
def test_a_ruling_names_options_and_rules_of_its_title(ruleset: Ruleset[Any]):
    for one in rulings(ruleset).values():
        assert set(one.options) <= set(ruleset.options_by_name), one.id
        assert set(one.departs) <= set(citing(ruleset.rules, one.id)), one.id


@titles
def test_a_rule_that_departs_from_a_passage_says_so_with_the_ruling(ruleset: Ruleset[Any]):
    said = {
        number: set(found[1].split(", "))
        for number, rule in ruleset.rules.items()
        if (found := DEPARTS.search(rule.text))
    }
    departing: dict[str, set[str]] = {}
    for one in rulings(ruleset).values():
        for number in one.departs:
            departing.setdefault(number, set()).add(one.id)

    assert said == departing
    assert DEPARTING[ruleset.name] <= set(said)


@titles
def test_a_departure_has_a_passage_in_a_source_that_the_rule_cites(ruleset: Ruleset[Any]):
    for one in rulings(ruleset).values():
        for number in one.departs:
            keys = {source.split(" ")[0] for source in ruleset.rules[number].sources}
            assert keys & {passage.source for passage in one.passages}, f"{one.id}, {number}"


@titles
def test_the_rulings_are_printed_as_they_are(ruleset: Ruleset[Any]):
    assert file_of(ruleset).read_text(encoding="utf-8") == book_of(ruleset), "run python -m tests.rules.rulings_book"


def seeds() -> Path | None:
    """Return the folder with the source texts; None where it is not there."""
    return next((folder for parent in ROOT.parents if (folder := parent / "shared/seeds").is_dir()), None)


@cache
def source_text(number: int) -> str:
    folder = seeds()
    assert folder is not None
    return _plain(sorted(folder.glob("*.txt"))[number].read_text(encoding="utf-8"))


def _plain(text: str) -> str:
    """Return a text with single spaces, without the marks of a transcription: `**bold**` and `\\$`."""
    return re.sub(r"\s+", " ", re.sub(r"[*\\]", "", text)).strip()


def _texts(ruling: Ruling) -> Iterator[str]:
    for texts in (ruling.question, ruling.decision, ruling.reason):
        yield from texts.values()


def passages(ruleset: Ruleset[Any]) -> Iterator[tuple[str, Passage]]:
    for one in rulings(ruleset).values():
        for passage in one.passages:
            yield one.id, passage


@pytest.mark.skipif(seeds() is None, reason="the source texts are not part of the repository")
@titles
def test_every_quotation_stands_in_its_source(ruleset: Ruleset[Any]):
    for ruling, passage in passages(ruleset):
        text, position = source_text(int(passage.source[1:])), 0
        for part in passage.quote.split(LEFT_OUT):
            position = text.find(_plain(part), position)
            assert position >= 0, f"{ruling}: {passage.source} does not say: {part}"


@titles
def test_quotations_are_short(ruleset: Ruleset[Any]):
    assert [ruling for ruling, passage in passages(ruleset) if len(passage.quote.split()) > 40] == []


NO_SOURCE = 'passages = [{ source = "S9", section = "1", quote = "a" }]\n'
FAULTY = [
    ('[rulings.G1]\nquestion.en = "?"\ndecision.en = "."\n', 3, "reason"),
    ('[rulings.one]\nquestion.en = "?"\ndecision.en = "."\nreason.en = "."\n', 3, "a letter and a number"),
    ('[rulings.G1]\nquestion.de = "?"\ndecision.en = "."\nreason.en = "."\n', 4, "write the English text"),
    (f'[rulings.G1]\nquestion.en = "?"\ndecision.en = "."\nreason.en = "."\n{NO_SOURCE}', 7, "S9 is no key"),
]


@pytest.mark.parametrize(("text", "line", "problem"), FAULTY)
def test_a_malformed_file_is_refused_with_its_line(text: str, line: int, problem: str):
    with pytest.raises(DataSetError, match=problem) as error:
        parse_rulings(f"[sources]\n\n{text}", "rulings.toml")

    assert error.value.line == line
