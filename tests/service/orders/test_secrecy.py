"""Orders are secrets of their seat: in no reply, no stream and no time that another viewer sees, until the end."""

import json
import random
import re
import threading
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from domain.game import decide
from domain.game.fold import append
from domain.game.game import Game, awaiting, legal_commands
from domain.game.terms import Clock
from domain.game.terms import Terms as GameTerms
from domain.kernel.codec import canonical
from domain.ledger.records import Entry, Record
from domain.ledger.times import SECOND, micros
from domain.rulesets import RULESETS
from service.bots.choosing import choose
from service.core.keys.signing import is_signed_by
from service.orders import delays
from service.orders.api.messages import MarkedDecisions
from service.orders.choosing import chosen, view_of
from service.orders.delays import acts_at
from service.orders.proofs import faults_of
from service.orders.terms import Condition, Number, Terms, Wanted
from tests.kit import RandomChance
from tests.new_games import new_game, started
from tests.replies import ok
from tests.service.forge import run_ludolog
from tests.service.kit import problem
from tests.service.orders.kit import ANY_CARD, OrderTable
from tests.service.server import Server
from tests.waiting import until

READS = (
    "", "/view", "/view?pieces=true", "/decisions", "/decisions?lang=de", "/events", "/views", "/pieces",
    "/stream?follow=false", "/stream?follow=false&orders=true", "/bundle", "/orders/decisions", "/messages", "/talk",
    "/analysis",
)  # fmt: skip

_REQUEST = re.compile(rb'"request_id":"[0-9a-f]+"')


def seen(table: OrderTable, who: httpx.Client) -> dict[str, tuple[int, bytes, str | None]]:
    """Return what a client sees of a game, with its size and tag."""
    found = {path: who.get(f"{table.url}{path}") for path in READS}
    lists = {path: who.get(path) for path in ("/v1/games", "/v1/results")}
    return {
        path: (reply.status_code, _REQUEST.sub(b"", reply.content), reply.headers.get("etag"))
        for path, reply in (found | lists).items()
    }


def test_orders_change_nothing_that_others_see(server: Server) -> None:
    table = OrderTable(server)
    others = (table.ada, table.cleo, server.player("Eve"), server.client())
    before = [seen(table, who) for who in others]

    standing = table.order(table.bea, {**ANY_CARD, "until": [{"path": "/round", "test": "above", "value": 1}]})
    table.bea.delete(f"{table.url}/orders/{table.order(table.bea, ANY_CARD)['id']}")

    for who, earlier in zip(others, before, strict=True):
        for path, found in seen(table, who).items():
            assert found == earlier[path], path
    # others have no orders, and no order of others
    assert table.orders(table.ada) == table.orders(table.cleo) == []
    path = f"{table.url}/orders/{standing['id']}"
    assert problem(table.cleo.delete(path)) == problem(table.cleo.delete(f"{table.url}/orders/unknown"))
    for who in others[2:]:
        assert {who.get(f"{table.url}/orders").status_code, who.delete(path).status_code} <= {401, 403}


def test_what_an_order_decides_looks_like_any_decision(server: Server) -> None:
    by_order, by_hand = OrderTable(server), OrderTable(server)
    order = by_order.order(by_order.bea, ANY_CARD)
    for table in (by_order, by_hand):
        table.answer(table.ada)
    by_order.acts(by_order.bea, order["id"], 1)
    by_hand.answer(by_hand.bea)

    for name in ("ada", "cleo"):
        found = [
            ok(getattr(table, name).get(f"{table.url}/events", params={"after": 0})).json()["items"]
            for table in (by_order, by_hand)
        ]
        shapes = [[(each.keys(), each["record"].keys(), each["record"]["type"]) for each in items] for items in found]
        assert shapes[0] == shapes[1]
        for table in (by_order, by_hand):
            marks = ok(getattr(table, name).get(f"{table.url}/orders/decisions")).json()
            assert marks == {"is_over": False, "items": [], "orders": []}
        assert order["id"] not in by_order.ada.get(f"{by_order.url}/bundle").text


def test_only_the_own_stream_has_orders(server: Server) -> None:
    table = OrderTable(server)
    start = table.version()
    lines: dict[str, list[str]] = {"bea": [], "cleo": []}

    def read(name: str) -> None:
        url = f"{table.url}/stream?orders=true&after={start}"
        with getattr(table, name).stream("GET", url, headers={"Accept": "text/event-stream"}) as reply:
            for line in reply.iter_lines():
                lines[name].append(line)
                taken = len([each for each in lines[name] if '"type":"giganten.action_card_taken"' in each])
                # the end of an order may come after the events that follow it
                if taken == 3 and (name == "cleo" or any('"reason":"times"' in each for each in lines[name])):
                    return

    readers = [threading.Thread(target=read, args=(name,)) for name in lines]
    for reader in readers:
        reader.start()
    until(lambda: all(lines.values()))
    order = table.order(table.bea, {**ANY_CARD, "times": 1})
    table.answer(table.ada)
    table.ended(table.bea, order["id"])
    table.answer(table.cleo)
    for reader in readers:
        reader.join(timeout=30)

    assert not any("order" in line for line in lines["cleo"])
    frames = [msgspec.json.decode(line.removeprefix("data: ")) for line in lines["bea"] if '"salt"' in line]
    assert "event: order" in lines["bea"]
    assert {frame["id"] for frame in frames} == {order["id"]}
    assert frames[-1]["end"]["reason"] == "times"


def test_after_the_end_everybody_can_check_what_orders_decided(server: Server) -> None:
    table = OrderTable(server)
    order = table.order(table.ada, {**ANY_CARD, "times": 1})
    never = table.order(table.ada, {"questions": ["7b.1"], "commands": [{"type": "giganten.sell_oil"}]})
    table.ended(table.ada, order["id"])
    for player in (table.ada, table.bea):
        ok(player.post(f"{table.url}/resignations"), 201)

    stranger = server.client()
    reply = stranger.get(f"{table.url}/orders/decisions")
    marks = msgspec.json.decode(reply.content, type=MarkedDecisions)
    (item,) = marks.items
    assert (item.seat, item.by, item.decision, item.order) == (0, "order", "0.1", order["id"])
    assert never["id"] not in reply.text
    entries = [entry_of_line(line) for line in stranger.get(f"{table.url}/bundle").content.splitlines()[1:-1]]
    key = order["signed"]["public_key"]
    assert faults_of(entries, marks, is_signed_by, {key}) == []

    (shown,) = marks.orders
    forged = {
        "hash": msgspec.structs.replace(shown, salt="00" * 32),
        "signed": msgspec.structs.replace(shown, signed=msgspec.structs.replace(shown.signed, signature="00" * 64)),
        "published": msgspec.structs.replace(shown, id="another"),
    }
    for what, one in forged.items():
        (fault,) = faults_of(entries, msgspec.structs.replace(marks, orders=(one,)), is_signed_by, {key})
        assert what in fault


def test_the_command_checks_what_orders_decided(server: Server, tmp_path: Path) -> None:
    table = OrderTable(server)
    order = table.order(table.ada, {**ANY_CARD, "times": 1})
    table.ended(table.ada, order["id"])
    for player in (table.ada, table.bea):
        ok(player.post(f"{table.url}/resignations"), 201)
    bundle, decisions = tmp_path / "game.jsonl", tmp_path / "decisions.json"
    bundle.write_bytes(ok(server.client().get(f"{table.url}/bundle")).content)
    published = ok(server.client().get(f"{table.url}/orders/decisions")).text
    decisions.write_text(published)
    right, wrong = order["signed"]["public_key"], "11" * 32

    def checked(*options: str) -> tuple[int, str]:
        done = run_ludolog("verify-orders", str(bundle), str(decisions), *options)
        return done.returncode, done.stdout + done.stderr

    assert checked("--key", right)[0] == 0
    # no key of the log was given, and without one the proofs of the log say little
    told = checked("--key", right)[1]
    assert "orders     signed by a key which you gave" in told
    assert "OK as far as it was checked: signed by the key" in told
    assert "; not checked: log (the proofs are right, but no key of the log was given" in told
    assert "not trusted" in checked()[1]
    assert "\nOK, signed by the key" in checked()[1]
    assert checked("--key", wrong)[0] == 1
    whole = bundle.read_bytes()
    bundle.write_bytes(unsigned(whole))
    assert checked()[0] == 0
    assert "\nOK, but not signed: the game follows the rules, but no service has attested it" in checked()[1]
    assert checked("--key", right)[0] == 1
    decisions.write_text(json.dumps({**json.loads(published), "items": [], "orders": []}))
    assert "no decision was made by a standing order" in checked()[1]
    assert "OK, but not signed" in checked()[1]
    bundle.write_bytes(whole)
    decisions.write_text(published)
    # a later order in the place of the one that was signed
    decisions.write_text(published.replace("2c.1", "7b.1"))
    code, text = checked("--key", right)
    assert code == 1
    assert "the order has another hash" in text
    decisions.write_text(published.replace(order["signed"]["signature"], "not hexadecimal"))
    assert checked("--key", right)[0] == 1
    decisions.write_text("{}")
    code, text = checked("--key", right)
    assert (code, "no list of decisions" in text) == (2, True)


def unsigned(bundle: bytes) -> bytes:
    """Return a bundle as a program without a key writes it, in the first format."""
    lines = [json.loads(line) for line in bundle.splitlines()]
    statement = {**lines[-1]["statement"], "key_id": None}
    closing = {"public_key": None, "signature": None, "statement": statement}
    changed = ({**lines[0], "format": "ludolog-bundle/1"}, *lines[1:-1], closing)
    return b"".join(canonical(line) + b"\n" for line in changed)


def entry_of_line(line: bytes) -> Entry:
    """Return the entry of a line of a bundle."""
    found = msgspec.json.decode(line, type=_Line)
    return Entry(found.record, found.head, None if found.secret is msgspec.UNSET else found.secret)


class _Line(msgspec.Struct):
    record: Record
    head: str
    secret: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


def played(title: str, number: int, moves: int) -> Game:
    """Return a game of random bots after some moves."""
    ruleset = RULESETS[title]
    game, rng = started(new_game(ruleset, 3), bytes([number]) * 32), random.Random(number)
    for _ in range(moves):
        if game.status != "running":
            break
        seat = min(awaiting(game))
        decided = decide.command(game, seat, choose(game, seat, "random", rng))
        game, _ = append(game, game.tip, game.seed, "t", seat, decided)
    return game


@pytest.mark.parametrize("title", ["giganten", "siberia", "minos"])
def test_an_order_depends_on_nothing_that_its_seat_may_not_know(title: str) -> None:
    rng, compared, acted = random.Random(title), 0, 0
    for number in range(12):
        game = played(title, number, rng.randrange(5, 90))
        for seat in awaiting(game) if game.status == "running" else ():
            terms = Terms(
                commands=tuple(_wanted(rng, command) for command in _some(rng, game, seat)),
                only_choice=rng.random() < 0.5,
                when=_condition(rng, view_of(game, seat)),
            )
            found = chosen(game, seat, terms)
            for _ in range(5):
                other = game.ruleset.resample(game.state, seat, RandomChance(rng))
                assert chosen(msgspec.structs.replace(game, state=other), seat, terms) == found
                compared += 1
            acted += found is not None
            if found is not None:
                assert any(choice.admits(found) for choice in legal_commands(game, seat))
    assert compared > 30
    assert acted > 3


def _some(rng: random.Random, game: Game, seat: int) -> list[dict[str, Any]]:
    choices = legal_commands(game, seat)
    return [msgspec.to_builtins(each.command) for each in rng.sample(list(choices), min(2, len(choices)))]


def _wanted(rng: random.Random, command: dict[str, Any]) -> Wanted:
    kind = command.pop("type")
    name = rng.choice([*command, "none"])
    number = Number(name, "highest", 7) if isinstance(command.get(name), int) else None
    return Wanted(kind, {} if number or name == "none" else {name: command[name]}, number)


def _condition(rng: random.Random, view: Any) -> tuple[Condition, ...]:
    seat = rng.randrange(len(view["players"]))
    name = rng.choice(list(view["players"][seat]))
    value = view["players"][seat][name]
    return (Condition(f"/players/{seat}/{name}", rng.choice(("equal", "different")), value),) * (rng.random() < 0.5)


def test_the_time_of_an_order_says_nothing_of_it() -> None:
    game = played("giganten", 1, 10)
    asked = "2026-11-20T12:00:00.000000Z"
    times = [(acts_at(game, 0, f"0.{number}", asked) - micros(asked)) / SECOND for number in range(400)]

    assert min(times) >= delays.SHORTEST
    assert max(times) <= delays.LONGEST
    quarter = (delays.LONGEST - delays.SHORTEST) / 4
    for part in range(4):
        low = delays.SHORTEST + part * quarter
        assert 60 < sum(low <= each < low + quarter for each in times) < 140
    # every process finds the same time, and another game another one
    again = [(acts_at(game, 0, f"0.{number}", asked) - micros(asked)) / SECOND for number in range(400)]
    assert again == times
    assert acts_at(played("giganten", 2, 10), 0, "0.1", asked) != acts_at(game, 0, "0.1", asked)


@pytest.mark.parametrize(("bank", "most"), [(300, 15), (3 * 86_400, 300)])
def test_an_order_uses_little_of_a_clock(bank: int, most: float) -> None:
    at = "2026-11-20T12:00:00.000000Z"
    clock = Clock(allowance=bank, bank=0, on_empty="bot", strikes=3)
    game = started(new_game(RULESETS["giganten"], 3, terms=GameTerms(clock=clock)), bytes(32), at)
    (seat,) = awaiting(game)

    times = [(acts_at(game, seat, f"{seat}.{number}", at) - micros(at)) / SECOND for number in range(50)]

    assert min(times) > 0
    assert max(times) <= most
