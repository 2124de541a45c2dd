"""Deliveries about open decisions wait while the table of seats is behind the log."""

import asyncio
from collections.abc import Iterator

import pytest

from service.lists.reading import ReadModels
from service.news.follower import Follower
from service.news.queue.choosing import Room, choose
from service.news.queue.receivers import PingTerms, Receiver, insert_receiver
from service.people.accounts import Accounts
from tests.features.migrating import migrate_all
from tests.readmodels.kit import World, played, world

BEFORE, NOW, AFTER = "2026-11-20T11:00:00.000000Z", "2026-11-20T15:00:00.000000Z", "2026-11-20T15:01:00.000000Z"
ROOM = Room(100, 100, {})


@pytest.fixture
def table(database: str) -> Iterator[World]:
    with world(database) as opened:
        Accounts(opened.database)
        migrate_all(opened.database)
        yield opened


def waiting(table: World) -> set[str]:
    """Return the decisions of the deliveries in the queue."""
    with table.database.reading() as cursor:
        return {row["decision"] for row in cursor.all("SELECT decision FROM deliveries WHERE state='waiting'")}


def test_pings_are_kept_while_the_seats_are_rebuilt(table: World) -> None:
    for player in ("player:ada", "player:bo"):
        url, terms = "https://receiver.example/hook", PingTerms("json", "en", delay=0)
        with table.database.writing() as cursor:
            insert_receiver(cursor, Receiver(player, player, url, "https://site.example", terms, BEFORE, ""))
    follower = Follower(table.store, ReadModels.of(table.store), lambda: NOW, lambda: None)
    table.follow(played("minos", ("player:ada", "player:bo"), 30, most=40))
    asyncio.run(follower.step())
    queued = waiting(table)
    with table.database.reading() as cursor:
        still_open = {row["decision"] for row in cursor.all("SELECT decision FROM seats WHERE decision IS NOT NULL")}
    assert still_open < queued

    with table.database.writing() as cursor:
        cursor.execute("UPDATE projections SET form = 0 WHERE name = 'seats'")
    table.registry.create()
    assert choose(table.database, NOW, ROOM).claimed == ()
    table.follower.step(20)
    assert table.follower.is_late
    chosen = choose(table.database, NOW, ROOM)
    assert (chosen.claimed, waiting(table)) == ((), queued)
    assert chosen.next_at is not None
    assert NOW < chosen.next_at < AFTER

    table.catch_up()
    claimed = choose(table.database, AFTER, ROOM).claimed
    assert {each.delivery.decision for each in claimed} == still_open == waiting(table)
