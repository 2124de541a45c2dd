"""The numbered rules of a title, parsed from its RULES.md. Refusals, tests and the API cite these numbers."""

import re
from collections.abc import Mapping
from importlib import resources

from domain.kernel.values import Value

_SECTION = re.compile(r"^## (\d+[a-z]?) (.+)$")
_RULE = re.compile(r"^### (\d+[a-z]?(?:\.\d+)+) (.+)$")
_SOURCES = "Sources: "


class Rule(Value, frozen=True):
    """A numbered rule: title, text (Markdown), phase and sources."""

    number: str
    title: str
    phase: str
    text: str
    sources: tuple[str, ...]


class RulebookError(Exception):
    """A RULES.md is malformed. The message names the rule."""


def rules_of(package: str, *, has_sources: bool = True) -> Mapping[str, Rule]:
    """Return the rules in the RULES.md of a package by number, in file order."""
    return parse_rules(_text_of(package), has_sources=has_sources)


def introduction_of(package: str) -> str:
    """Return the introduction in the RULES.md of a package: the Markdown between its title and its first chapter."""
    return _text_of(package).partition("\n## ")[0].partition("\n")[2].strip()


def glossary_of(package: str) -> str:
    """Return the glossary in the RULES.md of a package: a table of words and meanings, and what stands below it.

    The columns with the words of the sources are left out. Empty if there is no such chapter.
    """
    _, _, chapter = _text_of(package).partition("\n## Glossary\n")
    lines = chapter.partition("\n## ")[0].strip().splitlines()
    return "\n".join(f"{'|'.join(line.split('|')[:3])}|" if line.startswith("|") else line for line in lines)


def _text_of(package: str) -> str:
    return resources.files(package).joinpath("RULES.md").read_text(encoding="utf-8")


def parse_rules(text: str, *, has_sources: bool = True) -> Mapping[str, Rule]:
    """Return the rules of a rule book by number. Raises RulebookError for a rule without sources or a repeated one.

    Without `has_sources`, the rules are our own and name none.
    """
    rules: dict[str, Rule] = {}
    phase = ""
    heading: tuple[str, str] | None = None
    body: list[str] = []
    for line in [*text.splitlines(), "## "]:
        section, rule = _SECTION.match(line), _RULE.match(line)
        if line.startswith(("## ", "### ")):
            if heading is not None:
                _add(rules, heading, phase, body, has_sources=has_sources)
            heading, body = None, []
        if section:
            phase = f"{section[1]} {section[2]}"
        elif rule:
            heading = (rule[1], rule[2])
        elif heading is not None:
            body.append(line)
    return rules


def _add(rules: dict[str, Rule], heading: tuple[str, str], phase: str, body: list[str], *, has_sources: bool) -> None:
    number, title = heading
    sources = [line for line in body if line.startswith(_SOURCES)]
    if number in rules or len(sources) != has_sources:
        raise RulebookError(f"rule {number} must appear once, with {'one line of' if has_sources else 'no'} sources")
    text = "\n".join(line for line in body if not line.startswith(_SOURCES)).strip()
    cited = [each for line in sources for each in re.split(r"[;,] ", line.removeprefix(_SOURCES).rstrip("."))]
    rules[number] = Rule(number, title, phase, text, tuple(cited))
