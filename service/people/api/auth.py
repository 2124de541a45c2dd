"""The middleware that authenticates a request, applies rate limits, and checks the media type and speed of its body."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias, cast

from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from service.core.connections.addresses import ADDRESS, Addresses
from service.core.connections.admission import PROBES
from service.core.http.failed import raise_failed
from service.core.http.problems import ProblemError
from service.core.http.request.body_timeout import BODY_WITHIN, BUNDLE_WITHIN, with_body_timeout
from service.core.http.request.media_types import check_body_type
from service.core.parts import parts_of
from service.core.store.storage_watch import StorageWatch
from service.people.accounts import Accounts
from service.people.api.cookies import SessionCookies
from service.people.api.idempotency import replay_headers
from service.people.api.identity import SAFE, Authenticator, Identity, Refusal
from service.people.api.needed_tokens import is_token_missing, missing_token
from service.people.api.within import is_within
from service.people.following import Follower
from service.people.quotas.rate_limit import UNCOUNTED, RateLimits, WindowState, too_many_requests
from service.people.tokens import Token

LINES = {"/v1/verifications"}
"""The paths whose bodies are lines of JSON. All other bodies are JSON."""

ANY_BODY = ("/v1/digests/unsubscriptions/", "/oauth/")
"""The beginnings of paths whose bodies are no JSON: ignored forms of mail programs (RFC 8058), and forms of OAuth."""

TIMELESS = (
    "/about",
    "/account",
    "/assets",
    "/asyncapi.json",
    "/desk",
    "/device",
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
    "/openapi.yaml",
    "/leaderboards",
    "/ludolog.js",
    "/new",
    "/offline",
    "/oauth/authorize",
    "/problems",
    "/recover",
    "/push-worker.js",
    "/rules",
    "/sign-in",
    "/v1/rulesets",
    "/verify",
    "/.well-known",
)
"""Prefixes of paths that need no games, so that they respond during an outage of the database."""

START, INDEX = "/", "/v1"
"""The path of the lobby, a page that its module fills, and that of the index of the API."""

ADMITTED = "ludolog.admitted"
"""The key in the scope of a request that was admitted before routing, with its `Admitted`."""

ASKED_WITH = "ludolog.asked_with"
"""The key in the scope of a request with its token, as far as it is known; of one that is refused, too."""


TokenAtHand: TypeAlias = Callable[[HTTPScope], Token | None]
"""Returns the token of a request as far as memory knows it."""


class Admitted(NamedTuple):
    """A request that was authenticated and counted."""

    identity: Identity
    taken: WindowState


class Gate:
    """Admits requests: authenticates and counts them."""

    def __init__(
        self,
        authenticator: Authenticator,
        accounts: Accounts,
        cookies: SessionCookies,
        limits: RateLimits,
        addresses: Addresses,
        storage: StorageWatch,
    ) -> None:
        self.cookies = cookies
        self._authenticator = authenticator
        self._accounts = accounts
        self._limits = limits
        self._addresses = addresses
        self._storage = storage
        self.guards: list[Callable[[HTTPScope], Refusal | None]] = []
        """Called with every request that may change something. They return why it is refused; None: it is not."""
        self.checks: list[Callable[[Token, HTTPScope], Refusal | None]] = []
        """Called with the token of every request. They return why the request is refused; None: it is not."""
        self.knows_enough: Callable[[HTTPScope, TokenAtHand], bool] = _never
        """Called with a request. It says whether this process needs no look at the database for the request."""
        self.admitted: Callable[[], None] = _nothing
        """Called when this process knows enough for a request."""

    def follow(self, follower: Follower) -> None:
        """Let each request see what any process acknowledged before it arrived."""
        self._authenticator.follower = follower

    async def admit(self, scope: HTTPScope) -> Admitted:
        """Authenticate and count a request. Raises the problem of its credentials, its limits or the database."""
        address = cast("dict[str, Any]", scope)[ADDRESS] = _address(scope, self._addresses)
        identity = await self.identify(scope)
        cast("dict[str, Any]", scope)[ASKED_WITH] = identity.token
        taken = self._count(scope["path"], identity.token, address)
        if taken.is_over:
            raise too_many_requests(taken)
        if identity.refusal is not None:
            raise identity.refusal.problem(taken.headers())
        return Admitted(identity, taken)

    async def identify(self, scope: HTTPScope) -> Identity:
        """Authenticate a request without counting it. Raises the problem of the database.

        A request within another one, which was counted, needs no more.
        """
        path = scope["path"]
        is_timeless = path.startswith(TIMELESS) or path in {START, INDEX}
        if (lost := self._storage.lost) is not None and not is_timeless:
            raise ProblemError("unavailable", f"the database file {lost}: nothing can be stored", {"Retry-After": "5"})
        if self._authenticator.follower is not None and not is_timeless:
            if not self.knows_enough(scope, self._authenticator.token_at_hand):
                # the request must see everything that any process acknowledged before it arrived
                await self._authenticator.follower.catch_up()
            self.admitted()
        identity = await self._authenticator.identify(scope, is_timeless=is_timeless)
        if identity.token is not None and not await is_within(self._accounts, identity.token, path):
            what = "game" if identity.token.within_game is not None else "tournament"
            message = f"the person has limited this app to one {what}, and this request is not about it"
            identity = Identity(identity.token, Refusal("scope-missing", message))
        if identity.refusal is None and (refusal := self._refusal(scope, identity.token)) is not None:
            identity = Identity(identity.token, refusal)
        return identity

    def _refusal(self, scope: HTTPScope, token: Token | None) -> Refusal | None:
        """Return why guards or checks refuse a request; None: they do not."""
        guards = () if scope["method"] in SAFE else self.guards
        refusals = (guard(scope) for guard in guards)
        if (found := next(filter(None, refusals), None)) is not None or token is None:
            return found
        return next(filter(None, (check(token, scope) for check in self.checks)), None)

    def count_refused(self, scope: HTTPScope, fault: ProblemError) -> ProblemError:
        """Count a request that is refused before routing. Return its problem, or the 429 problem above a limit."""
        asked: Any = scope
        address = asked[ADDRESS] = _address(scope, self._addresses)
        token = asked[ASKED_WITH] = self._authenticator.token_at_hand(scope)
        taken = self._count(scope["path"], token, address)
        problem = too_many_requests(taken) if taken.is_over else fault
        problem.headers.update(taken.headers())
        return problem

    def _count(self, path: str, token: Token | None, address: str) -> WindowState:
        """Count a request for its token, its account and its address. Health checks are not counted."""
        account = None if token is None else self._accounts.account_of(token.player)
        return UNCOUNTED if path in PROBES else self._limits.take(token, account, address)


class AuthMiddleware(ASGIMiddleware):
    """Sets `scope["user"]`. Refuses invalid tokens, requests above a limit, wrong media types and slow bodies."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Authenticate and count the request, check its media type, and set the timeout of its body.

        A request that was admitted before is not counted again.
        """
        asked = cast("HTTPScope", scope)
        gate, path = parts_of(scope["litestar_app"]).get(Gate), asked["path"]
        found = cast("Admitted | None", cast("dict[str, Any]", scope).get(ADMITTED))
        if found is None:
            raise_failed(asked)
            found = await gate.admit(asked)
        identity, taken = found
        token = identity.token
        if identity.is_repeated:
            await _send_replayed(_with_limits(gate.cookies.clearing(asked, None, send), taken))
            return
        if token is None and is_token_missing(asked):
            # before parameters and body are read: they matter only to callers who are known
            problem = missing_token()
            problem.headers.update(taken.headers() | gate.cookies.headers_of(asked))
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
        send = gate.cookies.clearing(asked, token, send)
        await next_app(scope, receive, _with_limits(send, taken))


def _never(_scope: HTTPScope, _token: TokenAtHand) -> bool:
    return False


def _nothing() -> None:
    return None


def count_refused(scope: HTTPScope, fault: ProblemError) -> ProblemError:
    """Count a request that is refused before routing. Return its problem, or the 429 problem above a limit."""
    return parts_of(scope["litestar_app"]).get(Gate).count_refused(scope, fault)


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
