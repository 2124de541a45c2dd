"""The frame of every HTML page, and the conversion of the short texts of the problem table into HTML."""

import re
from collections.abc import Mapping
from html import escape
from typing import Any

from litestar import MediaType, Request, Response

from service.core.parts import parts_of
from service.law.documents import Name
from service.law.law import Law

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "public, max-age=3600",
}
"""Headers of every page: it loads nothing from other hosts, runs no script and is shown in no frame."""

_LAW: Mapping[Name, str] = {"imprint": "Imprint", "privacy": "Privacy", "terms": "Terms of use"}
"""The names of the pages of the operator."""

_CODE = re.compile(r"`([^`]+)`")
_GET = re.compile(r"\bGET (/[\w./-]*[\w/])(?![\w{/…])")
_REQUEST = re.compile(r"\b(?:GET|POST|PUT|DELETE) (?:/|…/)[\w./{}…-]*[\w}/]")


def inline(text: str) -> str:
    """Return text as HTML: backticks become code, requests become code, a GET of a whole path becomes a link."""
    parts = _CODE.split(text)
    return "".join(f"<code>{escape(part)}</code>" if at % 2 else _with_requests(part) for at, part in enumerate(parts))


def _with_requests(text: str) -> str:
    html: list[str] = []
    end = 0
    for found in _REQUEST.finditer(text):
        html += [escape(text[end : found.start()]), _request(found[0])]
        end = found.end()
    return "".join([*html, escape(text[end:])])


def _request(text: str) -> str:
    code = f"<code>{escape(text)}</code>"
    path = _GET.fullmatch(text)
    return f'<a href="{escape(path[1])}">{code}</a>' if path else code


def law_links(request: Request[Any, Any, Any]) -> str:
    """Return the links to the pages of the operator that this site has, as HTML; empty: it has none."""
    law = parts_of(request.app).find(Law)
    return " · ".join(f'<a href="/law/{name}">{_LAW[name]}</a>' for name in (law.documents if law else ()))


def page(title: str, body: str, headers: Mapping[str, str] | None = None, *, law: str = "") -> Response[str]:
    """Return a page with a title, which is its heading too, and a body in HTML. `law` are the links of its footer."""
    footer = f"<footer><p>{law}</p></footer>" if law else ""
    text = (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)} - Ludolog</title>"
        '<link rel="icon" href="/favicon.ico"><link rel="stylesheet" href="/docs/assets/pages.css"></head>'
        f"<body><main><h1>{escape(title)}</h1>{body}</main>{footer}</body></html>\n"
    )
    return Response(text, media_type=MediaType.HTML, headers={**HEADERS, **(headers or {})})
