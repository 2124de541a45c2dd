"""The rule book of tournaments, which refusals cite."""

from collections.abc import Mapping
from functools import cache

from domain.kernel.rulebook import Rule, glossary_of, introduction_of, rules_of

BOOK = "tournaments"
"""The name of the rule book. No title has it."""


@cache
def rules() -> Mapping[str, Rule]:
    """Return the rules of tournaments by number."""
    return rules_of("domain.tournaments", has_sources=False)


@cache
def introduction() -> str:
    """Return the introduction of the rule book of tournaments, in Markdown."""
    return introduction_of("domain.tournaments")


@cache
def glossary() -> str:
    """Return the words of the rule book of tournaments and their meanings, as a table in Markdown."""
    return glossary_of("domain.tournaments")
