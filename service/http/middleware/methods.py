"""HEAD wherever there is GET, and OPTIONS and Allow that name all methods (RFC 9110 9.3.2, 9.3.7, 10.2.1)."""

from typing import Any

from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

HEAD_ASKED = "ludolog.head"
"""Set in the scope of a request that was HEAD, for answers that would not end by themselves."""

_NO_METHOD = "NONE"
_METHOD_NOT_ALLOWED = 405


def with_all_methods(app: ASGIApp) -> ASGIApp:
    """Return an application that answers HEAD as the given one answers GET, and OPTIONS by its Allow header."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        method: Any = scope["method"] if scope["type"] == "http" else None  # type: ignore[typeddict-item]
        if method == "HEAD":
            as_get: Any = {**scope, "method": "GET", HEAD_ASKED: True}
            await app(as_get, receive, _without_body(send))
            _tell_route(as_get, scope)
        elif method == "OPTIONS" and not _is_preflight(scope):
            # the framework tells all methods of a path only to who asks for none of them
            as_none: Any = {**scope, "method": _NO_METHOD}
            await app(as_none, receive, _as_options(send))
            _tell_route(as_none, scope)
        elif method is None:
            await app(scope, receive, send)
        else:
            await app(scope, receive, _with_head_allowed(send))

    return answer


def _tell_route(asked: Any, scope: Any) -> None:
    """Leave the route that has answered where those look who see the request from outside."""
    scope["path_template"] = asked.get("path_template")


def _is_preflight(scope: Scope) -> bool:
    return any(name == b"access-control-request-method" for name, _ in scope["headers"])


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
