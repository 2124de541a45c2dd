"""Limits of messages: a flood ends in 429, and the streams of the table go on."""

import threading
from pathlib import Path
from typing import Any

import httpx

from tests.replies import ok
from tests.service.kit import first_choice, holder, next_decision, problem
from tests.service.server import Server, serving
from tests.service.sse import following
from tests.service.talk.kit import Table


def refusals(who: httpx.Client, url: str, messages: int) -> list[httpx.Response]:
    """Write messages, and return the refusals."""
    replies = [who.post(url, json={"text": f"flood {number}"}) for number in range(messages)]
    assert {reply.status_code for reply in replies} <= {201, 429}
    return [reply for reply in replies if reply.status_code == 429]


def served(tmp_path: Path, **settings: Any) -> Any:
    return serving(tmp_path / "games.db", **{name: str(value) for name, value in settings.items()})


def seconds_in(refused: httpx.Response, most: int) -> bool:
    assert problem(refused) == (429, "too-many-requests")
    return 0 < int(refused.headers["retry-after"]) <= most


def test_a_player_writes_so_often_in_a_game(tmp_path: Path) -> None:
    with served(tmp_path, LUDOLOG_MESSAGES=5) as server:
        here, there = Table(server), Table(server)
        assert ok(there.owner.get(there.url))
        refused = refusals(here.ada, f"{here.url}/messages", 8)
        assert len(refused) == 3
        assert seconds_in(refused[0], 60)
        # what was removed counts, and so do changes of the level
        (newest, *_) = ok(here.ada.get(f"{here.url}/messages")).json()["items"]
        ok(here.ada.delete(f"{here.url}/messages/{newest['id']}"), 204)
        assert problem(here.ada.post(f"{here.url}/messages", json={"text": "x"})) == (429, "too-many-requests")
        assert problem(here.ada.put(f"{here.url}/talk", json={"talk": "off"})) == (429, "too-many-requests")
        # others are not concerned, nor another game
        here.say(here.bea, "x")
        ok(here.ada.post(f"{there.url}/messages", json={"text": "x"}), 201)


def test_an_account_writes_so_often_in_all_games_with_all_tokens(tmp_path: Path) -> None:
    with served(tmp_path, LUDOLOG_MESSAGES_PER_ACCOUNT=4) as server:
        tables = [Table(server) for _ in range(3)]
        ada = tables[0].ada
        made = ok(ada.post("/v1/me/tokens", json={"label": "x", "scopes": ["games:play"]}), 201).json()
        other = holder(server, made["token"])
        for number, table in enumerate((*tables, tables[0])):
            ok((ada, other)[number % 2].post(f"{table.url}/messages", json={"text": "x"}), 201)
        assert seconds_in(other.post(f"{tables[1].url}/messages", json={"text": "x"}), 60)


def test_an_address_writes_so_often(tmp_path: Path) -> None:
    with served(tmp_path, LUDOLOG_MESSAGES_PER_ADDRESS=3) as server:
        table = Table(server)
        replies = [who.post(f"{table.url}/messages", json={"text": "x"}) for who in (table.ada, table.bea) * 5]
        # a minute may end meanwhile
        assert 3 <= sum(reply.status_code == 201 for reply in replies) <= 6
        refused = next(reply for reply in replies if reply.status_code == 429)
        assert seconds_in(refused, 60)


def test_a_new_account_pauses_between_two_messages(tmp_path: Path) -> None:
    with served(tmp_path, LUDOLOG_MESSAGES_PAUSE=30) as server:
        table, other = Table(server), Table(server)
        table.say(table.ada, "x")
        assert seconds_in(table.ada.post(f"{other.url}/messages", json={"text": "x"}), 30)
        table.say(table.bea, "x")


def test_a_flood_does_not_hold_up_the_table(server: Server) -> None:
    table = Table(server).start()
    stop = threading.Event()

    def flood(who: httpx.Client) -> None:
        while not stop.is_set():
            assert who.post(f"{table.url}/messages", json={"text": "flood"}).status_code == 201

    with following(table.bea, f"{table.url}/stream", talk="true") as stream:
        floods = [threading.Thread(target=flood, args=(who,)) for who in (table.watcher, table.owner)]
        for each in floods:
            each.start()
        try:
            decision = next_decision(table.ada, table.game)
            done = ok(table.ada.post(f"{table.url}/commands", json=first_choice(decision)), 201).json()
            version = done["receipt"]["version"]
            seen = next(event for event in stream if event.last_id and int(event.last_id) >= version)
        finally:
            stop.set()
            for each in floods:
                each.join()

    assert int(seen.last_id) >= version
