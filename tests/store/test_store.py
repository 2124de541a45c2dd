"""The event store on a real SQLite file."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from domain import game as games
from service.recorder import Origin
from service.settings import SettingsError
from service.store import Store, StoreError, VersionConflictError
from tests.store.kit import opened, seated


def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/games.db"


def test_what_was_appended_is_read_back_after_reopening(tmp_path: Path) -> None:
    state, rows = opened()
    key = Origin("player:b", "k", "0" * 64)
    with Store(database(tmp_path)) as store:
        store.append(rows).result()
        store.append(seated(state, 1, key=key)).result()

    with Store(database(tmp_path)) as store:
        stored = store.read(state.id)

    assert stored[:1] == rows
    assert stored[1].origin == key
    folded = games.fold(stored)
    assert folded is not None
    assert folded.occupants[1] is not None
    assert folded.tip.version == 2


def test_the_log_is_durable_and_ordered_by_explicit_numbers(tmp_path: Path) -> None:
    with Store(database(tmp_path)) as store:
        assert store.pragma("journal_mode") == "wal"
        assert store.pragma("synchronous") == 2
        statement = store.application.recorder
        table = getattr(statement, "create_table_statements", [""])[0]

    assert "rowid INTEGER PRIMARY KEY AUTOINCREMENT" in table


def test_a_batch_is_stored_whole_or_not_at_all(tmp_path: Path) -> None:
    state, rows = opened()
    first = seated(state, 0)
    later = seated(games.fold(first, state) or state, 1, "player:c")
    with Store(database(tmp_path)) as store:
        store.append(rows).result()
        store.append(first).result()
        with pytest.raises(VersionConflictError):
            # its second row would fit, its first stands already with another content
            store.append([*seated(state, 2), *later]).result()

        assert [entry.record.version for entry in store.read(state.id)] == [1, 2]


def test_of_sixteen_writers_at_one_version_exactly_one_wins(tmp_path: Path) -> None:
    with Store(database(tmp_path)) as store:
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


def test_our_own_rows_are_no_conflict(tmp_path: Path) -> None:
    """As after a commit whose acknowledgement was lost: the very batch stands there already."""
    state, rows = opened()
    with Store(database(tmp_path)) as store:
        store.append(rows).result()
        batch = seated(state, 0)
        store.append(batch).result()

        assert store.append(batch).result() is None
        assert len(store.read(state.id)) == 2


def test_the_guilty_of_a_group_fails_alone(tmp_path: Path) -> None:
    (one, rows_one), (two, rows_two) = opened(), opened()
    with Store(database(tmp_path)) as store:
        for rows in (rows_one, rows_two, seated(one, 0)):
            store.append(rows).result()

        good = [store.append(seated(two, 0)), store.append(seated(one, 1, "player:late")), store.append(opened()[1])]
        errors = [future.exception() for future in good]

    assert [type(error) for error in errors] == [type(None), VersionConflictError, type(None)]


def test_a_second_process_is_told_clearly(tmp_path: Path) -> None:
    script = "import sys; from service.store import Store; Store(sys.argv[1])"
    with Store(database(tmp_path)):
        second = subprocess.run(
            [sys.executable, "-c", script, database(tmp_path)], capture_output=True, text=True, check=False
        )

    assert second.returncode != 0
    assert "another ludolog process uses" in second.stderr
    assert "LUDOLOG_DATABASE" in second.stderr
    Store(database(tmp_path)).close()


def test_a_store_that_cannot_be_used_says_why(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="does not exist"):
        Store(f"sqlite:///{tmp_path}/nowhere/games.db")
    with pytest.raises(SettingsError, match="sqlite:///FILE"):
        Store("postgresql://localhost/games")


def test_all_games_are_found_by_the_types_of_their_events(tmp_path: Path) -> None:
    batches = [opened() for _ in range(3)]
    with Store(database(tmp_path)) as store:
        for state, rows in batches:
            store.append(rows).result()
            store.append(seated(state, 0)).result()

        found = [entry.record.game for entry in store.scan(["game.opened"])]

    assert found == [state.id for state, _ in batches]
