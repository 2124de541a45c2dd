"""The ASGI application in front of the framework.

It answers plain requests for hot routes with the handlers that the framework would call, after the same checks. It
saves routing, the layers of middleware, and the parsing of parameters by declared types. If a handler raises, the
framework raises the same exception and makes its problem document.
"""

import uuid
from collections.abc import Mapping
from typing import Any, NamedTuple, cast

import msgspec
from litestar import Litestar
from litestar.config.cors import CORSConfig
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

from service.core.http.cookies import COOKIES
from service.core.http.failed import FAILED
from service.core.http.headers import has_origin
from service.core.http.request.bodies import decode_body, decoder_of
from service.core.http.request.body_timeout import with_body_timeout
from service.core.http.response.responses import RawResponse
from service.core.parts import parts_of
from service.front.plain import ROUTES, Plain, plain_of
from service.front.request import FrontRequest
from service.people.api.auth import ADMITTED, Admitted, Gate
from service.people.api.needed_tokens import is_token_missing


class _Route(NamedTuple):
    """A hot route of the framework."""

    handler: HTTPRouteHandler
    template: str
    decoder: msgspec.json.Decoder[Any] | None
    """The decoder of its body; None: it has none."""
    parts: Mapping[str, type[Any]]
    """The parts that the handler takes, by the names of its parameters."""


def with_front(app: ASGIApp, framework: Litestar, cors: CORSConfig, kinds: Mapping[str, type[Any]]) -> ASGIApp:
    """Return an application that answers plain requests for hot routes; others go to `app`, the framework.

    `cors` must permit every origin: the headers do not depend on the origin of a request. `kinds` are the types of the
    parts that handlers can take.
    """
    routes = {(method, name): _route(framework, kinds, method, name) for method, name in ROUTES}
    cors_headers = _cors_headers(cors)

    async def respond(scope: Scope, receive: Receive, send: Send) -> None:
        asked: Any = scope
        plain = plain_of(asked) if asked["type"] == "http" else None
        response = None
        if plain is not None:
            try:
                response = await _response(plain, routes, asked, (receive, send))
            except Exception as error:  # noqa: BLE001 - the framework translates every exception
                asked[FAILED] = error
        if response is None:
            await app(scope, receive, send)
            return
        admitted: Admitted = asked[ADMITTED]
        headers = [*response.raw, *admitted.taken.raw_headers()]
        if has_origin(asked["headers"]):
            headers += cors_headers
        if COOKIES in asked:
            send = parts_of(framework).get(Gate).cookies.clearing(asked, admitted.identity.token, send)
        await send({"type": "http.response.start", "status": response.status, "headers": headers})
        await send({"type": "http.response.body", "body": response.body, "more_body": False})

    return respond


def _cors_headers(cors: CORSConfig) -> list[tuple[bytes, bytes]]:
    """Return the headers by which a page of another origin may read a response, as the framework's middleware does."""
    headers = {
        **cors.simple_headers,
        "Access-Control-Allow-Headers": ", ".join(sorted(set(cors.allow_headers))),
        "Access-Control-Allow-Methods": ", ".join(sorted(set(cors.allow_methods))),
    }
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


def _route(framework: Litestar, kinds: Mapping[str, type[Any]], method: str, name: str) -> _Route:
    """Return a route as the framework has registered it."""
    found = framework.asgi_router.handle_routing(
        path=f"/v1/games/{uuid.UUID(int=0)}/{name}", method=cast("Any", method)
    )
    handler = cast("HTTPRouteHandler", found[1])
    parts = {name: kinds[name] for name in handler.parsed_fn_signature.parameters if name in kinds}
    return _Route(handler, found[4], decoder_of(handler) if method == "POST" else None, parts)


async def _response(
    plain: Plain, routes: Mapping[tuple[str, str], _Route], scope: HTTPScope, ends: tuple[Receive, Send]
) -> RawResponse | None:
    """Return the response of the handler of a route, or None for the framework; raises what that would raise."""
    handler, template, decoder, kinds = routes[plain.route]
    asked: Any = scope
    asked["path_template"], asked["route_handler"] = template, handler
    parts = parts_of(scope["litestar_app"])
    admitted = await parts.get(Gate).admit(scope)
    asked[ADMITTED], asked["user"] = admitted, admitted.identity.token
    if admitted.identity.token is None and is_token_missing(scope):
        # the framework refuses it before it reads the body
        return None
    receive, send = ends
    handed = {name: parts.get(kind) for name, kind in kinds.items()}
    if decoder is None:
        response = await handler.fn(FrontRequest(scope, receive, send), game=plain.game, **handed, **plain.arguments)
    else:
        request = FrontRequest(scope, with_body_timeout(receive), send)
        data = decode_body(await request.body_of(plain.size), decoder)
        response = await handler.fn(request, game=plain.game, data=data, **handed, **plain.arguments)
    assert isinstance(response, RawResponse), "the handlers of hot routes return a RawResponse"
    return response
