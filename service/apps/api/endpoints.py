"""The endpoints for apps: tokens, revocation, introspection, devices; and the metadata by which apps find them."""

from typing import Any

from litestar import Response, get, post
from msgspec import json

from service.apps.api.errors import NO_STORE
from service.apps.api.forms import form_of
from service.apps.apps import Apps
from service.apps.library import GRANT_TYPES
from service.apps.protocol import Reply
from service.core.http.response.conditional import digest_of, represented
from service.core.site_address import SiteAddress
from service.core.store.timeouts import with_timeout
from service.people.accounts import Accounts
from service.people.api.callers import address_of
from service.people.api.request import PlayerRequest
from service.people.api.signing_in import note_sign_in
from service.people.credentials import SCOPES


@post("/oauth/token", include_in_schema=False)
async def token(request: PlayerRequest, apps: Apps, accounts: Accounts) -> Response[bytes]:
    """Exchange a code, a refresh token or the code of a device for tokens (RFC 6749 3.2, RFC 8628 3.4)."""
    reply = await with_timeout(apps.token, await form_of(request))
    made = accounts.holder(reply.body.get("access_token", ""))
    if made is not None:
        note_sign_in(request.scope, made.player)
    return _response(reply)


@post("/oauth/revoke", include_in_schema=False)
async def revoke(request: PlayerRequest, apps: Apps) -> Response[bytes]:
    """End the grant of a token (RFC 7009)."""
    return _response(await with_timeout(apps.revoke, await form_of(request)))


@post("/oauth/introspect", include_in_schema=False)
async def introspect(request: PlayerRequest, apps: Apps, site: SiteAddress) -> Response[bytes]:
    """Return what a token is worth (RFC 7662), to its app, or to the account with a bearer token of its own."""
    caller = None if request.user is None or request.user.is_session else request.user
    form = await form_of(request)
    return _response(await with_timeout(apps.introspect, form, site.address_of(request), caller))


@post("/oauth/device", include_in_schema=False)
async def device(request: PlayerRequest, apps: Apps, site: SiteAddress) -> Response[bytes]:
    """Begin a request of a device: return its code, and the one that a person types (RFC 8628 3.1)."""
    form = await form_of(request)
    return _response(await with_timeout(apps.begin_device, form, site.address_of(request), address_of(request)))


def _response(reply: Reply) -> Response[bytes]:
    return Response(json.encode(reply.body), status_code=reply.status, media_type="application/json", headers=NO_STORE)


@get("/.well-known/oauth-authorization-server", include_in_schema=False)
async def authorization_server(request: PlayerRequest, site: SiteAddress) -> Response[Any]:
    """Return the metadata of the authorization server (RFC 8414 2)."""
    issuer = site.address_of(request)
    return _document(
        request,
        {
            "issuer": issuer,
            "authorization_endpoint": f"{issuer}/oauth/authorize",
            "token_endpoint": f"{issuer}/oauth/token",
            "revocation_endpoint": f"{issuer}/oauth/revoke",
            "introspection_endpoint": f"{issuer}/oauth/introspect",
            "device_authorization_endpoint": f"{issuer}/oauth/device",
            "scopes_supported": SCOPES,
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": GRANT_TYPES,
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["none"],
            "revocation_endpoint_auth_methods_supported": ["none"],
            "introspection_endpoint_auth_methods_supported": ["none"],
            "authorization_response_iss_parameter_supported": True,
            "service_documentation": f"{issuer}/docs",
        },
    )


@get("/.well-known/oauth-protected-resource", include_in_schema=False)
async def protected_resource(request: PlayerRequest, site: SiteAddress) -> Response[Any]:
    """Return the metadata of the API as a protected resource (RFC 9728 2)."""
    address = site.address_of(request)
    return _document(
        request,
        {
            "resource": address,
            "authorization_servers": [address],
            "scopes_supported": SCOPES,
            "bearer_methods_supported": ["header"],
            "resource_name": "Ludolog",
            "resource_documentation": f"{address}/docs",
        },
    )


def _document(request: PlayerRequest, content: dict[str, Any]) -> Response[Any]:
    body = json.encode(content)
    headers = {"Cache-Control": "public, max-age=300", "Content-Type": "application/json"}
    return represented(request, digest_of(body), lambda: body, public=True, headers=headers)


routes = (token, revoke, introspect, device, authorization_server, protected_resource)
