"""A replica that is away, late, hung, promoted or of another history answers nothing, and no request fails for it."""

import shutil
import tempfile
import time
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg
import pytest

from service.core.store.adapters.sequencing import sequence
from service.core.store.store import Store
from service.core.store.timeouts import STORE_TIMEOUT
from tests.faults.test_failover import both
from tests.postgres import Cluster, cluster
from tests.replies import ok
from tests.service.kit import open_game
from tests.service.replicas.site import Reader, Site, lines_about, position_in, site, stopped
from tests.service.server import serving
from tests.service.test_doctor import findings
from tests.service.test_metrics import told
from tests.waiting import until

SOON = {"service.replicas.replicas.LATE_AFTER": 2.0, "service.replicas.replicas.LOOK_INTERVAL": 0.3}

ANSWERED_WITHIN = 10.0
"""Seconds for a read while a replica hangs: connecting and a statement have bounds of 2 s and 1 s."""

# a connection that was cut is closed when Python collects it, which is no fault
pytestmark = pytest.mark.filterwarnings("default::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Site]:
    """A site to be treated badly."""
    with site(tmp_path, SOON) as made:
        yield made


@pytest.fixture
def folders() -> Iterator[tuple[Path, Path]]:
    """Folders for two more servers, with names that are short enough for a socket."""
    made = Path(tempfile.mkdtemp(prefix="ludolog-pg-")), Path(tempfile.mkdtemp(prefix="ludolog-pg-"))
    yield made
    for each in made:
        shutil.rmtree(each)


def read_on(made: Site, reader: Reader, number: int = 20) -> None:
    """Open games and read everything that a replica may answer: each reply is right."""
    for count in range(number):
        writer = reader.at(made.servers[count % 2])
        game = ok(writer.request("POST", "/v1/games", json={"ruleset": "giganten", "seats": 3}), 201).json()["id"]
        other = writer.at(made.servers[1 - count % 2])
        assert game in {item["id"] for item in ok(other.get("/v1/games")).json()["items"]}
        for path in (f"/v1/games/{game}", f"/v1/games/{game}/events", "/v1/results", "/v1/leaderboards/minos"):
            other.get(path)
        reader.seen = other.seen


def test_a_replica_that_dies_is_not_missed_and_comes_back(pair: Site, tmp_path: Path) -> None:
    reader = Reader(pair.servers[0].player())
    read_on(pair, reader, 4)
    pair.replica.stop("immediate")
    read_on(pair, reader)
    for number in range(2):
        pair.await_used(number, is_used=False)
        assert len(lines_about(tmp_path / f"log{number}", "the primary answers instead")) == 1
    pair.replica.start()
    for number in range(2):
        pair.await_used(number)
        assert len(lines_about(tmp_path / f"log{number}", "answers reads")) == 2
    pair.await_current()
    before = pair.answered()
    reader.at(pair.servers[0]).get("/v1/results")
    assert pair.answered()["replicas"] == before["replicas"] + 1
    for number in range(2):
        assert not lines_about(tmp_path / f"log{number}", "does not answer: the replicas")
        assert not lines_about(tmp_path / f"log{number}", "Traceback")


def test_a_replica_that_is_late_answers_no_client(pair: Site, tmp_path: Path) -> None:
    reader = Reader(pair.servers[0].player())
    reader.get("/v1/games")
    pair.await_current()
    pair.pause()
    game = open_game(pair.servers[0].player("Bob"))
    # no client is answered with what was true long ago, whatever it has seen
    until(lambda: game in {item["id"] for item in ok(reader.at(pair.servers[0]).get("/v1/games")).json()["items"]})
    for number in range(2):
        pair.await_used(number, is_used=False)
        (line,) = lines_about(tmp_path / f"log{number}", "the primary answers instead")
        assert "is late" in line
    assert pair.lag() > 0
    pair.resume()
    for number in range(2):
        pair.await_used(number)


def test_a_replica_that_hangs_delays_few_requests_and_ends_none(pair: Site, tmp_path: Path) -> None:
    reader = Reader(pair.servers[0].player())
    read_on(pair, reader, 4)
    with pair.replica.frozen():
        began = time.monotonic()
        read_on(pair, reader, 1)
        first = time.monotonic() - began
        pair.await_used(is_used=False)
        pair.await_used(1, is_used=False)
        read_on(pair, reader)
    assert first < ANSWERED_WITHIN
    for number in range(2):
        pair.await_used(number)
        assert len(lines_about(tmp_path / f"log{number}", "the primary answers instead")) == 1


def test_a_replica_that_was_promoted_is_none(pair: Site, tmp_path: Path) -> None:
    reader = Reader(pair.servers[0].player())
    read_on(pair, reader, 4)
    pair.replica.promote()
    with psycopg.connect(pair.replica.url(), autocommit=True) as connection:
        # what is written there is not of this site
        connection.execute("DELETE FROM players")
    read_on(pair, reader)
    for number in range(2):
        pair.await_used(number, is_used=False)
        assert len(lines_about(tmp_path / f"log{number}", "the primary answers instead")) == 1


def test_queries_whose_connections_end_are_answered_nevertheless(pair: Site) -> None:
    reader = Reader(pair.servers[0].player())
    read_on(pair, reader, 2)
    with psycopg.connect(pair.replica.url(), autocommit=True) as admin:
        for _ in range(10):
            admin.execute(_END_OTHERS)
            read_on(pair, reader, 1)
    pair.await_used()


def test_queries_that_a_replica_cancels_are_answered_by_the_primary(pair: Site, tmp_path: Path) -> None:
    reader = Reader(pair.servers[0].player())
    read_on(pair, reader, 2)
    pair.await_current()
    pair.await_used()
    with pair.blocked("results_g1"):
        before = pair.answered()
        for _ in range(3):
            with cancelled_query(pair.replica):
                reader.get("/v1/results")
        assert pair.answered()["primary"] == before["primary"] + 3
    # that is no fault of the replica
    assert not lines_about(tmp_path / "log0", "the primary answers instead")
    reader.get("/v1/results")
    assert pair.answered()["replicas"] == before["replicas"] + 1


@contextmanager
def cancelled_query(server: Cluster) -> Generator[None]:
    """Cancel the next query of the server that waits for a lock; the block has to make one."""

    def cancel() -> None:
        with psycopg.connect(server.url(), autocommit=True) as admin:
            until(lambda: admin.execute(_CANCEL).fetchall() == [(True,)])

    with ThreadPoolExecutor(1) as thread:
        cancelled = thread.submit(cancel)
        yield
        cancelled.result()


_CANCEL = (
    "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%results%'"
)


def test_a_game_waits_for_a_replica_that_hangs_no_longer_than_a_list(
    folders: tuple[Path, Path], tmp_path: Path
) -> None:
    with cluster() as primary, ExitStack() as stack:
        replica = primary.replica(folders[0])
        stack.callback(stopped, replica)
        common = {"LUDOLOG_KEY_FILE": str(tmp_path / "key"), "LUDOLOG_PROJECTIONS": "embedded"}
        with serving(primary.url(), **common) as server:
            game = open_game(server.player())
        # each connection tries one address after the other, and each may hang
        url = f"postgresql://postgres@/postgres?host={','.join([str(replica.folder)] * 3)}"
        settings = {**common, "LUDOLOG_REPLICAS": url, "LUDOLOG_METRICS": "on"}
        seldom = {"service.replicas.replicas.LOOK_INTERVAL": 3_600.0}
        with serving(primary.url(), seldom, tmp_path / "log", **settings) as server:
            until(lambda: lines_about(tmp_path / "log", "answers reads"))
            client = server.client()
            with psycopg.connect(replica.url(), autocommit=True) as admin:
                # the next read has to connect
                until(lambda: admin.execute(_END_OTHERS).fetchall() == [])
            with replica.frozen():
                began = time.monotonic()
                ok(client.get(f"/v1/games/{game}"))
                first = time.monotonic() - began
            assert first < STORE_TIMEOUT
            (line,) = lines_about(tmp_path / "log", "the primary answers instead")
            assert "does not answer within 3 s" in line


_END_OTHERS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' "
    "AND pid <> pg_backend_pid()"
)


def test_events_that_only_a_replica_has_are_not_shown(folders: tuple[Path, Path], tmp_path: Path) -> None:
    with cluster() as primary, ExitStack() as stack:
        ahead, heir = primary.replica(folders[0]), primary.replica(folders[1])
        stack.callback(stopped, ahead)
        stack.callback(stopped, heir)
        settings = {
            "LUDOLOG_KEY_FILE": str(tmp_path / "key"),
            "LUDOLOG_PROJECTIONS": "embedded",
            "LUDOLOG_METRICS": "on",
            "LUDOLOG_REPLICAS": ahead.url(),
        }
        key = ("ludolog_replica_used", (("replica", f"{ahead.folder}:5432"),))
        with serving(both(primary, heir), SOON, tmp_path / "log", **settings) as server:
            until(lambda: told(server.client())[key] == 1)
            player = server.player()
            kept = open_game(player)
            await_position(primary, heir)
            # the other one gets what the next primary will lack
            heir.stop("fast")
            lost = open_game(player)
            await_position(primary, ahead)
            primary.stop("immediate")
            heir.start()
            heir.promote()
            until(lambda: player.get(f"/v1/games/{kept}").status_code == 200)
            until(lambda: lines_about(tmp_path / "log", "has events that the primary does not have"))
            assert told(server.client())[key] == 0
            assert player.get(f"/v1/games/{lost}").status_code == 404

            def listed() -> set[str]:
                return {item["id"] for item in ok(player.get("/v1/games")).json()["items"]}

            # the tables are written again after the log
            until(lambda: kept in listed())
            assert lost not in listed()


def await_position(first: Cluster, second: Cluster) -> None:
    """Wait until a server has the log of another one."""
    last = "SELECT COALESCE(MAX(notification_id), 0) FROM ludolog_events"
    with psycopg.connect(first.url(), autocommit=True) as here, psycopg.connect(second.url(), autocommit=True) as there:
        end = here.execute(last.encode()).fetchone()
        until(lambda: there.execute(last.encode()).fetchone() == end)


def test_a_replica_of_another_database_is_not_used(tmp_path: Path, folders: tuple[Path, Path]) -> None:
    with cluster() as primary, cluster() as other, ExitStack() as stack:
        foreign = other.replica(folders[0])
        stack.callback(stopped, foreign)
        common = {"LUDOLOG_KEY_FILE": str(tmp_path / "key"), "LUDOLOG_PROJECTIONS": "embedded"}
        with serving(other.url(), **common):
            pass
        settings = {**common, "LUDOLOG_REPLICAS": foreign.url(), "LUDOLOG_METRICS": "on"}
        with serving(primary.url(), SOON, tmp_path / "log", **settings) as server:
            until(lambda: lines_about(tmp_path / "log", "leads to another database"))
            reader = Reader(server.player())
            game = open_game(reader.client)
            assert game in {item["id"] for item in ok(reader.get("/v1/games")).json()["items"]}


def test_the_service_starts_without_its_replica(tmp_path: Path) -> None:
    with cluster() as primary:
        settings = {
            "LUDOLOG_KEY_FILE": str(tmp_path / "key"),
            "LUDOLOG_PROJECTIONS": "embedded",
            "LUDOLOG_REPLICAS": "postgresql://ludolog:geheim@127.0.0.1:9/ludolog",
        }
        with serving(primary.url(), SOON, tmp_path / "log", **settings) as server:
            reader = Reader(server.player())
            game = open_game(reader.client)
            assert game in {item["id"] for item in ok(reader.get("/v1/games")).json()["items"]}
            until(lambda: lines_about(tmp_path / "log", "the replica 127.0.0.1:9 does not answer"))
            assert not lines_about(tmp_path / "log", "geheim")


def test_no_replica_of_a_sequenced_log_is_read(tmp_path: Path, folders: tuple[Path, Path]) -> None:
    with cluster() as primary, ExitStack() as stack:
        Store(primary.url()).close()
        sequence(primary.url())
        replica = primary.replica(folders[0])
        stack.callback(stopped, replica)
        settings = {
            "LUDOLOG_KEY_FILE": str(tmp_path / "key"),
            "LUDOLOG_PROJECTIONS": "embedded",
            "LUDOLOG_REPLICAS": replica.url(),
        }
        with serving(primary.url(), SOON, tmp_path / "log", **settings) as server:
            # its position would not say that the replica has the batch, which has none yet
            reader = Reader(server.player())
            reply = ok(reader.request("POST", "/v1/games", json={"ruleset": "giganten", "seats": 3}), 201)
            assert position_in(reply) is None
            assert position_in(reader.get("/v1/games")) is None
            (line,) = lines_about(tmp_path / "log", "the log is sequenced")
            assert "the primary answers all reads" in line
        assert findings(LUDOLOG_DATABASE=primary.url(), **settings)["replicas"]["verdict"] == "note"
