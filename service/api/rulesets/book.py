"""The rules and rulings of a title as replies, with links both ways."""

from typing import Any

from domain.kernel.rulebook import Rule
from domain.kernel.ruleset import Ruleset
from domain.kernel.rulings import Ruling
from projections.rulings import cited, ruling_words
from service.api.rulesets.messages import (
    PassageReply,
    RuleLink,
    RuleReply,
    Rules,
    RulingLink,
    RulingReply,
    Rulings,
    SourceReply,
)
from service.http.messages import reply_from


def rule_url(ruleset: str, number: str) -> str:
    """Return the path of the text of a rule."""
    return f"/v1/rulesets/{ruleset}/rules/{number}"


def ruling_url(ruleset: str, ruling: str) -> str:
    """Return the path of a ruling."""
    return f"/v1/rulesets/{ruleset}/rulings/{ruling}"


def rules_reply(title: Ruleset[Any]) -> Rules:
    """Return the rule book of a title."""
    return Rules(tuple(rule_reply(title, rule) for rule in title.rules.values()))


def rule_reply(title: Ruleset[Any], rule: Rule) -> RuleReply:
    """Return a rule with links to the rulings that it cites."""
    links = tuple(RulingLink(each, ruling_url(title.name, each)) for each in cited(title, rule))
    return reply_from(RuleReply, rule, rulings=links)


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
