"""The pages on which a person allows an app, or a device, what it asks for."""

from typing import Any

from litestar import Response, get

from service.apps.api.forms import parameters_in
from service.apps.consents import RefusedRequestError, asked_by
from service.core.site_address import SiteAddress
from service.people.api.request import PlayerRequest
from service.web.pages import headers_of, render, text_of

_HEADERS = {"Cache-Control": "no-store", "X-Frame-Options": "DENY"}
"""The address of the page has the request of an app. Frames are forbidden to old browsers, too."""


@get("/oauth/authorize", include_in_schema=False)
async def authorize(request: PlayerRequest, site: SiteAddress) -> Response[Any]:
    """Return the page that asks for consent to the request of an app (RFC 6749 3.1).

    An invalid request is an error on this page, with a link back to the app: nobody is sent on without a decision.
    """
    try:
        asked_by(parameters_in(request.scope["query_string"].decode("latin-1")), site.address_of(request))
    except RefusedRequestError as refused:
        text = text_of(request, "refused_app.html", {"json": None, "reason": str(refused), "back": refused.back})
        headers = {**headers_of(request), **_HEADERS, "Content-Type": "text/html; charset=utf-8"}
        return Response(text, status_code=400, headers=headers, media_type="text/html")
    return render(request, "consent.html", {"json": None, "kind": "app"}, _HEADERS)


@get("/device", include_in_schema=False)
async def device(request: PlayerRequest) -> Response[Any]:
    """Return the page on which a person types the code of a device (RFC 8628 3.3)."""
    return render(request, "consent.html", {"json": None, "kind": "device"}, _HEADERS)


routes = (authorize, device)
