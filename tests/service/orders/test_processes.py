"""Two processes on one database carry out each order once."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres import new_database
from tests.replies import ok
from tests.service.kit import holder
from tests.service.orders.kit import AT_ONCE, OrderTable
from tests.service.server import Server, serving
from tests.service.test_terminal import token_of


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
