"""Backup and restore while games are played, on both stores: every game holds in the copy."""

import asyncio
import random
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from domain.game.decide import NewGame
from domain.proof.verify import verify
from domain.rulesets import RULESETS
from service.core.store.files.backup import BackupError, back_up
from service.core.store.store import Store
from service.due.bot_runner import act
from service.people.accounts import Accounts
from service.play.play import Play
from service.proof.bundles import bundle_lines
from tests.postgres import Cluster, cluster, new_database
from tests.service.forge import run_ludolog

GAMES = 3


def playing(database: str, meanwhile: Callable[[], None]) -> None:
    """Let bots play on a database while something else is done, and for as long as it takes."""
    over = threading.Event()
    errors: list[BaseException] = []

    def work(started: threading.Event) -> None:
        started.wait()
        try:
            meanwhile()
        except BaseException as error:  # noqa: BLE001 - told to the test below
            errors.append(error)
        finally:
            over.set()

    async def play(started: threading.Event) -> None:
        with Store(database) as store:
            assert Accounts(store.database).sign_up("Ada").secret
            use_case = Play(store)
            giganten = RULESETS["giganten"]
            options = giganten.resolve_options(None, {})
            games: list[str] = []
            for _ in range(GAMES):
                bots = dict.fromkeys(range(3), "random")
                new = NewGame(giganten, 3, options, giganten.default_data_set, "player:a", bots=bots)
                opened = await use_case.open(new)
                await use_case.start(opened.loaded)
                games.append(opened.loaded.game.id)
            rng = random.Random(1)
            while not over.is_set():
                for game in games:
                    await act(use_case, game, rng)
                started.set()

    started = threading.Event()
    worker = threading.Thread(target=work, args=(started,))
    worker.start()
    asyncio.run(play(started))
    worker.join()
    assert not errors, errors


def check(database: str) -> None:
    """Every game of a database is verified, can be played on, and its players are known."""
    with Store(database) as store:
        accounts = Accounts(store.database)
        assert [player.name for player in (accounts.player(row) for row in players_of(store)) if player] == ["Ada"]
        use_case = Play(store)
        games = [entry.record.game for entry in store.scan(["game.opened"])]
        assert len(games) == GAMES
        for game in games:
            loaded = asyncio.run(load(use_case, game))
            report = verify(iter(bundle_lines(loaded.game, loaded.entries, None, None)))
            assert not [check for check in report.checks if check.verdict == "failed"], report
            assert loaded.game.version == len(loaded.entries) > 4


async def load(use_case: Play, game: str):
    return await use_case.load(game)


def players_of(store: Store) -> list[str]:
    with store.database.reading() as cursor:
        return [row["id"] for row in cursor.all("SELECT id FROM players")]


def test_a_file_is_backed_up_while_bots_play_and_restored(tmp_path: Path) -> None:
    source, copy = tmp_path / "games.db", tmp_path / "copy.db"

    def back_up_as_documented() -> None:
        done = run_ludolog("backup", str(copy), environment={"LUDOLOG_DATABASE": f"sqlite:///{source}"})
        assert done.returncode == 0, done.stderr
        assert f"{source}.key" in done.stdout

    playing(f"sqlite:///{source}", back_up_as_documented)

    assert copy.stat().st_mode & 0o777 == 0o600
    assert {path.name for path in tmp_path.iterdir() if path.name.startswith("copy")} == {"copy.db"}
    check(f"sqlite:///{copy}")


def test_a_backup_is_of_one_moment(tmp_path: Path) -> None:
    source = tmp_path / "games.db"

    def back_up_often() -> None:
        counts = [back_up(source, tmp_path / f"{number}.db") for number in range(10)]
        assert counts == sorted(counts)

    playing(f"sqlite:///{source}", back_up_often)

    for number in range(10):
        connection = sqlite3.connect(tmp_path / f"{number}.db")
        rows = connection.execute(
            "SELECT COUNT(*), MAX(originator_version) FROM stored_events GROUP BY originator_id"
        ).fetchall()
        connection.close()
        assert rows
        assert all(count == last for count, last in rows)


def test_nothing_is_overwritten_and_nothing_half_stays(tmp_path: Path) -> None:
    source, target, junk = tmp_path / "games.db", tmp_path / "copy.db", tmp_path / "junk.db"
    Store(f"sqlite:///{source}").close()
    target.write_text("mine")
    junk.write_bytes(b"no database at all" * 1000)

    with pytest.raises(BackupError, match="already exists"):
        back_up(source, target)
    with pytest.raises(BackupError, match="there is no database"):
        back_up(tmp_path / "none.db", tmp_path / "new.db")
    with pytest.raises(BackupError, match="cannot be copied"):
        back_up(junk, tmp_path / "new.db")
    assert target.read_text() == "mine"
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("new")]


def test_a_postgresql_database_is_backed_up_while_bots_play_and_restored() -> None:
    """By the commands of deploy/postgresql.md."""
    with cluster() as server, new_database(server.url()) as source, new_database(server.url()) as restored:
        dump = server.folder / "ludolog.dump"
        playing(source, lambda: dumped(server, source, dump))

        server.run("pg_restore", "--exit-on-error", "--no-owner", f"--dbname={restored}", str(dump))

        assert urlsplit(source).path != urlsplit(restored).path
        check(restored)


def dumped(server: Cluster, source: str, dump: Path) -> None:
    server.run("pg_dump", "--format=custom", f"--file={dump}", source)


def test_postgresql_is_told_its_own_command(postgres: str, tmp_path: Path) -> None:
    done = run_ludolog("backup", str(tmp_path / "x"), environment={"LUDOLOG_DATABASE": postgres})

    assert done.returncode == 2
    assert "pg_dump --format=custom" in done.stderr
