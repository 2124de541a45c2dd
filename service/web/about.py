"""The page about the service: what it is, the first request, and where everything is documented."""

from typing import Any

from litestar import Response, get

from service.core.site_address import SiteAddress
from service.people.api.request import PlayerRequest
from service.release import build
from service.web.pages import page_language, render
from service.web.titles import titles_of


@get("/about", include_in_schema=False)
async def about(request: PlayerRequest, site: SiteAddress) -> Response[Any]:
    """Return a description of the service, its titles, and links to other pages."""
    context = {
        "json": "/openapi.json",
        "titles": titles_of(page_language(request)),
        "origin": site.address_of(request),
        "version": build(),
    }
    # the page shows the host of the request, so that no cache may give it to others
    return render(request, "about.html", context, {"Cache-Control": "no-store"})
