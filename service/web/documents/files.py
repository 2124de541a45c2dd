"""The icon, the files that a program needs to check a game, and the examples of bots and apps."""

from collections.abc import Callable
from importlib import resources

from litestar import Response, get

from service.core.http.response.conditional import unchanging_bytes
from service.people.api.request import PlayerRequest
from service.web.documents.icon import icon

_FILE_HEADERS = {"X-Content-Type-Options": "nosniff", "Cache-Control": "public, max-age=3600"}

SPEC = resources.files("domain.ledger") / "SPEC.md"
VERIFIER = resources.files("openapi") / "verifier" / "verify.mjs"
EXAMPLES = resources.files("openapi")
OF_TOURNAMENTS = {
    f"/docs/tournaments/{name}": resources.files("domain.tournaments") / name
    for name in ("RULES.md", "RECORDS.md", "PAIRING.md")
}
"""By path: what a verifier of tournaments needs besides the specification."""


@get("/favicon.ico", include_in_schema=False)
async def favicon(request: PlayerRequest) -> Response[bytes]:
    """Return the icon of the pages."""
    return _file(request, "favicon.ico", icon, "image/x-icon")


@get("/docs/SPEC.md", include_in_schema=False)
async def spec(request: PlayerRequest) -> Response[bytes]:
    """Return the specification of the record of a game."""
    return _file(request, "docs/SPEC.md", SPEC.read_bytes, "text/markdown")


@get([*OF_TOURNAMENTS], include_in_schema=False)
async def tournament_text(request: PlayerRequest) -> Response[bytes]:
    """Return the rules of tournaments, their records, or the algorithm of their pairings."""
    path = request.scope["path"].rstrip("/")
    return _file(request, path[1:], OF_TOURNAMENTS[path].read_bytes, "text/markdown")


@get("/docs/verify.mjs", include_in_schema=False)
async def verifier(request: PlayerRequest) -> Response[bytes]:
    """Return the program that checks a bundle by SPEC.md alone."""
    return _file(request, "docs/verify.mjs", VERIFIER.read_bytes, "text/javascript")


@get("/docs/bot.py", include_in_schema=False)
async def python_bot(request: PlayerRequest) -> Response[bytes]:
    """Return the example of a bot in Python."""
    return _file(request, "docs/bot.py", (EXAMPLES / "bot.py").read_bytes, "text/x-python")


@get("/docs/bot.mjs", include_in_schema=False)
async def javascript_bot(request: PlayerRequest) -> Response[bytes]:
    """Return the example of a bot in JavaScript."""
    return _file(request, "docs/bot.mjs", (EXAMPLES / "bot.mjs").read_bytes, "text/javascript")


@get("/docs/app.html", include_in_schema=False)
async def example_app(request: PlayerRequest) -> Response[bytes]:
    """Return the example of an app, as text: on this origin it must not run."""
    return _file(request, "docs/app.html", (EXAMPLES / "app.html").read_bytes, "text/plain")


def _file(request: PlayerRequest, name: str, read: Callable[[], bytes], media_type: str) -> Response[bytes]:
    return unchanging_bytes(request, name, read, headers=_FILE_HEADERS, media_type=media_type)


routes = (favicon, spec, tournament_text, verifier, python_bot, javascript_bot, example_app)
