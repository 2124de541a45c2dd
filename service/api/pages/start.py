"""The start page, the icon, and the files that a program needs to check a game."""

import re
from collections.abc import Callable
from functools import cache
from html import escape
from importlib import resources
from importlib.metadata import version

from litestar import Response, get

from domain.rulesets import RULESETS
from service.api.pages.html import page
from service.api.pages.icon import icon
from service.api.request import PlayerRequest
from service.bots import BOTS
from service.http.response.conditional import unchanging_bytes

_FILE_HEADERS = {"X-Content-Type-Options": "nosniff", "Cache-Control": "public, max-age=3600"}

SPEC = resources.files("domain.ledger") / "SPEC.md"
VERIFIER = resources.files("openapi") / "verifier" / "verify.mjs"

_HOST = re.compile(r"(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?", re.ASCII)
"""A host name or address with an optional port that can be pasted into a shell."""

_PLACEHOLDER = "https://ludolog.example"

_LINKS = (
    ("/docs", "The API", "every operation with real requests and answers, to read and to try"),
    ("/openapi.json", "openapi.json", "the OpenAPI 3.1 document, from which clients are generated"),
    ("/problems/", "Problems", "every error that the service answers: what it means and what to do"),
    ("/docs/SPEC.md", "SPEC.md", "the format of a game's record, and how to check it"),
    ("/docs/verify.mjs", "verify.mjs", "a program that checks the record of a game with Node.js or a browser"),
    ("/.well-known/jwks.json", "Signing keys", "the public keys of this service"),
)
"""Path, name and meaning of what the start page links to."""


@get("/about", include_in_schema=False)
async def start(request: PlayerRequest) -> Response[str]:
    """Return the start page: what this is, what can be played, and where to go on."""
    body = _what_this_is() + _titles() + _first_request(_origin(request)) + _links()
    # the page shows the host of the request, so that no cache may give it to others
    return page("Ludolog", body, {"Cache-Control": "no-store"})


def _origin(request: PlayerRequest) -> str:
    """Return the address by which the page was requested, or a placeholder if a shell could misread it.

    `X-Forwarded-Proto` is read only from a trusted proxy.
    """
    host = request.headers.get("host", "")
    if not _HOST.fullmatch(host):
        return _PLACEHOLDER
    addresses = request.services.addresses
    is_proxy = request.client is not None and addresses.key_of(request.client.host) is None
    is_secure = is_proxy and request.headers.get("x-forwarded-proto") == "https"
    return f"{'https' if is_secure else request.url.scheme}://{host}"


@cache
def _what_this_is() -> str:
    return (
        "<p>Economic board games over HTTP. Every move is an event in a signed record; a game can be replayed from "
        "its record and checked by anybody.</p>"
    )


@cache
def _titles() -> str:
    rows = "".join(
        f'<tr><td><a href="/v1/rulesets/{name}">{escape(name.capitalize())}</a></td>'
        f"<td>{min(ruleset.seats)} to {max(ruleset.seats)}</td><td>{escape(', '.join(BOTS[name]))}</td>"
        f'<td><a href="/v1/leaderboards/{name}">leaderboard</a></td></tr>'
        for name, ruleset in RULESETS.items()
    )
    return (
        "<h2>Titles</h2><table><thead><tr><th>Title</th><th>Players</th><th>Bots</th><th>Ratings</th></tr></thead>"
        f"<tbody>{rows}</tbody></table>"
        '<p><a href="/v1/games?status=running">Running games</a> · <a href="/v1/results">Results</a></p>'
    )


def _first_request(origin: str) -> str:
    lines = (
        f"curl -X POST {origin}/v1/players",
        "     -H 'Content-Type: application/json'",
        """     -d '{"name": "Ada"}'""",
    )
    command = " \\\n".join(lines)
    return (
        "<h2>Sign up</h2><p>The answer holds a token. Send it with every further request as "
        f"<code>Authorization: Bearer &lt;token&gt;</code>.</p><pre>{escape(command)}</pre>"
        "<p>In a terminal, <code>ludolog play</code> signs up and opens a game.</p>"
    )


@cache
def _links() -> str:
    items = "".join(f'<li><a href="{path}">{name}</a>: {meaning}</li>' for path, name, meaning in _LINKS)
    return f"<h2>Documents</h2><ul>{items}</ul><p>Version {escape(version('ludolog'))}</p>"


@get("/favicon.ico", include_in_schema=False)
async def favicon(request: PlayerRequest) -> Response[bytes]:
    """Return the icon of the pages."""
    return _file(request, "favicon.ico", icon, "image/x-icon")


@get("/docs/SPEC.md", include_in_schema=False)
async def spec(request: PlayerRequest) -> Response[bytes]:
    """Return the specification of the record of a game."""
    return _file(request, "docs/SPEC.md", SPEC.read_bytes, "text/markdown")


@get("/docs/verify.mjs", include_in_schema=False)
async def verifier(request: PlayerRequest) -> Response[bytes]:
    """Return the program that checks a bundle by SPEC.md alone."""
    return _file(request, "docs/verify.mjs", VERIFIER.read_bytes, "text/javascript")


def _file(request: PlayerRequest, name: str, read: Callable[[], bytes], media_type: str) -> Response[bytes]:
    return unchanging_bytes(request, name, read, headers=_FILE_HEADERS, media_type=media_type)


routes = (start, favicon, spec, verifier)
