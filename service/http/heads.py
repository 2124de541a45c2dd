"""The head of a request before it is routed: Host, headers that may stand once, and slashes within a path segment."""

import re
from collections.abc import Iterable
from contextlib import suppress
from http import HTTPStatus
from typing import Any, Protocol, cast
from urllib.parse import unquote

import msgspec
from litestar.exceptions import LitestarException
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

from service.http.faults import bad_parameter
from service.problems import PROBLEM_JSON, ProblemError, problem_of

_SINGLE = {
    name.lower().encode(): name
    for name in ("Host", "Authorization", "Content-Type", "Idempotency-Key", "Last-Event-ID", "Ludolog-Invitation")
}
"""Headers with one value: which of two the server, or a proxy before it, would take is open (RFC 9110 5.3)."""

_HOST = re.compile(rb"(?:\[[0-9A-Fa-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::[0-9]*)?", re.ASCII)
_WITHOUT_HOST = {"1", "1.0"}
_SLASH = re.compile(r"%2[Ff]")


class _Router(Protocol):
    def handle_routing(self, path: str, method: Any) -> tuple[Any, Any, str, dict[str, Any], str]:
        """Return among others the parameters of a path; raises LitestarException for a path without a route."""
        ...


def with_checked_heads(app: ASGIApp, router: _Router) -> ASGIApp:
    """Return an application that answers a malformed head by a 400 problem; `router` names the parameters of paths.

    A request of HTTP/1.1 or later names its host (RFC 9112 3.2; in HTTP/2 as `:authority`). `%2F` within a segment
    would be taken for a separator by the routes.
    """

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":  # pyright: ignore[reportUnnecessaryComparison] - a lifespan has no head
            asked = cast("HTTPScope", scope)
            fault = _header_fault(asked["headers"], asked["http_version"])
            if fault is None and b"%2" in (raw := asked.get("raw_path") or b""):
                fault = _slash_fault(raw.decode("latin-1"), asked["method"], router)
            if fault is not None:
                await _refuse(asked, send, fault)
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
        return None if http_version in _WITHOUT_HOST else bad_parameter("Host", "the request names no Host: send one")
    if not _HOST.fullmatch(host):
        return bad_parameter("Host", "the header Host is no host name with an optional port")
    return None


def _slash_fault(raw_path: str, method: str, router: _Router) -> ProblemError | None:
    if not _SLASH.search(raw_path):
        return None
    # a segment that keeps its %2F matches the route that the client has meant
    path = "/".join("%2F".join(map(unquote, _SLASH.split(segment))) for segment in raw_path.split("/"))
    parameters: dict[str, Any] = {}
    with suppress(LitestarException):
        parameters = router.handle_routing(path=path, method="GET" if method == "HEAD" else method)[3]
    name = next((name for name, value in parameters.items() if "%2F" in str(value)), "path")
    return bad_parameter(name, f"a segment of the path ({name}) holds an encoded slash: no id or name here has one")


async def _refuse(scope: HTTPScope, send: Send, fault: ProblemError) -> None:
    body = msgspec.json.encode(problem_of(scope["path"], fault))
    headers = [
        (b"content-type", PROBLEM_JSON.encode()),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": HTTPStatus.BAD_REQUEST, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body, "more_body": False})
