"""Lists of tokens and invitations are paged and found by an index."""

import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.core.store.database import Cursor
from service.core.store.store import Store
from service.people.accounts import Accounts
from service.people.rows import TokenQuery, select_tokens
from service.people.token_index import TokenIndex
from service.people.tokens import Token
from tests.replies import ok
from tests.service.kit import problem


def pages(client: httpx.Client, path: str, limit: int) -> list[list[str]]:
    """Return the labels on all pages of a list."""
    found: list[list[str]] = []
    asked: str | None = f"{path}?limit={limit}"
    while asked is not None:
        reply = client.get(asked)
        assert reply.status_code == 200, reply.text
        page: dict[str, Any] = reply.json()
        found.append([item["label"] for item in page["items"]])
        links = reply.links
        assert ("next" in links) == (page["next"] is not None)
        asked = links["next"]["url"] if links else None
    return found


def test_tokens_are_listed_in_pages(player: httpx.Client) -> None:
    labels = [f"number {number}" for number in range(6)]
    for label in labels:
        assert player.post("/v1/me/tokens", json={"label": label}).status_code == 201

    assert pages(player, "/v1/me/tokens", 3) == [["sign-up", *labels[:2]], labels[2:5], labels[5:]]
    assert pages(player, "/v1/me/tokens", 200) == [["sign-up", *labels]]
    assert problem(player.get("/v1/me/tokens?cursor=none")) == (400, "bad-request")
    assert problem(player.get("/v1/me/tokens?limit=0")) == (400, "bad-request")


def test_invitations_and_seat_tokens_are_listed_in_pages(player: httpx.Client) -> None:
    opened = ok(
        player.post("/v1/games", json={"ruleset": "giganten", "seats": 3, "bots": {"1": "random", "2": "random"}})
    )
    game = opened.json()["id"]
    player.put(f"/v1/games/{game}/seats/0")
    for path in (f"/v1/games/{game}/invitations", f"/v1/games/{game}/seats/0/tokens"):
        for number in range(5):
            assert player.post(path, json={"label": str(number)}).status_code == 201
        assert pages(player, path, 2) == [["0", "1"], ["2", "3"], ["4"]]
    # neither is among the general tokens
    assert pages(player, "/v1/me/tokens", 2) == [["sign-up"]]


@pytest.mark.parametrize(
    "asked",
    [
        TokenQuery("now", player="player:a"),
        TokenQuery("now", player="player:a", after=("2026", "id")),
        TokenQuery("now", player="player:a", game="game", seat=0),
        TokenQuery("now", game="game", is_invitation=True),
    ],
)
def test_no_list_of_tokens_reads_the_whole_table(tmp_path: Path, asked: TokenQuery) -> None:
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        Accounts(store.database)
    connection = sqlite3.connect(tmp_path / "games.db")
    plans: list[str] = []

    class Explained:
        def execute(self, statement: str, parameters: Any) -> None:
            rows = connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
            plans.extend(row[3] for row in rows)

        def fetchall(self) -> list[Any]:
            return []

    select_tokens(Cursor(Explained(), is_postgres=False), asked)
    connection.close()

    assert plans
    assert not [plan for plan in plans if plan.startswith("SCAN")], plans
    assert not [plan for plan in plans if "TEMP B-TREE" in plan], plans


def test_a_key_is_found_by_its_token(tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        Accounts(store.database)
        with store.database.reading() as cursor:
            plan = list(cursor.all("EXPLAIN QUERY PLAN SELECT key FROM account_keys WHERE token = 'a'"))

    assert [row["detail"] for row in plan] == ["SEARCH account_keys USING INDEX account_keys_of_token (token=?)"]


class Uncountable(dict[str, Any]):
    """Tokens that may be looked up one by one only."""

    def __iter__(self) -> Any:
        raise AssertionError("all tokens were looked at")

    values = items = keys = __iter__  # pyright: ignore[reportAssignmentType]


def test_no_token_is_found_by_looking_at_all() -> None:
    tokens = TokenIndex((f"digest {number}", token(number)) for number in range(100))
    tokens._by_digest = Uncountable(tokens._by_digest)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] - the claim
    tokens.put("digest", token(101))
    tokens.drop("5")
    tokens.drop_all_of("player:7")

    assert tokens.find("digest") == token(101)
    assert (tokens.by_id("5"), tokens.by_id("7"), tokens.by_id("6")) == (None, None, token(6))


def token(number: int) -> Token:
    return Token(str(number), f"player:{number}", "label", "2026", ("read",))
