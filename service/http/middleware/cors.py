"""What pages of other origins may send, and how they are told that they may not send the rest (WHATWG Fetch 4.8)."""

from typing import Literal

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from service.http.middleware.request_id import HEADER
from service.http.problems import PROBLEM_JSON, ProblemError, problem_of

METHODS: tuple[Literal["GET", "HEAD"], ...] = ("GET", "HEAD")
HEADERS = ("Accept", "If-None-Match", "Last-Event-ID", HEADER)

_REFUSED = 400


def with_explained_refusals(app: ASGIApp) -> ASGIApp:
    """Return an application that refuses what other origins may not send by a problem document, as all else."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        is_options = scope["type"] == "http" and scope["method"] == "OPTIONS"
        await app(scope, receive, _explained(scope, send) if is_options else send)

    return answer


def _explained(scope: Scope, send: Send) -> Send:
    """The framework refuses in plain text, before any of our handlers is asked."""
    body: bytes | None = None

    async def pass_on(message: Message) -> None:
        nonlocal body
        if message["type"] == "http.response.start" and message["status"] == _REFUSED:
            kept = [pair for pair in message["headers"] if not pair[0].lower().startswith(b"content-")]
            body = _refusal(scope["path"])
            described = [(b"content-type", PROBLEM_JSON.encode()), (b"content-length", b"%d" % len(body))]
            message["headers"] = [*kept, *described, (b"cache-control", b"no-store")]
        elif body is not None and message["type"] == "http.response.body":
            message["body"] = body
        await send(message)

    return pass_on


def _refusal(path: str) -> bytes:
    reason = (
        f"pages of other origins may send {' and '.join(METHODS)}, with no further headers than {', '.join(HEADERS)}; "
        "whatever needs a token has to come from elsewhere"
    )
    return msgspec.json.encode(problem_of(path, ProblemError("bad-request", reason)))
