"""What the metrics of a service process and of a worker have in common."""

from collections.abc import Mapping

from prometheus_client import CollectorRegistry, Gauge, GCCollector, PlatformCollector, ProcessCollector
from prometheus_client.samples import Sample


def process_registry() -> CollectorRegistry:
    """Return a registry with what every process tells of itself."""
    registry = CollectorRegistry()
    for collector in (ProcessCollector, PlatformCollector, GCCollector):
        collector(registry=registry)
    return registry


def lag_gauge(registry: CollectorRegistry) -> Gauge:
    """Return the gauge of how far the tables are behind the log."""
    return Gauge(
        "ludolog_projection_lag",
        "Positions of the log, about as many as events, that a projection has yet to take in.",
        ("projection",),
        registry=registry,
    )


def set_all(gauge: Gauge, values: Mapping[str, int]) -> None:
    """Let a gauge have these values by its only label, and no others; whoever reads it meanwhile misses none."""
    before = {name for sample in _samples(gauge) for name in sample.labels.values()}
    for name, value in values.items():
        gauge.labels(name).set(value)
    for name in before - values.keys():
        gauge.remove(name)


def _samples(gauge: Gauge) -> list[Sample]:
    return [sample for metric in gauge.collect() for sample in metric.samples]
