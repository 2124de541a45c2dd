"""The rules and rulings of a title as replies, with links both ways."""

from collections.abc import Mapping
from typing import Any

from domain.kernel.rulebook import Rule
from domain.kernel.ruleset import Ruleset
from domain.kernel.rulings import Ruling
from domain.rulesets import RULESETS
from projections.rulings import cited, ruling_words
from service.core.http.messages import reply_from
from service.play.api.titles import rule_url
from service.rulebook.messages import (
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


def rules_reply(book: str, rules: Mapping[str, Rule]) -> Rules:
    """Return the rule book of a title, or of tournaments."""
    return Rules(tuple(rule_reply(book, rule) for rule in rules.values()))


def rule_reply(book: str, rule: Rule) -> RuleReply:
    """Return a rule with links to the rulings that it cites. Rules of tournaments cite none."""
    ids = cited(RULESETS[book], rule) if book in RULESETS else ()
    return reply_from(RuleReply, rule, rulings=tuple(RulingLink(each, ruling_url(book, each)) for each in ids))


def rulings_reply(title: Ruleset[Any], language: str) -> Rulings:
    """Return the rulings of a title in a language, and the sources that they quote."""
    found = title.rulings()
    return Rulings(
        language,
        tuple(SourceReply(key, source.title, source.language) for key, source in found.sources.items()),
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
