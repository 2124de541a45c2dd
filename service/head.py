"""HEAD wherever there is GET: the same answer without its body (RFC 9110 9.3.2)."""

from typing import Any

from litestar.types import ASGIApp, Message, Receive, Scope, Send

ASKED = "ludolog.head"
"""Set in the scope of a request that was HEAD, for answers that would not end by themselves."""


def with_head(app: ASGIApp) -> ASGIApp:
    """Return an application that answers HEAD as the given one answers GET."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await app(scope, receive, send)
            return

        async def without_body(message: Message) -> None:
            if message["type"] == "http.response.body":
                message["body"] = b""
            await send(message)

        as_get: Any = {**scope, "method": "GET", ASKED: True}
        await app(as_get, receive, without_body)

    return answer
