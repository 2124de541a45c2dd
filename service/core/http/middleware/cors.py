"""CORS: methods and headers, for `CORS` in `service/app.py`, and problems of refused preflights (WHATWG Fetch 4.8)."""

from typing import Literal

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from service.core.http.headers import INCOMPLETE_HEADER, INVITATION_HEADER, NEXT_CURSOR, POSITION_HEADER
from service.core.http.middleware.request_id import HEADER
from service.core.http.problems import PROBLEM_JSON, ProblemError, instance_of, problem_body

METHODS: tuple[Literal["GET", "HEAD", "POST", "PUT", "DELETE"], ...] = ("GET", "HEAD", "POST", "PUT", "DELETE")
"""The methods that pages of other origins may use: all of the API."""

HEADERS = (
    "Accept", "Accept-Language", "Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match",
    "Last-Event-ID", INVITATION_HEADER, POSITION_HEADER, HEADER,
)  # fmt: skip
"""The headers that pages of other origins may send."""

EXPOSED = (
    "Allow", "Content-Disposition", "Content-Range", "Deprecation", "ETag", "Idempotency-Replayed", "Link", "Location",
    "RateLimit", "RateLimit-Policy", "Retry-After", "Sunset", "WWW-Authenticate", HEADER,
    NEXT_CURSOR, POSITION_HEADER, INCOMPLETE_HEADER,
)  # fmt: skip
"""The response headers that pages of other origins may read."""

CLOSED = ("/oauth/authorize", "/device")
"""The pages on which a person lets an app in. Pages of other origins may not read them."""

_REFUSED = 400


def with_preflight_problems(app: ASGIApp) -> ASGIApp:
    """Return an application that refuses CORS preflights with a problem document, and has closed pages."""

    async def respond(scope: Scope, receive: Receive, send: Send) -> None:
        is_options = scope["type"] == "http" and scope["method"] == "OPTIONS"
        if scope["type"] == "http" and scope["path"] in CLOSED:
            send = _without_cors(send)
        await app(scope, receive, _with_problem(scope, send) if is_options else send)

    return respond


def _without_cors(send: Send) -> Send:
    async def forward(message: Message) -> None:
        if message["type"] == "http.response.start":
            kept = [pair for pair in message["headers"] if not pair[0].lower().startswith(b"access-control-")]
            message["headers"] = kept
        await send(message)

    return forward


def _with_problem(scope: Scope, send: Send) -> Send:
    """Replace the plain text with which the framework refuses a preflight before any handler runs."""
    body: bytes | None = None

    async def forward(message: Message) -> None:
        nonlocal body
        if message["type"] == "http.response.start" and message["status"] == _REFUSED:
            kept = [pair for pair in message["headers"] if not pair[0].lower().startswith(b"content-")]
            body = _problem(instance_of(scope))
            described = [(b"content-type", PROBLEM_JSON.encode()), (b"content-length", b"%d" % len(body))]
            message["headers"] = [*kept, *described, (b"cache-control", b"no-store")]
        elif body is not None and message["type"] == "http.response.body":
            message["body"] = body
        await send(message)

    return forward


def _problem(instance: str) -> bytes:
    reason = (
        f"pages of other origins may only send {', '.join(METHODS)} with the headers {', '.join(HEADERS)}: "
        "the preflight asks for another method or header"
    )
    return problem_body(instance, ProblemError("bad-request", reason))
