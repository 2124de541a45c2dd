"""The Prometheus metrics of a worker, served on a port of its own."""

from collections.abc import Mapping

from prometheus_client import Counter, Gauge, start_http_server

from service.readmodels.process_metrics import lag_gauge, process_registry, set_all


class WorkerMetrics:
    """The metrics of a worker."""

    def __init__(self) -> None:
        self._registry = process_registry()
        self._events = Counter(
            "ludolog_worker_events", "Events of the log that were written to the tables.", registry=self._registry
        )
        self._following = Gauge(
            "ludolog_worker_following",
            "1 while this worker updates the tables; 0: it is a standby.",
            registry=self._registry,
        )
        self._lags = lag_gauge(self._registry)

    def serve(self, host: str, port: int) -> None:
        """Serve `/metrics`; raises OSError if the port cannot be opened."""
        start_http_server(port, host, self._registry)

    def add_events(self, events: int) -> None:
        """Count events that were written to the tables."""
        self._events.inc(events)

    def set_following(self, *, is_leading: bool) -> None:
        """Set whether this worker is the active one."""
        self._following.set(is_leading)

    def set_lags(self, lags: Mapping[str, int]) -> None:
        """Set the lag of each projection."""
        set_all(self._lags, lags)

    def clear(self) -> None:
        """Remove the lags: the database does not answer, so they are unknown."""
        self._following.set(0)
        set_all(self._lags, {})
