"""The search for players by the beginning of their names, on both databases and over HTTP."""

import sqlite3
import uuid
from collections.abc import Iterator
from contextlib import closing
from typing import Any
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest

from service.core.store.database import Cursor
from service.core.store.store import Store
from service.people.accounts import Accounts
from service.people.rows import NameQuery, select_named
from tests.replies import ok
from tests.service.kit import erase, open_game, problem
from tests.service.server import Server

LOOKALIKE = "\N{CYRILLIC CAPITAL LETTER A}DA the second"
NAMES = ("Zoë", "ada", "Ada Lovelace", "Adam", "Ädel", "Bruno", LOOKALIKE)


@pytest.fixture
def accounts(database: str) -> Iterator[Accounts]:
    with closing(Store(database)) as store:
        yield Accounts(store.database)


def names_of(accounts: Accounts, beginning: str) -> list[str]:
    return [player.name for player in accounts.players_named(beginning)]


def test_names_are_found_by_their_beginning_whatever_the_case(accounts: Accounts) -> None:
    made = {name: accounts.sign_up(name) for name in NAMES}
    assert names_of(accounts, "ADA") == ["ada", "Ada Lovelace", LOOKALIKE, "Adam"], "the last but one is Cyrillic"
    assert names_of(accounts, "zoe") == ["Zoë"]
    assert names_of(accounts, "lovelace") == []
    assert set(names_of(accounts, "ad")) == {"ada", "Ada Lovelace", LOOKALIKE, "Adam"}
    accounts.rename(made["Adam"].token.player, "Eva")
    accounts.erase(made["ada"].token.player)
    accounts.new_guest("Ada Guest", made["Bruno"].token.player, "a game")
    assert names_of(accounts, "ada") == ["Ada Lovelace", LOOKALIKE]
    assert names_of(accounts, "eva") == ["Eva"]


class _Explained:
    """A cursor that notes the plans of its queries instead of their rows."""

    def __init__(self, connection: Any, *, is_postgres: bool) -> None:
        self._connection, self._is_postgres = connection, is_postgres
        self.plans: list[str] = []

    def execute(self, statement: str, parameters: Any) -> None:
        explain = "EXPLAIN" if self._is_postgres else "EXPLAIN QUERY PLAN"
        for row in self._connection.execute(f"{explain} {statement}", parameters).fetchall():
            self.plans.append(str(row[0] if self._is_postgres else row[3]))

    def fetchall(self) -> list[Any]:
        return []


def test_the_search_reads_an_index_in_its_order(database: str) -> None:
    with closing(Store(database)) as store:
        Accounts(store.database)
    is_postgres = database.startswith("postgres")
    with (
        psycopg.connect(database) if is_postgres else sqlite3.connect(database.removeprefix("sqlite:///")) as connection
    ):
        if is_postgres:
            connection.execute("SET enable_seqscan = off")
            connection.execute("SET enable_bitmapscan = off")
        explained = _Explained(connection, is_postgres=is_postgres)
        select_named(Cursor(explained, is_postgres=is_postgres), NameQuery("ada", after="adam", limit=3))
    plan = " ".join(explained.plans)
    assert ("players_by_name" if is_postgres else "players_name_folded") in plan
    assert "Sort" not in plan
    assert "SCAN" not in plan
    assert "TEMP B-TREE" not in plan


def test_pages_of_names_follow_one_another(server: Server) -> None:
    mark = f"Näh {uuid.uuid4().hex[:6]}"
    known = {ok(server.player(f"{mark} {letter}").get("/v1/me")).json()["id"] for letter in "cabed"}
    client = server.client()
    found: list[dict[str, str]] = []
    query = {"name": mark.upper(), "limit": "2"}
    for count in (2, 2, 1):
        reply = ok(client.get("/v1/players", params=query))
        page: dict[str, Any] = reply.json()
        assert len(page["items"]) == count
        assert ("next" in reply.links) == (page["next"] is not None) == (count == 2)
        found += page["items"]
        if page["next"]:
            link = reply.links["next"]["url"]
            query = {name: values[0] for name, values in parse_qs(urlsplit(link).query).items()}
    assert [item["name"][-1] for item in found] == list("abcde")
    assert {item["id"] for item in found} == known


def test_guests_and_deleted_players_are_not_found(server: Server) -> None:
    mark = uuid.uuid4().hex[:8]
    owner, gone = server.player(f"{mark} owner"), server.player(f"{mark} gone")
    game = open_game(owner, bots={})
    assert owner.put(f"/v1/games/{game}/seats/1", json={"guest": f"{mark} guest"}).status_code == 200
    assert erase(gone).status_code == 204
    items = ok(server.client().get("/v1/players", params={"name": mark})).json()["items"]
    assert [item["name"] for item in items] == [f"{mark} owner"]


@pytest.mark.parametrize(
    "query",
    [
        {"name": ""}, {"name": "a" * 41}, {"name": "a", "limit": "0"}, {"name": "a", "cursor": "x"},
        {"name": "a", "cursor": "JTAw"},
    ],
)  # fmt: skip
def test_a_search_that_makes_no_sense_is_refused(server: Server, query: dict[str, str]) -> None:
    assert problem(server.client().get("/v1/players", params=query)) == (400, "bad-request")


def test_without_a_name_all_players_are_listed(server: Server) -> None:
    mark = uuid.uuid4().hex[:8]
    server.player(f"{mark} one")
    everyone = ok(server.client().get("/v1/players", params={"limit": "200"})).json()["items"]
    assert f"{mark} one" in [item["name"] for item in everyone]
    invisible = ok(server.client().get("/v1/players", params={"limit": "200", "name": "\u200b"})).json()["items"]
    assert invisible == everyone


def test_ids_and_a_name_have_to_hold_both(server: Server) -> None:
    mark = uuid.uuid4().hex[:8]
    ids = [ok(server.player(f"{mark} {name}").get("/v1/me")).json()["id"] for name in ("one", "two")]
    found = ok(server.client().get("/v1/players", params={"ids": ",".join(ids), "name": f"{mark} TW"})).json()["items"]
    assert [item["id"] for item in found] == ids[1:]
