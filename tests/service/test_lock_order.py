"""Transactions that take the same locks take them in one order: of no two does PostgreSQL end one (deadlock)."""

import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import LiteralString

import httpx
import psycopg
import pytest

from service.core.store.database import Cursor
from service.core.store.lock_order import LockOrderError
from service.core.store.store import Store
from service.meeting.rows import MEETING_LOCK
from service.moderation.log import LOG_LOCK
from service.news.outgoing.outcome import Outcome
from service.news.planning import queue
from service.news.queue.deliveries import MOST_WAITING, NewDelivery, delivery_of
from service.news.retries import note
from service.people.accounts import Accounts
from service.people.rows import lock_player, lock_players
from tests.postgres import new_database
from tests.replies import ok
from tests.service.kit import erase, identity
from tests.service.moderation.kit import granted
from tests.service.server import Server, serving
from tests.waiting import until

_WAITS = "SELECT 1 FROM pg_stat_activity a WHERE datname=current_database() AND wait_event_type='Lock'"

_CHANGES_ACCOUNTS = (
    f"{_WAITS} AND EXISTS (SELECT 1 FROM pg_locks l WHERE l.pid=a.pid AND l.granted"
    " AND l.relation='account_changes'::regclass AND l.mode='ExclusiveLock')"
)
"""Finds a transaction that changes an account and waits for a lock."""

_LOCKS_PLAYERS = f"{_WAITS} AND query LIKE '%FROM players WHERE id=%FOR UPDATE%'"

_CHANGES_MEETINGS = f"{_WAITS} AND query LIKE 'UPDATE meeting_changes%'"

_NOTES_ATTEMPT = f"{_WAITS} AND (query LIKE '%FROM receivers WHERE id=%FOR UPDATE%' OR query LIKE 'UPDATE deliveries%')"


@pytest.fixture(scope="module")
def server(postgres_server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = {
        "LUDOLOG_KEY_FILE": str(tmp_path_factory.mktemp("keys") / "key"),
        "LUDOLOG_PROJECTIONS": "embedded",
        "LUDOLOG_WEBHOOK_NETWORKS": "127.0.0.1/32",
    }
    with new_database(postgres_server) as database, serving(database, **settings) as running:
        yield running


def deadlocks(server: Server) -> int:
    """Return how many transactions PostgreSQL has ended because they waited for each other."""
    with psycopg.connect(server.database) as database:
        row = database.execute("SELECT deadlocks FROM pg_stat_database WHERE datname=current_database()").fetchone()
    assert row is not None
    return int(row[0])


@contextmanager
def held(server: Server, lock: LiteralString) -> Generator[Callable[[LiteralString], None]]:
    """Hold a lock of a table, at which transactions stop, until the block ends.

    Yields a function that waits until a transaction waits as a query says.
    """
    with psycopg.connect(server.database) as holder, psycopg.connect(server.database, autocommit=True) as other:
        holder.execute(lock)

        def waited(query: LiteralString) -> None:
            until(lambda: other.execute(query).fetchone() is not None)

        yield waited


def full_ping(server: Server, player: httpx.Client, number: int = MOST_WAITING) -> str:
    """Give a player a ping, and return its id. With so many deliveries that wait, further ones are dropped.

    They have begun, and are not due. Their ids are that of the ping with the numbers from 1.
    """
    body = {"url": "https://127.0.0.1:9/", "format": "json", "challenges": True}
    ping = ok(player.post("/v1/me/pings", json=body), 201).json()["id"]
    with psycopg.connect(server.database) as database:
        database.execute(
            "INSERT INTO deliveries (id, receiver, once, host, type, body, created_at, state, attempts, next_at)"
            " SELECT %s || n, %s, %s || n, '127.0.0.1', 'test', '', '2026-01-01', 'waiting', 1, '2099-01-01'"
            " FROM generate_series(1, %s) AS n",
            (ping, ping, ping, number),
        )
    return ping


def test_an_act_about_a_player_who_blocks_the_moderator(server: Server) -> None:
    # the moderator has the greater id, so that the order by ids is not the order of the checks
    ada, olga = sorted((server.player("Ada"), server.player("Olga")), key=identity)
    granted(server, "grant", identity(olga), "operator")
    # this process has read the roles
    ok(olga.get("/v1/moderation/acts"))
    before = deadlocks(server)
    with ThreadPoolExecutor(2) as workers:
        with held(server, "LOCK TABLE player_roles IN ACCESS EXCLUSIVE MODE") as waited:
            body = {"type": "warn", "reason": "x"}
            act = workers.submit(olga.post, f"/v1/moderation/players/{identity(ada)}/acts", json=body)
            waited(_CHANGES_ACCOUNTS)
            block = workers.submit(ada.put, f"/v1/me/blocks/{identity(olga)}")
            waited(_LOCKS_PLAYERS)
        ok(act.result(), 201)
        ok(block.result())
    assert deadlocks(server) == before


def test_a_challenge_to_a_player_who_leaves_and_has_a_full_ping(server: Server) -> None:
    ada, bea = server.player("Ada"), server.player("Bea")
    full_ping(server, ada)
    before = deadlocks(server)
    with ThreadPoolExecutor(2) as workers:
        with held(server, "LOCK TABLE meeting_changes IN SHARE MODE") as waited:
            body = {"players": [identity(ada)], "ruleset": "minos"}
            asked = workers.submit(bea.post, "/v1/challenges", json=body)
            waited(_CHANGES_MEETINGS)
            erased = workers.submit(erase, ada)
            waited(_CHANGES_ACCOUNTS)
        ok(asked.result(), 201)
        ok(erased.result(), 204)
    assert deadlocks(server) == before


def test_an_attempt_ends_while_the_player_leaves(server: Server) -> None:
    ada = server.player("Ada")
    ping = full_ping(server, ada, 2)
    before = deadlocks(server)

    def noted() -> None:
        with store.database.reading() as cursor:
            delivery = delivery_of(cursor, ping, f"{ping}1")
        assert delivery is not None
        with store.database.writing() as cursor:
            note(cursor, delivery, Outcome(204), "2026-01-02", 1.0)

    with Store(server.database) as store, ThreadPoolExecutor(2) as workers:
        with held(server, "SELECT 1 FROM deliveries WHERE id LIKE '%2' FOR UPDATE") as waited:
            erased = workers.submit(erase, ada)
            waited(_CHANGES_ACCOUNTS)
            attempt = workers.submit(noted)
            waited(_NOTES_ATTEMPT)
        ok(erased.result(), 204)
        attempt.result()
    assert deadlocks(server) == before


def test_two_transactions_drop_deliveries_of_the_same_receivers(server: Server) -> None:
    pings = [full_ping(server, server.player(name)) for name in ("Ada", "Bea")]
    together = threading.Barrier(2, timeout=10)
    before = deadlocks(server)

    def delivery(ping: str, name: str) -> NewDelivery:
        return NewDelivery(f"{name} {ping}", ping, f"{name} {ping}", "127.0.0.1", "test", "", "2026-01-01")

    def one_by_one(receivers: Iterable[str], name: str) -> Iterator[NewDelivery]:
        first, second = receivers
        yield delivery(first, name)
        # both transactions have begun with their first
        together.wait()
        yield delivery(second, name)

    with Store(server.database) as store, ThreadPoolExecutor(2) as workers:

        def queued(receivers: Iterable[str], name: str) -> int:
            with store.database.writing() as cursor:
                return queue(cursor, one_by_one(receivers, name), "2026-01-02")

        runs = [workers.submit(queued, pings, "a"), workers.submit(queued, reversed(pings), "b")]
        assert [each.result() for each in runs] == [0, 0]
    assert deadlocks(server) == before
    with psycopg.connect(server.database) as database:
        found = database.execute("SELECT dropped FROM receivers WHERE id = ANY(%s)", (pings,)).fetchall()
    assert found == [(2,), (2,)]


def test_the_use_of_a_token_that_is_being_changed_is_noted_later(postgres_server: str) -> None:
    with new_database(postgres_server) as url, Store(url) as store:
        accounts = Accounts(store.database)
        made = [accounts.sign_up(name) for name in ("Ada", "Bea")]
        for each in made:
            assert accounts.holder(each.secret) is not None

        def noted() -> list[bool]:
            with store.database.reading() as cursor:
                rows = {row["id"]: row["last_used_at"] for row in cursor.all("SELECT id, last_used_at FROM tokens")}
            return [rows[each.token.id] is not None for each in made]

        with psycopg.connect(url) as other:
            other.execute("SELECT 1 FROM tokens WHERE id=%s FOR UPDATE", (made[0].token.id,))
            accounts.note_uses()
            assert noted() == [False, True]
        accounts.note_uses()
        assert noted() == [True, True]


ADA, BEA, GUEST = "player:a", "player:b", "guest:a"


def test_locks_out_of_order_are_refused(database: str) -> None:
    def changed(*locks: Callable[[Cursor], None]) -> None:
        with store.database.writing() as cursor:
            for lock in locks:
                lock(cursor)

    def player(name: str) -> Callable[[Cursor], None]:
        return lambda cursor: lock_player(cursor, name)

    def feature(number: int) -> Callable[[Cursor], None]:
        return lambda cursor: cursor.lock(number)

    with Store(database) as store:
        with store.database.writing() as cursor:
            cursor.execute("CREATE TABLE players (id TEXT PRIMARY KEY)")
        changed(player(ADA), player(BEA), player(GUEST), player(ADA), feature(MEETING_LOCK), feature(LOG_LOCK))
        changed(lambda cursor: lock_players(cursor, (GUEST, BEA, ADA)))
        for wrong in (
            (player(BEA), player(ADA)),
            (player(GUEST), player(BEA)),
            (feature(MEETING_LOCK), player(ADA)),
            (feature(LOG_LOCK), feature(MEETING_LOCK)),
        ):
            with pytest.raises(LockOrderError):
                changed(*wrong)
