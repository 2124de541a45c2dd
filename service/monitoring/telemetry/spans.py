"""Where spans go, and which there are. Needs the extra `tracing`."""

from collections.abc import Sequence
from typing import Any

from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import Decision, Sampler, SamplingResult
from opentelemetry.trace import Link, SpanKind, TraceState, get_current_span


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


def provider(version: str) -> TracerProvider:
    """Return what makes spans and sends them by OTLP over HTTP, as the variables `OTEL_…` say."""
    resource = Resource.create({"service.version": version})
    if str(resource.attributes["service.name"]).startswith("unknown_service"):
        # neither OTEL_SERVICE_NAME nor OTEL_RESOURCE_ATTRIBUTES names it
        resource = resource.merge(Resource({"service.name": "ludolog"}))
    made = TracerProvider(resource=resource, shutdown_on_exit=False)
    made.sampler = OfRequests(made.sampler)
    made.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return made
