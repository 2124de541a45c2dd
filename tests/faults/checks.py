"""What has to be true of a log, whatever has happened to those who wrote it."""

import contextlib
import sqlite3
from collections import Counter
from collections.abc import Sequence

from domain.ledger.records import next_head, tip_of_new
from service.core.settings import is_postgres, sqlite_path
from service.core.store.store import Store
from service.lists.log import PAGE
from tests.faults.clients import Client
from tests.faults.expected import COLUMNS, expected
from tests.faults.journal import Promise
from tests.readmodels.kit import World, world


def check_log(database: str, clients: Sequence[Client]) -> None:
    """Check that everything that was promised stands in the log, once, in a chain without a gap."""
    promises = [promise for client in clients for promise in client.journal.promises]
    assert promises
    if not is_postgres(database):
        with contextlib.closing(sqlite3.connect(sqlite_path(database))) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    keys: set[str] = set()
    with Store(database) as store:
        for game in {promise.game for promise in promises}:
            keys |= check_game(store, game, [promise for promise in promises if promise.game == game])
    check_tables(database)
    refused = [refusal for client in clients for refusal in client.refusals]
    assert not [refusal for refusal in refused if refusal.split(": ", 1)[0] in keys], "refused, and in the log"
    assert not refused


def check_promises(database: str, clients: Sequence[Client]) -> None:
    """Check that what was promised up to now stands in the log of a service that was killed."""
    # what is answered while this is read has no commit behind it: the service is gone
    promises = [promise for client in clients for promise in client.journal.promises]
    with Store(database) as store:
        for promise in promises:
            entries = store.read(promise.game, promise.version - 1, promise.version)
            assert [entry.head for entry in entries] == [promise.head], f"{promise} was promised and is lost"


def check_tables(database: str) -> None:
    """Check that the tables that have followed the log are those that are made of it anew, and say what it says.

    A rebuild goes by the rules of the projections, as following does: what these rules drop, both drop. So the tables
    are also compared with what the records tell without them.
    """
    with world(database) as opened:
        opened.catch_up()
        followed = opened.tables()
        check_content(opened)
        opened.rebuild(limit=PAGE)
        assert opened.tables() == followed
        assert any(followed.values())


def check_content(opened: World) -> None:
    """Check that the tables have the rows that follow from the records of the log."""
    lines = opened.log.page(0, limit=1 + opened.log.last())
    wanted = expected(line.entry for line in lines)
    with opened.database.reading() as cursor:
        for table, columns in COLUMNS.items():
            # the records do not say which profile a game has: compare the ratings of the titles
            titles_only = " WHERE profile = ''" if table in {"ratings", "rating_history"} else ""
            rows = cursor.all(f"SELECT {columns} FROM {table}{titles_only}")
            found = Counter(tuple(dict(row).values()) for row in rows)
            assert found == wanted[table], f"{table}: {found - wanted[table]} instead of {wanted[table] - found}"


def check_game(store: Store, game: str, promises: Sequence[Promise]) -> set[str]:
    """Check the log of one game against what was promised; returns the keys in it."""
    entries = store.read(game)
    head = tip_of_new(game).head
    for version, entry in enumerate(entries, 1):
        head = next_head(head, entry.record)
        assert (entry.record.version, entry.head) == (version, head)
    keys = [entry.origin.key for entry in entries if entry.origin is not None and entry.origin.key is not None]
    assert len(keys) == len(set(keys))
    assert {promise.key for promise in promises} <= set(keys)
    assert all(entries[promise.version - 1].head == promise.head for promise in promises)
    return set(keys)
