"""What a worker tells of itself in the form of Prometheus, at a port of its own."""

from collections.abc import Mapping

from prometheus_client import Counter, Gauge, start_http_server

from service.readmodels.process_metrics import lag_gauge, process_registry, set_all


class WorkerMetrics:
    """The metrics of a worker."""

    def __init__(self) -> None:
        self._registry = process_registry()
        self._events = Counter(
            "ludolog_worker_events", "Events of the log that were taken into the tables.", registry=self._registry
        )
        self._following = Gauge(
            "ludolog_worker_following",
            "1 while this worker keeps the tables; 0: it stands by.",
            registry=self._registry,
        )
        self._lags = lag_gauge(self._registry)

    def serve(self, host: str, port: int) -> None:
        """Answer whoever asks for `/metrics` at a port of its own; raises OSError."""
        start_http_server(port, host, self._registry)

    def took(self, events: int) -> None:
        """Take in that so many events are in the tables now."""
        self._events.inc(events)

    def follows(self, *, is_leading: bool) -> None:
        """Take in whether this worker keeps the tables."""
        self._following.set(is_leading)

    def looked(self, lags: Mapping[str, int]) -> None:
        """Take in how far the tables are behind the log."""
        set_all(self._lags, lags)

    def lost(self) -> None:
        """Take in that the database does not answer: how far the tables are behind is not known."""
        self._following.set(0)
        set_all(self._lags, {})
