"""A log that is sequenced: appended by key without a lock, placed later, whole or in partitions (decision 088)."""

import random
import re
import threading
import uuid
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from eventsourcing.persistence import PersistenceError

from domain.ledger.signing import Keys
from service.core.keys.signing import is_signed_by
from service.core.store.adapters import postgres_application as opening
from service.core.store.adapters.placing import Unplaced, in_order
from service.core.store.adapters.postgres import LedgerRecorder
from service.core.store.adapters.sequenced import SequencedRecorder
from service.core.store.adapters.sequencing import REFUSED, sequence
from service.core.store.errors import StoreError, VersionConflictError
from service.core.store.postgres_connection import CHANNEL, ENTRIES, UNPLACED
from service.core.store.recorder import StoredEntry
from service.core.store.store import Store
from service.lists.log import Log
from service.monitoring.integrity.scan import Scan
from service.people.accounts import Accounts
from service.people.quotas.caps import CapReachedError, Caps
from service.people.quotas.open_games import OpenGames
from service.people.tokens import TokenSpec
from tests.partitions import Servers, needs_postgres_fdw, servers_of
from tests.postgres import new_database
from tests.service.forge import run_ludolog
from tests.store.kit import opened, seated
from tests.store.test_lost_commits import on_top


@pytest.fixture(scope="module")
def servers() -> Iterator[Servers]:
    """A server for the order, and three for the partitions."""
    with servers_of(3) as running:
        yield running


@pytest.fixture(params=[1, 3, pytest.param(0, marks=needs_postgres_fdw)], ids=["whole", "in partitions", "on servers"])
def log(request: pytest.FixtureRequest, postgres_server: str) -> Iterator[str]:
    """An empty database with a log that is sequenced."""
    if not request.param:
        servers: Servers = request.getfixturevalue("servers")
        with servers.log() as url:
            yield url
        return
    with new_database(postgres_server) as url:
        Store(url).close()
        assert sequence(url, request.param) == 0
        yield url


def recorder_of(store: Store) -> SequencedRecorder:
    recorder = store.application.recorder
    assert isinstance(recorder, SequencedRecorder)
    return recorder


def placed(store: Store, after: int = 0) -> list[tuple[int, str, int]]:
    """Return position, game and version of the events after a position."""
    return [
        (line.position, line.entry.record.game, line.entry.record.version)
        for line in Log(store.application).page(after)
    ]


def fill(store: Store, games: int) -> None:
    """Append games of two batches."""
    for _ in range(games):
        state, rows = opened()
        store.append(rows).result()
        store.append(seated(state, 0), head=state.tip.head).result()


def unplaced(store: Store) -> list[Unplaced]:
    return in_order(each for batches in recorder_of(store).placement.unplaced().values() for each in batches)


def give_positions(store: Store, batches: list[Unplaced]) -> None:
    recorder = recorder_of(store)
    with recorder.datastore.get_connection() as connection:
        recorder.placement.give_positions(connection, batches)


def insert(connection: psycopg.Connection[Any], store: Store, rows: list[StoredEntry], batch: int) -> None:
    """Insert a batch in the transaction of a connection, as another process does."""
    stored = [store.application.mapper.to_stored_event(row) for row in rows]
    for row in stored:
        connection.execute(
            f"INSERT INTO {ENTRIES} VALUES (%s, %s, %s, %s, %s)".encode(),
            (row.originator_id, row.originator_version, row.topic, row.state, batch),
        )
    first = stored[0]
    connection.execute(
        f"INSERT INTO {UNPLACED} (originator_id, originator_version, topics, batch) VALUES (%s, %s, %s, %s)".encode(),
        (first.originator_id, first.originator_version, [row.topic for row in stored], batch),
    )


def test_an_append_waits_for_no_other_and_a_late_commit_is_not_passed_over(log: str) -> None:
    late, now = opened(), opened()
    with Store(log) as store, psycopg.connect(log) as other:
        insert(other, store, late[1], batch=1)
        # the other transaction is open: with a lock on the table, this would wait for it
        store.append(now[1]).result(timeout=5)
        assert [(game, version) for _, game, version in placed(store)] == [(now[0].id, 1)]
        (seen,) = [position for position, _, _ in placed(store)]
        other.commit()

        assert [(game, version) for _, game, version in placed(store, seen)] == [(late[0].id, 1)]


def test_events_have_one_position_each_whoever_places_them(log: str) -> None:
    games, stores = 60, 3
    with Store(log) as reading:
        done = threading.Event()

        def follow() -> list[tuple[str, int]]:
            found: list[tuple[str, int]] = []
            after = 0
            while True:
                is_last = done.is_set()
                page = placed(reading, after)
                found += [(game, version) for _, game, version in page]
                after = page[-1][0] if page else after
                if is_last and not page:
                    return found

        def write() -> None:
            with Store(log) as store:
                fill(store, games)
                recorder_of(store).placement.place_all()

        with ThreadPoolExecutor(2 + stores) as threads:
            followers = [threads.submit(follow) for _ in range(2)]
            writers = [threads.submit(write) for _ in range(stores)]
            try:
                for writer in writers:
                    writer.result()
            finally:
                done.set()
            first, second = (follower.result() for follower in followers)

    assert first == second
    assert set(Counter(first).values()) == {1}
    assert len(first) == 2 * games * stores
    for game in {game for game, _ in first}:
        assert [version for each, version in first if each == game] == [1, 2]


def test_a_step_that_ends_between_its_two_transactions_is_repeated_without_harm(log: str) -> None:
    with Store(log) as store:
        fill(store, 3)
        placement = recorder_of(store).placement
        give_positions(store, unplaced(store))
        # the rows are not deleted: another process finds them, too
        before = placed(store)
        assert placement.place() == 0

        assert placed(store) == before
        assert len(before) == 6


def test_a_batch_that_was_lost_after_it_was_read_takes_no_position_of_its_successor(log: str) -> None:
    state, rows = opened()
    with Store(log) as store, psycopg.connect(log, autocommit=True) as admin:
        store.append(rows).result()
        placed(store)
        store.append(seated(state, 0), head=state.tip.head).result()
        read = unplaced(store)
        # a server takes over that lacks the batch, and another one is acknowledged in its place, and placed
        for table in (ENTRIES, UNPLACED):
            admin.execute(f"DELETE FROM {table} WHERE originator_version = 2".encode())
        store.append(seated(state, 0, "player:d"), head=state.tip.head).result()
        before = placed(store)
        assert [version for _, _, version in before] == [1, 2]

        give_positions(store, read)

        assert placed(store) == before


def test_a_batch_that_is_read_before_its_predecessor_is_lost_replaces_its_position(log: str) -> None:
    state, rows = opened()
    with Store(log) as store, psycopg.connect(log, autocommit=True) as admin:
        store.append(rows).result()
        store.append(seated(state, 0), head=state.tip.head).result()
        placed(store)
        admin.execute(f"DELETE FROM {ENTRIES} WHERE originator_version = 2".encode())
        store.append(seated(state, 0, "player:d"), head=state.tip.head).result()
        assert [position for position, _, _ in placed(store)] == [1, 3]


def test_an_error_of_the_deletion_fails_no_reader(log: str, caplog: pytest.LogCaptureFixture) -> None:
    with Store(log) as store, psycopg.connect(log, autocommit=True) as admin:
        fill(store, 2)
        placement = recorder_of(store).placement
        for leaf in placement.leaves():
            refusing = f"CREATE TRIGGER refusing BEFORE DELETE ON {leaf} FOR EACH ROW EXECUTE FUNCTION ludolog_refuse()"
            admin.execute(refusing.encode())

        assert len(placed(store)) == 4
        # the rows are there still, and keep their positions
        assert [position for position, _, _ in placed(store)] == [1, 2, 3, 4]
        assert "batches of the log that have positions are not deleted" in caplog.text
        assert placement.place_all()


def test_a_game_without_a_position_is_in_the_log(log: str) -> None:
    with Store(log) as store, psycopg.connect(log, autocommit=True) as admin:
        people = Accounts(store.database)
        owner = people.sign_up("Org").token.player
        games = OpenGames(store.database, Caps(open_games=1))
        state, rows = opened()
        invited = [TokenSpec(owner, "guest", (), state.id, seat=0)]
        people.new_seat_invitations(owner, invited)
        assert games.take(owner, state.id)
        store.append(rows).result()
        # longer ago than any request takes
        admin.execute("UPDATE tokens SET created_at = '2026-01-01T00:00:00.000000Z'")
        admin.execute("UPDATE account_games SET taken_at = '2026-01-01T00:00:00.000000Z'")

        with pytest.raises(CapReachedError):
            games.take(owner, str(uuid.uuid4()))
        assert [each.replayed for each in people.new_seat_invitations(owner, invited)] == [True]
        # a process that starts
        Accounts(store.database)
        assert [each.replayed for each in people.new_seat_invitations(owner, invited)] == [True]


def test_what_a_batch_was_decided_on_has_to_be_in_the_log(log: str) -> None:
    state, rows = opened()
    first = seated(state, 0)
    seen = on_top(state, first)
    with Store(log) as store, psycopg.connect(log, autocommit=True) as admin:
        store.append(rows).result()
        store.append(first, head=state.tip.head).result()
        placed(store)
        admin.execute(f"DELETE FROM {ENTRIES} WHERE originator_version > 1".encode())
        with pytest.raises(VersionConflictError):
            store.append(seated(seen, 1, "player:c"), head=seen.tip.head).result()
        # the event that was lost has no position any more: another one has its version
        store.append(seated(state, 0, "player:d"), head=state.tip.head).result()
        with pytest.raises(VersionConflictError):
            store.append(seated(seen, 1, "player:c"), head=seen.tip.head).result()

        assert [version for _, _, version in placed(store)] == [1, 2]
        last = placed(store)[-1][0]
        assert last == recorder_of(store).max_notification_id() == 3


def test_of_two_batches_of_a_version_one_is_a_conflict_and_a_repetition_is_none(log: str) -> None:
    state, rows = opened()
    with Store(log) as one, Store(log) as two:
        one.append(rows).result()
        one.append(seated(state, 0), head=state.tip.head).result()
        two.append(seated(state, 0), head=state.tip.head).result()
        with pytest.raises(VersionConflictError):
            two.append(seated(state, 0, "player:d"), head=state.tip.head).result()
        assert len(placed(two)) == 2


def test_many_batches_at_once_are_one_commit(log: str) -> None:
    with Store(log) as store:
        games = [opened() for _ in range(400)]
        waiting = [store.append(rows) for _, rows in games]
        waiting += [store.append(seated(state, 0), head=state.tip.head) for state, _ in games]
        for future in waiting:
            future.result()
        assert Counter(version for _, _, version in placed(store)) == {1: 400, 2: 400}


def test_events_without_a_position_are_no_damage(log: str) -> None:
    with Store(log) as store:
        fill(store, 2)
        scan = Scan(store.database.reading, lambda: Keys(is_signed_by, {}))
        assert [problem for place in scan.logs() for problem in scan.check(place).problems] == []
        assert scan.whole() == []


def test_a_commit_is_announced(log: str) -> None:
    with Store(log) as store, psycopg.connect(log, autocommit=True) as listening:
        listening.execute(f"LISTEN {CHANNEL}".encode())
        store.append(opened()[1]).result()
        assert [each.channel for each in listening.notifies(timeout=10, stop_after=1)] == [CHANNEL]


@pytest.mark.parametrize("partitions", [1, 3])
def test_the_events_that_are_there_keep_their_positions(postgres_server: str, partitions: int) -> None:
    with new_database(postgres_server) as url:
        with Store(url) as store:
            fill(store, 20)
            before = placed(store)
        assert sequence(url, partitions) == 40
        with Store(url) as store:
            assert placed(store) == before
            fill(store, 1)
            after = placed(store, before[-1][0])
            assert [version for _, _, version in after] == [1, 2]
            assert len(store.read(before[0][1])) == 2


def test_a_database_in_use_and_one_that_is_sequenced_are_refused(postgres_server: str) -> None:
    with new_database(postgres_server) as url:
        with pytest.raises(StoreError, match="has no log"):
            sequence(url)
        with Store(url), pytest.raises(StoreError, match="stop all of its processes first"):
            sequence(url)
        assert sequence(url) == 0
        with pytest.raises(StoreError, match="sequenced already"):
            sequence(url)
    with pytest.raises(StoreError, match="a SQLite file"):
        sequence("sqlite:///games.db")


def test_a_process_of_an_earlier_release_is_refused(log: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(log) as store:
        earlier = LedgerRecorder(store.application.datastore)  # type: ignore[arg-type]
        rows = [store.application.mapper.to_stored_event(row) for row in opened()[1]]
        # one that runs
        with pytest.raises(PersistenceError, match=re.escape(REFUSED[:40])):
            earlier.insert_events(rows)
        assert placed(store) == []
    # one that starts: it knows the recorder of a table only
    monkeypatch.setattr(opening, "SequencedRecorder", LedgerRecorder)
    monkeypatch.setattr(opening, "ORDER", "absent")
    with pytest.raises(StoreError, match="ludolog_events"):
        Store(log)


def test_the_order_follows_the_times_and_within_a_game_the_versions() -> None:
    noon = datetime(2026, 11, 29, 12, tzinfo=UTC)

    def batch(game: str, first: int, seconds: int) -> Unplaced:
        return Unplaced(game, first, ["game.seat_taken:1"], first, noon + timedelta(seconds=seconds))

    # the clock of the server was set back by five seconds between the first and the second batch of `a`
    batches = [batch("a", 1, 6), batch("b", 1, 2), batch("a", 2, 3), batch("b", 2, 7)]
    random.Random(1).shuffle(batches)
    assert [(each.game, each.first) for each in in_order(batches)] == [("b", 1), ("a", 1), ("a", 2), ("b", 2)]


def test_the_command_changes_a_database(postgres_server: str) -> None:
    with new_database(postgres_server) as url:
        with Store(url) as store:
            fill(store, 2)
        done = run_ludolog("sequence", "--partitions", "4", environment={"LUDOLOG_DATABASE": url})
        assert (done.returncode, done.stdout, done.stderr) == (0, "sequenced: 4 events, partitions: 4\n", "")
        again = run_ludolog("sequence", environment={"LUDOLOG_DATABASE": url})
        assert again.returncode
        assert again.stderr == "ludolog: the log of this database is sequenced already\n"
