"""Where spans go, which there are, and what they must not say. Needs the extra `tracing`."""

from collections.abc import Sequence
from typing import Any

from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import Event, ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.sdk.trace.sampling import Decision, Sampler, SamplingResult
from opentelemetry.trace import Link, SpanKind, Status, TraceState, get_current_span

ERROR_TYPE = "exception.type"
"""What a span says of an exception: its class."""


class OfRequests(Sampler):
    """Drops what happens outside of requests, and asks another sampler about the rest."""

    def __init__(self, sampler: Sampler) -> None:
        self._sampler = sampler

    def should_sample(
        self,
        parent_context: Context | None,
        trace_id: int,
        name: str,
        kind: SpanKind | None = None,
        attributes: Any = None,
        links: Sequence[Link] | None = None,
        trace_state: TraceState | None = None,
    ) -> SamplingResult:
        """Return whether a span is recorded."""
        if kind != SpanKind.SERVER and not get_current_span(parent_context).get_span_context().is_valid:
            return SamplingResult(Decision.DROP)
        return self._sampler.should_sample(parent_context, trace_id, name, kind, attributes, links, trace_state)

    def get_description(self) -> str:
        """Return what it does, for its library."""
        return f"OfRequests({self._sampler.get_description()})"


class WithoutMessages(SpanExporter):
    """Sends spans without the messages of exceptions and their stack traces.

    A message of PostgreSQL quotes values, such as `Key (name)=(…) already exists`.
    """

    def __init__(self, exporter: SpanExporter) -> None:
        self._exporter = exporter

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Send spans."""
        return self._exporter.export([_without_messages(span) for span in spans])

    def shutdown(self) -> None:
        """Stop."""
        self._exporter.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        """Send what waits."""
        return self._exporter.force_flush(timeout_millis)


def _without_messages(span: ReadableSpan) -> ReadableSpan:
    return ReadableSpan(
        name=span.name,
        context=span.context,
        parent=span.parent,
        resource=span.resource,
        attributes=span.attributes,
        events=[_without_message(event) for event in span.events],
        links=span.links,
        kind=span.kind,
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )


def _without_message(event: Event) -> Event:
    said = {name: value for name, value in (event.attributes or {}).items() if name == ERROR_TYPE}
    return Event(event.name, said, event.timestamp)


def provider(version: str) -> TracerProvider:
    """Return what makes spans and sends them by OTLP over HTTP, as the variables `OTEL_…` say."""
    resource = Resource.create({"service.version": version})
    if str(resource.attributes["service.name"]).startswith("unknown_service"):
        # neither OTEL_SERVICE_NAME nor OTEL_RESOURCE_ATTRIBUTES names it
        resource = resource.merge(Resource({"service.name": "ludolog"}))
    made = TracerProvider(resource=resource, shutdown_on_exit=False)
    made.sampler = OfRequests(made.sampler)
    made.add_span_processor(BatchSpanProcessor(WithoutMessages(OTLPSpanExporter())))
    return made
