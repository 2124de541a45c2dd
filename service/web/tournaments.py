"""The pages of tournaments: the list, one tournament with the organiser's desk, and the form that opens one."""

import re
from functools import cache
from importlib import resources
from typing import Any

from litestar import Response, get
from markdown_it import MarkdownIt
from markupsafe import Markup

from domain.kernel.values import Value
from service.core.http.problems import ProblemError
from service.core.site_address import SiteAddress
from service.people.api.request import PlayerRequest
from service.tournaments.tournaments import Tournaments
from service.web.pages import render
from service.web.sharing.links import tournament_share

_RULES = resources.files("domain.tournaments") / "RULES.md"
_HEADING = re.compile(r"^(##|###) (\d+(?:\.\d+)?) (.+)$", re.MULTILINE)
_NUMBER = re.compile(r"(?<![\w.#/-])(\d\.\d+)(?![\w.-])")
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_ID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.ASCII)


@get("/tournaments", include_in_schema=False)
async def tournaments(request: PlayerRequest) -> Response[Any]:
    """Return the list of tournaments."""
    return render(request, "tournaments.html", {"json": "/v1/tournaments"})


@get("/tournaments/new", include_in_schema=False)
async def new_tournament(request: PlayerRequest) -> Response[Any]:
    """Return the form that opens a tournament, or with `change` the one that changes its terms."""
    changes = "change" in request.query_params
    return render(request, "new_tournament.html", {"json": "/v1/rulesets", "changes": changes})


@get("/tournaments/{tournament:str}", include_in_schema=False)
async def tournament_page(
    request: PlayerRequest, tournaments: Tournaments, site: SiteAddress, tournament: str
) -> Response[Any]:
    """Return the page of a tournament. Every visitor gets the same one; a private and an unknown one have the same.

    Raises a 404 problem for a text that is no id.
    """
    if not _ID.fullmatch(tournament):
        raise ProblemError("not-found", "there is no such tournament")
    share = await tournament_share(request, tournaments, site, tournament)
    context = {"json": f"/v1/tournaments/{tournament}", "tournament": tournament, "share": share}
    return render(request, "tournament.html", context)


@get("/rules/tournaments", include_in_schema=False)
async def tournament_rules(request: PlayerRequest) -> Response[Any]:
    """Return the rules of tournaments, with an anchor for each."""
    return render(request, "tournament_rules.html", {"json": "/v1/rulesets/tournaments/rules", "rules": _rules()})


class Rule(Value, frozen=True):
    """A rule of tournaments, or a chapter, as the page shows it."""

    number: str
    title: str
    is_chapter: bool
    html: Markup


@cache
def _rules() -> tuple[Rule, ...]:
    """Return the rules in their order. Numbers of rules in their texts become links."""
    text = _RULES.read_text("utf-8")
    found = list(_HEADING.finditer(text))
    numbers = {heading[2] for heading in found}
    ends = [*(heading.start() for heading in found[1:]), len(text)]

    def link(number: re.Match[str]) -> str:
        return f'<a href="#{number[1]}">{number[1]}</a>' if number[1] in numbers else number[1]

    def html_of(markdown: str) -> Markup:
        linked = _NUMBER.sub(link, _MARKDOWN.render(markdown))
        return Markup(linked)  # noqa: S704 - a file of the package, and HTML in it is escaped

    return tuple(
        Rule(heading[2], _plain(heading[3]), heading[1] == "##", html_of(text[heading.end() : end]))
        for heading, end in zip(found, ends, strict=True)
    )


def _plain(title: str) -> str:
    return title.replace("`", "")


routes = (tournaments, new_tournament, tournament_page, tournament_rules)
