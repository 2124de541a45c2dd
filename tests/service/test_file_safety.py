"""The file of the database: private, owned by one process by whatever link, and noticed when it is taken away."""

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.core.store.errors import FileLostError, StoreError
from service.core.store.files.backup import back_up
from service.core.store.store import Store
from tests.replies import ok
from tests.service.forge import IMPATIENT, run_ludolog
from tests.service.kit import problem
from tests.service.server import free_port, serving
from tests.service.test_doctor_trials import doctor
from tests.store.kit import opened
from tests.waiting import until

NOTICED_WITHIN = 20.0
"""Seconds for what takes the service about one; the machine may be busy."""


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_all_files_of_a_database_are_private_whatever_they_were(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    before = os.umask(0o022)
    try:
        with serving(file) as server:
            server.player()
            made = {path.name: mode(path) for path in tmp_path.iterdir()}
            back_up(file, tmp_path / "copy.db")
        for path in tmp_path.iterdir():
            path.chmod(0o600 if path.name.endswith(".key") else 0o644)
        with serving(file) as server:
            server.player()
            again = {path.name: mode(path) for path in tmp_path.iterdir() if path.name.startswith("games.db")}
    finally:
        os.umask(before)

    names = {"games.db", "games.db-wal", "games.db-shm", "games.db.key", "games.db.lock"}
    assert made == again == dict.fromkeys(names, 0o600)


def test_the_mode_of_a_file_that_is_no_log_is_left_alone(tmp_path: Path) -> None:
    junk = tmp_path / "junk.db"
    junk.write_bytes(b"no database at all" * 100)
    junk.chmod(0o644)

    with pytest.raises(StoreError, match="no SQLite database"):
        Store(f"sqlite:///{junk}")
    assert mode(junk) == 0o644


@pytest.mark.parametrize("link", [os.link, os.symlink], ids=["hard link", "symbolic link"])
def test_a_second_service_through_a_link_is_refused(tmp_path: Path, link: Callable[[Path, Path], None]) -> None:
    file, other = tmp_path / "games.db", tmp_path / "elsewhere" / "other.db"
    other.parent.mkdir()
    with serving(file) as server:
        link(file, other)
        shutil.copy(f"{file}.key", f"{other}.key")
        database = {"LUDOLOG_DATABASE": f"sqlite:///{other}"}
        done = run_ludolog("serve", "--port", str(free_port()), environment=database, timeouts=IMPATIENT)
        assert server.client().get("/health/ready").status_code == 200

    assert (done.returncode, done.stdout) == (2, "")
    assert "another ludolog process uses" in done.stderr


def deleted(file: Path) -> None:
    file.unlink()


def renamed(file: Path) -> None:
    file.rename(file.with_name("away.db"))


def replaced(file: Path) -> None:
    copy = file.with_name("restored.db")
    back_up(file, copy)
    copy.replace(file)


def truncated(file: Path) -> None:
    os.truncate(file, file.stat().st_size - 4096)


def journal_deleted(file: Path) -> None:
    file.with_name(file.name + "-wal").unlink()


@pytest.mark.parametrize("lose", [deleted, renamed, replaced, truncated, journal_deleted])
def test_no_batch_is_acknowledged_into_a_file_that_is_gone(tmp_path: Path, lose: Callable[[Path], None]) -> None:
    file = tmp_path / "games.db"
    with Store(f"sqlite:///{file}") as store:
        for _ in range(30):
            store.append(opened()[1]).result()
        with store.database.writing() as cursor:
            cursor.execute("CREATE TABLE notes (text TEXT)")
        if lose is truncated:
            checkpoint(file)
            store.append(opened()[1]).result()
        lose(file)

        assert isinstance(store.append(opened()[1]).exception(), FileLostError)
        with pytest.raises(FileLostError), store.database.writing() as cursor:
            cursor.execute("INSERT INTO notes VALUES ('lost')")


def checkpoint(file: Path) -> None:
    """Write what is in the write-ahead log into the database, so that there is something to cut."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def test_a_service_whose_file_is_moved_away_says_so_and_goes_on_when_it_is_back(tmp_path: Path) -> None:
    file, away = tmp_path / "games.db", tmp_path / "away.db"
    with serving(file, {}, tmp_path / "log") as server:
        player = server.player()
        game = ok(player.post("/v1/games", json={"ruleset": "minos", "seats": 2})).json()["id"]
        file.rename(away)

        until(lambda: ready(player).status_code == 503, NOTICED_WITHIN)
        refused = [
            player.post("/v1/games", json={"ruleset": "minos", "seats": 2}),
            player.get(f"/v1/games/{game}"),
            player.post("/v1/players", json={"name": "Eve"}),
            ready(player),
        ]
        alive = player.get("/health/live")
        told = until(lambda: [line for line in server.log() if "the database file" in line])
        away.rename(file)
        until(lambda: ready(player).status_code == 200, NOTICED_WITHIN)
        again = player.post("/v1/games", json={"ruleset": "minos", "seats": 2})

    assert [problem(reply) for reply in refused] == [(503, "unavailable")] * 4
    assert all("moved away" in reply.json()["detail"] and str(tmp_path) not in reply.text for reply in refused)
    assert alive.status_code == 200
    assert len(told) == 1
    assert "was deleted or moved away" in told[0]
    assert "put the file or a backup back" in told[0]
    assert again.status_code == 201
    assert "Traceback" not in "\n".join(server.log())


def ready(client: httpx.Client) -> httpx.Response:
    return client.get("/health/ready")


def test_a_copy_of_a_running_service_without_its_write_ahead_log_is_recognised(tmp_path: Path) -> None:
    file, copy = tmp_path / "games.db", tmp_path / "copy" / "games.db"
    copy.parent.mkdir()
    with serving(file) as server:
        game = ok(server.player().post("/v1/games", json={"ruleset": "minos", "seats": 2}), 201).json()["id"]
        shutil.copy(file, copy)
        shutil.copy(f"{file}.key", f"{copy}.key")
    told = doctor(LUDOLOG_DATABASE=f"sqlite:///{copy}")
    with serving(copy, {}, tmp_path / "log") as lacking:
        assert problem(lacking.client().get(f"/v1/games/{game}")) == (404, "not-found")
        log = "\n".join(lacking.log())

    assert verdict_of(told) == "warning"
    assert "games.db-wal is missing" in log
    assert "`ludolog backup`" in log
    # closed by the service, it is a whole file again
    assert verdict_of(doctor(LUDOLOG_DATABASE=f"sqlite:///{copy}")) is None


def closed(file: Path, copy: Path) -> None:
    with Store(f"sqlite:///{file}") as store:
        store.append(opened()[1]).result()
    shutil.copy(file, copy)


def backed_up(file: Path, copy: Path) -> None:
    with Store(f"sqlite:///{file}") as store:
        store.append(opened()[1]).result()
        back_up(file, copy)


def copied_with_its_log(file: Path, copy: Path) -> None:
    with Store(f"sqlite:///{file}") as store:
        store.append(opened()[1]).result()
        for end in ("", "-wal"):
            shutil.copy(f"{file}{end}", f"{copy}{end}")


def left_open(file: Path, copy: Path) -> None:
    """The mark of a crash is no reason for a warning if a program of SQLite has taken the log into a new file."""
    with Store(f"sqlite:///{file}") as store, contextlib.closing(sqlite3.connect(file)) as connection:
        store.append(opened()[1]).result()
        connection.execute(f"VACUUM INTO '{copy}'")


@pytest.mark.parametrize("make", [closed, backed_up, copied_with_its_log, left_open])
def test_a_whole_copy_is_not_taken_for_one_without_its_log(
    tmp_path: Path, make: Callable[[Path, Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    copy = tmp_path / "copy.db"
    make(tmp_path / "games.db", copy)

    assert verdict_of(doctor(LUDOLOG_DATABASE=f"sqlite:///{copy}")) is None
    with Store(f"sqlite:///{copy}") as store:
        assert store.has_games()
    assert "is missing" not in caplog.text


def verdict_of(found: dict[str, Any]) -> str | None:
    """Return the verdict about the write-ahead log; None: the doctor has nothing to say about it."""
    return found.get("write-ahead log", {"verdict": None})["verdict"]
