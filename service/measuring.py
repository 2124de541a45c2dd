"""What the metrics of a service process and of a worker have in common."""

from collections.abc import Mapping

from prometheus_client import CollectorRegistry, Gauge, GCCollector, PlatformCollector, ProcessCollector


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
    """Let a gauge have these values by its label, and no others."""
    gauge.clear()
    for name, value in values.items():
        gauge.labels(name).set(value)
