"""What an operator has to look after: backups, certificate, standbys, archive, queues, pool and disks, as metrics."""

import asyncio
import math
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psycopg
import pytest

from service.core.settings import Settings
from service.core.store.store import Store
from service.monitoring.upkeep.backups import latest_backup
from service.monitoring.upkeep.certificate import Certificate
from service.monitoring.upkeep.upkeep import Upkeep
from tests.monitoring.certificates import tls_site
from tests.monitoring.recorded import samples_of
from tests.postgres import Cluster, cluster
from tests.replies import ok
from tests.service.guide import page
from tests.service.kit import identity
from tests.service.reports.kit import report
from tests.service.server import Server, serving
from tests.service.test_doctor_trials import doctor
from tests.service.test_metrics import values
from tests.waiting import until

DAY = 86400.0

UNMARKED = re.compile(r"_(?:bucket|count|sum|created)$")

OFTEN = {"service.monitoring.upkeep.feature.EVERY": 0.2}


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder for a standby, with a name that is short enough for a socket."""
    made = Path(tempfile.mkdtemp(prefix="ludolog-pg-"))
    yield made
    shutil.rmtree(made)


def told(server: Server) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    return values(ok(httpx.get(f"{server.base}/metrics", timeout=30)).text)


def test_the_age_of_a_backup_is_that_of_the_newest_file(tmp_path: Path) -> None:
    backups, stamp = tmp_path / "backups", tmp_path / "stamp"
    assert latest_backup(backups) is None
    backups.mkdir()
    assert latest_backup(backups) is None
    now = time.time()
    for name, days in (("old", 9.0), ("new", 2.0)):
        (backups / name).write_text("a dump")
        set_time(backups / name, now - days * DAY)
    # a dump that could not be written, and one in progress
    (backups / "failed").touch()
    (backups / ".partial").write_text("half a dump")
    assert latest_backup(backups) == pytest.approx(now - 2 * DAY)
    stamp.touch()
    assert latest_backup(stamp) == pytest.approx(now, abs=60)

    with serving(tmp_path / "games.db", OFTEN, LUDOLOG_METRICS="on", LUDOLOG_BACKUPS=str(backups)) as server:
        until(lambda: aged(server) == pytest.approx(2 * DAY, abs=300))
        shutil.rmtree(backups)
        until(lambda: aged(server) == math.inf)
        stamp.rename(backups)
        until(lambda: 0 <= aged(server) < 300)


def test_backups_that_cannot_be_read_count_as_missing_and_are_a_line_of_the_log(tmp_path: Path) -> None:
    # as the folder of pgBackRest for another user; the one of the tests may read everything, and follows no loop
    backups = tmp_path / "backups"
    backups.symlink_to(backups)
    settings = {"LUDOLOG_METRICS": "on", "LUDOLOG_BACKUPS": str(backups)}
    with serving(tmp_path / "games.db", OFTEN, tmp_path / "output", **settings) as server:
        until(lambda: aged(server) == math.inf)
        # further looks write no further line
        time.sleep(1)
        assert server.output.read_text().count(f"the backups at {backups} cannot be read") == 1
        backups.unlink()
        backups.write_text("a dump")
        until(lambda: 0 <= aged(server) < 300)


def set_time(file: Path, at: float) -> None:
    """Let a file be of a time, in seconds since 1970."""
    os.utime(file, (at, at))


def aged(server: Server) -> float:
    """Return the age of the latest backup, as the metrics say; -1: they do not."""
    return told(server).get(("ludolog_backup_age_seconds", ()), -1.0)


def test_the_doctor_warns_of_a_missing_and_of_an_old_backup(tmp_path: Path) -> None:
    stamp = tmp_path / "stamp"
    settings = {"LUDOLOG_DATABASE": f"sqlite:///{tmp_path}/games.db", "LUDOLOG_BACKUPS": str(stamp)}
    found = doctor(**settings)["LUDOLOG_BACKUPS"]
    assert (found["verdict"], "there is no backup" in found["found"]) == ("warning", True)
    stamp.touch()
    assert doctor(**settings)["LUDOLOG_BACKUPS"]["verdict"] == "ok"
    set_time(stamp, time.time() - 3 * DAY)
    found = doctor(**settings)["LUDOLOG_BACKUPS"]
    assert (found["verdict"], "72 hours old" in found["found"]) == ("warning", True)


def test_the_certificate_is_read_as_browsers_get_it(tmp_path: Path) -> None:
    with tls_site(tmp_path, days=10) as (origin, renew):
        certificate = Certificate(origin)
        assert certificate.seconds_left is None
        certificate.read()
        assert certificate.seconds_left == pytest.approx(10 * DAY, abs=120)
        # one that has ended, and is served all the same
        renew(-1)
        certificate.read()
        assert certificate.seconds_left == pytest.approx(-DAY, abs=120)
    with pytest.raises(OSError, match="refused"):
        certificate.read()
    # the last one that was seen
    assert certificate.seconds_left == pytest.approx(-DAY, abs=120)


def test_a_certificate_that_cannot_be_read_is_a_line_of_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        upkeep = Upkeep(
            Settings(database=f"sqlite:///{tmp_path}/games.db", origin="https://127.0.0.1:1"), store.database
        )
        asyncio.run(upkeep.read_certificate())
        without = Upkeep(Settings(origin="http://127.0.0.1:1"), store.database)
        assert without.certificate is None
        asyncio.run(without.read_certificate())

    (line,) = caplog.messages
    assert line.startswith("the certificate of 127.0.0.1 cannot be read")


def test_queues_and_disks_are_counted(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", OFTEN, LUDOLOG_METRICS="on") as server:
        until(lambda: ("ludolog_queue_length", (("queue", "fair_play"),)) in told(server))
        before = told(server)
        queues = {
            dict(labels)["queue"]: value for (name, labels), value in before.items() if name == "ludolog_queue_length"
        }
        assert queues == dict.fromkeys(("commits", "requests", "analysis", "reports", "fair_play"), 0)
        assert before["ludolog_report_waiting_seconds", ()] == 0
        assert before["ludolog_due_behind_seconds", ()] == before["ludolog_due_failing", ()] == 0
        # the scrape itself
        assert before["ludolog_requests_running", ()] == 1
        free = before["ludolog_disk_free_bytes", (("folder", "database"),)]
        assert free == pytest.approx(shutil.disk_usage(tmp_path).free, rel=0.2)
        assert not [name for name, _ in before if "standby" in name or "pool" in name or "archive" in name]
        report(server.player("Bea"), {"type": "name", "player": identity(server.player("Rude"))})
        until(lambda: told(server)["ludolog_queue_length", (("queue", "reports"),)] == 1)
        assert 0 < told(server)["ludolog_report_waiting_seconds", ()] < 600


def test_the_primary_tells_of_its_standbys_and_of_the_archive(folder: Path, tmp_path: Path) -> None:
    with cluster(archive_mode="on", archive_command="false", max_wal_senders="5") as primary:
        standby = primary.standby(folder)
        try:
            with serving(primary.url(), OFTEN, **on_postgres(tmp_path)) as server:
                player = server.player()
                identity(player)
                until(lambda: told(server).get(("ludolog_standbys", (("waited_for", "yes"),))) == 1)
                found = told(server)
                assert found["ludolog_standbys", (("waited_for", "no"),)] == 0
                lags = {name for name, _ in found if name.startswith("ludolog_standby_lag")}
                assert lags == {"ludolog_standby_lag_bytes", "ludolog_standby_lag_seconds"}
                assert found["ludolog_pool_timeouts_total", ()] == 0
                until(lambda: is_pool_idle(told(server)))
                switch_wal(primary)
                until(lambda: told(server).get(("ludolog_archive_failing", ())) == 1)
                with standby.frozen():
                    emit(primary, 2_000_000)
                    until(lambda: behind(server) > 1_000_000)
                until(lambda: behind(server) < 1_000_000)
                standby.stop("immediate")
                until(lambda: told(server).get(("ludolog_standbys", (("waited_for", "yes"),))) == 0)
        finally:
            if (standby.data / "postmaster.pid").exists():
                standby.stop("immediate")


def is_pool_idle(found: dict[tuple[str, tuple[tuple[str, str], ...]], float]) -> bool:
    """Whether a connection of the pool is not in use, and nobody waits for one."""
    idle = found["ludolog_pool_connections", (("state", "idle"),)]
    return found["ludolog_pool_limit", ()] >= idle >= 1 and found["ludolog_pool_waiting", ()] == 0


def on_postgres(tmp_path: Path) -> dict[str, str]:
    """Return the settings of a service on PostgreSQL."""
    return {
        "LUDOLOG_KEY_FILE": str(tmp_path / "key"),
        "LUDOLOG_PROJECTIONS": "embedded",
        "LUDOLOG_METRICS": "on",
    }


def behind(server: Server) -> float:
    """Return how far the furthest standby is behind, in bytes."""
    found = [value for (name, _), value in told(server).items() if name == "ludolog_standby_lag_bytes"]
    return max(found, default=0.0)


def switch_wal(primary: Cluster) -> None:
    """Let the primary archive a file."""
    with psycopg.connect(primary.url(), autocommit=True) as connection:
        connection.execute("SELECT pg_logical_emit_message(false, 'test', 'a file that is not empty')")
        connection.execute("SELECT pg_switch_wal()")


def emit(primary: Cluster, size: int) -> None:
    """Write so many bytes to the write-ahead log, without waiting for a standby."""
    with psycopg.connect(primary.url(), autocommit=True) as connection:
        connection.execute("SET synchronous_commit = off")
        connection.execute("SELECT pg_logical_emit_message(false, 'test', repeat('x', %s))", (size,))


def test_a_role_without_rights_sees_standbys_and_no_lag(folder: Path, tmp_path: Path) -> None:
    with cluster() as primary:
        standby = primary.standby(folder)
        try:
            with psycopg.connect(primary.url(), autocommit=True) as connection:
                connection.execute("CREATE ROLE plain LOGIN")
                connection.execute("CREATE DATABASE games OWNER plain")
            url = primary.url("games").replace("postgres@", "plain@")
            with serving(url, OFTEN, **on_postgres(tmp_path)) as server:
                until(lambda: ("ludolog_standbys", (("waited_for", "no"),)) in told(server))
                found = told(server)
                assert sum(value for (name, _), value in found.items() if name == "ludolog_standbys") == 1
                assert not [name for name, _ in found if name.startswith("ludolog_standby_lag")]
                with psycopg.connect(primary.url(), autocommit=True) as connection:
                    connection.execute("GRANT pg_monitor TO plain")
                until(lambda: [name for name, _ in told(server) if name == "ludolog_standby_lag_bytes"])
        finally:
            standby.stop("immediate")


@pytest.fixture
def frozen() -> Iterator[Cluster]:
    """A server of a test's own, which it may stop."""
    with cluster() as made:
        yield made


def test_a_scrape_ends_in_time_while_the_database_hangs(frozen: Cluster, tmp_path: Path) -> None:
    valid = {"service.monitoring.upkeep.upkeep.VALID": 1.0}
    with serving(frozen.url(), {**OFTEN, **valid}, **on_postgres(tmp_path)) as server:
        until(lambda: ("ludolog_standbys", (("waited_for", "no"),)) in told(server))
        assert told(server)["ludolog_ready", ()] == 1
        with frozen.frozen():
            until(lambda: told(server)["ludolog_ready", ()] == 0)
            found = told(server)
            # what is not known is not told
            until(lambda: ("ludolog_standbys", (("waited_for", "no"),)) not in told(server))
            assert not [name for name, _ in found if name == "ludolog_projection_lag"]
            assert found["process_resident_memory_bytes", ()] > 0
        until(lambda: told(server)["ludolog_ready", ()] == 1)
        until(lambda: ("ludolog_standbys", (("waited_for", "no"),)) in told(server))


def test_every_metric_is_in_the_guide(frozen: Cluster, tmp_path: Path) -> None:
    listed = Path(tempfile.mkdtemp(dir=tmp_path)) / "erased"
    listed.touch()
    further = {"LUDOLOG_ERASED_FILE": str(listed), "LUDOLOG_BACKUPS": str(tmp_path)}
    with serving(frozen.url(), OFTEN, **on_postgres(tmp_path), **further) as server:
        server.player()
        until(lambda: ("ludolog_standbys", (("waited_for", "no"),)) in told(server))
        text = ok(server.client().get("/metrics")).text
    named = {name for name, _, _ in samples_of(text, "ludolog", "s1") if name.startswith("ludolog_")}
    plain = {UNMARKED.sub("", name) for name in named}

    guide = set(re.findall(r"`(ludolog_\w+)`", page("operation")))
    # a counter has `_total` in the guide as in the reply, and another sample of when it began
    assert {name for name in plain if name not in guide and f"{name}_total" not in guide} == set()
