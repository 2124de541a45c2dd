"""Traces: spans of requests and statements get to a collector, and have nothing that a log may not have."""

import contextlib
import gzip
import http.server
import sys
import threading
from collections.abc import Generator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.trace import SpanKind

from service.app import create_app
from service.core.settings import Settings, SettingsError
from service.monitoring.telemetry.tracing import Tracing, check_tracing
from tests.replies import ok
from tests.service.kit import first_choice, next_decision, started_game
from tests.service.server import Server, serving
from tests.waiting import until

SERVER, CLIENT = 2, 3
"""Kinds of spans in the protocol."""

ERROR = 2
"""The status of a span in the protocol."""

PARENT = "0af7651916cd43dd8448eb211c80319c"
SECRET = f"ludolog_{'A' * 43}"


class Collector:
    """What a collector of OpenTelemetry has got."""

    def __init__(self) -> None:
        self.requests: list[Any] = []
        self.url = ""

    @property
    def spans(self) -> list[Any]:
        """All spans."""
        return [
            span
            for request in self.requests
            for of in request.resource_spans
            for each in of.scope_spans
            for span in each.spans
        ]

    @property
    def resource(self) -> dict[str, str]:
        """What sends the spans."""
        return attributes(self.requests[0].resource_spans[0].resource)

    def named(self, name: str) -> list[Any]:
        """Return the spans of a name."""
        return [span for span in self.spans if span.name == name]


def attributes(of: Any) -> dict[str, Any]:
    """Return the attributes of a span or a resource."""
    return {each.key: each.value.string_value or each.value.int_value for each in of.attributes}


@contextlib.contextmanager
def collector() -> Generator[Collector]:
    """Collect spans on the loopback interface until the block ends."""
    found = Collector()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            request: Any = ExportTraceServiceRequest()
            request.ParseFromString(body)
            found.requests.append(request)
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as the base class names it
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        found.url = f"http://127.0.0.1:{server.server_port}"
        try:
            yield found
        finally:
            server.shutdown()
            thread.join()


def traced(found: Collector) -> dict[str, str]:
    """Return the settings of a service that sends its spans to a collector."""
    return {
        "LUDOLOG_TRACING": "on",
        "OTEL_EXPORTER_OTLP_ENDPOINT": found.url,
        "OTEL_BSP_SCHEDULE_DELAY": "100",
    }


def played(server: Server) -> str:
    """Play a move, and ask with secrets in wrong places; returns the token."""
    player = server.player("Marguerite")
    game = started_game(player)
    ok(player.post(f"/v1/games/{game}/commands", json=first_choice(next_decision(player, game))), 201)
    player.get(f"/v1/games/{SECRET}")
    player.get("/v1/results", params={"token": SECRET}, headers={"User-Agent": "a-browser", "X-Request-ID": "mine"})
    return str(player.headers["Authorization"]).removeprefix("Bearer ")


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_request_is_a_span_and_its_statements_are_spans_within_it(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    database = tmp_path / "games.db" if kind == "sqlite" else request.getfixturevalue("postgres")
    settings = {"LUDOLOG_KEY_FILE": str(tmp_path / "key"), "LUDOLOG_PROJECTIONS": "embedded"}
    with collector() as found:
        with serving(database, **settings, **traced(found)) as server:
            token = played(server)
            until(lambda: found.named("GET /v1/results"))
        # the last ones are sent when the service stops
        commands = found.named("POST /v1/games/{game}/commands")
        everything = str(found.requests)

    assert found.resource["service.name"] == "ludolog"
    assert "+" in found.resource["service.version"] or found.resource["service.version"]
    (command,) = commands
    assert attributes(command)["http.route"] == "/v1/games/{game}/commands"
    assert attributes(command)["http.status_code"] == 201
    (results,) = found.named("GET /v1/results")
    assert attributes(results)["ludolog.request_id"] == "mine"
    assert "token" not in attributes(results)["http.target"]
    (masked,) = [span for span in found.named("GET /v1/games/{game}") if "***" in attributes(span)["http.target"]]
    assert masked.kind == SERVER
    # only within requests
    servers = {span.span_id for span in found.spans if span.kind == SERVER}
    statements = [span for span in found.spans if span.kind == CLIENT]
    assert {span.parent_span_id for span in statements} <= servers
    assert bool(statements) == (kind == "postgres")
    for statement in statements:
        assert attributes(statement)["db.system"] == "postgresql"
    for hidden in (token, SECRET, "Marguerite", "a-browser", "net.peer.ip", "client.address", "user_agent"):
        assert hidden not in everything, hidden


def test_an_error_is_a_class_without_its_message(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with collector() as found:
        for name, value in traced(found).items():
            monkeypatch.setenv(name, value)
        tracing = Tracing(Settings(tracing=True))
        tracer = tracing.provider.get_tracer("test")
        with psycopg.connect(postgres, autocommit=True) as connection:
            connection.execute("CREATE TABLE names (name text PRIMARY KEY)")
            connection.execute("INSERT INTO names VALUES (%s)", ("marguerite",))
            # what escapes from a request is noted in its span, too
            of_request = tracer.start_as_current_span("a request", kind=SpanKind.SERVER)
            with pytest.raises(psycopg.errors.UniqueViolation, match="marguerite"), of_request:
                connection.execute("INSERT INTO names VALUES (%s)", ("marguerite",))
        tracing.stop()

    assert {span.kind for span in found.spans} == {SERVER, CLIENT}
    for span in found.spans:
        assert span.status.code == ERROR
        for event in span.events:
            assert attributes(event) == {"exception.type": "psycopg.errors.UniqueViolation"}
    assert [event for span in found.spans for event in span.events]
    assert "marguerite" not in str(found.requests)


@pytest.mark.parametrize("of", [psycopg, psycopg.Connection, psycopg.AsyncConnection])
def test_a_process_that_traces_no_more_connects_as_before(of: object) -> None:
    before = vars(of)["connect"]
    tracing = Tracing(Settings(tracing=True))
    assert vars(of)["connect"] is not before
    tracing.stop()
    assert vars(of)["connect"] is before


def test_only_a_trusted_proxy_continues_its_trace(tmp_path: Path) -> None:
    parent = {"traceparent": f"00-{PARENT}-b7ad6b7169203331-01"}
    for name, trusted, is_continued in (("one", {}, False), ("two", {"LUDOLOG_TRUSTED_PROXIES": "127.0.0.1"}, True)):
        with collector() as found:
            with serving(tmp_path / f"{name}.db", **trusted, **traced(found)) as server:
                ok(server.client().get("/v1/clocks", headers=parent))
            (span,) = found.named("GET /v1/clocks")
        assert (span.trace_id.hex() == PARENT) == is_continued


def test_a_sampler_of_the_settings_chooses(tmp_path: Path) -> None:
    with collector() as found:
        never = {"OTEL_TRACES_SAMPLER": "always_off"}
        with serving(tmp_path / "games.db", **traced(found), **never) as server:
            ok(server.client().get("/v1/clocks"))
        assert found.spans == []


def test_a_service_without_a_collector_serves(tmp_path: Path) -> None:
    settings = {"LUDOLOG_TRACING": "on", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}
    with serving(tmp_path / "games.db", **settings) as server:
        played(server)
        assert server.stop() < 30


def test_without_the_extra_the_setting_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for missing in ("opentelemetry.instrumentation.asgi", "opentelemetry"):
        with monkeypatch.context() as patched:
            # what Python then does is what it does without the package
            patched.setitem(sys.modules, missing, None)
            check_tracing(Settings())
            with pytest.raises(SettingsError, match=r"install ludolog\[tracing\]"):
                check_tracing(Settings(tracing=True))
            with pytest.raises(SettingsError, match="OpenTelemetry is not installed"):
                create_app(Settings(database=f"sqlite:///{tmp_path}/games.db", tracing=True))
