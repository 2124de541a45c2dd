"""Kill -9 of the service at any moment loses no acknowledged command and repeats none."""

import contextlib
import os
import random
import time
from pathlib import Path

import pytest

from tests.faults.checks import check_log, check_promises
from tests.faults.clients import crowd
from tests.readmodels.test_commands import worker
from tests.service.server import Server, StartedServer, running, serving
from tests.service.test_left_alone import EAGER

KILLS = int(os.environ.get("LUDOLOG_KILLS", "10"))
"""How often the server is killed; LUDOLOG_KILLS=200 is the long run."""

PROCESS_KILLS = int(os.environ.get("LUDOLOG_PROCESS_KILLS", "2"))
"""How often one of three processes is killed; LUDOLOG_PROCESS_KILLS=60 is the long run."""

SLOW = {"LUDOLOG_FAILPOINT": "append:0:400"}
"""Each commit lasts 400 ms: long enough to kill the server between an early acknowledgement and the commit."""

SLOW_KILLS = 3
"""How often a server with slow commits is killed."""

# a connection that was cut by the kill is closed when Python collects it, which is no fault
pytestmark = pytest.mark.filterwarnings("default::pytest.PytestUnraisableExceptionWarning")


def test_no_acknowledged_command_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    rng = random.Random(20)
    with serving(path) as server, crowd([server], tmp_path, 3) as players:
        players.await_answers()
        for _ in range(KILLS):
            server.kill()
            server.restart()
            players.await_answers()
            time.sleep(rng.uniform(0, 0.3))

    check_log(f"sqlite:///{path}", players.clients)


def test_nothing_is_acknowledged_before_it_is_committed(tmp_path: Path) -> None:
    """Each commit lasts, and the server is killed as soon as a command is accepted: what is accepted is committed."""
    kill_on_answers(serving(tmp_path / "games.db", **SLOW), tmp_path)


def test_an_early_acknowledgement_is_found(tmp_path: Path) -> None:
    """The test above can fail: it does where a batch is acknowledged first."""
    server = running(Hasty(tmp_path / "games.db", **SLOW))

    with pytest.raises(AssertionError, match="was promised and is lost"):
        kill_on_answers(server, tmp_path)


class Hasty(StartedServer):
    """A service that acknowledges before it commits."""

    module = "tests.faults.plants.acknowledge_first"


def kill_on_answers(serving_one: contextlib.AbstractContextManager[Server], folder: Path) -> None:
    """Kill a service right after answers, again and again; then check the log against all that was answered."""
    with serving_one as server, crowd([server], folder, 3) as players:
        for _ in range(SLOW_KILLS):
            players.await_answers()
            server.kill()
            check_promises(server.database, players.clients)
            server.restart()
        players.await_answers()

    check_log(f"sqlite:///{folder / 'games.db'}", players.clients)


def test_games_go_on_while_any_process_is_killed(postgres: str, tmp_path: Path) -> None:
    rng = random.Random(3)
    with contextlib.ExitStack() as stack:
        key = str(tmp_path / "key")
        servers = [stack.enter_context(serving(postgres, EAGER, LUDOLOG_KEY_FILE=key)) for _ in range(3)]
        first_worker = stack.enter_context(worker(postgres))
        players = stack.enter_context(crowd(servers, tmp_path, 6))
        players.await_answers(everybody=True)
        for number in range(PROCESS_KILLS):
            victim = servers[number % 3]
            victim.kill()
            # nobody waits for it to come back, and the bots that it was about to let decide are taken up by another
            players.await_answers(everybody=True)
            victim.restart()
            time.sleep(rng.uniform(0, 0.3))
        first_worker.kill()
        players.await_answers(6)
        stack.enter_context(worker(postgres))
        players.await_answers(everybody=True)

    check_log(postgres, players.clients)
