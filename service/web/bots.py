"""The page of the ladder of the bots: how often each bot wins against others."""

from typing import Any

from litestar import Response, get

from service.api.request import PlayerRequest
from service.bots.standings import published
from service.web.pages import page_language, render
from service.web.titles import titles_of


@get("/bots", include_in_schema=False)
async def bot_ladder(request: PlayerRequest) -> Response[Any]:
    """Return the ladder of the bots of all titles."""
    ladder = published()
    context = {
        "json": None,
        "titles": titles_of(page_language(request)),
        "ladders": ladder.titles,
        "command": ladder.command,
    }
    return render(request, "bots.html", context)
