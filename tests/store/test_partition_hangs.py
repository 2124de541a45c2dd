"""A partition of the log hangs, and refuses no connection: games of the others go on (decision 088)."""

import asyncio
import contextlib
import threading
import time
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import psycopg
import pytest
from psycopg import AsyncConnection

from service.core.store.adapters.sequencing import sequence
from service.core.store.errors import VersionConflictError
from service.core.store.partitions import APPEND_TIMEOUT, LOOK_TIMEOUT, RETRY_AFTER
from service.core.store.postgres_connection import ENTRIES, UNPLACED
from service.core.store.store import Store
from service.core.store.timeouts import LOG_END_TIMEOUT, STORE_TIMEOUT
from service.play.unplaced import OLD, UnplacedBatches
from tests.postgres import new_database
from tests.store.kit import opened, seated
from tests.store.test_partition_away import opened_on
from tests.store.test_sequenced import fill, placed, recorder_of, unplaced
from tests.waiting import until

HANGS = 1


@pytest.fixture
def log(postgres_server: str) -> Iterator[str]:
    """An empty database with a log in three partitions."""
    with new_database(postgres_server) as url:
        Store(url).close()
        sequence(url, 3)
        yield url


@contextlib.contextmanager
def hanging(log: str, table: str) -> Generator[None]:
    """Let all statements about a partition hang until the block ends."""
    with psycopg.connect(log) as connection:
        connection.execute(f"LOCK TABLE {table}_{HANGS} IN ACCESS EXCLUSIVE MODE".encode())
        yield


def test_a_writer_commits_the_batches_of_the_others_within_the_timeout_of_a_request(log: str) -> None:
    with Store(log) as store:
        with psycopg.connect(log, autocommit=True) as connection:
            games = [opened_on(connection, store, number) for number in range(3)]
        with hanging(log, ENTRIES):
            futures = [store.append(seated(game, 0), head=game.tip.head) for game in games]
            for number in (0, 2):
                futures[number].result(timeout=STORE_TIMEOUT)
            assert futures[HANGS].exception(timeout=STORE_TIMEOUT) is not None
            assert store.application.rows.partitions is not None
            assert store.application.rows.partitions.away == (f"{UNPLACED}_{HANGS}",)
            # nobody waits for it again and again
            began = time.monotonic()
            for number in (0, 2):
                store.append(seated(games[number], 1, "player:c"), head=games[number].tip.head).exception()
            refused = store.append(seated(games[HANGS], 1), head=games[HANGS].tip.head)
            assert "does not answer" in str(refused.exception())
            assert time.monotonic() < began + APPEND_TIMEOUT

        def stored() -> bool:
            return store.append(seated(games[HANGS], 0), head=games[HANGS].tip.head).exception() is None

        until(stored)


def test_batches_of_one_partition_are_not_tried_one_after_another(log: str) -> None:
    with Store(log) as store:
        with psycopg.connect(log, autocommit=True) as connection:
            games = [opened_on(connection, store, HANGS) for _ in range(6)]
        taken = seated(games[0], 0, "player:d")
        store.append(taken, head=games[0].tip.head).result()
        with hanging(log, UNPLACED):
            began = time.monotonic()
            futures = [store.append(seated(game, 0), head=game.tip.head) for game in games]
            assert all(future.exception() is not None for future in futures)
            assert time.monotonic() < began + 3 * APPEND_TIMEOUT


def test_two_processes_that_append_to_the_same_games_do_not_wait_for_each_other(log: str) -> None:
    with Store(log) as one, Store(log) as two, psycopg.connect(log, autocommit=True) as admin:
        for _ in range(4):
            games = [opened() for _ in range(8)]
            for _, rows in games:
                one.append(rows).result()
            waiting = threading.Barrier(2)

            def append(store: Store, order: int, player: str) -> list[Future[None]]:
                waiting.wait()  # noqa: B023 - awaited in this turn of the loop
                return [
                    store.append(seated(state, 0, player), head=state.tip.head)
                    for state, _ in games[::order]  # noqa: B023 - as above
                ]

            # both wait for the first of their games in one order, and hold others
            with psycopg.connect(log) as other, ThreadPoolExecutor(2) as threads:
                middle = games[4][0].id
                other.execute(
                    f"INSERT INTO {ENTRIES} (originator_id, originator_version) VALUES (%s, 2)".encode(), (middle,)
                )
                asked = [
                    threads.submit(append, store, order, player)
                    for store, order, player in ((one, 1, "player:b"), (two, -1, "player:c"))
                ]
                futures = [each.result() for each in asked]
                time.sleep(0.3)
                other.rollback()
            outcomes = [[future.exception(timeout=STORE_TIMEOUT) for future in each] for each in futures]
            for first, second in zip(outcomes[0], reversed(outcomes[1]), strict=True):
                assert {type(first), type(second)} == {type(None), VersionConflictError}
        deadlocks = admin.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        assert deadlocks.fetchone() == (0,)


def test_a_poll_waits_for_a_hanging_partition_once(log: str) -> None:
    with Store(log) as store:
        with psycopg.connect(log, autocommit=True) as connection:
            games = [opened_on(connection, store, number) for number in range(3)]
        partitions = store.application.rows.partitions
        assert partitions is not None
        found: dict[str, int] = {}

        async def follow() -> None:
            async with await AsyncConnection.connect(log, autocommit=True) as connection:
                batches = UnplacedBatches(
                    partitions, lambda: AsyncConnection.connect(log, autocommit=True), found.update
                )
                with hanging(log, UNPLACED):
                    began = time.monotonic()
                    await batches.poll(connection)
                    assert time.monotonic() < began + LOG_END_TIMEOUT
                    assert found == {games[0].id: 1, games[2].id: 1}
                    assert partitions.away == (f"{UNPLACED}_{HANGS}",)
                    for _ in range(3):
                        began = time.monotonic()
                        await batches.poll(connection)
                        assert time.monotonic() < began + LOOK_TIMEOUT / 2
                        await asyncio.sleep(RETRY_AFTER / 2)
                async with asyncio.timeout(4 * RETRY_AFTER):
                    while partitions.away:
                        await asyncio.sleep(0.1)
                        await batches.poll(connection)
                assert found == {game.id: 1 for game in games}
                await batches.forget()

        asyncio.run(follow())


def test_a_poll_that_finds_old_batches_places_them(log: str) -> None:
    with Store(log) as store:
        fill(store, 3)
        partitions = store.application.rows.partitions
        assert partitions is not None

        async def follow() -> None:
            async with await AsyncConnection.connect(log, autocommit=True) as connection:
                batches = UnplacedBatches(
                    partitions, lambda: AsyncConnection.connect(log, autocommit=True), lambda _: None
                )
                await batches.poll(connection)
                assert batches.count == 6
                async with asyncio.timeout(20 * OLD):
                    while batches.count:
                        await asyncio.sleep(OLD / 4)
                        await batches.poll(connection)
                await batches.forget()

        asyncio.run(follow())
        assert unplaced(store) == []
        assert len(placed(store)) == 6
        assert recorder_of(store).placement.place_all()
