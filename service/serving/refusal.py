"""The answer to requests of an address of which too many wait already."""

from functools import lru_cache
from typing import cast

from litestar import Litestar
from litestar.types import HTTPScope, Receive, Scope, Send

from service.app import CORS
from service.core.connections.admission import MAX_QUEUED
from service.core.http.headers import has_origin
from service.core.http.problems import PROBLEM_JSON, ProblemError, instance_of, problem_body
from service.core.parts import parts_of
from service.monitoring.telemetry.metrics import Metrics

_DETAIL = f"{MAX_QUEUED} requests of your address are waiting: wait for their answers before you send more"

_CACHED = 256


class Refusal:
    """An ASGI application that answers with 429 problems without a request id, and counts them in the metrics.

    It must cost little: it answers a flood of requests.
    """

    def __init__(self, app: Litestar) -> None:
        self._app = app
        self._cors_headers = [(name.lower().encode(), value.encode()) for name, value in CORS.simple_headers.items()]

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        """Send the problem; pages of other origins may read it."""
        asked = cast("HTTPScope", scope)
        metrics = parts_of(self._app).find(Metrics)
        if metrics is not None:
            metrics.refused()
        body = b"" if asked["method"] == "HEAD" else _body(instance_of(asked))
        headers = [
            (b"content-type", PROBLEM_JSON.encode()),
            (b"content-length", b"%d" % len(body)),
            (b"cache-control", b"no-store"),
            (b"retry-after", b"1"),
            # the body of a preview or a verification is not read
            *(((b"connection", b"close"),) if asked["method"] == "POST" else ()),
            *(self._cors_headers if has_origin(asked["headers"]) else ()),
        ]
        await send({"type": "http.response.start", "status": 429, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})


@lru_cache(_CACHED)
def _body(instance: str) -> bytes:
    return problem_body(instance, ProblemError("too-many-requests", _DETAIL))
