"""How long the database may take: what it does not do in time is given up, but never a commit."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from eventsourcing.persistence import DatabaseError, OperationalError, PersistenceError

from service.core.store.postgres_connection import EVENTS, parameters_of
from service.core.store.store import Store
from service.core.store.timeouts import SERVER_TIMEOUTS, TimedLock
from service.lists.projector import Projector
from service.lists.reading import ReadModels
from service.lists.rebuild.rebuild import Rebuild
from service.lists.registry import PROJECTIONS, ProjectionState
from service.people.accounts import Accounts
from tests.loops import in_loop
from tests.postgres import Cluster, cluster, new_database
from tests.service.kit import problem
from tests.service.server import serving
from tests.store.kit import opened
from tests.waiting import until

SHORT = {"lock_timeout": 500, "statement_timeout": 500}
"""Limits under which tests wait; of what is done in time, as the tables that are made before, each step takes less."""

WITHIN = 30.0


def limited(database: str, **limits: int) -> str:
    """Return the URL with other limits, in milliseconds."""
    options = "%20".join(f"-c%20{name}%3D{milliseconds}" for name, milliseconds in limits.items())
    return f"{database}{'&' if '?' in database else '?'}options={options}"


def limits_of(database: str) -> dict[str, int]:
    with psycopg.connect(**parameters_of(database)) as connection:
        rows = connection.execute(
            "SELECT name, setting FROM pg_settings WHERE name = ANY(%s)", (list(SERVER_TIMEOUTS),)
        )
        return {str(name): int(setting) for name, setting in rows}


def test_every_connection_has_limits_and_the_url_may_set_others(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert limits_of(postgres) == SERVER_TIMEOUTS
    assert limits_of(limited(postgres, lock_timeout=70)) == {**SERVER_TIMEOUTS, "lock_timeout": 70}
    monkeypatch.setenv("PGOPTIONS", "-c statement_timeout=80")
    assert limits_of(postgres) == {**SERVER_TIMEOUTS, "statement_timeout": 80}


def test_the_connections_of_a_store_have_them_too(postgres: str) -> None:
    url = limited(postgres, statement_timeout=60_000, idle_in_transaction_session_timeout=90_000)
    with Store(url) as store, store.database.reading() as cursor:
        row = cursor.one("SELECT current_setting('idle_in_transaction_session_timeout') AS idle")
        assert row == {"idle": "90s"}


def test_what_takes_too_long_is_given_up_at_once(postgres: str) -> None:
    state, rows = opened()
    Store(postgres).close()
    with Store(limited(postgres, **SHORT)) as store:
        store.append(rows).result()
        with pytest.raises(DatabaseError) as slow, store.database.reading() as cursor:
            cursor.execute("SELECT pg_sleep(600)")
        with psycopg.connect(postgres) as holder:
            holder.execute(f"LOCK TABLE {EVENTS} IN ACCESS EXCLUSIVE MODE".encode())
            with pytest.raises(DatabaseError) as read:
                store.read(state.id)
            written = store.append(opened()[1]).exception()

        # of such errors the library thinks that they pass: it would ask again and again
        assert not any(isinstance(error, OperationalError) for error in (slow.value, read.value, written))
        assert isinstance(written, DatabaseError)
        assert store.read(state.id) == rows
        store.append(opened()[1]).result()


def test_who_asks_meanwhile_is_put_off(postgres: str, tmp_path: Path) -> None:
    with Store(postgres) as store:
        Accounts(store.database)
        ReadModels.of(store)
    with serving(limited(postgres, **SHORT), LUDOLOG_KEY_FILE=str(tmp_path / "key")) as server:
        player = server.player()
        with psycopg.connect(postgres) as holder:
            holder.execute("LOCK TABLE account_changes IN ACCESS EXCLUSIVE MODE")
            answers = [player.get("/v1/me"), player.post("/v1/me/tokens", json={"label": "x", "scopes": ["read"]})]
        for answer in answers:
            assert problem(answer) == (503, "unavailable")
            assert answer.headers["Retry-After"]

        assert player.get("/v1/me").status_code == 200


def test_tables_that_somebody_reads_for_long_are_exchanged_when_that_is_over(postgres: str) -> None:
    """As a backup reads them; lists and those who keep the tables do not wait for its end."""
    with Store(postgres) as store, ThreadPoolExecutor() as threads:
        store.append(opened()[1]).result()
        models = ReadModels.of(store)
        rebuild = Rebuild(models.registry, models.log, ("lobby",))

        def rebuilt() -> bool:
            with rebuild.running():
                while not rebuild.step():
                    pass
            return True

        with psycopg.connect(postgres) as holder:
            holder.execute("SELECT * FROM lobby")
            exchanged = threads.submit(rebuilt)
            await_session(postgres, "wait_event_type = 'Lock'")
            # each of these would wait for the reader, and be given up
            assert asyncio.run(models.ask(lambda cursor: cursor.one("SELECT count(*) AS games FROM lobby"))) is not None
            assert Projector(models.registry, models.log).step() == 1
            assert not exchanged.done()
        assert exchanged.result(WITHIN)


def test_tables_of_another_form_are_made_under_a_lock_however_long_it_takes(postgres: str) -> None:
    with Store(postgres) as store, store.database.writing() as cursor:
        ReadModels.of(store)
        cursor.execute("UPDATE projections SET form = 0")
    idle = limited(postgres, idle_in_transaction_session_timeout=1_000)
    with Store(idle) as store, ThreadPoolExecutor() as threads, psycopg.connect(postgres) as holder:
        holder.execute("SELECT * FROM lobby")
        made = threads.submit(ReadModels.of, store)
        await_session(postgres, "state = 'idle in transaction' AND state_change < now() - interval '1.5 s'")
        asked = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"
        assert holder.execute(asked.encode()).fetchone() == (1,)
        holder.commit()
        assert {each.form for each in states(made.result(WITHIN))} == {each.form for each in PROJECTIONS.values()}


def states(models: ReadModels) -> list[ProjectionState]:
    with models.registry.database.reading() as cursor:
        return models.registry.states(cursor)


@pytest.fixture
def waiting() -> Iterator[Cluster]:
    """Return a server whose commits wait for a standby when a test asks for it."""
    with cluster() as own:
        yield own


def await_session(database: str, what: str, number: int = 1) -> None:
    """Wait until so many sessions of ours are as described."""
    with psycopg.connect(database, autocommit=True) as connection:
        found = f"SELECT count(*) FROM pg_stat_activity WHERE application_name = 'ludolog' AND {what}".encode()
        until(lambda: connection.execute(found).fetchone() == (number,), WITHIN, every=0.01)


def test_no_commit_is_given_up_while_it_waits_for_the_standby(waiting: Cluster) -> None:
    """The server would say that it was done, though it stands on one machine only."""
    with (
        new_database(waiting.url()) as database,
        Store(limited(database, statement_timeout=1_000)) as store,
        ThreadPoolExecutor() as threads,
    ):
        accounts = Accounts(store.database)
        waiting.await_standbys("gone")
        try:
            commits = [store.append(opened()[1]), threads.submit(accounts.sign_up, "Ada")]
            await_session(database, "wait_event = 'SyncRep' AND query_start < now() - interval '2 s'", 2)
            done = [commit.done() for commit in commits]
        finally:
            waiting.await_standbys("")
        assert done == [False, False]
        assert all(commit.exception() is None for commit in commits)


@in_loop
async def test_only_the_first_waits_for_a_database_that_stands_still() -> None:
    lock = TimedLock(0.05)
    taken, go_on = threading.Event(), threading.Event()

    def ask() -> None:
        with lock:
            taken.set()
            go_on.wait(WITHIN)

    first = asyncio.create_task(asyncio.to_thread(ask))
    await asyncio.to_thread(taken.wait)
    later = await asyncio.gather(*(asyncio.to_thread(ask) for _ in range(3)), return_exceptions=True)
    go_on.set()
    assert [type(error) for error in later] == [PersistenceError] * 3
    await first
    await asyncio.to_thread(ask)
