"""The middleware that authenticates a request, applies rate limits, and checks the media type and speed of its body."""

from typing import Any, NamedTuple, cast

from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from service.accounts.quotas.rate_limit import UNCOUNTED, WindowState, too_many_requests
from service.accounts.tokens import Token
from service.api.cookies import cookie_cleared, with_cookie_cleared
from service.api.idempotency import replay_headers
from service.api.identity import SAFE, Identity, identify, token_at_hand
from service.api.needed_tokens import is_token_missing, missing_token
from service.connections.addresses import ADDRESS, Addresses
from service.connections.admission import PROBES
from service.http.failed import raise_failed
from service.http.problems import ProblemError
from service.http.request.body_timeout import BODY_WITHIN, BUNDLE_WITHIN, with_body_timeout
from service.http.request.media_types import check_body_type
from service.services import Services, services_of

LINES = {"/v1/verifications"}
"""The paths whose bodies are lines of JSON. All other bodies are JSON."""

ANY_BODY = "/v1/digests/unsubscriptions/"
"""The beginning of paths whose bodies are ignored: mail programs send a form (RFC 8058)."""

TIMELESS = (
    "/about",
    "/account",
    "/assets",
    "/docs",
    "/email",
    "/embed/leaderboards",
    "/embed/results",
    "/favicon.ico",
    "/games",
    "/health",
    "/icons",
    "/manifest.webmanifest",
    "/metrics",
    "/openapi.json",
    "/leaderboards",
    "/ludolog.js",
    "/new",
    "/problems",
    "/push-worker.js",
    "/rules",
    "/sign-in",
    "/v1/rulesets",
    "/verify",
    "/.well-known",
)
"""Prefixes of paths that need no games, so that they respond during an outage of the database."""

START = "/"
"""The path of the lobby, a page that its module fills."""

ADMITTED = "ludolog.admitted"
"""The key in the scope of a request that was admitted before routing, with its `Admitted`."""


class Admitted(NamedTuple):
    """A request that was authenticated and counted."""

    identity: Identity
    taken: WindowState


class AuthMiddleware(ASGIMiddleware):
    """Sets `scope["user"]`. Refuses invalid tokens, requests above a limit, wrong media types and slow bodies."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Authenticate and count the request, check its media type, and set the timeout of its body.

        A request that was admitted before is not counted again.
        """
        asked = cast("HTTPScope", scope)
        services, path = services_of(scope["litestar_app"]), asked["path"]
        found = cast("Admitted | None", cast("dict[str, Any]", scope).get(ADMITTED))
        if found is None:
            raise_failed(asked)
            found = await admit(asked, services)
        identity, taken = found
        token = identity.token
        if identity.is_repeated:
            await _send_replayed(_with_limits(with_cookie_cleared(asked, services, None, send), taken))
            return
        if token is None and is_token_missing(asked):
            # before parameters and body are read: they matter only to callers who are known
            problem = missing_token()
            problem.headers.update(taken.headers() | cookie_cleared(asked, services))
            raise problem
        if asked["method"] in {"POST", "PUT"} and not path.startswith(ANY_BODY):
            try:
                check_body_type(asked["headers"], lines=path in LINES)
            except ProblemError as error:
                error.headers.update(taken.headers())
                raise
        if asked["method"] not in SAFE:
            receive = with_body_timeout(receive, BUNDLE_WITHIN if path in LINES else BODY_WITHIN)
        scope["user"] = token
        send = with_cookie_cleared(asked, services, token, send)
        await next_app(scope, receive, _with_limits(send, taken))


async def admit(scope: HTTPScope, services: Services) -> Admitted:
    """Authenticate and count a request. Raises the problem of its credentials, its limits or the database."""
    path = scope["path"]
    is_timeless = path.startswith(TIMELESS) or path == START
    if (lost := services.storage.lost) is not None and not is_timeless:
        raise ProblemError("unavailable", f"the database file {lost}: nothing can be stored", {"Retry-After": "5"})
    if services.log_poller is not None and not is_timeless:
        # the request must see everything that any process acknowledged before it arrived
        await services.log_poller.catch_up()
    address = cast("dict[str, Any]", scope)[ADDRESS] = _address(scope, services.addresses)
    identity = await identify(scope, services, is_timeless=is_timeless)
    taken = _counted(services, path, identity.token, address)
    if taken.is_over:
        raise too_many_requests(taken)
    if identity.refusal is not None:
        raise identity.refusal.problem(taken.headers())
    return Admitted(identity, taken)


def count_refused(scope: HTTPScope, fault: ProblemError) -> ProblemError:
    """Count a request that is refused before routing. Return its problem, or the 429 problem above a limit."""
    services = services_of(scope["litestar_app"])
    token = token_at_hand(scope, services)
    taken = _counted(services, scope["path"], token, _address(scope, services.addresses))
    problem = too_many_requests(taken) if taken.is_over else fault
    problem.headers.update(taken.headers())
    return problem


def _counted(services: Services, path: str, token: Token | None, address: str) -> WindowState:
    """Count a request for its token, its account and its address. Health checks are not counted."""
    account = None if token is None else services.accounts.account_of(token.player)
    return UNCOUNTED if path in PROBES else services.limits.take(token, account, address)


async def _send_replayed(send: Send) -> None:
    headers = {"Cache-Control": "no-store", **replay_headers(True)}
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": 204, "headers": raw})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def _with_limits(send: Send, taken: WindowState) -> Send:
    if not taken.limit:
        return send

    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], *taken.raw_headers()]
        await send(message)

    return with_headers


def _address(scope: HTTPScope, addresses: Addresses) -> str:
    return addresses.client_of(scope["client"][0], scope["headers"]) if scope["client"] else ""
