"""A key file of another database is refused: while a service runs, and when the database does not say what it has."""

import asyncio
import contextlib
import json
import shutil
import sqlite3
from pathlib import Path

import psycopg
import pytest

from service.core.keys.checking import KeyCheck
from service.core.keys.key_file import CHECK_INTERVAL, open_keys, rotate_keys
from service.core.keys.opening import open_keys_of
from service.core.keys.signing import Signer
from service.core.store.store import Store
from tests.replies import ok
from tests.service.forge import run_ludolog
from tests.service.kit import player_in_game
from tests.service.server import free_port, serving
from tests.service.test_key_file import TAKEN_UP_WITHIN, moved, until_published
from tests.waiting import until


@pytest.mark.parametrize("is_postgres", [False, True])
def test_a_running_service_refuses_the_key_file_of_another_database(
    request: pytest.FixtureRequest, tmp_path: Path, is_postgres: bool
) -> None:
    """The foreign key signs nothing and is not recorded; a later key of the right file is used."""
    path, right, other = tmp_path / "games.db.key", tmp_path / "right.key", tmp_path / "other.key"
    database = request.getfixturevalue("postgres") if is_postgres else tmp_path / "games.db"
    foreign = open_keys(other).key_id
    with serving(database, {}, tmp_path / "log", LUDOLOG_KEY_FILE=str(path)) as server:
        player, game = player_in_game(server, ruleset="minos")
        own = open_keys(path).key_id
        shutil.copy(path, right)
        shutil.copy(other, path)

        def refusals() -> list[str]:
            player.get("/.well-known/jwks.json")
            return [line for line in server.log() if "the key file is not reloaded" in line]

        (refusal,) = until(refusals)
        receipt, keys = moved(player, game), ok(player.get("/.well-known/jwks.json")).json()["keys"]
        newest = rotate_keys(right).key_id
        shutil.copy(right, path)
        after = until_published(player, newest)
        server.stop()
        server.restart()
        later = ok(server.client().get("/.well-known/jwks.json")).json()["keys"]

    assert f"does not know the key {own}" in refusal
    assert "restore the right key file" in refusal
    assert receipt["key_id"] == own
    assert [key["kid"] for key in keys] == [own]
    assert [key["kid"] for key in after] == [key["kid"] for key in later] == [newest, own]
    assert foreign not in "".join(server.log())


def test_a_running_service_takes_an_older_copy_and_warns_as_at_the_start(tmp_path: Path) -> None:
    path, older = tmp_path / "games.db.key", tmp_path / "older.key"
    with serving(tmp_path / "games.db", {}, tmp_path / "log") as server:
        player, _ = player_in_game(server, ruleset="minos")
        shutil.copy(path, older)
        first, second = open_keys(path).key_id, rotate_keys(path).key_id
        until_published(player, second)
        shutil.copy(older, path)
        keys = until_published(player, first)
        (warning,) = [line for line in server.log() if second in line]

    # the key that signed in between is published at once
    assert [key["kid"] for key in keys] == [first, second]
    assert "older copy" in warning


def test_a_database_without_games_takes_any_key_file_and_calls_none_an_older_copy(tmp_path: Path) -> None:
    path, other = tmp_path / "games.db.key", tmp_path / "other.key"
    second = open_keys(other).key_id
    with serving(tmp_path / "games.db", {}, tmp_path / "log") as server:
        first = open_keys(path).key_id
        shutil.copy(other, path)
        keys = until_published(server.client(), second)
        (at_reload,) = [line for line in server.log() if first in line]
        server.stop()
        server.restart()
        (at_start,) = [line for line in server.log() if first in line and line != at_reload]
        found = run_ludolog("doctor", "--json", environment={"LUDOLOG_DATABASE": server.database})
    (finding,) = [each for each in json.loads(found.stdout) if each["what"] == "keys of the log"]

    assert len(keys) == 2
    assert finding["verdict"] == "warning"
    for text in (at_reload, at_start, finding["found"]):
        assert f"does not know the key {first}" in text
        assert "because the database has no games" in text
        assert "it is a new file, an older copy, or the file of another database" in text
        assert "was signed" not in text


def renamed(file: Path, before: str, after: str) -> None:
    """Rename a column of the recorded keys: what reads it fails."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute(f"ALTER TABLE signing_keys RENAME COLUMN {before} TO {after}")
        connection.commit()


def test_an_error_of_the_store_at_the_start_is_not_taken_for_the_right_file(tmp_path: Path) -> None:
    file, path = tmp_path / "games.db", tmp_path / "games.db.key"
    with serving(file) as server:
        player_in_game(server, ruleset="minos")
    own, foreign = open_keys(path).key_id, open_keys(tmp_path / "other.key").key_id
    path.rename(tmp_path / "right.key")
    shutil.copy(tmp_path / "other.key", path)
    settings = {"LUDOLOG_DATABASE": f"sqlite:///{file}"}

    renamed(file, "key_id", "unreadable")
    unreadable = run_ludolog("serve", "--port", str(free_port()), environment=settings)
    renamed(file, "unreadable", "key_id")
    refused = run_ludolog("serve", "--port", str(free_port()), environment=settings)
    (tmp_path / "right.key").replace(path)
    with serving(file) as server:
        keys = ok(server.client().get("/.well-known/jwks.json")).json()["keys"]

    assert (unreadable.returncode, unreadable.stderr.count("\n")) == (2, 1)
    assert "key_id" in unreadable.stderr
    assert own in refused.stderr
    assert [key["kid"] for key in keys] == [own] != [foreign]


def test_an_error_of_the_store_at_a_reload_keeps_the_keys_until_the_file_can_be_checked(tmp_path: Path) -> None:
    file, path = tmp_path / "games.db", tmp_path / "games.db.key"
    with Store(f"sqlite:///{file}") as store:
        own = open_keys_of(store, path)[0].key_id
        now = 0.0
        signer = open_keys(path, lambda: now, KeyCheck(store, path))
        open_keys(tmp_path / "other.key")
        shutil.copy(tmp_path / "other.key", path)
        renamed(file, "key_id", "unreadable")
        now += CHECK_INTERVAL
        unchecked = signer.key_id
        renamed(file, "unreadable", "key_id")
        now += CHECK_INTERVAL
        without_games = signer.key_id

    assert unchecked == own
    assert without_games == open_keys(tmp_path / "other.key").key_id


def test_the_event_loop_does_not_wait_for_the_database_when_the_key_file_has_changed(
    postgres: str, tmp_path: Path
) -> None:
    path, other, now = tmp_path / "games.key", tmp_path / "other.key", 0.0
    waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"

    async def followed(signer: Signer) -> str:
        nonlocal now
        while (found := signer.key_id) == own:
            now += CHECK_INTERVAL
            await asyncio.sleep(0.01)
        return found

    async def changed(signer: Signer, admin: psycopg.Connection) -> str:
        nonlocal now
        admin.execute("LOCK TABLE signing_keys IN ACCESS EXCLUSIVE MODE")
        shutil.copy(other, path)
        now += CHECK_INTERVAL
        assert signer.key_id == own
        # the query waits for the lock in a thread: a check in the event loop would have ended with an error by now
        await asyncio.to_thread(until, lambda: admin.execute(waiting).fetchone())
        assert signer.key_id == own
        admin.rollback()
        return await asyncio.wait_for(followed(signer), TAKEN_UP_WITHIN)

    with Store(postgres) as store, psycopg.connect(postgres) as admin:
        own = open_keys_of(store, path)[0].key_id
        signer = open_keys(path, lambda: now, KeyCheck(store, path))
        second = open_keys(other).key_id
        assert asyncio.run(changed(signer, admin)) == second
