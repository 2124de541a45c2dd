"""The process ends at a named point between a decision and its reply; each point is reached, and nothing is halved."""

import contextlib
import itertools
import os
import subprocess
import sys
import threading
import uuid
from collections.abc import Generator
from pathlib import Path

import httpx
import pytest

from domain.ledger.signing import Keys
from domain.proof.verify import verify
from service.core.keys.key_file import open_keys, rotate_keys
from service.core.keys.signing import is_signed_by
from service.core.store.failpoints import LOST, POINTS
from service.core.store.store import Store
from service.people.accounts import Accounts
from service.proof.bundles import lines_in
from tests.faults.checks import check_log
from tests.faults.clients import Crowd, crowd
from tests.games.bundles import kept
from tests.service.forge import run_ludolog
from tests.service.server import NO_TLS, Server, serving

PASSES = int(os.environ.get("LUDOLOG_PASSES", "1"))
"""At how many passes of each point the process ends; LUDOLOG_PASSES=10 is the long run."""

SERVING = ("append", "appended", "projection", "account-made", "stored", "publish", "reply", "stream")
SWEEPING = ("due-read", "due", "answer")
COMMANDS = ("key-made", "key-rotated", "export", "import", "imported", "migration")

# a connection that was cut is closed when Python collects it, which is no fault
pytestmark = pytest.mark.filterwarnings("default::pytest.PytestUnraisableExceptionWarning")


IN_TOURNAMENTS = ("tournament", "tournament-games", "tournament-stored")
"""The points of tests/service/tournaments/test_processes.py."""


IN_SITE_LOG = ("site-log", "site-log-stored")
"""The points of tests/service/site_log/test_crashes.py."""


IN_WITNESSES = ("witness", "witness-stored")
"""The points of tests/service/witness/test_submissions.py."""

IN_MIRRORS = ("mirror",)
"""The points of tests/service/mirror/test_crashes.py."""


def test_every_point_has_its_turn() -> None:
    elsewhere = (*IN_TOURNAMENTS, *IN_SITE_LOG, *IN_WITNESSES, *IN_MIRRORS)
    assert sorted((*SERVING, *SWEEPING, *COMMANDS, *elsewhere)) == sorted(POINTS)


def test_a_point_that_is_not_there_is_told(tmp_path: Path) -> None:
    done = ludolog(tmp_path, "doctor", LUDOLOG_FAILPOINT="lunch:1")

    assert "LUDOLOG_FAILPOINT" in done.stderr
    assert done.returncode != 0


def test_an_empty_setting_is_none(tmp_path: Path) -> None:
    done = ludolog(tmp_path, "keys", "rotate", LUDOLOG_FAILPOINT="")

    assert done.returncode == 0, done.stderr


def test_whatever_the_service_was_about_to_do_nothing_is_lost_or_halved(database: str, tmp_path: Path) -> None:
    settings = {"LUDOLOG_KEY_FILE": str(tmp_path / "key"), "LUDOLOG_PROJECTIONS": "embedded"}
    with serving(database, **settings) as server, crowd([server], tmp_path, 3) as players:
        players.await_answers(everybody=True)
        # what is done without the database is the same with both of them
        points = SERVING if database.startswith("sqlite") else SERVING[:4]
        for point, number in itertools.product(points, range(PASSES)):
            # streams and accounts are passed more seldom than the others
            end_at(server, players, f"{point}:{1 if point in {'stream', 'account-made'} else 9 + 4 * number}")
        server.settings.pop("LUDOLOG_FAILPOINT")
        server.restart()
        players.await_answers(everybody=True)

    check_log(database, players.clients)


def end_at(server: Server, players: Crowd, failpoint: str) -> None:
    """Let the service run until it ends at a point."""
    server.settings["LUDOLOG_FAILPOINT"] = failpoint
    if server.process.poll() is None:
        server.kill()
    server.start_again()
    with asking_for(server, players, failpoint):
        assert server.process.wait(timeout=90) == LOST, failpoint


@contextlib.contextmanager
def asking_for(server: Server, players: Crowd, failpoint: str) -> Generator[None]:
    """Ask for what players do not ask for by themselves, or too seldom."""
    game = players.clients[0].journal.promises[-1].game
    done = threading.Event()
    client = httpx.Client(base_url=server.base, verify=NO_TLS)

    def ask() -> None:
        key = f"{failpoint} {uuid.uuid4()}"
        name = f"Eve {key[-12:]}"
        while not done.wait(0.05):
            with contextlib.suppress(httpx.TransportError):
                if failpoint.startswith("stream"):
                    client.get(f"/v1/games/{game}/stream?follow=false")
                elif failpoint.startswith("account"):
                    client.post("/v1/players", json={"name": name}, headers={"Idempotency-Key": key})

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        yield
    finally:
        done.set()
        asking.join()
        client.close()


def test_a_first_key_is_there_or_not(tmp_path: Path) -> None:
    path = tmp_path / "key"
    end("key-made:1", tmp_path, "keys", "rotate")

    assert not path.exists()
    assert len(open_keys(path).published.keys) == 1


def test_rotated_keys_are_the_old_or_the_new_ones(tmp_path: Path) -> None:
    path = tmp_path / "key"
    before = open_keys(path).published
    end("key-rotated:1", tmp_path, "keys", "rotate")

    assert open_keys(path).published == before
    assert rotate_keys(path).published.keys[1:] == before.keys


def test_an_import_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    one = kept("siberia", 0)
    (tmp_path / "game.jsonl").write_bytes(b"".join(line + b"\n" for line in one.lines()))
    game = one.game.id

    end("import:1", tmp_path, "import", str(tmp_path / "game.jsonl"))
    with Store(database_in(tmp_path)) as store:
        assert not store.read(game)
    end("imported:1", tmp_path, "import", str(tmp_path / "game.jsonl"))
    with Store(database_in(tmp_path)) as store:
        assert len(store.read(game)) == one.game.version

    end("export:1", tmp_path, "export", game, "--out", str(tmp_path / "out"))
    assert not list((tmp_path / "out").glob("*.jsonl"))
    done = ludolog(tmp_path, "export", game, "--out", str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr
    assert verify(lines_in(tmp_path / "out" / f"{game}.jsonl"), Keys(is_signed_by)).is_valid


@pytest.mark.parametrize("number", [3, 10])
def test_tables_are_those_of_before_or_after_a_step(database: str, number: int) -> None:
    script = (
        "import sys; from service.core.store.store import Store; from service.people.accounts import Accounts\n"
        "from service.core.store.failpoints import arm; arm(sys.argv[2])\n"
        "with Store(sys.argv[1]) as store: Accounts(store.database)"
    )
    done = subprocess.run([sys.executable, "-c", script, database, f"migration:{number}"], check=False)

    assert done.returncode == LOST
    with Store(database) as store:
        assert not Accounts(store.database).sign_up("Ada").replayed


def end(failpoint: str, folder: Path, *arguments: str) -> None:
    """Let a command end at a point."""
    done = ludolog(folder, *arguments, LUDOLOG_FAILPOINT=failpoint)
    assert done.returncode == LOST, done.stderr


def ludolog(folder: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    own = {"LUDOLOG_DATABASE": database_in(folder), "LUDOLOG_KEY_FILE": str(folder / "key")}
    return run_ludolog(*arguments, environment=own | settings)


def database_in(folder: Path) -> str:
    return f"sqlite:///{folder}/games.db"
