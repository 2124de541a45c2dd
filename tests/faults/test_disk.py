"""The disk is full: commands are put off, reading goes on, and with space again all goes on."""

import contextlib
import resource
import time
import uuid
from collections.abc import Callable, Generator
from http import HTTPStatus
from pathlib import Path

import httpx

from service.core.store.files.writable import ROOM
from service.core.store.store import Store
from tests import waiting
from tests.faults.checks import check_log
from tests.faults.clients import crowd
from tests.service.kit import problem
from tests.service.server import Server, serving
from tests.store.kit import opened

MOST = 3_000
"""Requests that fit into a write-ahead log, at the very most."""

FULL_FOR = 0.5
"""Seconds for which nothing can be written."""

QUIET = 1.0
"""Seconds without a failure after which an outage is over."""


def test_with_a_full_disk_reading_goes_on_and_with_space_all_does(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with serving(path) as server, crowd([server], tmp_path, 3) as players:
        players.await_answers(everybody=True)
        game = players.clients[0].journal.promises[-1].game
        player = server.player()
        for room in (0, 100, 4_000):
            key = f"with {room} bytes of room"
            # writing fails at the end of the file, within a frame, within a page
            with files_up_to(server, path.with_name("games.db-wal").stat().st_size + room):
                full_until = time.monotonic() + FULL_FOR
                while time.monotonic() < full_until:
                    assert player.get(f"/v1/games/{game}/view").status_code == 200
                    assert player.get("/health/live").status_code == 200
                    time.sleep(0.1)
                put_off = until_put_off(lambda number, key=key: open_minos(player, f"{key} {number}"))
                until_put_off(lambda _: player.post("/v1/players", json={"name": f"Eve {uuid.uuid4()}"[:40]}))
            assert open_minos(player, f"{key} {put_off}").status_code == 201
            players.await_answers(everybody=True)

    check_log(f"sqlite:///{path}", players.clients)


def until_put_off(send: Callable[[int], httpx.Response]) -> int:
    """Send requests until one is put off, as it has to be; returns its number.

    A log that begins anew in a file of its former length has room until it comes to that length again.
    """
    for number in range(MOST):
        reply = send(number)
        if reply.status_code != HTTPStatus.CREATED:
            assert problem(reply) == (503, "unavailable")
            assert reply.headers["Retry-After"]
            return number
    raise AssertionError("the disk is not full")


def open_minos(player: httpx.Client, key: str) -> httpx.Response:
    return player.post("/v1/games", json={"ruleset": "minos", "seats": 2}, headers={"Idempotency-Key": key})


@contextlib.contextmanager
def files_up_to(server: Server, size: int) -> Generator[None]:
    """Let no file that the service writes grow beyond so many bytes, until the block ends."""
    pid = server.process.pid
    _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, most))


def test_the_log_says_when_a_full_disk_has_space_again(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with serving(path, {"service.core.store.outage.QUIET": QUIET}, tmp_path / "log") as server:

        def lines(text: str) -> int:
            return sum(text in line for line in server.log())

        # SQLite's log of a first start has all tables, and is longer than the space that the service asks for
        server.stop()
        server.restart()
        player = server.player()
        size = path.with_name("games.db-wal").stat().st_size
        assert size < ROOM
        with files_up_to(server, size):
            until_put_off(lambda number: open_minos(player, str(number)))
            time.sleep(QUIET + 2)
            while_full = lines("the database answers again")
        waiting.until(lambda: lines("the database answers again"), 20)
        down, up = lines("the database does not answer"), lines("the database answers again")

    assert (while_full, down, up) == (0, 1, 1)


def test_a_full_database_takes_no_half_batch(tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        store.append(opened()[1]).result()
        pages = limit_pages(store, 1)
        refused = [store.append(opened()[1]) for _ in range(20)]
        errors = [str(future.exception()) for future in refused]
        limit_pages(store, pages + 10_000)
        state, rows = opened()
        store.append(rows).result()

        assert "database or disk is full" in errors
        stored = list(store.scan(["game.opened"]))
        assert len(stored) == 2 + errors.count("None")
        assert stored[-1].record.game == state.id


def limit_pages(store: Store, most: int) -> int:
    """Let the database have so many pages at the most, but those that it has; returns how many that are."""
    with store.database.writing() as cursor:
        row = cursor.one(f"PRAGMA max_page_count = {most}")
        assert row is not None
        return int(next(iter(dict(row).values())))
