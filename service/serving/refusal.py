"""The answer to requests of an address of which too many wait already."""

from functools import lru_cache
from typing import cast

from litestar.types import HTTPScope, Receive, Scope, Send

from service.connections.admission import MAX_QUEUED
from service.http.problems import PROBLEM_JSON, ProblemError, problem_body

_DETAIL = f"{MAX_QUEUED} requests of your address are waiting: wait for their answers before you send more"

_CACHED = 256


async def refuse(scope: Scope, _receive: Receive, send: Send) -> None:
    """Send a 429 problem without a request id. It must cost little: it answers a flood of requests."""
    asked = cast("HTTPScope", scope)
    body = b"" if asked["method"] == "HEAD" else _body(asked["path"])
    headers = [
        (b"content-type", PROBLEM_JSON.encode()),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
        (b"retry-after", b"1"),
    ]
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


@lru_cache(_CACHED)
def _body(path: str) -> bytes:
    return problem_body(path, ProblemError("too-many-requests", _DETAIL))
