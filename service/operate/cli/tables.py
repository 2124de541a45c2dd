"""The commands `worker` and `rebuild`, which update the tables of lists and results."""

import contextlib
import logging
import signal
import sqlite3
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import psycopg
import typer
from eventsourcing.persistence import PersistenceError
from rich.progress import Progress

from domain.kernel.values import Value
from domain.ledger.integrity import DamagedLogError
from domain.transparency.site import SiteLog
from service.core.settings import Settings, SettingsError
from service.core.store.errors import StoreError, StoreInUseError
from service.core.store.files.checks import is_free
from service.core.store.outage import OUTAGE
from service.core.store.store import Store
from service.core.store.url import is_postgres, sqlite_path
from service.lists.reading import ReadModels
from service.lists.rebuild.rebuild import Rebuild, UnknownProjectionError, projection_names
from service.lists.rebuild.request import put_request, rebuild_request_file
from service.lists.registry import PROJECTIONS, RebuildRunningError
from service.lists.worker import Worker
from service.lists.worker_metrics import WorkerMetrics
from service.monitoring.telemetry.logs import configure_logs
from service.operate.cli.common import (
    Database,
    announce,
    check_file,
    data_sets_checked,
    err,
    fail,
    give_up,
    out,
    settings_of,
)
from service.serving.address import bind_error
from service.site_log.rows import rebuild as rebuild_log

ACCEPTED_WITHIN = 15.0
"""The timeout, in seconds, for the service to accept a request."""

MOVES_WITHIN = 300.0
"""The timeout, in seconds, for the next position. Folding the games without later events does not change it."""

_log = logging.getLogger(__name__)


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command(name="worker")(worker)
    app.command(name="rebuild")(rebuild)


def worker(
    database: Database = None,
    metrics_port: Annotated[
        int | None, typer.Option(help="Serve /metrics at this port.", min=0, max=65535, show_default=False)
    ] = None,
) -> None:
    """Update the tables of lists and results of a PostgreSQL database. If several run, one updates them."""
    settings = settings_of(database, of_site=False)
    configure_logs(settings)
    if not is_postgres(settings.database):
        reason = "a SQLite file has one process, the service itself, which updates these tables: no worker is needed"
        raise give_up(reason, settings, _log)
    data_sets_checked(partial(give_up, settings=settings, log=_log))
    OUTAGE.hold()
    try:
        # opened once, so that an error is reported in one line; later the worker retries
        Store(settings.direct_url).close()
    except (StoreError, SettingsError, PersistenceError, psycopg.Error, OSError) as error:
        raise give_up(str(error), settings, _log) from None
    OUTAGE.release()
    measured = WorkerMetrics()
    _tell(measured, settings, metrics_port)
    process = Worker(settings.direct_url, lambda what: announce(f"worker: {what}", settings, _log), measured)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: process.stop())
    process.run()


def _tell(measured: WorkerMetrics, settings: Settings, asked: int | None) -> None:
    """Serve /metrics. If several workers of a machine have the same port, one serves it and the others go without."""
    port = settings.worker_metrics_port if asked is None else asked
    if not port:
        return
    try:
        measured.serve(settings.host, port)
    except OSError as error:
        message = bind_error(settings.host, port, error)
        if asked is not None:
            raise give_up(f"{message}: choose another", settings, _log) from None
        _log.warning(
            "%s: this worker runs without metrics: set another --metrics-port for each worker of a machine",
            message,
        )


def rebuild(
    name: Annotated[
        list[str] | None, typer.Argument(help=f"{', '.join(PROJECTIONS)}; none: all of these; or `log` alone.")
    ] = None,
    database: Database = None,
) -> None:
    """Rebuild tables from the log. The service stays up and uses the old ones until the new ones are complete."""
    settings = settings_of(database)
    if name == [SITE_LOG]:
        _rebuild_log(settings)
        return
    try:
        names = projection_names(name or [])
        with Progress(console=err, transient=True) as progress:
            task = progress.add_task("rebuilding", total=None)

            def report(position: int, last: int) -> None:
                progress.update(task, completed=position, total=max(position, last))

            try:
                _by_ourselves(settings, names, report)
            except StoreInUseError:
                _by_the_service(settings, names, report)
    except (StoreError, SettingsError, PersistenceError, UnknownProjectionError, RebuildRunningError) as error:
        raise fail(error) from None
    out.print(f"rebuilt: {', '.join(names)}")


SITE_LOG = "log"
"""Stands for the tables of the transparency log, which follow from a log of their own."""


def _rebuild_log(settings: Settings) -> None:
    """Write the tables of the transparency log again. No service may use a SQLite file meanwhile."""
    try:
        check_file(settings.database)
        with Store(settings.direct_url) as store, store.database.writing(without_timeouts=True) as cursor:
            state = rebuild_log(cursor) if cursor.has_table("site_events") else SiteLog()
    except (StoreError, SettingsError, PersistenceError, DamagedLogError) as error:
        raise fail(error) from None
    out.print(f"rebuilt: the transparency log, {state.size} entries")


def _by_ourselves(settings: Settings, names: tuple[str, ...], report: Callable[[int, int], None]) -> None:
    check_file(settings.database)
    with Store(settings.direct_url) as store:
        models = ReadModels.of(store)
        work = Rebuild(models.registry, models.log, names)
        with work.running():
            while not work.step():
                report(work.position, models.log.last())


class NotRebuiltError(StoreError):
    """The service has not rebuilt the tables. The message says why and what to do."""


class _Seen(Value, frozen=True):
    """The progress of a rebuild: the serving generations, the positions of the new ones, and the end of the log."""

    generations: dict[str, int]
    built: int | None
    last: int


def _by_the_service(settings: Settings, names: tuple[str, ...], report: Callable[[int, int], None]) -> None:
    """Request a rebuild from the service that owns the file, and watch its progress."""
    file = rebuild_request_file(settings)
    assert file is not None
    path = Path(sqlite_path(settings.database)).resolve()
    before = _seen(path, names)
    put_request(file, names)
    built, moved = before.built, time.monotonic()
    while True:
        seen = _seen(path, names)
        if all(seen.generations[name] > before.generations[name] for name in names):
            return
        if seen.built is not None:
            report(seen.built, seen.last)
        if seen.built != built:
            built, moved = seen.built, time.monotonic()
        waited = time.monotonic() - moved
        if waited > ACCEPTED_WITHIN and (built is None or waited > MOVES_WITHIN or is_free(path)):
            file.unlink(missing_ok=True)
            message = "the process that uses the file does not rebuild: check that it is a service, and read its log"
            raise NotRebuiltError(message)
        time.sleep(0.1)


def _seen(path: Path, names: tuple[str, ...]) -> _Seen:
    try:
        with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            rows = connection.execute("SELECT name, generation, building FROM projections").fetchall()
            positions = dict(connection.execute("SELECT application_name, notification_id FROM tracking"))
            (last,) = connection.execute("SELECT COALESCE(MAX(rowid), 0) FROM stored_events").fetchone()
    except sqlite3.Error as error:
        message = f"the tables cannot be read ({error})"
        raise NotRebuiltError(message) from None
    building = [positions.get(f"{name}.{new}", 0) for name, _, new in rows if new is not None and name in names]
    return _Seen({name: generation for name, generation, _ in rows}, min(building) if building else None, last)
