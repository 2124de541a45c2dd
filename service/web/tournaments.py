"""The pages of tournaments: the list, one tournament with the organiser's desk, and the form that opens one."""

import re
from typing import Any

from litestar import Response, get

from service.core.http.problems import ProblemError
from service.core.site_address import SiteAddress
from service.people.api.request import PlayerRequest
from service.tournaments.tournaments import Tournaments
from service.web.pages import render
from service.web.sharing.links import tournament_share

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


routes = (tournaments, new_tournament, tournament_page)
