"""The server of the database is lost, and its standby takes over: what was acknowledged is there, once."""

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.faults.checks import check_log
from tests.faults.clients import crowd
from tests.faults.test_postgres import told
from tests.postgres import Cluster, cluster
from tests.service.server import serving

FAILOVERS = int(os.environ.get("LUDOLOG_FAILOVERS", "1"))
"""How many servers are lost, each with a new standby; LUDOLOG_FAILOVERS=10 is the long run."""

# a connection that was cut is closed when Python collects it, which is no fault
pytestmark = pytest.mark.filterwarnings("default::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder for a standby, with a name that is short enough for a socket."""
    made = Path(tempfile.mkdtemp(prefix="ludolog-pg-"))
    yield made
    shutil.rmtree(made)


def both(first: Cluster, second: Cluster) -> str:
    """Return the URL of the database on whichever of two servers takes writes."""
    return f"postgresql://postgres@/postgres?host={first.folder},{second.folder}&port=5432,5432"


@pytest.mark.parametrize("number", range(FAILOVERS))
def test_players_carry_on_with_the_standby(folder: Path, tmp_path: Path, number: int) -> None:
    with cluster() as primary, ExitStack() as stack:
        standby = primary.standby(folder)
        stack.callback(standby.stop, "immediate")
        url = both(primary, standby)
        settings = {"LUDOLOG_KEY_FILE": str(tmp_path / "key"), "LUDOLOG_PROJECTIONS": "embedded"}
        with ExitStack() as serve:
            servers = [serve.enter_context(serving(url, **settings)) for _ in range(2)]
            players = serve.enter_context(crowd(servers, tmp_path, 6))
            players.await_answers(10, everybody=True)
            time.sleep(0.05 * number)
            primary.stop("immediate")
            standby.promote()
            resumed = players.await_answers(everybody=True)
            told(players, [resumed])
        check_log(url, players.clients)
