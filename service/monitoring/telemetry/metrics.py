"""The Prometheus metrics of a process, counted as events happen or read on a scrape."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from litestar.types import HTTPScope
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from service.core.http.middleware.request_id import route_of
from service.core.store.damage import KINDS
from service.lists.monitoring import WorkerWatch
from service.lists.process_metrics import lag_gauge, process_registry, set_all
from service.monitoring.integrity.background import Integrity
from service.people.quotas.open_streams import StreamKind
from service.play.log_poller import LogPoller
from service.play.play import Play
from service.play.steady_clock import SteadyClock
from service.replicas.replicas import Replicas
from service.replicas.requests import SOURCES, Answering
from service.site_log.keeper import LogKeeper
from service.witnesses.submitting import Submitter, Submitters

MEDIA_TYPE = CONTENT_TYPE_LATEST

_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_BATCHES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)


class Metrics:
    """The metrics of a process."""

    def __init__(self) -> None:
        self._registry = process_registry()
        self._of_operators = CollectorRegistry()
        """What names games that may be private."""
        self._requests = Histogram(
            "ludolog_http_request_seconds",
            "Seconds until an answer began, by route; status 0: the client was gone before.",
            ("method", "route", "status"),
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._commits = Histogram(
            "ludolog_commit_seconds",
            "Seconds that the writer took to append a group of batches.",
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._groups = Histogram(
            "ludolog_commit_batches",
            "Batches of events that were appended as one group.",
            buckets=_BATCHES,
            registry=self._registry,
        )
        self._lateness = Histogram(
            "ludolog_clock_lateness_seconds",
            "Seconds by which a clock ran out, or a pause ended, later than it was due.",
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._lags = lag_gauge(self._registry)
        self._games = Gauge(
            "ludolog_games", "Games in the list of games, by status.", ("status",), registry=self._registry
        )
        self._ready = Gauge(
            "ludolog_ready", "1 if this process can store and serve, as /health/ready says.", registry=self._registry
        )
        self._sent, self._waiting = _of_deliveries(self._registry)
        self._refused = Counter(
            "ludolog_queue_refusals",
            "Requests answered 429 because too many requests of their address were waiting.",
            registry=self._registry,
        )
        self._observers: dict[tuple[str, str, int], Callable[[float], None]] = {}

    def answered(self, scope: HTTPScope, status: int, answered: float, _ended: float) -> None:
        """Record a finished request."""
        key = (scope["method"], route_of(scope), status)
        observe = self._observers.get(key)
        if observe is None:
            # the set of methods is unbounded, unlike templates and statuses
            method = key[0] if key[0] in _METHODS else "other"
            observe = self._requests.labels(method, key[1], str(status)).observe
            if method == key[0]:
                self._observers[key] = observe
        observe(answered)

    def refused(self) -> None:
        """Record a request that was refused because too many requests of its address were waiting."""
        self._refused.inc()

    def committed(self, batches: int, seconds: float) -> None:
        """Record a group of batches that the writer appended or tried to append."""
        self._commits.observe(seconds)
        self._groups.observe(batches)

    def swept(self, seconds: float) -> None:
        """Record that a clock ran out or a pause ended, and how late."""
        self._lateness.observe(seconds)

    def sent(self, kind: str, is_success: bool) -> None:
        """Record an attempt to deliver a ping or a webhook."""
        self._sent.labels(kind, "delivered" if is_success else "failed").inc()

    def register(self, collector: Collector) -> None:
        """Read the metrics of a feature on each scrape, too."""
        self._registry.register(collector)

    def watch(self, play: Play, log_poller: LogPoller | None, watch: WorkerWatch | None = None) -> None:
        """Read the state of these objects on each scrape."""
        play.store.committed = self.committed
        self._registry.register(_CurrentState(play, log_poller))
        if watch is not None and watch.is_needed:
            self._watch_worker(lambda: watch.is_missing)

    def watch_streams(self, by_kind: Mapping[StreamKind, int]) -> None:
        """Read the number of open streams of each kind on each scrape."""
        gauge = Gauge("ludolog_streams", "Open streams, by what they follow.", ("kind",), registry=self._registry)
        for kind in by_kind:
            gauge.labels(kind).set_function(partial(_number, by_kind, kind))

    def watch_integrity(self, integrity: Integrity) -> None:
        """Read what is damaged, and how far the log is checked, on each scrape."""
        self._registry.register(_Damage(integrity))
        self._of_operators.register(_DamagedParts(integrity))

    def watch_replicas(self, replicas: Replicas, answering: Answering) -> None:
        """Read on each scrape which replicas answer, how far they are, and how many requests the primary is spared."""
        self._registry.register(_OfReplicas(replicas, answering))

    def watch_site_log(self, keeper: LogKeeper, witnesses: Submitters) -> None:
        """Read the size of the transparency log on each scrape, whether it is continued, and who cosigns it."""
        entries = Gauge("ludolog_log_entries", "Entries of the transparency log.", registry=self._registry)
        entries.set_function(lambda: float(keeper.size))
        stopped = Gauge(
            "ludolog_log_stopped",
            "1 while the transparency log is not continued, because it is damaged.",
            registry=self._registry,
        )
        stopped.set_function(lambda: float(keeper.problem is not None))
        cosigned = Gauge(
            "ludolog_log_cosigned",
            "Entries of the last checkpoint that a witness has cosigned.",
            ["witness"],
            registry=self._registry,
        )
        contradicted = Gauge(
            "ludolog_log_contradicted",
            "1 if a witness has cosigned a log that this one does not continue.",
            ["witness"],
            registry=self._registry,
        )
        for each in witnesses.each:
            cosigned.labels(each.witness.name).set_function(partial(_cosigned, each))
            contradicted.labels(each.witness.name).set_function(partial(_contradicted, each))

    def text(
        self,
        lags: Mapping[str, int],
        games: Mapping[str, int] | None = None,
        waiting: int = 0,
        *,
        is_operator: bool = False,
        is_ready: bool = True,
    ) -> bytes:
        """Return all metrics in the Prometheus text format.

        `lags` is the number of events by which each projection is behind, `games` the number of games by status, and
        `waiting` that of deliveries that wait. Only an operator gets the names of damaged parts.
        """
        self._waiting.set(waiting)
        self._ready.set(is_ready)
        set_all(self._lags, lags)
        set_all(self._games, games or {})
        named = generate_latest(self._of_operators) if is_operator else b""
        return generate_latest(self._registry) + named

    def _watch_worker(self, is_missing: Callable[[], bool]) -> None:
        gauge = Gauge(
            "ludolog_worker_missing",
            "1 while no worker keeps the tables of lists and results.",
            registry=self._registry,
        )
        gauge.set_function(lambda: float(is_missing()))


def _of_deliveries(registry: CollectorRegistry) -> tuple[Counter, Gauge]:
    """Return the metrics of pings and webhooks: attempts, and deliveries that wait."""
    attempts = "Attempts to deliver pings and webhooks."
    waiting = "Deliveries of pings and webhooks that wait."
    return (
        Counter("ludolog_deliveries", attempts, ("kind", "outcome"), registry=registry),
        Gauge("ludolog_deliveries_waiting", waiting, registry=registry),
    )


MOST_NAMED = 100
"""Damaged parts that the metrics name."""

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class _CurrentState(Collector):
    """Metrics that are read only on a scrape."""

    def __init__(self, play: Play, log_poller: LogPoller | None) -> None:
        self._play = play
        self._log_poller = log_poller

    def collect(self) -> Iterator[Metric]:
        """Return the current values."""
        play = self._play
        yield _gauge("ludolog_open_streams", "Streams that are followed now.", play.notifier.streams)
        games, size = play.cached_size
        yield _gauge("ludolog_cached_games", "Games that are held in memory.", games)
        yield _gauge(
            "ludolog_cached_bytes", "Bytes of the games in memory, about, without their representations.", size
        )
        yield _counter(
            "ludolog_version_conflicts", "Batches refused because another writer was faster.", play.store.conflicts
        )
        partitions = play.store.application.rows.partitions
        if partitions is not None:
            yield _gauge(
                "ludolog_log_partitions_away",
                "Partitions of the log that do not answer: lists lack their news.",
                len(partitions.away),
            )
        if isinstance(play.clock, SteadyClock):
            yield _gauge(
                "ludolog_clock_jump_seconds",
                "Seconds by which the system clock is ahead of the time of the service.",
                play.clock.jump,
            )
        if self._log_poller is not None:
            yield _counter("ludolog_follower_looks", "Looks at the end of the log.", self._log_poller.polls)
            yield _gauge(
                "ludolog_follower_lag_seconds",
                "Seconds since the last read of the end of the log.",
                self._log_poller.lag,
            )
            if (unplaced := self._log_poller.unplaced) is not None:
                yield _gauge(
                    "ludolog_log_unplaced_batches",
                    "Batches of the log that have no position yet: lists lack them.",
                    unplaced,
                )


class _OfReplicas(Collector):
    """The replicas, and who has answered the requests that they may answer."""

    def __init__(self, replicas: Replicas, answering: Answering) -> None:
        self._replicas = replicas
        self._answering = answering

    def collect(self) -> Iterator[Metric]:
        """Return the current values."""
        answered = CounterMetricFamily(
            "ludolog_replica_requests",
            "Requests that replicas may answer, by what answered: `replicas`; `polled`, the same after a poll of the "
            "end of the log; `primary`.",
            labels=["source"],
        )
        for source in SOURCES:
            answered.add_metric([source], self._answering.answered[source])
        yield answered
        usable = GaugeMetricFamily("ludolog_replica_used", "1 while a replica answers reads.", labels=["replica"])
        lags = GaugeMetricFamily(
            "ludolog_replica_lag", "Positions of the log that a replica lacked at the last look.", labels=["replica"]
        )
        for name, is_used, lag in self._replicas.lags():
            usable.add_metric([name], float(is_used))
            lags.add_metric([name], lag)
        yield usable
        yield lags


class _Damage(Collector):
    """What is damaged, and the check of the log."""

    def __init__(self, integrity: Integrity) -> None:
        self._integrity = integrity

    def collect(self) -> Iterator[Metric]:
        """Return the current values."""
        damaged = self._integrity.damaged
        numbers = GaugeMetricFamily(
            "ludolog_damaged", "Games, tournaments and parts that are marked as damaged, by kind.", labels=["kind"]
        )
        for kind in KINDS:
            numbers.add_metric([kind], sum(each.kind == kind for each in damaged))
        yield numbers
        yield _counter("ludolog_checked_events", "Events that were checked in the background.", self._integrity.checked)


class _DamagedParts(Collector):
    """The names of what is damaged."""

    def __init__(self, integrity: Integrity) -> None:
        self._integrity = integrity

    def collect(self) -> Iterator[Metric]:
        """Return the current values."""
        names = GaugeMetricFamily(
            "ludolog_damaged_part", f"1 for each damaged part, {MOST_NAMED} at most.", labels=["kind", "id"]
        )
        for each in self._integrity.damaged[:MOST_NAMED]:
            names.add_metric([each.kind, each.id], 1)
        yield names


def _number(by_kind: Mapping[StreamKind, int], kind: StreamKind) -> float:
    return by_kind[kind]


def _cosigned(submitter: Submitter) -> float:
    return float(max(submitter.submitted.size, 0))


def _contradicted(submitter: Submitter) -> float:
    return float(submitter.submitted.is_contradicted)


def _gauge(name: str, words: str, value: float) -> Any:
    return GaugeMetricFamily(name, words, value=value)


def _counter(name: str, words: str, value: float) -> Any:
    return CounterMetricFamily(name, words, value=value)
