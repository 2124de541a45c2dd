"""The head of a request before it is routed: Host, headers that may stand once, and slashes within a path segment."""

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Protocol, TypeAlias, cast
from urllib.parse import unquote

import msgspec
from litestar.config.cors import CORSConfig
from litestar.exceptions import LitestarException
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

from service.http.problem_types import PROBLEMS
from service.http.problems import PROBLEM_JSON, ProblemError, problem_of
from service.http.request.parameters import bad_parameter

_SINGLE = {
    name.lower().encode(): name
    for name in ("Host", "Authorization", "Content-Type", "Idempotency-Key", "Last-Event-ID", "Ludolog-Invitation")
}
"""Headers with one value: which of two the server, or a proxy before it, would take is open (RFC 9110 5.3)."""

_HOST = re.compile(rb"(?:\[[0-9A-Fa-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::[0-9]*)?", re.ASCII)
_WITHOUT_HOST = {"1", "1.0"}
_SLASH = re.compile(r"%2[Ff]")
_NUMBER = "90071992547409931"
"""A number that no path has, to find the integer parameters of a route."""


Counter: TypeAlias = Callable[[HTTPScope, ProblemError], ProblemError]
"""Counts a refused request; returns the problem to answer with."""


class _Router(Protocol):
    def handle_routing(self, path: str, method: Any) -> tuple[Any, Any, str, dict[str, Any], str]:
        """Return among others the parameters of a path; raises LitestarException for a path without a route."""
        ...


def with_checked_heads(app: ASGIApp, router: _Router, cors: CORSConfig, count: Counter) -> ASGIApp:
    """Return an application that answers a malformed head by a 400 problem; `router` names the parameters of paths.

    `count` counts a refused request for the rate limits and returns the problem to answer with: the given one with
    rate-limit headers, or 429. `cors` names the headers that let a page of another origin read the answer.

    A request of HTTP/1.1 or later names its host (RFC 9112 3.2; in HTTP/2 as `:authority`). Where an HTTP/2 request
    has both, granian passes on `Host` alone: a difference between the two (RFC 9113 8.3.1) cannot be seen here. `%2F`
    within a segment would be taken for a separator by the routes.
    """

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":  # pyright: ignore[reportUnnecessaryComparison] - a lifespan has no head
            asked = cast("HTTPScope", scope)
            fault = _header_fault(asked["headers"], asked["http_version"])
            raw = asked.get("raw_path") or b""
            # a browser sends the request itself only after its preflight was answered
            if fault is None and b"%2" in raw and not _is_preflight(asked):
                fault = _slash_fault(raw.decode("latin-1"), asked["method"], router)
            if fault is not None:
                refusal = count(asked, fault)
                if any(name == b"origin" for name, _ in asked["headers"]):
                    refusal.headers.update(cors.simple_headers)
                await _refuse(asked, send, refusal)
                return
        await app(scope, receive, send)

    return answer


def _header_fault(headers: Iterable[tuple[bytes, bytes]], http_version: str) -> ProblemError | None:
    seen: dict[bytes, bytes] = {}
    for name, value in headers:
        if name in _SINGLE:
            if name in seen:
                return bad_parameter(_SINGLE[name], f"the header {_SINGLE[name]} is given more than once: send it once")
            seen[name] = value
    host = seen.get(b"host", b"")
    if not host:
        # granian gives a request without Host an empty one, which no http URI can have (RFC 9110 4.2.1)
        return (
            None
            if http_version in _WITHOUT_HOST
            else bad_parameter("Host", "the Host header is missing or empty: send one")
        )
    if not _HOST.fullmatch(host):
        return bad_parameter("Host", "the header Host is not a host name with an optional port")
    return None


def _slash_fault(raw_path: str, method: str, router: _Router) -> ProblemError | None:
    if not _SLASH.search(raw_path):
        return None
    # a segment that keeps its %2F matches a text of the route that the client means; the number matches an integer
    segments = [_SLASH.split(segment) for segment in raw_path.split("/")]
    texts = ["%2F".join(map(unquote, parts)) for parts in segments]
    numbers = [_NUMBER if len(parts) > 1 else unquote(parts[0]) for parts in segments]
    name = _parameter_at(texts, "%2F", method, router) or _parameter_at(numbers, _NUMBER, method, router) or "path"
    return bad_parameter(name, f"a segment of the path ({name}) contains an encoded slash: ids and names contain none")


def _parameter_at(segments: list[str], mark: str, method: str, router: _Router) -> str | None:
    """Return the name of the first path parameter that holds a mark; None if no route has one there."""
    parameters: dict[str, Any] = {}
    with suppress(LitestarException):
        parameters = router.handle_routing("/".join(segments), "GET" if method == "HEAD" else method)[3]
    return next((name for name, value in parameters.items() if mark in str(value)), None)


def _is_preflight(scope: HTTPScope) -> bool:
    return scope["method"] == "OPTIONS" and any(
        name == b"access-control-request-method" for name, _ in scope["headers"]
    )


async def _refuse(scope: HTTPScope, send: Send, fault: ProblemError) -> None:
    body = msgspec.json.encode(problem_of(scope["path"], fault))
    headers = [
        (b"content-type", PROBLEM_JSON.encode()),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
        *((name.lower().encode(), value.encode()) for name, value in fault.headers.items()),
    ]
    await send({"type": "http.response.start", "status": PROBLEMS[fault.code].status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body, "more_body": False})
