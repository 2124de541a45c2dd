"""The rule books: a page for each title and one for tournaments, with an anchor for each rule and each chapter."""

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
from projections.guides import goal_in
from projections.rule_books import RuleWords, book_in, source_title_in
from projections.rulings import RulingWords, cited, ruling_words, uncited
from projections.sentences.words import OptionWords, words_of
from service.core.site_address import SiteAddress
from service.people.api.request import PlayerRequest
from service.play.api.titles import rules_named
from service.web.pages import alternates, page_language, render
from service.web.titles import check_title, titles_of

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_NUMBER = re.compile(r"(?<![\w.#/-])(\d+[a-z]?(?:\.\d+)+|[A-Z]\d+)(?![\w-]|\.\d)")
"""The number of a rule, or the id of a ruling."""


class Entry(Value, frozen=True):
    """A rule as the page shows it."""

    number: str
    title: str
    html: Markup
    language: str
    """The language of the text."""
    options: tuple[tuple[str, OptionWords], ...]
    """The options that change the rule: name and words."""
    sources: tuple[tuple[str, str], ...]
    """The sources: as the rule cites them, and in the language of the page."""
    rulings: tuple[RulingWords, ...]
    """The rulings that the rule cites, in the language of the page."""


class Section(Value, frozen=True):
    """The rules of one phase of the rule book."""

    number: str
    title: str
    rules: tuple[Entry, ...]


@get("/rules", include_in_schema=False)
async def rule_books(request: PlayerRequest, site: SiteAddress) -> Response[Any]:
    """Return the list of the rule books."""
    context = {
        "json": "/v1/rulesets",
        "alternates": alternates(request, site),
        "titles": titles_of(page_language(request)),
    }
    return render(request, "rule_books.html", context)


@get("/rules/{name:str}", include_in_schema=False)
async def rule_book(request: PlayerRequest, site: SiteAddress, name: str) -> Response[Any]:
    """Return the rule book of a title."""
    check_title(name)
    language = page_language(request)
    context = {
        "json": f"/v1/rulesets/{name}/rules",
        "alternates": alternates(request, site),
        "name": name,
        "titles": titles_of(language),
        "goal": goal_in(name, language),
        "sections": sections_of(name, language),
        "anchored": anchored(name),
        "uncited": uncited_of(name, language),
        **frame_of(name, language),
        "source_titles": {
            key: source_title_in(name, language, source.title)
            for key, source in RULESETS[name].rulings().sources.items()
        },
    }
    return render(request, "rules.html", context)


@get("/rules/tournaments", include_in_schema=False)
async def tournament_rules(request: PlayerRequest, site: SiteAddress) -> Response[Any]:
    """Return the rules of tournaments."""
    language = page_language(request)
    context = {
        "json": f"/v1/rulesets/{TOURNAMENTS}/rules",
        "alternates": alternates(request, site),
        "sections": tournament_sections(language),
        **frame_of(TOURNAMENTS, language),
    }
    return render(request, "tournament_rules.html", context)


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
    """Return the rules of a title by phase, in a language. A text without a translation is English."""
    ruleset, book = RULESETS[name], book_in(name, language)
    rules, found = ruleset.rules, ruleset.rulings().by_id
    words = words_of(ruleset, language)
    changed_by: dict[str, list[tuple[str, OptionWords]]] = {}
    for option in RULESETS[name].options:
        for number in option.rules:
            changed_by.setdefault(number, []).append((option.name, words.options[option.name]))

    def entry(rule: Rule) -> Entry:
        told = book.rules[rule.number]
        return Entry(
            number=rule.number,
            title=told.title,
            html=html_of(told.text, {*rules, *found}),
            language=told.language,
            options=tuple(changed_by.get(rule.number, ())),
            sources=tuple(zip(rule.sources, told.sources, strict=True)),
            rulings=tuple(ruling_words(ruleset, found[each], language) for each in cited(ruleset, rule)),
        )

    return tuple(
        Section(number, title, tuple(entry(rules[told.number]) for told in group))
        for (number, _, title), group in groupby(book.rules.values(), key=lambda told: told.phase.partition(" "))
    )


@cache
def tournament_sections(language: str) -> tuple[Section, ...]:
    """Return the rules of tournaments by chapter, in a language. They have no sources, options and rulings."""
    rules = book_in(TOURNAMENTS, language).rules

    def entry(rule: RuleWords) -> Entry:
        title = rule.title.replace("`", "")
        return Entry(rule.number, title, html_of(rule.text, rules.keys()), rule.language, (), (), ())

    return tuple(
        Section(number, title, tuple(map(entry, group)))
        for (number, _, title), group in groupby(rules.values(), key=lambda rule: rule.phase.partition(" "))
    )


class Text(Value, frozen=True):
    """The introduction or the glossary of a rule book as the page shows it, and its language."""

    html: Markup
    language: str


@cache
def frame_of(name: str, language: str) -> Mapping[str, Text]:
    """Return the introduction and the glossary of a rule book, of a title or of tournaments."""
    book, anchors = book_in(name, language), rules_named(name).keys()
    found = {"introduction": book.introduction, "glossary": book.glossary}
    return {part: Text(html_of(each.text, anchors), each.language) for part, each in found.items()}


def html_of(text: str, anchors: AbstractSet[str]) -> Markup:
    """Return the text of a rule as HTML. Numbers of rules and ids of rulings become links to them."""
    html = _MARKDOWN.render(text)
    linked = _NUMBER.sub(lambda found: _link(found[1]) if found[1] in anchors else found[1], html)
    return Markup(linked)  # noqa: S704 - the rule books are files of the package, and HTML in them is escaped


def _link(number: str) -> str:
    return f'<a href="#{number}">{number}</a>'


routes = (rule_books, rule_book, tournament_rules, rule_address)
