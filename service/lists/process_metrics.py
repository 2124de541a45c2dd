"""Metrics that a service process and a worker have in common."""

from collections.abc import Mapping

from prometheus_client import CollectorRegistry, Gauge, GCCollector, PlatformCollector, ProcessCollector
from prometheus_client.samples import Sample

from service.release import build


def process_registry() -> CollectorRegistry:
    """Return a registry with the metrics of the build, the process, the platform and the garbage collector."""
    registry = CollectorRegistry()
    for collector in (ProcessCollector, PlatformCollector, GCCollector):
        collector(registry=registry)
    version = build()
    commit = version.partition("+g")[2]
    info = Gauge("ludolog_build_info", "1; the build of this process.", ("version", "commit"), registry=registry)
    info.labels(version, commit).set(1)
    return registry


def lag_gauge(registry: CollectorRegistry) -> Gauge:
    """Return the gauge for the lag of each projection."""
    return Gauge(
        "ludolog_projection_lag",
        "Positions of the log, about as many as events, that a projection has yet to take in.",
        ("projection",),
        registry=registry,
    )


def set_all(gauge: Gauge, values: Mapping[str, int]) -> None:
    """Set the values of a gauge by its only label and remove all others. A concurrent scrape misses none of them."""
    before = {name for sample in _samples(gauge) for name in sample.labels.values()}
    for name, value in values.items():
        gauge.labels(name).set(value)
    for name in before - values.keys():
        gauge.remove(name)


def _samples(gauge: Gauge) -> list[Sample]:
    return [sample for metric in gauge.collect() for sample in metric.samples]
