"""Which deliveries a process sends next."""

from collections.abc import Iterator

import pytest

from service.news.queue.choosing import Room, choose
from service.news.queue.deliveries import NewDelivery, insert_delivery
from service.news.queue.receivers import PingTerms, Receiver, insert_receiver
from service.people.accounts import Accounts
from tests.readmodels.kit import World, world

NOW = "2026-11-20T15:00:00.000000Z"


@pytest.fixture
def table(database: str) -> Iterator[World]:
    with world(database) as opened:
        Accounts(opened.database)
        yield opened


def test_a_host_with_many_deliveries_does_not_hide_others(table: World) -> None:
    receiver = Receiver(
        "1", "player:ada", "https://a.example/", "https://site.example", PingTerms("json", "en"), NOW, ""
    )
    hosts = [*["a.example"] * 250, "b.example", "c.example"]
    with table.database.writing() as cursor:
        insert_receiver(cursor, receiver)
        for number, host in enumerate(hosts):
            name = f"{number:03}"
            insert_delivery(cursor, NewDelivery(name, "1", name, host, "game.started", "{}", NOW), NOW)

    first = choose(table.database, NOW, Room(32, 4, {})).claimed
    second = choose(table.database, NOW, Room(1, 4, {"a.example": 3})).claimed

    assert [each.delivery.host for each in first] == [*["a.example"] * 4, "b.example", "c.example"]
    assert [each.delivery.host for each in second] == ["a.example"]
