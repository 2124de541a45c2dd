"""A server that has lost commits gives their places to other events, which reach webhooks nevertheless."""

import asyncio
import contextlib
import sqlite3
from pathlib import Path

from service.core.store.store import Store
from service.lists.reading import ReadModels
from service.news.follower import Follower
from service.news.queue.receivers import EVENT_TYPES, Receiver, WebhookTerms, insert_receiver
from service.people.accounts import Accounts
from tests.features.migrating import migrate_all
from tests.readmodels.kit import World, played

NOW = "2026-11-20T12:00:00.000000Z"
URL = "https://receiver.example/hook"


def queued(store: Store) -> int:
    """Return how many results are queued for the webhook."""
    with store.database.reading() as cursor:
        row = cursor.one("SELECT COUNT(*) AS number FROM deliveries WHERE type='result.published'")
    assert row is not None
    return row["number"]


def copy(source: Path, target: Path) -> None:
    """Copy a database into another one, which may be open."""
    with (
        contextlib.closing(sqlite3.connect(source)) as before,
        contextlib.closing(sqlite3.connect(target)) as after,
    ):
        before.backup(after)


def test_a_result_at_the_place_of_a_lost_one_is_sent(tmp_path: Path) -> None:
    file, standby = tmp_path / "games.db", tmp_path / "standby.db"
    with Store(f"sqlite:///{file}") as store:
        Accounts(store.database)
        migrate_all(store.database)
        world = World(store)
        follower = Follower(store, ReadModels.of(store), lambda: NOW, lambda: None)
        terms = WebhookTerms(EVENT_TYPES, "all")
        with store.database.writing() as cursor:
            insert_receiver(cursor, Receiver("hook", "player:owner", URL, "https://site.example", terms, NOW, ""))

        def play(seed: int) -> int:
            world.append(played("siberia", ("player:ada", "player:bo"), seed))
            world.catch_up()
            asyncio.run(follower.step())
            return queued(store)

        assert play(3) == 1
        copy(file, standby)
        assert play(4) == 2
        copy(standby, file)
        assert queued(store) == 1

        # what the poller of the log calls after a reconnect
        follower.forget()

        assert play(5) == 2
