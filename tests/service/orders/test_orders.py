"""Orders answer questions: which, when, how often, and until what."""

import pytest

from tests.replies import ok
from tests.service.kit import erase, first_choice, next_decision, problem
from tests.service.orders.kit import ANY_CARD, OrderTable
from tests.service.server import Server
from tests.waiting import until


def test_an_order_answers_its_question_as_a_decision_of_the_seat(server: Server) -> None:
    table = OrderTable(server)
    order = table.order(table.bea, {**ANY_CARD, "times": 1})
    assert (order["seat"], order["acts"], order["end"], order["version"]) == (1, [], None, table.version())
    assert order["terms"]["questions"] == ["2c.1"]

    table.answer(table.ada)
    done = table.ended(table.bea, order["id"])

    assert table.awaiting() == [2]
    (act,) = done["acts"]
    assert done["end"]["reason"] == "times"
    event = ok(table.bea.get(f"{table.url}/events", params={"after": act["version"] - 1})).json()["items"][0]
    assert (event["record"]["seat"], act["decision"]) == (1, "1.1")
    assert event["record"]["type"] == "giganten.action_card_taken"


def test_an_order_that_is_set_late_answers_the_open_question(server: Server) -> None:
    table = OrderTable(server)

    order = table.order(table.ada, ANY_CARD)

    assert table.acts(table.ada, order["id"], 1)["end"] is None
    assert table.awaiting() == [1]


def test_the_first_legal_command_of_the_oldest_order_is_sent(server: Server) -> None:
    table = OrderTable(server)
    choices = [each["command"] for each in next_decision(table.ada, table.game)["choices"]]
    wanted = choices[-1]
    never = table.order(table.ada, {"questions": ["7b.1"], "commands": [{"type": "giganten.sell_oil"}]})
    chosen = table.order(
        table.ada,
        {
            "commands": [
                {"type": "giganten.pass_bid"},
                {"type": wanted["type"], "fields": {"card": wanted["card"]}},
                {"type": wanted["type"]},
            ],
            "times": 1,
        },
    )

    (act,) = table.ended(table.ada, chosen["id"])["acts"]

    event = ok(table.ada.get(f"{table.url}/events", params={"after": act["version"] - 1})).json()["items"][0]
    assert event["record"]["data"]["card"] == wanted["card"]
    assert table.one(table.ada, never["id"])["acts"] == []


def test_orders_end_by_what_their_player_named(server: Server) -> None:
    table = OrderTable(server)
    taken = {"type": "giganten.action_card_taken"}
    by_any = table.order(table.bea, {**ANY_CARD, "until_events": [taken]})
    by_cleo = table.order(table.bea, {**ANY_CARD, "until_events": [{**taken, "by": 2}]})
    open_cards = {"path": "/open_cards/3", "test": "different", "value": None}
    by_view = table.order(table.cleo, {**ANY_CARD, "until": [{"path": "/awaiting/0", "test": "equal", "value": 1}]})
    waits = table.order(table.cleo, {**ANY_CARD, "when": [{**open_cards, "path": "/open_cards/9"}]})

    table.answer(table.ada)
    table.acts(table.bea, by_cleo["id"], 1)
    table.answer(table.cleo)

    assert table.ended(table.bea, by_any["id"])["end"]["reason"] == "event"
    assert table.one(table.bea, by_any["id"])["acts"] == []
    end = table.ended(table.cleo, by_view["id"])["end"]
    assert (end["reason"], end["place"]) == ("condition", 0)
    assert table.ended(table.bea, by_cleo["id"])["end"]["reason"] == "event"
    still = table.one(table.cleo, waits["id"])
    assert (still["acts"], still["end"]) == ([], None)


def test_an_order_compares_lists_of_the_view(server: Server) -> None:
    table = OrderTable(server, "siberia", options={"exchange_sides": "random"})
    last = {"questions": ["siberia/2.2"], "commands": [{"type": "siberia.end_placing"}]}
    order = table.order(table.cleo, {**last, "when": [{"path": "/awaiting", "test": "equal", "value": [2]}]})
    other = table.order(table.cleo, {**last, "when": [{"path": "/awaiting", "test": "equal", "value": [1, 2]}]})
    for player in (table.ada, table.bea, table.cleo):
        for _ in range(6):
            table.answer(player, "siberia.place_token")
    assert table.orders(table.cleo)[0]["acts"] == []

    table.answer(table.ada, "siberia.end_placing")
    table.acts(table.cleo, other["id"], 1)
    assert table.one(table.cleo, order["id"])["acts"] == []


def test_an_order_for_the_round_ends_with_it(server: Server) -> None:
    table = OrderTable(server)
    kinds = ("end_movement", "pass_bid", "decline_special", "decline_drilling", "take_action_card", "place_truck")
    commands = [{"type": f"giganten.{kind}"} for kind in kinds]
    whole = {"lasts": "round", "only_choice": True, "commands": commands}
    orders = [table.order(player, whole) for player in table.players]

    ends = [table.ended(player, order["id"]) for player, order in zip(table.players, orders, strict=True)]

    assert {each["end"]["reason"] for each in ends} == {"round"}
    assert all(len(each["acts"]) >= 2 for each in ends)
    assert ok(table.ada.get(f"{table.url}/view")).json()["round"] == 2


def test_a_cancelled_order_does_nothing(server: Server) -> None:
    table = OrderTable(server)
    order = table.order(table.bea, ANY_CARD)
    url = f"{table.url}/orders/{order['id']}"
    assert problem(table.ada.delete(url)) == (404, "not-found")
    assert table.bea.delete(url).status_code == 204
    assert table.bea.delete(url).status_code == 204

    table.answer(table.ada)
    other = table.order(table.bea, {**ANY_CARD, "when": [{"path": "/round", "test": "above", "value": 1}]})

    found = table.one(table.bea, order["id"])
    assert (found["acts"], found["end"]["reason"]) == ([], "cancelled")
    assert table.awaiting() == [1]
    assert table.one(table.bea, other["id"])["end"] is None


def test_a_decision_that_an_order_made_can_be_taken_back(server: Server) -> None:
    table = OrderTable(server, take_back=True)
    order = table.order(table.ada, {"questions": ["2c.1"], "commands": [{"type": "giganten.take_action_card"}]})
    other = table.order(table.ada, {"only_choice": True, "commands": [{"type": "giganten.take_action_card"}]})
    table.acts(table.ada, order["id"], 1)
    assert table.awaiting() == [1]

    ok(table.ada.post(f"{table.url}/take-backs", json={"decision": "0.1"}), 201)

    assert table.ended(table.ada, order["id"])["end"]["reason"] == "taken-back"
    assert table.one(table.ada, other["id"])["acts"] == []
    assert table.awaiting() == [0]
    table.answer(table.ada)
    assert table.awaiting() == [1]


def test_an_order_ends_with_the_seat_of_its_player(server: Server) -> None:
    table = OrderTable(server)
    order = table.order(table.bea, ANY_CARD)
    ok(table.bea.post(f"{table.url}/resignations"), 201)
    table.answer(table.ada)
    next_decision(table.cleo, table.game)

    ok(table.cleo.post(f"{table.url}/resignations"), 201)
    marks = ok(table.cleo.get(f"{table.url}/orders/decisions")).json()
    assert marks == {"is_over": True, "items": [], "orders": []}
    assert problem(table.bea.get(f"{table.url}/orders"))[1] == "not-yours"
    assert order["id"]


def rule(table: OrderTable, kind: str, **fields: object) -> None:
    ok(table.owner.post(f"{table.url}/rulings", json={"type": kind, "reason": "absent", **fields}), 201)


def test_an_order_does_not_revive_when_its_player_returns_after_a_bot(server: Server) -> None:
    clock = {"allowance": "PT1S", "strikes": 1}
    table = OrderTable(server, clock=clock, others_left="play_on")
    order = table.order(table.ada, {**ANY_CARD, "when": [{"path": "/round", "test": "above", "value": 9}]})
    until(lambda: ok(table.ada.get(table.url)).json()["seats"][0]["may_return"])

    ok(table.ada.post(f"{table.url}/seats/0/returns"), 201)

    assert table.ended(table.ada, order["id"])["end"]["reason"] == "seat"


def test_events_of_rulings_end_orders(server: Server) -> None:
    table = OrderTable(server, owner=server.player("Owner"), clock={"preset": "slow"})
    never = {**ANY_CARD, "when": [{"path": "/round", "test": "above", "value": 9}]}
    extended = {"type": "game.clock_extended"}
    by_any, by_ada, by_cleo, by_pause = (
        table.order(table.bea, {**never, "until_events": [event]})["id"]
        for event in (extended, {**extended, "by": 0}, {**extended, "by": 2}, {"type": "game.paused"})
    )

    rule(table, "extend_clock", seat=0, duration="PT1H")
    rule(table, "pause", duration="PT1H")
    rule(table, "resume")

    assert [table.ended(table.bea, each)["end"]["reason"] for each in (by_any, by_ada, by_pause)] == ["event"] * 3
    assert table.one(table.bea, by_cleo)["end"] is None


def test_a_repeated_request_sets_one_order(server: Server) -> None:
    table = OrderTable(server)
    headers = {"Idempotency-Key": "one"}
    first, again = (ok(table.bea.post(f"{table.url}/orders", json=ANY_CARD, headers=headers), 201) for _ in range(2))

    assert first.json() == again.json()
    assert again.headers["Idempotency-Replayed"] == "true"
    assert len(table.orders(table.bea)) == 1
    other = table.bea.post(f"{table.url}/orders", json={**ANY_CARD, "times": 2}, headers=headers)
    assert problem(other) == (422, "key-reused")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/commands"),
        ({"questions": ["99.9"], "only_choice": True}, "/questions/0"),
        ({"commands": [{"type": "giganten.fly"}]}, "/commands/0/type"),
        ({"commands": [{"type": "giganten.bid", "fields": {"price": 1}}]}, "/commands/0/fields"),
        ({"commands": [{"type": "giganten.bid", "fields": {"value": "much"}}]}, "/commands/0/fields"),
        ({"commands": [{"type": "giganten.bid", "number": {"field": "price"}}]}, "/commands/0/number/field"),
        ({"only_choice": True, "when": [{"path": "money", "test": "below", "value": 1}]}, "/when/0/path"),
        ({"only_choice": True, "when": [{"path": "/gold", "test": "below", "value": 1}]}, "/when/0/path"),
        ({"only_choice": True, "until": [{"path": "/round", "test": "below", "value": "x"}]}, "/until/0/value"),
        ({"only_choice": True, "until": [{"path": "/round", "test": "equal", "value": 1}]}, "/until/0"),
        ({"only_choice": True, "until_events": [{"type": "giganten.flown"}]}, "/until_events/0/type"),
        ({"only_choice": True, "until_events": [{"type": "game.ended", "by": 3}]}, "/until_events/0/by"),
        ({"only_choice": True, "until_events": [{"type": "game.paused", "by": 0}]}, "/until_events/0/by"),
    ],
)
def test_an_order_that_could_never_act_is_refused(shared: OrderTable, body: dict[str, object], pointer: str) -> None:
    refused = shared.bea.post(f"{shared.url}/orders", json=body)

    assert problem(refused) == (422, "invalid-value")
    assert refused.json()["errors"][0]["pointer"] == pointer


@pytest.fixture(scope="module")
def shared(server: Server) -> OrderTable:
    """A game in which every order is refused."""
    return OrderTable(server)


def test_orders_of_a_seat_are_limited(server: Server) -> None:
    table = OrderTable(server)
    for _ in range(20):
        table.order(table.bea, ANY_CARD)

    assert problem(table.bea.post(f"{table.url}/orders", json=ANY_CARD)) == (409, "limit-reached")
    table.bea.delete(f"{table.url}/orders/{table.orders(table.bea)[0]['id']}")
    table.order(table.bea, ANY_CARD)


def test_a_deleted_account_leaves_no_orders(server: Server) -> None:
    table = OrderTable(server)
    table.order(table.bea, ANY_CARD)
    acted = table.order(table.bea, {**ANY_CARD, "times": 1})
    assert acted["id"]
    decision = next_decision(table.ada, table.game)
    assert erase(table.bea).status_code in {200, 204}

    ok(table.ada.post(f"{table.url}/commands", json=first_choice(decision)), 201)

    assert next_decision(table.cleo, table.game)["seat"] == 2
