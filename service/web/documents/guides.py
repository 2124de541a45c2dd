"""The documents for authors of clients and for users, as pages: they are written as Markdown for the repository."""

import posixpath
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from litestar import Response, get
from markdown_it import MarkdownIt
from markdown_it.token import Token

from service.core.http.response.conditional import digest_of, represented
from service.core.site_address import SiteAddress
from service.people.api.request import PlayerRequest
from service.web.documents.html import HEADERS, law_links, page

GUIDES: Mapping[str, str] = {
    "guide": "openapi/README.md",
    "bots": "openapi/BOTS.md",
    "python": "openapi/sdk/python/README.md",
    "typescript": "openapi/sdk/typescript/README.md",
    "analysis": "domain/analysis/README.md",
    "engine": "service/analysis/README.md",
    "dumps": "service/dumps/README.md",
    "changelog": "CHANGELOG.md",
}
"""The files in the repository by the names of their pages below `/docs`."""

ADDRESSES: Mapping[str, str] = {
    **{file: f"/docs/{name}" for name, file in GUIDES.items()},
    "domain/ledger/SPEC.md": "/docs/SPEC.md",
    "domain/tournaments/PAIRING.md": "/docs/tournaments/PAIRING.md",
    "domain/tournaments/RECORDS.md": "/docs/tournaments/RECORDS.md",
    "domain/tournaments/RULES.md": "/docs/tournaments/RULES.md",
    "openapi/app.html": "/docs/app.html",
    "openapi/bot.py": "/docs/bot.py",
    "openapi/bot.mjs": "/docs/bot.mjs",
    "openapi/verifier/verify.mjs": "/docs/verify.mjs",
}
"""The addresses of what is served of the repository. Links to other files are shown as text."""

EXAMPLE = "http://127.0.0.1:8000"
"""The address of a site in the documents; their pages have that of their own site in its place."""

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_ELSEWHERE = re.compile(r"[a-z]+:|/|#")
_NO_ANCHOR = re.compile(r"[^\w\- ]")


class Guide(NamedTuple):
    """A document as a page."""

    title: str
    html: str


@get([f"/docs/{name}" for name in GUIDES], include_in_schema=False)
async def guide(request: PlayerRequest, site: SiteAddress) -> Response[bytes]:
    """Return a document as a page, with the address of this site in its examples."""
    name = request.scope["path"].rstrip("/").rpartition("/")[2]
    body = _page(name, law_links(request)).replace(EXAMPLE.encode(), site.address_of(request).encode())
    headers = {**HEADERS, "Content-Type": "text/html"}
    return represented(request, digest_of(body), lambda: body, public=True, for_all=True, headers=headers)


@cache
def _page(name: str, law: str) -> bytes:
    shown = guide_of(name)
    return page(shown.title, shown.html, law=law).content.encode()


@cache
def guide_of(name: str) -> Guide:
    """Return a document by the name of its page."""
    file = GUIDES[name]
    heading, text, _, *tokens = _MARKDOWN.parse(_text_of(file))
    assert heading.tag == "h1"
    for token, inline in pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", anchor_of(inline.content))
    for token in tokens:
        token.children = token.children and _with_addresses(token.children, posixpath.dirname(file))
    return Guide(text.content, _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}))


def anchor_of(heading: str) -> str:
    """Return the anchor of a heading, as sites that show repositories make it."""
    return _NO_ANCHOR.sub("", heading.lower()).replace(" ", "-")


def _with_addresses(tokens: list[Token], folder: str) -> list[Token]:
    """Return the parts of a text with links to what is served; other links within the repository become text."""
    kept: list[Token] = []
    is_dropped = False
    for token in tokens:
        if token.type == "link_open":
            target, mark, anchor = str(token.attrGet("href")).partition("#")
            is_dropped = False
            if target and not _ELSEWHERE.match(target):
                address = ADDRESSES.get(posixpath.normpath(posixpath.join(folder, target)))
                is_dropped = address is None
                token.attrSet("href", f"{address}{mark}{anchor}")
        if not (is_dropped and token.type in {"link_open", "link_close"}):
            kept.append(token)
    return kept


def _text_of(file: str) -> str:
    """Return the text of a file. The changelog is beside the packages, and in a wheel within `service`."""
    package, _, name = file.partition("/")
    if name:
        return (resources.files(package) / name).read_text(encoding="utf-8")
    installed = resources.files("service") / file
    return (installed if installed.is_file() else Path(__file__).parents[3] / file).read_text(encoding="utf-8")


routes = (guide,)
