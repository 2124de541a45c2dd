"""Two processes on one database carry out each order once."""

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest

from tests.postgres import new_database
from tests.replies import ok
from tests.service.kit import erase, holder
from tests.service.orders.kit import ANY_CARD, AT_ONCE, OrderTable
from tests.service.server import Server, serving
from tests.service.sse import following
from tests.service.test_terminal import token_of
from tests.waiting import until


@pytest.fixture(scope="module")
def servers(postgres_server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    key = Path(tmp_path_factory.mktemp("keys")) / "key"
    settings = {"LUDOLOG_KEY_FILE": str(key), "LUDOLOG_PROJECTIONS": "embedded"}
    with new_database(postgres_server) as database, contextlib.ExitStack() as stack:
        yield [stack.enter_context(serving(database, AT_ONCE, **settings)) for _ in range(2)]


def test_each_decision_is_made_once(servers: list[Server]) -> None:
    here, there = servers
    table = OrderTable(here)
    kinds = ("end_movement", "pass_bid", "decline_special", "decline_drilling", "take_action_card", "place_truck")
    body = {"lasts": "round", "only_choice": True, "commands": [{"type": f"giganten.{kind}"} for kind in kinds]}
    others = [holder(there, token_of(player)) for player in table.players]
    orders = [ok(player.post(f"{table.url}/orders", json=body), 201).json()["id"] for player in others]

    ends = [table.ended(player, order) for player, order in zip(table.players, orders, strict=True)]

    assert {each["end"]["reason"] for each in ends} == {"round"}
    for seat, each in enumerate(ends):
        decisions = [act["decision"] for act in each["acts"]]
        # every decision of the seat, each once, in order
        assert decisions == [f"{seat}.{number}" for number in range(1, len(decisions) + 1)]
        assert len(decisions) >= 2
    # a cancelled order stands in no process
    again = ok(table.ada.post(f"{table.url}/orders", json={"only_choice": True}), 201).json()["id"]
    assert others[0].delete(f"{table.url}/orders/{again}").status_code == 204
    assert table.one(table.ada, again)["end"]["reason"] == "cancelled"


def rows(server: Server, statement: LiteralString, *values: object) -> list[tuple[Any, ...]]:
    """Return the rows of a query in the database of a server."""
    with psycopg.connect(server.database) as database:
        return database.execute(statement, values).fetchall()


def test_a_forgotten_key_sets_another_order(servers: list[Server]) -> None:
    table = OrderTable(servers[0])
    headers = {"Idempotency-Key": "again"}
    first = table.order(table.bea, ANY_CARD, **headers)["id"]
    with psycopg.connect(servers[0].database) as database:
        database.execute("UPDATE request_keys SET made_at='2020-01-01T00:00:00.000000Z'")

    second = table.order(table.bea, {**ANY_CARD, "times": 2}, **headers)["id"]

    assert second != first
    assert table.order(table.bea, {**ANY_CARD, "times": 2}, **headers)["id"] == second


def test_orders_end_with_their_game(servers: list[Server]) -> None:
    table = OrderTable(servers[0])
    # also of a seat that is not asked any more
    for player in table.players:
        table.order(player, {**ANY_CARD, "when": [{"path": "/round", "test": "above", "value": 9}]})
    for player in (table.bea, table.cleo):
        ok(player.post(f"{table.url}/resignations"), 201)
    assert ok(table.ada.get(table.url)).json()["status"] == "ended"

    def ends() -> set[str]:
        found = rows(servers[0], "SELECT end_reason FROM standing_orders WHERE game=%s", table.game)
        return {reason for (reason,) in found}

    until(lambda: ends() <= {"over", "seat"})
    assert table.orders(table.ada)[0]["end"]["reason"] == "over"


def test_the_number_of_the_last_change_grows_also_if_an_account_is_deleted(servers: list[Server]) -> None:
    table = OrderTable(servers[0])
    last = table.order(table.bea, ANY_CARD)["id"]
    (before,) = rows(servers[0], "SELECT changed FROM standing_orders WHERE id=%s", last)
    assert erase(table.bea).status_code in {200, 204}

    new = table.order(table.cleo, ANY_CARD)["id"]

    (after,) = rows(servers[0], "SELECT changed FROM standing_orders WHERE id=%s", new)
    assert after > before


def test_a_stream_goes_on_after_a_failover_that_lost_changes(servers: list[Server]) -> None:
    table = OrderTable(servers[0])
    for _ in range(3):
        table.order(table.bea, ANY_CARD)
    with following(table.bea, f"{table.url}/stream", orders="true") as stream:
        assert next(stream).name != "order"
        # the stream has joined those that are woken
        time.sleep(1)
        with psycopg.connect(servers[0].database) as database:
            database.execute("DELETE FROM standing_orders WHERE game=%s", (table.game,))
            database.execute("UPDATE standing_order_changes SET last = last - 3")
        # the process has looked
        time.sleep(1)
        new = table.order(table.bea, ANY_CARD)["id"]
        found = next(event for event in stream if event.name == "order")
    assert found.data["id"] == new


def test_an_order_that_cannot_be_ended_stops_no_stream(servers: list[Server]) -> None:
    here = servers[0]
    over, running = OrderTable(here), OrderTable(here)
    later = {**ANY_CARD, "when": [{"path": "/round", "test": "above", "value": 9}]}
    broken = over.order(over.cleo, later)["id"]
    with psycopg.connect(here.database) as database:
        # what an error of another release might leave behind
        database.execute("UPDATE standing_orders SET seat=9 WHERE id=%s", (broken,))
    try:
        for player in (over.ada, over.bea):
            ok(player.post(f"{over.url}/resignations"), 201)
        status: LiteralString = "SELECT status FROM lobby WHERE game=%s"
        until(lambda: rows(here, status, over.game) != [("running",)])
        with following(holder(servers[1], token_of(running.bea)), f"{running.url}/stream", orders="true") as stream:
            assert next(stream).name != "order"
            # both processes have looked at the game that is over, and the stream has joined those that are woken
            time.sleep(1)
            new = running.order(running.bea, later)["id"]
            found = next(event for event in stream if event.name == "order")
        assert found.data["id"] == new
        assert rows(here, "SELECT end_reason FROM standing_orders WHERE id=%s", broken) == [(None,)]
    finally:
        with psycopg.connect(here.database) as database:
            database.execute("DELETE FROM standing_orders WHERE id=%s", (broken,))
