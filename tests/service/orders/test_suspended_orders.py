"""The standing orders of a suspended player wait until the suspension ends."""

import time

from tests.replies import ok
from tests.service.kit import identity
from tests.service.moderation.kit import with_role
from tests.service.orders.kit import ANY_CARD, OrderTable
from tests.service.server import Server


def test_the_orders_of_a_suspended_player_wait_and_then_act(server: Server) -> None:
    table, moderator = OrderTable(server), with_role(server, "moderator")
    order = table.order(table.bea, {**ANY_CARD, "times": 1})
    path = f"/v1/moderation/players/{identity(table.bea)}/acts"
    ok(moderator.post(path, json={"type": "suspend", "kind": "read_only", "reason": "rude"}), 201)

    table.answer(table.ada)
    # a look every 50 ms
    time.sleep(1)

    assert table.awaiting() == [1]
    waits = table.one(table.bea, order["id"])
    assert (waits["acts"], waits["end"]) == ([], None)
    ok(moderator.post(path, json={"type": "lift_suspension", "reason": "a mistake"}), 201)
    assert table.ended(table.bea, order["id"])["end"]["reason"] == "times"
    assert table.awaiting() == [2]
