"""HEAD for every GET route, and complete OPTIONS and Allow (RFC 9110 9.3.2, 9.3.7, 10.2.1)."""

from typing import Any

from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

from service.core.http.request.preflight import is_preflight

HEAD_ASKED = "ludolog.head"
"""The key in the scope of a HEAD request. A stream ends at once if it is set."""

_NO_METHOD = "NONE"
_METHOD_NOT_ALLOWED = 405


def with_all_methods(app: ASGIApp) -> ASGIApp:
    """Return an application that runs HEAD as GET without a body, and responds to OPTIONS with an Allow header."""

    async def respond(scope: Scope, receive: Receive, send: Send) -> None:
        method: Any = scope["method"] if scope["type"] == "http" else None  # type: ignore[typeddict-item]
        if method == "HEAD":
            as_get: Any = {**scope, "method": "GET", HEAD_ASKED: True}
            await app(as_get, receive, _without_body(send))
            _copy_route(as_get, scope)
        elif method == "OPTIONS" and not is_preflight(scope):
            # the framework lists all methods of a path only in the response to an unknown one
            as_none: Any = {**scope, "method": _NO_METHOD}
            await app(as_none, receive, _as_options(send))
            _copy_route(as_none, scope)
        elif method is None:
            await app(scope, receive, send)
        else:
            await app(scope, receive, _with_head_allowed(send))

    return respond


def _copy_route(inner: Any, outer: Any) -> None:
    """Copy the matched route to the scope that the outer middleware has."""
    outer["path_template"] = inner.get("path_template")


def _without_body(send: Send) -> Send:
    async def pass_on(message: Message) -> None:
        if message["type"] == "http.response.body":
            message["body"] = b""
        await send(message)

    return pass_on


def _with_head_allowed(send: Send) -> Send:
    async def pass_on(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] == _METHOD_NOT_ALLOWED:
            message["headers"] = [*_others(message), (b"allow", _allowed(message))]
        await send(message)

    return pass_on


def _as_options(send: Send) -> Send:
    is_options = False

    async def pass_on(message: Message) -> None:
        nonlocal is_options
        if message["type"] == "http.response.start" and message["status"] == _METHOD_NOT_ALLOWED:
            is_options = True
            headers = [pair for pair in _others(message) if not pair[0].startswith(b"content-")]
            message["status"] = 204
            message["headers"] = [*headers, (b"allow", _allowed(message))]
        elif is_options and message["type"] == "http.response.body":
            message["body"] = b""
        await send(message)

    return pass_on


def _others(message: HTTPResponseStartEvent) -> list[tuple[bytes, bytes]]:
    return [(name, value) for name, value in message["headers"] if name.lower() != b"allow"]


def _allowed(message: HTTPResponseStartEvent) -> bytes:
    named = b",".join(value for name, value in message["headers"] if name.lower() == b"allow").decode()
    methods = {method.strip() for method in named.split(",") if method.strip()} | {"OPTIONS"}
    if "GET" in methods:
        methods.add("HEAD")
    return ", ".join(sorted(methods)).encode()
