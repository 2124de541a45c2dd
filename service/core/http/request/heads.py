"""Validation of request heads before routing: Host, repeated headers, codings, upgrades, secrets as keys, slashes."""

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Protocol, TypeAlias, cast
from urllib.parse import unquote

from litestar.config.cors import CORSConfig
from litestar.exceptions import LitestarException
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

from service.core.http.headers import has_origin, has_secret
from service.core.http.problem_types import PROBLEMS
from service.core.http.problems import PROBLEM_JSON, ProblemError, instance_of, problem_body
from service.core.http.request.parameters import bad_parameter
from service.core.http.request.preflight import is_preflight

_SINGLE = {
    name.lower().encode(): name
    for name in ("Host", "Authorization", "Content-Type", "Idempotency-Key", "Last-Event-ID", "Ludolog-Invitation")
}
"""Headers that must not repeat: a proxy and the server might use different values (RFC 9110 5.3)."""

_HOST = re.compile(rb"(?:\[[0-9A-Fa-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::[0-9]*)?", re.ASCII)
_WITHOUT_HOST = {"1", "1.0"}
_SLASH = re.compile(r"%2[Ff]")
_NUMBER = "90071992547409931"
"""A number that occurs in no path, used to find the integer parameters of a route."""


Counter: TypeAlias = Callable[[HTTPScope, ProblemError], ProblemError]
"""Counts a refused request and returns the problem to send."""


class _Router(Protocol):
    def handle_routing(self, path: str, method: Any) -> tuple[Any, Any, str, dict[str, Any], str]:
        """Return, as item 3, the parameters of a path. Raises LitestarException for a path without a route."""
        ...


def with_checked_heads(app: ASGIApp, router: _Router, cors: CORSConfig, count: Counter) -> ASGIApp:
    """Return an application that refuses malformed heads with a 400 problem. `router` finds path parameters.

    `count` counts a refused request for the rate limits and returns the problem to send: the given one with rate-limit
    headers, or 429. `cors` has the headers that let a page of another origin read the response.

    HTTP/1.1 and later require Host (RFC 9112 3.2; `:authority` in HTTP/2). If an HTTP/2 request has both, granian
    passes only `Host`, so a difference (RFC 9113 8.3.1) is not visible here. The routes would treat `%2F` within a
    segment as a separator.
    """

    async def respond(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":  # pyright: ignore[reportUnnecessaryComparison] - a lifespan has no head
            asked = cast("HTTPScope", scope)
            error = _header_error(asked["headers"], asked["http_version"])
            raw = asked.get("raw_path") or b""
            # a browser sends a request only after its preflight succeeded
            if error is None and b"%2" in raw and not is_preflight(asked):
                error = _slash_error(raw.decode("latin-1"), asked["method"], router)
            if error is not None:
                counted = count(asked, error)
                if has_origin(asked["headers"]):
                    counted.headers.update(cors.simple_headers)
                await _send_problem(asked, send, counted)
                return
        await app(scope, receive, send)

    return respond


def _header_error(headers: Iterable[tuple[bytes, bytes]], http_version: str) -> ProblemError | None:
    seen: dict[bytes, bytes] = {}
    for name, value in headers:
        if name in _SINGLE:
            if name in seen:
                return bad_parameter(_SINGLE[name], f"the header {_SINGLE[name]} is given more than once: send it once")
            seen[name] = value
        elif name == b"transfer-encoding" and value.strip().lower() != b"chunked":
            # granian would pass on a coded body as if it were none (RFC 9112 6.1)
            return bad_parameter("Transfer-Encoding", "there is no transfer coding but chunked: send the body uncoded")
        elif name == b"upgrade" and value.strip().lower() == b"websocket":
            return bad_parameter("Upgrade", "there are no WebSockets: read a stream with GET, as text/event-stream")
    return _host_error(seen.get(b"host", b""), http_version) or _key_error(seen.get(b"idempotency-key", b""))


def _host_error(host: bytes, http_version: str) -> ProblemError | None:
    if not host:
        # granian passes an empty Host for a missing one; no http URI can have an empty host (RFC 9110 4.2.1)
        return (
            None
            if http_version in _WITHOUT_HOST
            else bad_parameter("Host", "the Host header is missing or empty: send one")
        )
    if not _HOST.fullmatch(host):
        return bad_parameter("Host", "the header Host is not a host name with an optional port")
    return None


def _key_error(key: bytes) -> ProblemError | None:
    """Return the problem of an idempotency key that contains a token or another secret: keys are stored."""
    if not has_secret(key.decode("latin-1")):
        return None
    reason = "the Idempotency-Key contains a token or another secret: use a random key"
    return bad_parameter("Idempotency-Key", reason)


def _slash_error(raw_path: str, method: str, router: _Router) -> ProblemError | None:
    if not _SLASH.search(raw_path):
        return None
    # a segment with its %2F matches a string parameter of the route, and the number matches an integer parameter
    segments = [_SLASH.split(segment) for segment in raw_path.split("/")]
    texts = ["%2F".join(map(unquote, parts)) for parts in segments]
    numbers = [_NUMBER if len(parts) > 1 else unquote(parts[0]) for parts in segments]
    name = _parameter_at(texts, "%2F", method, router) or _parameter_at(numbers, _NUMBER, method, router) or "path"
    return bad_parameter(name, f"a segment of the path ({name}) contains an encoded slash: ids and names contain none")


def _parameter_at(segments: list[str], mark: str, method: str, router: _Router) -> str | None:
    """Return the name of the first path parameter that contains a mark; None if there is no such parameter."""
    parameters: dict[str, Any] = {}
    with suppress(LitestarException):
        parameters = router.handle_routing("/".join(segments), "GET" if method == "HEAD" else method)[3]
    return next((name for name, value in parameters.items() if mark in str(value)), None)


async def _send_problem(scope: HTTPScope, send: Send, error: ProblemError) -> None:
    body = problem_body(instance_of(scope), error)
    headers = [
        (b"content-type", PROBLEM_JSON.encode()),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
        *((name.lower().encode(), value.encode()) for name, value in error.headers.items()),
    ]
    await send({"type": "http.response.start", "status": PROBLEMS[error.code].status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body, "more_body": False})
