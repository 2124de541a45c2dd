"""The script with which other sites show games and leaderboards, at an address that never changes."""

from typing import Any

from litestar import Response, get

from service.core.http.response.conditional import unchanging_bytes
from service.people.api.request import PlayerRequest
from service.web.assets import files

SCRIPT = "js/embed/ludolog.js"

_HEADERS = {
    "Cache-Control": "public, max-age=3600",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "X-Content-Type-Options": "nosniff",
    "Vary": "Accept-Encoding",
}


@get("/ludolog.js", include_in_schema=False)
async def ludolog_script(request: PlayerRequest) -> Response[Any]:
    """Return the custom elements `<ludolog-game>`, `-leaderboard`, `-results` and `-tournament`."""
    kind = "text/javascript"
    return unchanging_bytes(request, "ludolog.js", lambda: files()[SCRIPT], headers=_HEADERS, media_type=kind)


routes = (ludolog_script,)
