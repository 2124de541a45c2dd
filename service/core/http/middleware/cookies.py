"""Takes the cookies out of the headers of a request."""

from typing import Any, cast

from litestar.types import ASGIApp, Receive, Scope, Send

from service.core.http.cookies import COOKIES


def with_cookies_apart(app: ASGIApp) -> ASGIApp:
    """Return an application that finds the cookies of a request in `scope[COOKIES]` only.

    The CORS middleware of the framework replaces Vary, and repeats Origin, in responses to requests with cookies, which
    other origins may not send here. A log of headers contains no cookie.
    """

    async def respond(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":  # pyright: ignore[reportUnnecessaryComparison] - a lifespan has no headers
            sent = [value for name, value in scope["headers"] if name == b"cookie"]
            if sent:
                asked = cast("dict[str, Any]", scope)
                asked[COOKIES] = b"; ".join(sent).decode("latin-1")
                asked["headers"] = [pair for pair in scope["headers"] if pair[0] != b"cookie"]
        await app(scope, receive, send)

    return respond
