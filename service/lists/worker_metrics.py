"""The Prometheus metrics of a worker, served on a port of its own."""

import time
from collections.abc import Mapping

from prometheus_client import Counter, Gauge, start_http_server

from service.lists.process_metrics import lag_gauge, process_registry, set_all

PROGRESS_WITHIN = 10.0
"""Seconds after which a worker that has read no end of the log no longer counts as following."""


class WorkerMetrics:
    """The metrics of a worker."""

    def __init__(self) -> None:
        self._registry = process_registry()
        self._events = Counter(
            "ludolog_worker_events", "Events of the log that were written to the tables.", registry=self._registry
        )
        self._following = Gauge(
            "ludolog_worker_following",
            "1 while this worker updates the tables; 0: it is a standby, or the database does not answer.",
            registry=self._registry,
        )
        self._following.set_function(lambda: float(self.is_following))
        self._progress_at: float | None = None
        self._lags = lag_gauge(self._registry)

    def serve(self, host: str, port: int) -> None:
        """Serve `/metrics`; raises OSError if the port cannot be opened."""
        start_http_server(port, host, self._registry)

    def add_events(self, events: int) -> None:
        """Count events that were written to the tables."""
        self._events.inc(events)

    @property
    def is_following(self) -> bool:
        """Whether this worker is the active one, and has written a page or found no new event a moment ago."""
        return self._progress_at is not None and time.monotonic() < self._progress_at + PROGRESS_WITHIN

    def set_following(self, *, is_leading: bool) -> None:
        """Record progress of the active worker, or that this one is a standby."""
        self._progress_at = time.monotonic() if is_leading else None

    def set_lags(self, lags: Mapping[str, int]) -> None:
        """Set the lag of each projection."""
        set_all(self._lags, lags)

    def clear(self) -> None:
        """Remove the lags: the database does not answer, so they are unknown."""
        self._progress_at = None
        set_all(self._lags, {})
