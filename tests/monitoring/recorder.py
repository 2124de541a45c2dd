"""Records /metrics of two services and a worker on PostgreSQL with a standby, under players, while parts are lost.

`python -m tests.monitoring.recorder` writes `tests/monitoring/outages/*.yaml`, which the tests of the alerts read. It
takes eleven minutes: alerts wait for minutes, and the recording is in real time.
"""

import contextlib
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import psycopg

from service.core.store.postgres_connection import EVENTS
from tests.faults.clients import Crowd, crowd
from tests.faults.test_failover import both
from tests.monitoring.certificates import tls_site
from tests.monitoring.recorded import INTERVAL, OUTAGES, Sample, Series, samples_of, series_of, write
from tests.monitoring.rules import alerts, metrics_in, panels
from tests.postgres import Cluster, cluster
from tests.service.forge import Forked, Start, forge
from tests.service.kit import started_game
from tests.service.server import Server, free_port, running

SCRAPED_WITHIN = 4.5
"""Seconds for a scrape; Prometheus has 10 of its interval of 15."""


class Recorder:
    """Scrapes targets at an interval, as Prometheus does."""

    def __init__(self, targets: dict[tuple[str, str], str], names: set[str]) -> None:
        """`targets` are URLs by job and instance, `names` the metrics that are kept."""
        self._targets, self._names = targets, names
        self._series: dict[Series, list[Sample]] = {}
        self._scrapes = 0
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self.marks: dict[str, float] = {}
        self._began = 0.0

    def mark(self, name: str) -> None:
        """Note the time of an act, in seconds since the first scrape."""
        self.marks[name] = round(time.monotonic() - self._began, 1)
        print(f"{self.marks[name]:8.1f} s: {name}", flush=True)

    @contextlib.contextmanager
    def recording(self) -> Generator[None]:
        """Record until the block ends."""
        self._began = time.monotonic()
        self._thread.start()
        try:
            yield
        finally:
            self._stopping.set()
            self._thread.join()

    def write(self, path: Path) -> None:
        """Write what was recorded."""
        write(path, self._series, self.marks)

    def _run(self) -> None:
        with ThreadPoolExecutor(len(self._targets)) as threads:
            while not self._stopping.wait(max(0.0, self._began + self._scrapes * INTERVAL - time.monotonic())):
                # as Prometheus does: the scrapes that a slow one has delayed are left out
                self._scrapes = max(self._scrapes, int((time.monotonic() - self._began) / INTERVAL))
                for found in threads.map(self._scraped, self._targets):
                    for series, value in found.items():
                        samples = self._series.setdefault(series, [])
                        samples += [None] * (self._scrapes - len(samples))
                        samples.append(value)
                self._scrapes += 1
        for samples in self._series.values():
            samples.extend([None] * (self._scrapes - len(samples)))

    def _scraped(self, target: tuple[str, str]) -> dict[Series, float]:
        job, instance = target
        up = series_of("up", {"job": job, "instance": instance})
        try:
            text = httpx.get(self._targets[target], timeout=SCRAPED_WITHIN).raise_for_status().text
        except httpx.HTTPError:
            return {up: 0.0}
        found = {series: value for name, series, value in samples_of(text, job, instance) if name in self._names}
        # the buckets of all routes would be most of the file
        return {series: value for series, value in found.items() if "_bucket" not in series or _is_kept(series)} | {
            up: 1.0
        }


def _is_kept(series: Series) -> bool:
    return "route=" not in series or 'route="/v1/games/{game}/commands"' in series


def kept() -> set[str]:
    """Return the metrics that rules and dashboard name."""
    expressions = [rule["expr"] for rule in alerts().values()] + [expression for _, expression in panels()]
    return {name for expression in expressions for name in metrics_in(expression)}


def started_worker(database: str, port: int) -> Forked:
    """Start a worker with metrics."""
    environment = {**os.environ, "LUDOLOG_DATABASE": database}
    return forge().fork(Start(["worker", "--metrics-port", str(port)], environment))


class Site:
    """A site as deploy/postgresql.md describes it, which loses its parts."""

    def __init__(self, folder: Path, stack: contextlib.ExitStack) -> None:
        self.backup = folder / "backup"
        self.backup.write_text("a dump")
        # the latest backup becomes 26 hours old a little later
        then = time.time() - 26 * 3600 + 60
        os.utime(self.backup, (then, then))
        self.origin, self.renew = stack.enter_context(tls_site(folder, days=10))
        self.primary = stack.enter_context(cluster())
        standby_folder = Path(tempfile.mkdtemp(prefix="ludolog-pg-"))
        stack.callback(shutil.rmtree, standby_folder)
        self.standby: Cluster = self.primary.standby(standby_folder)
        stack.callback(self.standby.stop, "immediate")
        self.url = both(self.primary, self.standby)
        settings = {
            "LUDOLOG_KEY_FILE": str(folder / "key"),
            "LUDOLOG_METRICS": "on",
            "LUDOLOG_BACKUPS": str(self.backup),
            "LUDOLOG_ORIGIN": self.origin,
        }
        often = {"service.monitoring.upkeep.feature.CERTIFICATE_EVERY": 30.0}
        self.servers = [stack.enter_context(running(Server(self.url, often, **settings))) for _ in range(2)]
        self.worker_port = free_port()
        self.worker = started_worker(self.url, self.worker_port)
        stack.callback(self._stop_worker)
        self.players: Crowd = stack.enter_context(crowd(self.servers, folder, 2))
        for player in self.players.clients:
            # an outage takes minutes
            player.patience = 600.0
        self.players.await_answers(5, everybody=True)

    @property
    def targets(self) -> dict[tuple[str, str], str]:
        """The targets of Prometheus."""
        services = {("ludolog", f"s{number}"): f"{each.base}/metrics" for number, each in enumerate(self.servers, 1)}
        return services | {("ludolog-worker", "w1"): f"http://127.0.0.1:{self.worker_port}/metrics"}

    def _stop_worker(self) -> None:
        # the present one
        self.worker.kill()

    def damage(self) -> None:
        """Remove an event of a game, and look at the game."""
        game = started_game(self.servers[0].player())
        with psycopg.connect(self.primary.url(), autocommit=True) as connection:
            statement = f"DELETE FROM {EVENTS} WHERE originator_id = %s AND originator_version = 2"
            connection.execute(statement.encode(), (game,))
        # the process that opened it has the whole game in memory
        httpx.get(f"{self.servers[1].base}/v1/games/{game}/view")


def main() -> None:
    """Record."""
    with contextlib.ExitStack() as stack:
        folder = Path(tempfile.mkdtemp())
        stack.callback(shutil.rmtree, folder)
        site = Site(folder, stack)
        recorder = Recorder(site.targets, kept())
        with recorder.recording():
            lose(site, recorder)
        OUTAGES.mkdir(exist_ok=True)
        recorder.write(OUTAGES / "cluster.yaml")


def lose(site: Site, recorder: Recorder) -> None:
    """Lose one part after the other, each for a minute or two."""
    time.sleep(30)
    recorder.mark("the worker is killed")
    site.worker.kill()
    time.sleep(125)
    site.worker = started_worker(site.url, site.worker_port)
    recorder.mark("the worker is back")
    time.sleep(20)

    recorder.mark("a service is killed")
    site.servers[1].kill()
    site.renew(90)
    time.sleep(80)
    site.servers[1].restart()
    recorder.mark("the service is back")
    os.utime(site.backup)
    recorder.mark("a backup is made")
    time.sleep(30)

    recorder.mark("the standby is lost")
    site.standby.stop("immediate")
    time.sleep(130)
    site.standby.start()
    recorder.mark("the standby is back")
    time.sleep(45)

    recorder.mark("the primary is lost")
    site.primary.stop("immediate")
    time.sleep(90)
    site.primary.start()
    recorder.mark("the primary is back")
    time.sleep(45)

    recorder.mark("an event is removed")
    site.damage()
    time.sleep(25)
    recorder.mark("the end")


if __name__ == "__main__":
    main()
