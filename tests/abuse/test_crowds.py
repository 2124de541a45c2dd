"""Three thousand idle connections: they are refused or closed, and good clients are served meanwhile."""

import resource
import shlex
import time
from pathlib import Path

import pytest

from tests.abuse.clients import GoodClient, answered, crowd, percentile
from tests.service.server import Server, StartedServer, running, serving
from tests.waiting import until

CROWD = 3_000
PER_ADDRESS = 200

CLOSED_WITHIN = 4.0
"""Seconds in which those that have no place are closed: sooner than an idle one that has one."""

GOOD_WITHIN = 5.0
"""Seconds for nearly every answer to a good client, on a machine that does other work, too."""


class FewFilesServer(StartedServer):
    """A service that may open 1,024 files, as most systems allow it."""

    @property
    def command(self) -> list[str]:
        """The command line, in a shell with this limit."""
        return ["bash", "-c", f"ulimit -n 1024; exec {shlex.join(super().command)}"]


def open_files(server: Server) -> int:
    return len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))


def assert_served_meanwhile(server: Server, most: int) -> None:
    with GoodClient(server.port, "/v1/games?limit=5") as good, crowd(server.port, CROWD) as idle:
        idle.wait_until_opened()
        assert open_files(server) <= most
        # while the idle ones are there, and after they were closed
        until(lambda: idle.still_open() <= most, CLOSED_WITHIN)
        until(lambda: len(good.seconds) >= 10)
    assert not good.failures, good.failures[:3]
    assert percentile(good.seconds, 0.95) <= GOOD_WITHIN, sorted(good.seconds)[-5:]


def test_a_service_with_1024_files_outlives_three_thousand_idle_connections(tmp_path: Path) -> None:
    with running(FewFilesServer(tmp_path / "games.db", {}, tmp_path / "log")) as server:
        assert_served_meanwhile(server, 1024)
        log = (tmp_path / "log").read_text()

    assert "more than 448 of one address" in log
    assert "Too many open files" not in log


def test_three_thousand_idle_connections_of_one_address_are_closed(tmp_path: Path) -> None:
    if resource.getrlimit(resource.RLIMIT_NOFILE)[1] < CROWD + 1000:
        pytest.skip("this system allows too few files for so many connections")
    with serving(
        tmp_path / "games.db", {}, tmp_path / "log", LUDOLOG_CONNECTIONS_PER_ADDRESS=str(PER_ADDRESS)
    ) as server:
        assert_served_meanwhile(server, CROWD + 1000)
        log = (tmp_path / "log").read_text()

    assert f"more than {PER_ADDRESS} of one address" in log
    assert "127.0.0.1" in log


def test_idle_connections_make_room_where_all_places_are_taken(tmp_path: Path) -> None:
    settings = {"LUDOLOG_CONNECTIONS": "100", "LUDOLOG_CONNECTIONS_PER_ADDRESS": "0"}
    with serving(tmp_path / "games.db", {}, tmp_path / "log", **settings) as server, crowd(server.port, 300) as idle:
        opened = idle.wait_until_opened()
        # sooner than the first of them is closed for being idle
        began = time.monotonic()
        assert answered(server.port, "/health/live") == 200
        assert time.monotonic() - began < 5
        assert opened > 100
        until(lambda: idle.still_open() <= 100, CLOSED_WITHIN)
        log = (tmp_path / "log").read_text()

    assert "of the 100 that this process serves" in log
