"""The rule books: one page for each title, with an anchor for each rule and each phase."""

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import groupby
from typing import Any

from litestar import Response, get
from litestar.response import Redirect
from markdown_it import MarkdownIt
from markupsafe import Markup

from domain.kernel.rulebook import Rule
from domain.kernel.values import Value
from domain.rulesets import RULESETS
from domain.tournaments.rules import BOOK as TOURNAMENTS
from projections.rulings import RulingWords, cited, ruling_words, uncited
from projections.sentences.words import OptionWords, words_of
from service.people.api.request import PlayerRequest
from service.play.api.titles import rules_named
from service.web.pages import page_language, render
from service.web.titles import check_title, titles_of

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_NUMBER = re.compile(r"(?<![\w.#/-])(\d+[a-z]?(?:\.\d+)+|[A-Z]\d+)(?![\w-]|\.\d)")
"""The number of a rule, or the id of a ruling."""


class Entry(Value, frozen=True):
    """A rule as the page shows it."""

    number: str
    title: str
    html: Markup
    options: tuple[tuple[str, OptionWords], ...]
    """The options that change the rule: name and words."""
    sources: tuple[str, ...]
    rulings: tuple[RulingWords, ...]
    """The rulings that the rule cites, in the language of the page."""


class Section(Value, frozen=True):
    """The rules of one phase of the rule book."""

    number: str
    title: str
    rules: tuple[Entry, ...]


@get("/rules", include_in_schema=False)
async def rule_books(request: PlayerRequest) -> Response[Any]:
    """Return the list of the rule books."""
    return render(request, "rule_books.html", {"json": "/v1/rulesets", "titles": titles_of(page_language(request))})


@get("/rules/{name:str}", include_in_schema=False)
async def rule_book(request: PlayerRequest, name: str) -> Response[Any]:
    """Return the rule book of a title."""
    check_title(name)
    language = page_language(request)
    context = {
        "json": f"/v1/rulesets/{name}/rules",
        "name": name,
        "titles": titles_of(language),
        "sections": sections_of(name, language),
        "anchored": anchored(name),
        "uncited": uncited_of(name, language),
        "source_titles": {key: source.title for key, source in RULESETS[name].rulings().sources.items()},
    }
    return render(request, "rules.html", context)


@get("/rules/{name:str}/{number:str}", include_in_schema=False)
async def rule_address(name: str, number: str) -> Redirect:
    """Redirect to a rule, or a ruling, on the page of its title, or of tournaments."""
    if name != TOURNAMENTS:
        check_title(name)
    is_ruling = name != TOURNAMENTS and number in RULESETS[name].rulings().by_id
    return Redirect(f"/rules/{name}#{number}" if is_ruling or number in rules_named(name) else f"/rules/{name}")


@cache
def anchored(name: str) -> Mapping[str, str]:
    """Return for each ruling the first rule that cites it, where it has its anchor."""
    ruleset = RULESETS[name]
    found: dict[str, str] = {}
    for rule in ruleset.rules.values():
        for each in cited(ruleset, rule):
            found.setdefault(each, rule.number)
    return found


@cache
def uncited_of(name: str, language: str) -> tuple[RulingWords, ...]:
    """Return the rulings of a title that no rule cites."""
    ruleset = RULESETS[name]
    return tuple(ruling_words(ruleset, ruleset.rulings().by_id[each], language) for each in uncited(ruleset))


@cache
def sections_of(name: str, language: str) -> tuple[Section, ...]:
    """Return the rules of a title by phase. Titles of rules are in the language, their texts in English."""
    ruleset = RULESETS[name]
    rules, found = ruleset.rules, ruleset.rulings().by_id
    words = words_of(ruleset, language)
    changed_by: dict[str, list[tuple[str, OptionWords]]] = {}
    for option in RULESETS[name].options:
        for number in option.rules:
            changed_by.setdefault(number, []).append((option.name, words.options[option.name]))

    def entry(rule: Rule) -> Entry:
        title = words.rules.get(rule.number, rule.title)
        options = tuple(changed_by.get(rule.number, ()))
        rulings = tuple(ruling_words(ruleset, found[each], language) for each in cited(ruleset, rule))
        return Entry(rule.number, title, _html(rule.text, {*rules, *found}), options, rule.sources, rulings)

    return tuple(
        Section(*phase.split(" ", 1), tuple(map(entry, group)))  # type: ignore[arg-type] - `2a Cards`: number and title
        for phase, group in groupby(rules.values(), key=lambda rule: rule.phase)
    )


def _html(text: str, anchors: AbstractSet[str]) -> Markup:
    """Return the text of a rule as HTML. Numbers of rules and ids of rulings become links to them."""
    html = _MARKDOWN.render(text)
    linked = _NUMBER.sub(lambda found: _link(found[1]) if found[1] in anchors else found[1], html)
    return Markup(linked)  # noqa: S704 - the rule books are files of the package, and HTML in them is escaped


def _link(number: str) -> str:
    return f'<a href="#{number}">{number}</a>'


routes = (rule_books, rule_book, rule_address)
