"""The event store on a real SQLite file, and on a real PostgreSQL server."""

import contextlib
import os
import resource
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from eventsourcing.persistence import PersistenceError

from domain.game import game as games
from domain.game.fold import fold
from service.core.settings import Settings, SettingsError
from service.core.store.errors import StoreError, VersionConflictError
from service.core.store.recorder import Origin
from service.core.store.store import Store
from tests.service.server import free_port
from tests.store.kit import opened, seated
from tests.store.lossy import lossy


def sqlite_file(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/games.db"


def test_what_was_appended_is_read_back_after_reopening(database: str) -> None:
    state, rows = opened()
    key = Origin("player:b", "k", "0" * 64)
    with Store(database) as store:
        store.append(rows).result()
        store.append(seated(state, 1, key=key)).result()

    with Store(database) as store:
        stored = store.read(state.id)

    assert stored[:1] == rows
    assert stored[1].origin == key
    folded = fold(stored)
    assert folded is not None
    assert folded.occupants[1] is not None
    assert folded.tip.version == 2


def test_the_log_is_durable_and_ordered_by_explicit_numbers(tmp_path: Path) -> None:
    with Store(sqlite_file(tmp_path)) as store:
        with store.database.reading() as cursor:
            assert dict(cursor.one("PRAGMA journal_mode") or {}) == {"journal_mode": "wal"}
            assert dict(cursor.one("PRAGMA synchronous") or {}) == {"synchronous": 2}
        statement = store.application.recorder
        table = getattr(statement, "create_table_statements", [""])[0]

    assert "rowid INTEGER PRIMARY KEY AUTOINCREMENT" in table


def test_a_batch_is_stored_whole_or_not_at_all(database: str) -> None:
    state, rows = opened()
    first = seated(state, 0)
    later = seated(fold(first, state) or state, 1, "player:c")
    with Store(database) as store:
        store.append(rows).result()
        store.append(first).result()
        with pytest.raises(VersionConflictError):
            # its second row would fit, its first stands already with another content
            store.append([*seated(state, 2), *later]).result()

        assert [entry.record.version for entry in store.read(state.id)] == [1, 2]


def test_of_sixteen_writers_at_one_version_exactly_one_wins(database: str) -> None:
    with Store(database) as store:
        for _ in range(40):
            state, rows = opened()
            store.append(rows).result()

            outcomes = race(store, state)

            assert outcomes.count(True) == 1
            assert [entry.record.version for entry in store.read(state.id)] == [1, 2]


def race(store: Store, state: games.Game) -> list[bool]:
    """Let sixteen threads append at once; returns who was stored."""
    start = threading.Barrier(16)
    outcomes: list[bool] = []

    def write(number: int) -> None:
        batch = seated(state, number % 3, f"player:{number}")
        start.wait()
        error = store.append(batch).exception()
        assert error is None or isinstance(error, VersionConflictError)
        outcomes.append(error is None)

    writers = [threading.Thread(target=write, args=(number,)) for number in range(16)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    return outcomes


def test_our_own_rows_are_no_conflict(database: str) -> None:
    """As after a commit whose acknowledgement was lost: the very batch stands there already."""
    state, rows = opened()
    with Store(database) as store:
        store.append(rows).result()
        batch = seated(state, 0)
        store.append(batch).result()

        assert store.append(batch).result() is None
        assert len(store.read(state.id)) == 2


def test_thousands_of_rows_are_appended_at_once(database: str) -> None:
    """As when a long game is imported, or many batches have queued up."""
    batches = [opened()[1] for _ in range(4_000)]
    with Store(database) as store:
        store.append([entry for batch in batches for entry in batch]).result(60)

        assert len(list(store.scan(["game.opened"]))) == len(batches)


def test_the_guilty_of_a_group_fails_alone(database: str) -> None:
    (one, rows_one), (two, rows_two) = opened(), opened()
    with Store(database) as store:
        for rows in (rows_one, rows_two, seated(one, 0)):
            store.append(rows).result()

        good = [store.append(seated(two, 0)), store.append(seated(one, 1, "player:late")), store.append(opened()[1])]
        errors = [future.exception() for future in good]

    assert [type(error) for error in errors] == [type(None), VersionConflictError, type(None)]


def test_a_second_process_is_told_clearly(tmp_path: Path) -> None:
    script = """if True:
        import sys
        from service.core.store.files import locks
        from service.core.store.store import Store
        locks.LOCK_TIMEOUT = 0.2
        Store(sys.argv[1])
    """
    with Store(sqlite_file(tmp_path)):
        second = subprocess.run(
            [sys.executable, "-c", script, sqlite_file(tmp_path)], capture_output=True, text=True, check=False
        )

    assert second.returncode != 0
    assert "another ludolog process uses" in second.stderr
    assert "LUDOLOG_DATABASE" in second.stderr
    Store(sqlite_file(tmp_path)).close()


def test_a_store_that_cannot_be_used_says_why(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="does not exist"):
        Store(f"sqlite:///{tmp_path}/nowhere/games.db")
    with pytest.raises(SettingsError, match="sqlite:///FILE"):
        Store("mysql://localhost/games")
    with pytest.raises(StoreError, match="Connection refused"):
        Store(f"postgresql://nobody:secret@127.0.0.1:{free_port()}/games")
    with pytest.raises(StoreError, match="no PostgreSQL URL"):
        Store("postgresql://host/games?colour=blue")


def test_a_password_is_never_shown() -> None:
    for password in ("secret", "se%secret", "secret/secret", "secret@secret", ":secret"):
        shown = Settings(f"postgresql://ada:{password}@host/games").shown_database
        assert "secret" not in shown
        # where a part of the password could as well be one of the host, nothing is shown
        assert ("host/games" in shown) == (password in {"secret", "se%secret", ":secret"})
    assert "secret" not in Settings("postgresql://host/games?user=ada&password=secret").shown_database
    with pytest.raises(StoreError, match="no PostgreSQL URL") as refused:
        Store("postgresql://ada:se%cret@host/games")
    assert "cret" not in str(refused.value)


def test_of_two_processes_that_open_a_new_database_at_once_one_makes_the_tables(postgres: str) -> None:
    script = (
        "import sys; from service.core.store.store import Store; from service.people.accounts import Accounts\n"
        "with Store(sys.argv[1]) as store: Accounts(store.database)"
    )
    started = [
        subprocess.Popen([sys.executable, "-c", script, postgres], stderr=subprocess.PIPE, text=True) for _ in range(4)
    ]
    said = [process.communicate()[1] for process in started]

    assert [process.returncode for process in started] == [0] * 4, said


def test_two_processes_of_one_postgresql_database_see_one_log(postgres: str) -> None:
    state, rows = opened()
    with Store(postgres) as one, Store(postgres) as other:
        one.append(rows).result()
        other.append(seated(state, 0)).result()
        with pytest.raises(VersionConflictError):
            one.append(seated(state, 1)).result()

        assert one.read(state.id) == other.read(state.id)
        assert one.is_shared


def test_a_lost_acknowledgement_is_no_conflict(postgres: str) -> None:
    """The library sends the batch again, and meets its own rows."""
    state, rows = opened()
    with lossy(postgres) as way, Store(way.url) as store:
        way.lose = 1

        assert store.append(rows).result() is None
        assert way.lost == 1
        assert store.read(state.id) == rows
        with pytest.raises(VersionConflictError):
            store.append(opened(state.id, {"inflation": "on"})[1]).result()


def test_all_games_are_found_by_the_types_of_their_events(database: str) -> None:
    batches = [opened() for _ in range(3)]
    with Store(database) as store:
        for state, rows in batches:
            store.append(rows).result()
            store.append(seated(state, 0)).result()

        found = [entry.record.game for entry in store.scan(["game.opened"])]

    assert found == [state.id for state, _ in batches]


def test_a_file_that_cannot_be_opened_once_more_is_an_error_of_the_store(tmp_path: Path) -> None:
    with Store(sqlite_file(tmp_path)) as store, contextlib.ExitStack() as held:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        lowest_free = os.open(os.devnull, os.O_RDONLY)
        os.close(lowest_free)
        resource.setrlimit(resource.RLIMIT_NOFILE, (lowest_free, hard))
        try:
            with pytest.raises(PersistenceError):
                # each that is held needs a connection of its own
                _ = [held.enter_context(store.database.reading()) for _ in range(16)]
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        held.close()

        assert store.read(opened()[0].id) == []


def test_a_deleted_file_is_not_created_again(tmp_path: Path) -> None:
    """A further connection would create an empty file, which hides that the log is lost."""
    with Store(sqlite_file(tmp_path)) as store, contextlib.ExitStack() as held:
        (path,) = tmp_path.glob("*.db")
        path.unlink()
        with pytest.raises(PersistenceError):
            # each that is held needs a connection of its own
            _ = [held.enter_context(store.database.reading()) for _ in range(16)]

        assert not path.exists()
