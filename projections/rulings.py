"""The rulings of a title in one language, with the rules that cite them."""

from collections.abc import Mapping
from typing import Any

from domain.kernel.rulebook import Rule
from domain.kernel.ruleset import Ruleset
from domain.kernel.rulings import Ruling, Texts
from domain.kernel.values import Value
from projections.languages import ENGLISH
from projections.rule_books import section_in


class PassageWords(Value, frozen=True):
    """A passage of a source on which a ruling decides, with the language of the source as a tag of RFC 5646."""

    source: str
    section: str
    language: str
    quote: str


class RulingWords(Value, frozen=True):
    """A ruling in one language."""

    id: str
    question: str
    passages: tuple[PassageWords, ...]
    decision: str
    reason: str
    options: tuple[str, ...]
    rules: tuple[str, ...]
    """The numbers of the rules that cite the ruling."""
    departs: tuple[str, ...]
    """The numbers of the rules that depart, by this ruling, from a passage that they cite."""


def ruling_words(ruleset: Ruleset[Any], ruling: Ruling, language: str) -> RulingWords:
    """Return a ruling in a language. Quotations stay in the language of their source."""
    sources = ruleset.rulings().sources
    return RulingWords(
        id=ruling.id,
        question=_in(language, ruling.question),
        passages=tuple(
            PassageWords(
                source=one.source,
                section=section_in(ruleset.name, language, one.section),
                language=sources[one.source].language,
                quote=one.quote,
            )
            for one in ruling.passages
        ),
        decision=_in(language, ruling.decision),
        reason=_in(language, ruling.reason),
        options=ruling.options,
        rules=citing(ruleset.rules, ruling.id),
        departs=ruling.departs,
    )


def citing(rules: Mapping[str, Rule], ruling: str) -> tuple[str, ...]:
    """Return the numbers of the rules that cite a ruling."""
    return tuple(number for number, rule in rules.items() if ruling in rule.sources)


def cited(ruleset: Ruleset[Any], rule: Rule) -> tuple[str, ...]:
    """Return the ids of the rulings that a rule cites."""
    return tuple(source for source in rule.sources if source in ruleset.rulings().by_id)


def uncited(ruleset: Ruleset[Any]) -> tuple[str, ...]:
    """Return the ids of the rulings that no rule cites: they concern no play, or the game as a whole."""
    return tuple(each for each in ruleset.rulings().by_id if not citing(ruleset.rules, each))


def _in(language: str, texts: Texts) -> str:
    return texts.get(language, texts[ENGLISH])
