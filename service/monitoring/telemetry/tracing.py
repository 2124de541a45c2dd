"""Traces of requests by OpenTelemetry's own instrumentation of ASGI and psycopg, with its own settings (`OTEL_…`).

A span says what a line of the access log says, and no more: method, path without query and secrets, route, status,
request id. It has no address and no header of a client. A statement has its placeholders, never its values, and an
error its class, never its message, which quotes values. Without a request there is no span: the service looks at the
log every second. The commit of a group of batches belongs to several requests, so it is in none of them;
`ludolog_commit_seconds` measures it.
"""

import threading
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import psycopg
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from service.core.connections.addresses import Addresses
from service.core.http.headers import REQUEST_ID, without_secrets
from service.core.http.middleware.request_id import route_of
from service.core.settings import Settings
from service.core.store.errors import SettingsError
from service.release import build

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span

MISSING = (
    "LUDOLOG_TRACING is on, and OpenTelemetry is not installed: install ludolog[tracing], or leave LUDOLOG_TRACING out"
)

SENT_WITHIN = 1.0
"""Seconds for the last spans when the process stops."""

_NEEDED = (
    "opentelemetry",
    "opentelemetry.sdk",
    "opentelemetry.instrumentation.asgi",
    "opentelemetry.instrumentation.psycopg",
    "opentelemetry.exporter.otlp.proto.http",
)
"""The modules of the extra `tracing`."""

_CONNECTS = [(of, vars(of)["connect"]) for of in (psycopg, psycopg.Connection, psycopg.AsyncConnection)]
"""What the instrumentation replaces."""

_CONTEXT = frozenset({b"traceparent", b"tracestate"})
"""The headers by which a proxy continues its trace (W3C Trace Context)."""

_ORIGINAL = "ludolog.scope"
"""The key of the scope of a request in the one that the instrumentation reads."""


def check_tracing(settings: Settings) -> None:
    """Raise SettingsError if requests have to be traced, and OpenTelemetry is not installed."""
    if settings.tracing and not all(map(_is_installed, _NEEDED)):
        raise SettingsError(MISSING)


class Tracing:
    """The traces of a process."""

    def __init__(self, settings: Settings) -> None:
        """Begin to trace statements. Raises SettingsError if OpenTelemetry is not installed."""
        check_tracing(settings)
        from opentelemetry.instrumentation.psycopg import PsycopgInstrumentor  # noqa: PLC0415 - an extra

        from service.monitoring.telemetry.spans import provider  # noqa: PLC0415 - the same

        self.provider: TracerProvider = provider(build())
        self._addresses = Addresses(settings.proxies)
        self._statements = PsycopgInstrumentor()
        self._statements.instrument(tracer_provider=self.provider)

    def stop(self) -> None:
        """Send the last spans if the collector answers soon, and trace no more statements."""
        # its library would wait for a collector that is down longer than a process has to stop
        sending = threading.Thread(target=self.provider.shutdown, daemon=True)
        sending.start()
        sending.join(SENT_WITHIN)
        self._statements.uninstrument()
        # it leaves methods that are bound: each subclass of a connection would connect as the base class
        for of, connect in _CONNECTS:
            setattr(of, "connect", connect)  # noqa: B010 - a class and a module

    def wrapped(self, app: ASGIApp) -> ASGIApp:
        """Return an application whose requests are traced."""
        from opentelemetry.instrumentation.asgi import OpenTelemetryMiddleware  # noqa: PLC0415 # pyright: ignore[reportMissingTypeStubs] - an extra
        from opentelemetry.metrics import NoOpMeterProvider  # noqa: PLC0415 - the same
        from opentelemetry.trace import get_current_span  # noqa: PLC0415 - the same

        async def inner(shown: Any, receive: Receive, send: Send) -> None:
            scope = shown[_ORIGINAL]
            await app(scope, receive, _named(get_current_span(), scope, send))

        traced: Any = OpenTelemetryMiddleware(
            inner,
            tracer_provider=self.provider,
            meter_provider=NoOpMeterProvider(),
            exclude_spans=["receive", "send"],
        )

        async def respond(scope: Scope, receive: Receive, send: Send) -> None:
            asked: Any = scope
            if asked["type"] != "http":
                await app(scope, receive, send)
                return
            await traced(self._shown(asked), receive, send)

        return respond

    def _shown(self, scope: Any) -> dict[str, Any]:
        """Return the scope of a request as far as a span may show it."""
        client = scope.get("client")
        # a client must not choose what is traced
        is_proxy = client is not None and self._addresses.key_of(client[0]) is None
        path = without_secrets(scope["path"])
        return {
            "type": "http",
            "method": scope["method"],
            "scheme": scope["scheme"],
            "http_version": scope["http_version"],
            "server": scope.get("server"),
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": [each for each in scope["headers"] if is_proxy and each[0] in _CONTEXT],
            _ORIGINAL: scope,
        }


def _is_installed(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        # a package above it is missing
        return False


def _named(span: "Span", scope: Any, send: Send) -> Send:
    async def pass_on(message: Message) -> None:
        if message["type"] == "http.response.start":
            # the route is known, and the span is not over
            route = route_of(scope)
            span.update_name(f"{scope['method']} {route}")
            span.set_attribute("http.route", route)
            if (request_id := REQUEST_ID.get()) is not None:
                span.set_attribute("ludolog.request_id", request_id)
        await send(message)

    return pass_on
