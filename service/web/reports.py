"""The pages of reports: one's own, the queue of moderators, unfair play, and moderation in numbers."""

from typing import Any

from litestar import Response, get

from service.people.api.request import PlayerRequest
from service.web.pages import render


@get("/account/reports", include_in_schema=False)
async def own_reports(request: PlayerRequest) -> Response[Any]:
    """Return the page of one's own reports, of decisions about oneself, and of appeals."""
    return render(request, "own_reports.html", {"json": "/v1/me/reports"})


@get("/desk/reports", include_in_schema=False)
async def report_desk(request: PlayerRequest) -> Response[Any]:
    """Return the queue of moderators: reports and appeals."""
    return render(request, "report_desk.html", {"json": "/v1/moderation/reports"})


@get("/desk/fair-play", include_in_schema=False)
async def fair_play(request: PlayerRequest) -> Response[Any]:
    """Return the page on which operators ask for reports about unfair play, and read them."""
    return render(request, "fair_play.html", {"json": "/v1/moderation/fair-play-reports"})


@get("/transparency", include_in_schema=False)
async def transparency(request: PlayerRequest) -> Response[Any]:
    """Return the page with moderation in numbers."""
    return render(request, "transparency.html", {"json": "/v1/transparency"})


routes = (own_reports, report_desk, fair_play, transparency)
