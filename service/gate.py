"""What every request passes before it is handled: who asks, how often, in which media type, and how fast."""

import re
from typing import cast

from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from service.accepting import NDJSON
from service.accounts import Accounts
from service.bodies import BODY_WITHIN, BUNDLE_WITHIN, received_in_time
from service.limits import UNCOUNTED, Limits, Taken
from service.problems import ProblemError
from service.tokens import Token

BEARER = "bearer "
JSON = re.compile(r"application/(?:[\w.+-]+\+)?json\s*(?:;.*)?", re.IGNORECASE)

LINES = re.compile(r"application/(?:x-ndjson|octet-stream)\s*(?:;.*)?", re.IGNORECASE)
BODIES = {"/v1/verifications": LINES}
"""The paths whose bodies are something else than JSON."""

TIMELESS = (
    "/docs",
    "/favicon.ico",
    "/health",
    "/metrics",
    "/openapi.json",
    "/problems",
    "/v1/rulesets",
    "/.well-known",
)
"""The beginnings of paths that tell nothing of games, so that they answer whatever the database does."""

START = "/"
"""The path of the start page, which tells nothing of games either."""

_BODILESS = {"GET", "HEAD", "OPTIONS"}
"""The methods of requests whose bodies nobody reads."""

PROBES = {"/health/live", "/health/ready"}
"""The paths that no limit holds for: a load balancer asks them from the address that others may come from, too."""


class Gate(ASGIMiddleware):
    """Puts the token into the request; refuses bad tokens, too many requests, no JSON, half a body."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Look the token up, count the request, look at its media type, and see that its body comes."""
        asked = cast("HTTPScope", scope)
        state, path, headers = scope["litestar_app"].state, asked["path"], dict(asked["headers"])
        is_timeless = path.startswith(TIMELESS) or path == START
        if state.follower is not None and not is_timeless:
            # once a request: whatever was acknowledged before it came, by any process, is known to what follows
            await state.follower.catch_up()
        header = headers.get(b"authorization")
        token = None if header is None else _holder(state.accounts, header.decode("latin-1"))
        if header is not None and token is None and is_timeless and state.follower is not None:
            # it may have been made by another process a moment ago
            await state.follower.catch_up()
            token = _holder(state.accounts, header.decode("latin-1"))
        limits: Limits = state.limits
        taken = UNCOUNTED if path in PROBES else limits.take(token.id if token else _address(asked))
        if taken.is_over:
            raise ProblemError(
                "too-many-requests",
                f"there are {taken.limit} requests a minute: wait {taken.seconds} s",
                {**taken.headers(), "Retry-After": str(taken.seconds)},
            )
        if header is not None and token is None:
            message = "the token is unknown or revoked: sign up with POST /v1/players"
            raise ProblemError("token-needed", message, taken.headers())
        if token is None and path in BODIES:
            # before anything of a large body is read
            raise ProblemError("token-needed", "send Authorization: Bearer with your token", taken.headers())
        media_type = headers.get(b"content-type") if asked["method"] in {"POST", "PUT"} else None
        wanted = BODIES.get(path, JSON)
        if media_type is not None and not wanted.fullmatch(media_type.decode("latin-1").strip()):
            raise ProblemError("media-type", f"send the body as {NDJSON if wanted is LINES else 'application/json'}")
        if asked["method"] not in _BODILESS:
            receive = received_in_time(receive, BUNDLE_WITHIN if path in BODIES else BODY_WITHIN)
        scope["user"] = token
        await next_app(scope, receive, _with_limits(send, taken) if taken.limit else send)


def _with_limits(send: Send, taken: Taken) -> Send:
    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [(name.lower().encode(), value.encode()) for name, value in taken.headers().items()]
            message["headers"] = [*message["headers"], *headers]
        await send(message)

    return with_headers


def _holder(accounts: Accounts, header: str) -> Token | None:
    return accounts.holder(header[len(BEARER) :]) if header.lower().startswith(BEARER) else None


def _address(scope: HTTPScope) -> str:
    return scope["client"][0] if scope["client"] else ""
