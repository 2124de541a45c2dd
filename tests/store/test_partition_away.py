"""One of three servers with partitions of the log is away: games on the others go on, and nothing is lost."""

import contextlib
import time

import psycopg
import pytest
from eventsourcing.persistence import PersistenceError

from domain.game.game import Game
from service.core.store.partitions import RETRY_AFTER
from service.core.store.postgres_connection import UNPLACED
from service.core.store.store import Store
from service.core.store.timeouts import STORE_TIMEOUT
from tests.partitions import needs_postgres_fdw, partition_of, servers_of
from tests.store.kit import opened, seated
from tests.store.test_sequenced import placed, recorder_of
from tests.waiting import until

pytestmark = needs_postgres_fdw

AWAY = 1


def opened_on(connection: psycopg.Connection, store: Store, number: int) -> Game:
    """Open a game on the partition of a number."""
    while True:
        state, rows = opened()
        if partition_of(connection, state.id, 3) == number:
            store.append(rows).result()
            return state


def test_a_frozen_server_delays_the_games_of_the_others_once() -> None:
    with servers_of(3) as servers, servers.log() as url, Store(url) as store:
        with psycopg.connect(url, autocommit=True) as connection:
            games = [opened_on(connection, store, number) for number in range(3)]
        before = placed(store)
        with servers.others[AWAY].frozen():
            lost = store.append(seated(games[AWAY], 0), head=games[AWAY].tip.head)
            assert lost.exception(timeout=STORE_TIMEOUT) is not None
            began = time.monotonic()
            for game in (games[0], games[2]):
                store.append(seated(game, 0), head=game.tip.head).result(timeout=STORE_TIMEOUT)
                assert len(store.read(game.id)) == 2
            with pytest.raises(PersistenceError):
                store.read(games[AWAY].id)
            assert {game for _, game, _ in placed(store, before[-1][0])} == {games[0].id, games[2].id}
            assert time.monotonic() < began + STORE_TIMEOUT

        def stored() -> bool:
            return store.append(seated(games[AWAY], 0), head=games[AWAY].tip.head).exception() is None

        until(stored)


def test_games_on_the_other_servers_go_on_and_nothing_is_lost() -> None:
    with servers_of(3) as servers, servers.log() as url, Store(url) as store:
        with psycopg.connect(url, autocommit=True) as connection:
            games = [opened_on(connection, store, number) for number in range(3)]
        before = placed(store)
        assert {game for _, game, _ in before} == {game.id for game in games}
        # acknowledged, and without a position when its server goes away
        waiting = seated(games[AWAY], 0)
        store.append(waiting, head=games[AWAY].tip.head).result()

        with servers.away(AWAY):
            # one commit of all three: those of the servers that answer are stored
            futures = [store.append(seated(game, 1), head=game.tip.head) for game in games if game is not games[AWAY]]
            lost = store.append(seated(games[AWAY], 2), head=games[AWAY].tip.head)
            for future in futures:
                future.result()
            assert isinstance(lost.exception(), PersistenceError)
            partitions = store.application.rows.partitions
            assert partitions is not None
            assert partitions.away == (f"{UNPLACED}_{AWAY}",)
            # refused at once: the server is not asked again for a while
            refused = store.append(seated(games[AWAY], 2), head=games[AWAY].tip.head)
            assert "does not answer" in str(refused.exception())
            after = placed(store, before[-1][0])
            assert {game for _, game, _ in after} == {games[0].id, games[2].id}
            with pytest.raises(PersistenceError):
                store.read(games[AWAY].id)
            assert len(store.read(games[0].id)) == 2

        with contextlib.suppress(PersistenceError):
            # the connection of before
            store.read(games[AWAY].id)
        time.sleep(RETRY_AFTER)
        late = placed(store, after[-1][0])
        assert [(game, version) for _, game, version in late] == [(games[AWAY].id, 2)]
        assert [entry.record.version for entry in store.read(games[AWAY].id)] == [1, 2]
        assert partitions.away == ()
        # a rebuild repeats the order
        assert placed(store) == [*before, *after, *late]
        assert recorder_of(store).placement.place() == 0
        with psycopg.connect(url) as connection:
            assert connection.execute(f"SELECT count(*) FROM {UNPLACED}".encode()).fetchone() == (0,)
