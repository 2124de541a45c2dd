"""A page for every type of problem: what it means and what to do, from the same table as the problems themselves."""

import json
from functools import cache
from html import escape
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, Router, get

from service.core.http.exchanges import exchanges
from service.core.http.json_text import quoted
from service.core.http.messages import Reply, reply_from
from service.core.http.problem_types import PROBLEMS, ProblemType, example_of, page_of
from service.core.http.problems import PROBLEM_JSON, ProblemError
from service.web.documents.html import HEADERS, inline, law_links, page

PAGE_HEADERS = {**HEADERS, "Vary": "Accept"}


class ProblemPage(Reply, frozen=True):
    """A type of problem: its page as JSON."""

    type: str
    code: str
    status: int
    title: str
    meaning: str
    remedy: str
    example: dict[str, Any]


class ProblemPages(Reply, frozen=True):
    """All types of problems."""

    items: tuple[ProblemPage, ...]


@get("/", include_in_schema=False)
async def problem_pages(request: Request[Any, Any, Any]) -> Response[Any]:
    """Return all types of problems, as a page or as JSON."""
    if _wants_json(request):
        return _json(ProblemPages(tuple(_page(code, kind) for code, kind in PROBLEMS.items())))
    rows = "".join(
        f'<tr><td>{kind.status}</td><td><a href="{page_of(code)}"><code>{code}</code></a></td>'
        f"<td>{escape(kind.title)}</td></tr>"
        for code, kind in sorted(PROBLEMS.items(), key=lambda item: item[1].status)
    )
    table = f"<table><thead><tr><th>Status</th><th>Code</th><th>Title</th></tr></thead><tbody>{rows}</tbody></table>"
    return _html(request, "Problems", f"<p>Every problem that the service answers.</p>{table}")


@get("/{code:str}", include_in_schema=False)
async def problem_page(request: Request[Any, Any, Any], code: str) -> Response[Any]:
    """Return what a problem means and what to do, as a page or as JSON."""
    kind = PROBLEMS.get(code)
    if kind is None:
        raise ProblemError("not-found", f"there is no problem {quoted(code)}; /problems/ lists them all")
    if _wants_json(request):
        return _json(_page(code, kind))
    example = escape(json.dumps(_example(code), indent=2, ensure_ascii=False))
    return _html(
        request,
        kind.title,
        f"<p>Status {kind.status}, code <code>{code}</code></p>"
        f"<h2>What it means</h2><p>{inline(kind.meaning)}</p>"
        f"<h2>What to do</h2><p>{inline(kind.remedy)}</p>"
        f"<h2>Example</h2><pre>{example}</pre>"
        '<p><a href="/problems/">All problems</a> · <a href="/docs">The API</a> · <a href="/">Start</a></p>',
    )


def _page(code: str, kind: ProblemType) -> ProblemPage:
    return reply_from(ProblemPage, kind, type=page_of(code), code=code, example=_example(code))


@cache
def _example(code: str) -> dict[str, Any]:
    """Return a recorded problem document, or a constructed one for a code without a recording."""
    real = (
        exchange.body
        for kept in exchanges().values()
        for exchange in kept
        if exchange.media == PROBLEM_JSON and exchange.body["code"] == code
    )
    return next(real, None) or example_of(code)


def _wants_json(request: Request[Any, Any, Any]) -> bool:
    accepted = request.accept.best_match([MediaType.HTML, MediaType.JSON, "application/problem+json"])
    return accepted in {MediaType.JSON, "application/problem+json"}


def _json(content: Reply) -> Response[bytes]:
    return Response(msgspec.json.encode(content), media_type=MediaType.JSON, headers=PAGE_HEADERS)


def _html(request: Request[Any, Any, Any], title: str, body: str) -> Response[str]:
    return page(title, body, PAGE_HEADERS, law=law_links(request))


router = Router("/problems", route_handlers=[problem_pages, problem_page])
