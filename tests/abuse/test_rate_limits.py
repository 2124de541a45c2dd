"""Requests are limited for tokens, accounts and addresses."""

from pathlib import Path

import httpx

from tests.replies import ok
from tests.service.kit import holder, open_game, problem
from tests.service.server import Server, serving


def another(server: Server, player: httpx.Client) -> httpx.Client:
    """Return a client with a further token of a player."""
    return holder(server, ok(player.post("/v1/me/tokens", json={"label": "other"})).json()["token"])


def test_all_tokens_of_an_account_share_a_limit(tmp_path: Path) -> None:
    settings = {"LUDOLOG_RATE_LIMIT": "1000", "LUDOLOG_RATE_LIMIT_PER_ACCOUNT": "40"}
    with serving(tmp_path / "games.db", **settings) as server:
        player, other = server.player(), server.player("Bo")
        clients = [player, another(server, player)]
        limits = ok(player.get("/v1/me/limits")).json()
        replies = [client.get("/v1/me") for _ in range(50) for client in clients]
        refused = [reply for reply in replies if reply.status_code == 429]

        # a window may end while we count: then there are two of them
        assert 100 - len(refused) <= 80
        assert refused
        assert problem(refused[0]) == (429, "too-many-requests")
        assert "account" in refused[0].json()["detail"]
        assert refused[0].headers["ratelimit-policy"] == '"account";q=40;w=60'
        assert limits["account"]["limit"] == 40
        assert 0 < limits["account"]["left"] < 40
        assert other.get("/v1/me").status_code == 200


def test_all_who_come_from_an_address_share_a_limit(tmp_path: Path) -> None:
    settings = {
        "LUDOLOG_RATE_LIMIT": "1000",
        "LUDOLOG_RATE_LIMIT_PER_ADDRESS": "40",
        "LUDOLOG_TRUSTED_PROXIES": "127.0.0.1",
    }
    with serving(tmp_path / "games.db", **settings) as server:
        players = [server.player(), server.player("Bo")]
        here, there = {"X-Forwarded-For": "203.0.113.7"}, {"X-Forwarded-For": "203.0.113.8"}
        replies = [player.get("/v1/me", headers=here) for _ in range(50) for player in players]
        refused = [reply for reply in replies if reply.status_code == 429]

        assert 100 - len(refused) <= 80
        assert "address" in refused[0].json()["detail"]
        assert refused[0].headers["ratelimit-policy"] == '"address";q=40;w=60'
        assert players[0].get("/v1/me", headers=there).status_code == 200
        # probes are asked as often as a load balancer likes
        assert server.client().get("/health/live", headers=here).status_code == 200


def test_by_default_an_account_and_an_address_may_ask_for_several_tokens(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", LUDOLOG_RATE_LIMIT="30") as server:
        limits = ok(server.player().get("/v1/me/limits")).json()

    assert (limits["limit"], limits["account"]["limit"], limits["address"]["limit"]) == (30, 60, 300)


def test_a_guest_shares_the_limit_of_the_account_that_made_it(tmp_path: Path) -> None:
    settings = {"LUDOLOG_RATE_LIMIT": "1000", "LUDOLOG_RATE_LIMIT_PER_ACCOUNT": "500"}
    with serving(tmp_path / "games.db", **settings) as server:
        player, guest = server.player(), server.client()
        game = open_game(player)
        player.put(f"/v1/games/{game}/seats/0", json={"guest": "Guest"})
        made = ok(player.post(f"/v1/games/{game}/seats/0/tokens", json={"label": "guest"})).json()
        guest.headers["Authorization"] = f"Bearer {made['token']}"
        # a window may end in between, so that one pair of answers is of two windows
        left = [(ok(player.get("/v1/me/limits")).json(), ok(guest.get("/v1/me/limits")).json()) for _ in range(3)]

    assert any(first["account"]["left"] - second["account"]["left"] == 1 for first, second in left)
