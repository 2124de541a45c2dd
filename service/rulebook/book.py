"""The rules and rulings of a title as replies, with links both ways."""

from typing import Any

from domain.kernel.rulebook import Rule
from domain.kernel.ruleset import Ruleset
from domain.kernel.rulings import Ruling
from domain.rulesets import RULESETS
from projections.guides import explained_in, guide_of, lesson_in
from projections.rule_books import book_in, rules_of_book, source_title_in
from projections.rulings import cited, ruling_words
from projections.sentences.words import words_of
from service.core.http.messages import reply_from
from service.play.api.titles import rule_url
from service.rulebook.messages import (
    GuideReply,
    PassageReply,
    RuleLink,
    RuleReply,
    Rules,
    RulingLink,
    RulingReply,
    Rulings,
    SourceReply,
)


def ruling_url(ruleset: str, ruling: str) -> str:
    """Return the path of a ruling."""
    return f"/v1/rulesets/{ruleset}/rulings/{ruling}"


def rules_reply(book: str, language: str) -> Rules:
    """Return the rule book of a title, or of tournaments, in a language."""
    words = book_in(book, language)
    rules = tuple(rule_reply(book, rule, language) for rule in rules_of_book(book).values())
    return Rules(language, words.introduction.text, words.glossary.text, rules)


def rule_reply(book: str, rule: Rule, language: str) -> RuleReply:
    """Return a rule in a language, with links to the rulings that it cites. Rules of tournaments cite none."""
    ids = cited(RULESETS[book], rule) if book in RULESETS else ()
    links = tuple(RulingLink(each, ruling_url(book, each)) for each in ids)
    return reply_from(RuleReply, book_in(book, language).rules[rule.number], rulings=links)


def rulings_reply(title: Ruleset[Any], language: str) -> Rulings:
    """Return the rulings of a title in a language, and the sources that they quote."""
    found = title.rulings()
    return Rulings(
        language,
        tuple(
            SourceReply(key, source_title_in(title.name, language, source.title), source.language)
            for key, source in found.sources.items()
        ),
        tuple(ruling_reply(title, each, language) for each in found.by_id.values()),
    )


def ruling_reply(title: Ruleset[Any], ruling: Ruling, language: str) -> RulingReply:
    """Return a ruling in a language with links to the rules that cite it."""
    words = ruling_words(title, ruling, language)
    return reply_from(
        RulingReply,
        words,
        language=language,
        passages=tuple(reply_from(PassageReply, each) for each in words.passages),
        rules=tuple(RuleLink(number, rule_url(title.name, number)) for number in words.rules),
        url=ruling_url(title.name, ruling.id),
    )


def guide_reply(title: Ruleset[Any], language: str) -> GuideReply:
    """Return what a table of a title explains, in a language."""
    guide, words = guide_of(title.name), words_of(title, language)
    choices = {f"{title.name}.{command}": entry for command, entry in guide.choices.items()}
    return GuideReply(
        language=language,
        symbols=explained_in(guide.symbols, words.pieces, language),
        facts=explained_in(guide.facts, words.fields, language),
        choices=explained_in(choices, {}, language),
        first_game=lesson_in(title.name, language),
    )
