"""The metrics of what an operator has to look after. What is not known is left out."""

import time
from collections.abc import Iterator
from datetime import datetime

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from psycopg_pool import ConnectionPool

from domain.kernel.values import Value
from service.core.connections.activity import Activity
from service.core.store.store import Store
from service.due.sweep import Sweep
from service.monitoring.upkeep.standbys import Archive, Standbys
from service.monitoring.upkeep.upkeep import Reading, Upkeep
from service.retention.erased import ErasedList


class Watched(Value, frozen=True):
    """The parts of a service whose state is read on each scrape."""

    upkeep: Upkeep
    store: Store
    sweep: Sweep | None
    erased: ErasedList | None
    """None: the operator keeps no list of deleted accounts."""
    activity: Activity | None
    """None: something else serves the application."""


class UpkeepCollector(Collector):
    """Reads the parts on each scrape."""

    def __init__(self, watched: Watched) -> None:
        self._watched = watched

    def collect(self) -> Iterator[Metric]:
        """Return the current values."""
        upkeep = self._watched.upkeep
        yield from self._queues(upkeep.reading)
        yield from self._pool()
        yield from self._due()
        yield from _age("ludolog_backup_age_seconds", "Seconds since the latest backup.", upkeep.backup_age)
        if upkeep.certificate is not None and (left := upkeep.certificate.seconds_left) is not None:
            words = "Seconds until the certificate of the site ends."
            family = GaugeMetricFamily("ludolog_certificate_seconds_left", words, labels=["host"])
            family.add_metric([upkeep.certificate.host], left)
            yield family
        free = GaugeMetricFamily(
            "ludolog_disk_free_bytes", "Bytes that are free on the disk of a folder.", labels=["folder"]
        )
        for name, number in upkeep.free.items():
            free.add_metric([name], number)
        yield free
        if self._watched.erased is not None:
            words = "Deleted accounts that the file of LUDOLOG_ERASED_FILE lacks, since it cannot be written."
            yield GaugeMetricFamily("ludolog_erased_unlisted", words, value=self._watched.erased.unlisted)
        if upkeep.reading is not None:
            yield from _database(upkeep.reading)

    def _queues(self, reading: Reading | None) -> Iterator[Metric]:
        lengths = {"commits": self._watched.store.waiting}
        activity = self._watched.activity
        if activity is not None:
            lengths["requests"] = activity.queued
            running = "Requests in progress, including streams and long polls."
            yield GaugeMetricFamily("ludolog_requests_running", running, value=activity.running)
        if reading is not None:
            lengths |= reading.queues
        family = GaugeMetricFamily("ludolog_queue_length", "Items that wait, by queue.", labels=["queue"])
        for queue, length in lengths.items():
            family.add_metric([queue], length)
        yield family

    def _pool(self) -> Iterator[Metric]:
        pool = getattr(self._watched.store.database.datastore, "pool", None)
        if not isinstance(pool, ConnectionPool):
            return
        stats = pool.get_stats()
        size, idle = stats.get("pool_size", 0), stats.get("pool_available", 0)
        connections = GaugeMetricFamily(
            "ludolog_pool_connections", "Connections to the database, by state.", labels=["state"]
        )
        connections.add_metric(["idle"], idle)
        connections.add_metric(["used"], size - idle)
        yield connections
        most = stats.get("pool_max", 0)
        yield GaugeMetricFamily("ludolog_pool_limit", "Connections that the pool may have.", value=most)
        waiting = stats.get("requests_waiting", 0)
        yield GaugeMetricFamily("ludolog_pool_waiting", "Callers that wait for a connection.", value=waiting)
        failed = stats.get("requests_errors", 0)
        yield CounterMetricFamily("ludolog_pool_timeouts", "Callers that got no connection in time.", value=failed)

    def _due(self) -> Iterator[Metric]:
        if self._watched.sweep is None:
            return
        state = self._watched.sweep.state()
        late = 0.0 if state.behind_since is None else seconds_since(state.behind_since)
        words = "Seconds by which the oldest step is late that is due without a request; 0: none is."
        yield GaugeMetricFamily("ludolog_due_behind_seconds", words, value=late)
        words = "Games whose due step has failed and is tried again."
        yield GaugeMetricFamily("ludolog_due_failing", words, value=state.failing)


def _database(reading: Reading) -> Iterator[Metric]:
    oldest = 0.0 if reading.oldest_report is None else seconds_since(reading.oldest_report)
    words = "Seconds for which the oldest report of a player waits for an answer; 0: none waits."
    yield GaugeMetricFamily("ludolog_report_waiting_seconds", words, value=oldest)
    if reading.standbys is not None:
        yield from _standbys(reading.standbys)
    if reading.archive is not None:
        yield from _archive(reading.archive)


def _standbys(found: Standbys) -> Iterator[Metric]:
    standbys = GaugeMetricFamily(
        "ludolog_standbys", "Standbys that are connected, by whether commits wait for them.", labels=["waited_for"]
    )
    standbys.add_metric(["yes"], found.synchronous)
    standbys.add_metric(["no"], found.connected - found.synchronous)
    yield standbys
    # two families, each whole: the text format does not mix them
    sizes = GaugeMetricFamily(
        "ludolog_standby_lag_bytes", "Bytes of the write-ahead log that a standby has yet to apply.", labels=["standby"]
    )
    times = GaugeMetricFamily(
        "ludolog_standby_lag_seconds", "Seconds by which a standby applies later.", labels=["standby"]
    )
    for name, (size, seconds) in found.lags.items():
        sizes.add_metric([name], size)
        times.add_metric([name], seconds)
    yield sizes
    yield times


def _archive(found: Archive) -> Iterator[Metric]:
    words = "1 if the last attempt to archive a file of the write-ahead log has failed."
    yield GaugeMetricFamily("ludolog_archive_failing", words, value=found.is_failing)
    yield from _age("ludolog_archive_age_seconds", "Seconds since the last file was archived.", found.age)


def _age(name: str, words: str, seconds: float | None) -> Iterator[Metric]:
    if seconds is not None:
        yield GaugeMetricFamily(name, words, value=seconds)


def seconds_since(at: str) -> float:
    """Return the seconds since a time in the format of the API."""
    return max(0.0, time.time() - datetime.fromisoformat(at).timestamp())
