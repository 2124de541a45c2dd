"""The page of the bots: how often each bot wins against others, and what seats are worth; the data set of values."""

from typing import Any

from litestar import Response, get

from service.bots import standings, values
from service.core.http.response.conditional import unchanging_bytes
from service.people.api.request import PlayerRequest
from service.web.pages import page_language, render
from service.web.titles import titles_of


@get("/bots", include_in_schema=False)
async def bot_ladder(request: PlayerRequest) -> Response[Any]:
    """Return the ladder of the bots of all titles, with the values of the seats."""
    ladder, data_set = standings.published(), values.published()
    context = {
        "json": None,
        "titles": titles_of(page_language(request)),
        "ladders": ladder.titles,
        "command": ladder.command,
        "values": data_set.titles,
        "values_command": data_set.command,
    }
    return render(request, "bots.html", context)


@get("/bots/values.json", include_in_schema=False)
async def bot_values(request: PlayerRequest) -> Response[Any]:
    """Return the data set of what seats, options and openings are worth."""
    return unchanging_bytes(request, "bot values", values.PUBLISHED.read_bytes)
