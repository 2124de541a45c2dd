"""A worker under which a later release migrates the tables stands still, and the worker of that release follows."""

import logging
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from service.core.store.errors import LaterReleaseError
from service.lists import registry
from service.lists.embedded import EmbeddedProjector
from service.lists.registry import PROJECTIONS, Registry
from service.lists.worker import Worker
from tests.readmodels.kit import evening, world
from tests.readmodels.test_commands import behind
from tests.waiting import until

pytestmark = pytest.mark.filterwarnings("default::pytest.PytestUnraisableExceptionWarning")

NEW_TABLE = "INSERT INTO projections (name, form, generation) VALUES ('of_later', 1, 1)"
NEW_FORMAT = "UPDATE projections SET form = form + 1, generation = generation + 1 WHERE name = 'lobby'"
"""What a later release may have done to the tables."""

UNDONE = {
    NEW_TABLE: "DELETE FROM projections WHERE name = 'of_later'",
    NEW_FORMAT: "UPDATE projections SET form = form - 1, generation = generation - 1 WHERE name = 'lobby'",
}


@contextmanager
def working(database: str, said: list[str]) -> Generator[None]:
    """Run a worker of this release in a thread."""
    worker = Worker(database, said.append)
    thread = threading.Thread(target=worker.run)
    thread.start()
    try:
        yield
    finally:
        worker.stop()
        thread.join(60)


def is_led(database: str) -> bool:
    with psycopg.connect(database) as connection:
        return connection.execute("SELECT 1 FROM pg_locks WHERE locktype = 'advisory'").fetchone() is not None


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize("change", [NEW_TABLE, NEW_FORMAT])
def test_a_worker_stands_still_with_one_line(
    postgres: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    monkeypatch.setattr("service.lists.worker.LAST_RETRY", 0.2)
    said: list[str] = []
    batches = evening()
    with world(postgres) as opened, working(postgres, said):
        opened.append(batches[:20])
        until(lambda: behind(opened) == 0 and "following" in said)
        with psycopg.connect(postgres, autocommit=True) as later:
            later.execute(change.encode())
        opened.append(batches[20:40])
        until(lambda: lines(caplog))
        # without its lock, a worker of the later release can follow; this one writes nothing
        until(lambda: not is_led(postgres))
        opened.append(batches[40:60])
        until(lambda: not is_led(postgres))
        assert behind(opened) > 0
        (line,) = lines(caplog)
        assert "this worker stands still" in line
        assert "a later release" in line

        with psycopg.connect(postgres, autocommit=True) as restored:
            restored.execute(UNDONE[change].encode())
        until(lambda: behind(opened) == 0)
    assert said[:2] == ["ready", "following"]
    assert len(lines(caplog)) == 1


@pytest.mark.parametrize("change", [NEW_TABLE, NEW_FORMAT])
def test_tables_of_a_later_release_are_not_replaced(database: str, change: str) -> None:
    with world(database) as opened:
        opened.follow(evening()[:20])
        with opened.database.writing() as cursor:
            cursor.execute(change)
        with pytest.raises(LaterReleaseError, match="run this process from that release"):
            Registry(opened.database).create()
        with pytest.raises(LaterReleaseError):
            opened.follower.step()


def test_a_service_that_keeps_its_tables_says_it_once(postgres: str, caplog: pytest.LogCaptureFixture) -> None:
    with world(postgres) as opened:
        embedded = EmbeddedProjector(opened.registry, opened.log)
        assert embedded.attempt() is None
        with opened.database.writing() as cursor:
            cursor.execute(NEW_TABLE)
        assert embedded.attempt() is not None
        assert embedded.attempt() is not None
    (line,) = lines(caplog)
    assert "a later release" in line


def test_tables_of_an_earlier_format_are_made_again(
    database: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with world(database) as opened:
        opened.follow(evening()[:20])
        newer = {**PROJECTIONS, "lobby": replace(PROJECTIONS["lobby"], form=PROJECTIONS["lobby"].form + 1)}
        monkeypatch.setattr(registry, "PROJECTIONS", newer)
        Registry(opened.database).create()
        with opened.database.reading() as cursor:
            (lobby,) = opened.registry.states(cursor, ["lobby"])
    assert (lobby.form, lobby.generation) == (newer["lobby"].form, 2)
