"""Caps of accounts and addresses: refused with what to do, counted for all processes, shown by /v1/me/limits."""

import asyncio
import contextlib
import sqlite3
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.core.store.store import Store
from service.people.accounts import Accounts
from service.people.quotas.caps import CapReachedError, Caps
from service.people.quotas.counting import check_sign_up
from service.people.sign_ups import AT_ONCE, SignUps
from tests.postgres import new_database
from tests.replies import ok
from tests.service.kit import erase, holder, problem
from tests.service.server import Server, serving

CAPS = {
    "LUDOLOG_TOKENS": "4",
    "LUDOLOG_INVITATIONS": "3",
    "LUDOLOG_OPEN_GAMES": "3",
    "LUDOLOG_GUESTS": "2",
    "LUDOLOG_SIGN_UPS": "0",
}

BOTS = {"1": "random", "2": "random"}


@pytest.fixture(scope="module")
def capped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("caps") / "games.db", **CAPS) as server:
        yield server


@pytest.fixture
def player(capped: Server) -> httpx.Client:
    return capped.player()


def opened(player: httpx.Client, **wishes: Any) -> httpx.Response:
    return player.post("/v1/games", json={"ruleset": "giganten", "seats": 3} | wishes)


def used(player: httpx.Client, what: str) -> tuple[int, int]:
    cap = ok(player.get("/v1/me/limits")).json()[what]
    return cap["used"], cap["most"]


def test_an_account_has_so_many_tokens(player: httpx.Client) -> None:
    made = [player.post("/v1/me/tokens", json={"label": f"number {number}"}) for number in range(5)]

    assert [reply.status_code for reply in made] == [201, 201, 201, 409, 409]
    assert problem(made[3]) == (409, "token-limit")
    assert "4 tokens" in made[3].json()["detail"]
    assert used(player, "tokens") == (4, 4)
    # one that is revoked makes room for another
    assert player.delete(f"/v1/me/tokens/{made[0].json()['id']}").status_code == 204
    assert player.post("/v1/me/tokens", json={"label": "another"}).status_code == 201
    # tokens for seats count, too
    game = ok(opened(player, bots=BOTS)).json()["id"]
    player.put(f"/v1/games/{game}/seats/0")
    assert problem(player.post(f"/v1/games/{game}/seats/0/tokens", json={"label": "deputy"})) == (409, "token-limit")


def test_a_repeated_request_is_answered_though_the_cap_is_reached(player: httpx.Client) -> None:
    first = player.post("/v1/me/tokens", json={"label": "first"}, headers={"Idempotency-Key": "first"})
    for number in range(3):
        player.post("/v1/me/tokens", json={"label": f"number {number}"})
    again = player.post("/v1/me/tokens", json={"label": "first"}, headers={"Idempotency-Key": "first"})

    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()


def test_an_account_gives_so_many_invitations(player: httpx.Client) -> None:
    game = ok(opened(player, visibility="private")).json()["id"]
    made = [player.post(f"/v1/games/{game}/invitations", json={"label": "friends"}) for _ in range(4)]

    assert [reply.status_code for reply in made] == [201, 201, 201, 409]
    assert problem(made[3]) == (409, "invitation-limit")
    assert used(player, "invitations") == (3, 3)
    assert player.delete(f"/v1/games/{game}/invitations/{made[0].json()['id']}").status_code == 204
    assert player.post(f"/v1/games/{game}/invitations", json={"label": "friends"}).status_code == 201


def test_an_account_has_so_many_games_that_have_not_started(player: httpx.Client) -> None:
    keyed = {"Idempotency-Key": "first"}
    body = {"ruleset": "giganten", "seats": 3, "bots": BOTS}
    first = ok(player.post("/v1/games", json=body, headers=keyed))
    others = [opened(player) for _ in range(3)]

    assert [reply.status_code for reply in (first, *others)] == [201, 201, 201, 409]
    assert problem(others[2]) == (409, "open-game-limit")
    assert used(player, "open_games") == (3, 3)
    assert player.post("/v1/games", json=body, headers=keyed).status_code == 201
    # what has started, or was cancelled, makes room
    game = first.json()["id"]
    player.put(f"/v1/games/{game}/seats/0")
    assert player.post(f"/v1/games/{game}/start").status_code == 200
    assert player.delete(f"/v1/games/{others[0].json()['id']}").status_code == 204
    assert used(player, "open_games") == (1, 3)
    assert [opened(player).status_code for _ in range(3)] == [201, 201, 409]


def test_a_game_that_cannot_be_opened_takes_no_place(player: httpx.Client) -> None:
    for _ in range(4):
        assert opened(player, bots={"7": "random"}).status_code == 422

    assert opened(player).status_code == 201
    assert used(player, "open_games") == (1, 3)


def test_an_account_has_so_many_guests_in_games_that_are_not_over(player: httpx.Client) -> None:
    game = ok(opened(player)).json()["id"]
    seated = [player.put(f"/v1/games/{game}/seats/{seat}", json={"guest": f"Guest {seat}"}) for seat in range(3)]

    assert [reply.status_code for reply in seated] == [200, 200, 409]
    assert problem(seated[2]) == (409, "guest-limit")
    assert used(player, "guests") == (2, 2)
    assert player.delete(f"/v1/games/{game}").status_code == 204
    assert used(player, "guests") == (0, 2)
    other = ok(opened(player)).json()["id"]
    assert player.put(f"/v1/games/{other}/seats/0", json={"guest": "Guest"}).status_code == 200


def token_for_seat(player: httpx.Client, game: str, seat: int = 0) -> dict[str, str]:
    reply = player.post(f"/v1/games/{game}/seats/{seat}/tokens", json={"label": "deputy"})
    assert reply.status_code == 201, reply.text
    return reply.json()


def test_tokens_for_a_seat_that_was_left_or_resigned_are_revoked(capped: Server) -> None:
    player, host, other = capped.player(), capped.player(), capped.player()
    game = ""
    for owner, freed_by in ((other, other), (host, player)):
        # whom the owner has removed stays out of the game
        game = ok(opened(owner, bots={"1": "random", "2": "random"})).json()["id"]
        ok(player.put(f"/v1/games/{game}/seats/0"))
        made = token_for_seat(player, game)
        assert used(player, "tokens") == (2, 4)
        assert freed_by.delete(f"/v1/games/{game}/seats/0").status_code == 204
        assert used(player, "tokens") == (1, 4)
        assert problem(holder(capped, made["token"]).get("/v1/me")) == (401, "token-needed")
    ok(player.put(f"/v1/games/{game}/seats/0"))
    token_for_seat(player, game)
    assert host.post(f"/v1/games/{game}/start").status_code == 200
    assert player.post(f"/v1/games/{game}/resignations").status_code == 201
    assert used(player, "tokens") == (1, 4)


def test_a_token_for_an_own_seat_is_revoked_by_its_id(capped: Server) -> None:
    player, other = capped.player(), capped.player()
    game = ok(opened(player, bots=BOTS)).json()["id"]
    player.put(f"/v1/games/{game}/seats/0")
    made = token_for_seat(player, game)
    invitation = ok(player.post(f"/v1/games/{game}/invitations", json={"label": "friends"})).json()

    assert problem(other.delete(f"/v1/me/tokens/{made['id']}")) == (404, "not-found")
    assert problem(player.delete(f"/v1/me/tokens/{invitation['id']}")) == (404, "not-found")
    assert player.delete(f"/v1/me/tokens/{made['id']}").status_code == 204
    assert used(player, "tokens") == (1, 4)


def test_a_guest_whose_seat_is_free_again_counts_no_longer(capped: Server, player: httpx.Client) -> None:
    game = ok(opened(player, bots=BOTS)).json()["id"]
    for _ in range(3):
        assert player.put(f"/v1/games/{game}/seats/0", json={"guest": "Guest"}).status_code == 200
        assert used(player, "guests") == (1, 2)
        assert player.delete(f"/v1/games/{game}/seats/0").status_code == 204
        assert used(player, "guests") == (0, 2)
    player.put(f"/v1/games/{game}/seats/0", json={"guest": "Guest"})
    guest = holder(capped, token_for_seat(player, game)["token"])
    assert player.post(f"/v1/games/{game}/start").status_code == 200
    keyed = {"Idempotency-Key": "resign"}
    replies = [guest.post(f"/v1/games/{game}/resignations", headers=keyed) for _ in range(2)]
    assert [reply.status_code for reply in replies] == [201, 201]
    assert (used(player, "guests"), used(player, "tokens")) == ((0, 2), (1, 4))


def test_of_many_guests_for_one_seat_only_the_one_who_sits_there_counts(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        player = server.player()
        game = ok(opened(player, bots=BOTS)).json()["id"]

        def seat(number: int) -> int:
            return player.put(f"/v1/games/{game}/seats/0", json={"guest": f"Guest {number}"}).status_code

        with ThreadPoolExecutor(8) as pool:
            statuses = sorted(pool.map(seat, range(8)))
        assert statuses == [200, *[409] * 7]
        assert used(player, "guests")[0] == 1


def test_an_erased_guest_counts_no_longer(capped: Server, player: httpx.Client) -> None:
    game = ok(opened(player, bots=BOTS)).json()["id"]
    player.put(f"/v1/games/{game}/seats/0", json={"guest": "Guest"})
    guest = holder(capped, token_for_seat(player, game)["token"])

    assert erase(guest).status_code == 204
    assert (used(player, "guests"), used(player, "tokens")) == ((0, 2), (1, 4))


def test_tokens_of_guests_are_those_of_the_account_that_made_them(capped: Server, player: httpx.Client) -> None:
    game = ok(opened(player, bots={"2": "random"})).json()["id"]
    for seat in range(2):
        player.put(f"/v1/games/{game}/seats/{seat}", json={"guest": f"Guest {seat}"})
    guest = holder(capped, token_for_seat(player, game)["token"])
    token_for_seat(player, game, 1)
    token_for_seat(player, game, 1)

    refused = player.post(f"/v1/games/{game}/seats/0/tokens", json={"label": "one more"})
    assert problem(refused) == (409, "token-limit")
    assert used(player, "tokens") == used(guest, "tokens") == (4, 4)
    # once the game is over they count no longer
    assert player.delete(f"/v1/games/{game}").status_code == 204
    assert used(player, "tokens") == (1, 4)


def test_invitations_to_a_game_that_is_over_count_no_longer(player: httpx.Client) -> None:
    for _ in range(2):
        game = ok(opened(player)).json()["id"]
        for _ in range(3):
            assert player.post(f"/v1/games/{game}/invitations", json={"label": "friends"}).status_code == 201
        assert used(player, "invitations") == (3, 3)
        assert player.delete(f"/v1/games/{game}").status_code == 204
        assert used(player, "invitations") == (0, 3)


def test_from_an_address_so_many_players_sign_up(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with serving(file, LUDOLOG_SIGN_UPS="3", LUDOLOG_TRUSTED_PROXIES="127.0.0.0/8") as server:
        client = server.client()

        def sign_up(address: str, key: str | None = None) -> httpx.Response:
            headers = {"X-Forwarded-For": address} | ({"Idempotency-Key": key} if key else {})
            name = "Ada" if key else f"Ada {uuid.uuid4()}"
            return client.post("/v1/players", json={"name": name[:40]}, headers=headers)

        key = "a key that nobody can guess, 32 characters"
        replies = [sign_up("203.0.113.7", key), *(sign_up("203.0.113.7") for _ in range(3))]
        assert [reply.status_code for reply in replies] == [201, 201, 201, 429]
        assert problem(replies[3]) == (429, "sign-up-limit")
        assert 3500 < int(replies[3].headers["Retry-After"]) <= 3600
        assert sign_up("203.0.113.7", key).status_code == 201
        assert sign_up("203.0.113.8").status_code == 201
        # the first 64 bits of an IPv6 address are one client
        statuses = [sign_up(f"2001:db8::{number}").status_code for number in range(1, 5)]
        assert statuses == [201, 201, 201, 429]
        # a client that says itself where it comes from is not believed, for its own address stands behind that
        assert problem(sign_up("198.51.100.1, 203.0.113.7")) == (429, "sign-up-limit")
    stored = "".join(sqlite3.connect(file).iterdump())
    assert "203.0.113" not in stored


def test_from_a_network_so_many_players_sign_up(tmp_path: Path) -> None:
    settings = {"LUDOLOG_SIGN_UPS_PER_NETWORK": "2", "LUDOLOG_TRUSTED_PROXIES": "127.0.0.0/8"}
    with serving(tmp_path / "games.db", **settings) as server:
        client = server.client()

        def sign_up(address: str) -> int:
            body = {"name": f"Ada {uuid.uuid4()}"[:40]}
            return client.post("/v1/players", json=body, headers={"X-Forwarded-For": address}).status_code

        assert [sign_up(f"203.0.113.{number}") for number in range(1, 4)] == [201, 201, 429]
        assert sign_up("203.0.114.1") == 201
        assert [sign_up(f"2001:db8:1:{number}::1") for number in range(1, 4)] == [201, 201, 429]
        assert sign_up("2001:db8:2::1") == 201


def test_without_trusted_proxies_nobody_says_from_where_a_request_comes(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", LUDOLOG_SIGN_UPS="1") as server:
        replies = [
            server.client().post(
                "/v1/players", json={"name": "Ada"}, headers={"X-Forwarded-For": f"203.0.113.{number}"}
            )
            for number in range(2)
        ]
    assert [reply.status_code for reply in replies] == [201, 429]


def test_caps_hold_over_all_processes_of_a_database(postgres_server: str, tmp_path: Path) -> None:
    with new_database(postgres_server) as database, contextlib.ExitStack() as stack:
        key = str(tmp_path / "key")
        servers = [stack.enter_context(serving(database, LUDOLOG_KEY_FILE=key, **CAPS)) for _ in range(2)]
        first = servers[0].player()
        second = servers[1].client()
        second.headers["Authorization"] = first.headers["Authorization"]
        game = ok(opened(first)).json()["id"]

        def everywhere(method: str, path: str, body: Any) -> list[int]:
            with ThreadPoolExecutor(8) as pool:
                asked = [
                    pool.submit(client.request, method, path, json=body) for client in (first, second) for _ in range(5)
                ]
                return sorted(future.result().status_code for future in asked)

        assert everywhere("POST", "/v1/me/tokens", {"label": "many"}) == [201] * 3 + [409] * 7
        assert everywhere("POST", f"/v1/games/{game}/invitations", {"label": "many"}) == [201] * 3 + [409] * 7
        assert everywhere("POST", "/v1/games", {"ruleset": "giganten", "seats": 3}) == [201] * 2 + [409] * 8
        assert used(second, "open_games") == (3, 3)


def test_the_sign_up_cap_says_when_the_oldest_sign_up_expires(tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path / 'games.db'}") as store:
        Accounts(store.database)
        caps = Caps(sign_ups=2)
        with store.database.writing() as cursor:
            for at in (1000.0, 2000.0, 3000.0):
                with contextlib.suppress(CapReachedError):
                    check_sign_up(cursor, caps, "here", "around", at)
            with pytest.raises(CapReachedError) as found:
                check_sign_up(cursor, caps, "here", "around", 4500.0)
            assert found.value.seconds == 100
            check_sign_up(cursor, caps, "here", "around", 4600.0)


def test_a_sign_up_that_waits_for_others_times_out_before_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # the sign-ups in progress keep the timeout of 5 s
    monkeypatch.setattr("service.people.sign_ups.STORE_TIMEOUT", 0.05, raising=False)

    async def run() -> None:
        sign_ups = SignUps(Accounts(store.database))
        with store.database.writing():
            working = [asyncio.create_task(sign_ups.sign_up(f"Ada {n}", None, "here")) for n in range(AT_ONCE)]
            await asyncio.sleep(0)
            waiting = [sign_ups.sign_up(f"Eve {n}", None, "there") for n in range(9)]
            results = await asyncio.gather(*waiting, return_exceptions=True)
            assert [type(result) for result in results] == [TimeoutError] * 9
            assert not any(task.done() for task in working), "the others waited until the gate was free"
        await asyncio.gather(*working)
        # the gate is free again
        assert (await sign_ups.sign_up("Eve", None, "there")).token.player

    with Store(f"sqlite:///{tmp_path / 'games.db'}") as store:
        asyncio.run(run())
