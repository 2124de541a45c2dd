"""PUT and DELETE with idempotency keys: the same request once more changes nothing and has the same reply."""

import datetime
import sqlite3
import threading
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from service.core.store.times import timestamp_of
from tests.replies import ok
from tests.service.kit import erase, holder, open_game, problem
from tests.service.server import Server, serving

KEY = {"Idempotency-Key": "once only"}


class Change(NamedTuple):
    """A request, another one of the same kind, and who sends them."""

    client: httpx.Client
    method: str
    path: str
    body: Any = None
    other_path: str | None = None
    other_body: Any = None

    def send(self) -> httpx.Response:
        return self.client.request(self.method, self.path, json=self.body, headers=KEY)

    def send_other(self) -> httpx.Response:
        body = self.body if self.other_body is None else self.other_body
        return self.client.request(self.method, self.other_path or self.path, json=body, headers=KEY)


def renamed(server: Server) -> Change:
    name = f"Grace {uuid.uuid4().hex[:12]}"
    return Change(server.player(), "PUT", "/v1/me/name", {"name": name}, other_body={"name": f"{name} K"})


def seat_taken(server: Server) -> Change:
    player = server.player()
    game = open_game(player)
    return Change(player, "PUT", f"/v1/games/{game}/seats/0", {}, other_body={"entropy": "ab" * 32})


def seat_taken_already(server: Server) -> Change:
    change = seat_taken(server)
    assert change.client.put(change.path).status_code == 200
    return change


def guest_seated(server: Server) -> Change:
    player = server.player()
    game = open_game(player)
    return Change(player, "PUT", f"/v1/games/{game}/seats/0", {"guest": "Eve"}, other_body={"guest": "Eva"})


def seat_left(server: Server) -> Change:
    player = server.player()
    game = open_game(player)
    assert player.put(f"/v1/games/{game}/seats/0").status_code == 200
    return Change(player, "DELETE", f"/v1/games/{game}/seats/0", other_path=f"/v1/games/{game}/seats/1")


def seat_of_a_private_game_left(server: Server) -> Change:
    owner, player = server.player(), server.player()
    game = open_game(owner, visibility="private")
    made = ok(owner.post(f"/v1/games/{game}/invitations", json={"label": "x"})).json()["invitation"]
    invited = {"Ludolog-Invitation": made}
    assert player.put(f"/v1/games/{game}/seats/0", headers=invited).status_code == 200
    return Change(player, "DELETE", f"/v1/games/{game}/seats/0", other_path=f"/v1/games/{game}/seats/1")


def game_cancelled(server: Server) -> Change:
    player = server.player()
    return Change(player, "DELETE", f"/v1/games/{open_game(player)}")


def token_revoked(server: Server) -> Change:
    player = server.player()
    made = [ok(player.post("/v1/me/tokens", json={"label": "x"})).json()["id"] for _ in range(2)]
    return Change(player, "DELETE", f"/v1/me/tokens/{made[0]}", other_path=f"/v1/me/tokens/{made[1]}")


def own_token_revoked(server: Server) -> Change:
    player, phone = server.player(), server.client()
    made = ok(player.post("/v1/me/tokens", json={"label": "x"})).json()
    phone.headers["Authorization"] = f"Bearer {made['token']}"
    return Change(phone, "DELETE", f"/v1/me/tokens/{made['id']}")


def seat_token_revoked(server: Server) -> Change:
    player = server.player()
    game = open_game(player)
    assert player.put(f"/v1/games/{game}/seats/0").status_code == 200
    path = f"/v1/games/{game}/seats/0/tokens"
    made = [ok(player.post(path, json={"label": "x"})).json()["id"] for _ in range(2)]
    return Change(player, "DELETE", f"{path}/{made[0]}", other_path=f"{path}/{made[1]}")


def invitation_withdrawn(server: Server) -> Change:
    player = server.player()
    path = f"/v1/games/{open_game(player)}/invitations"
    made = [ok(player.post(path, json={"label": "x"})).json()["id"] for _ in range(2)]
    return Change(player, "DELETE", f"{path}/{made[0]}", other_path=f"{path}/{made[1]}")


def account_deleted(server: Server) -> Change:
    player = server.player()
    return Change(player, "DELETE", "/v1/me", {"confirm": ok(player.get("/v1/me")).json()["name"]})


CHANGES = (
    renamed, seat_taken, seat_taken_already, guest_seated, seat_left, seat_of_a_private_game_left, game_cancelled,
    token_revoked, own_token_revoked, seat_token_revoked, invitation_withdrawn, account_deleted,
)  # fmt: skip


@pytest.mark.parametrize("make", CHANGES)
def test_the_same_request_once_more_has_the_same_reply(server: Server, make: Callable[[Server], Change]) -> None:
    change = make(server)

    first, second, third = change.send(), change.send(), change.send()

    assert first.is_success, first.text
    assert "Idempotency-Replayed" not in first.headers
    for again in (second, third):
        assert (again.status_code, again.content) == (first.status_code, first.content)
        assert again.headers["Idempotency-Replayed"] == "true"


@pytest.mark.parametrize(
    "make", [make for make in CHANGES if make not in {game_cancelled, account_deleted, own_token_revoked}]
)
def test_another_request_with_the_same_key_is_refused(server: Server, make: Callable[[Server], Change]) -> None:
    change = make(server)

    first, other = change.send(), change.send_other()

    assert first.is_success, first.text
    assert problem(other) == (422, "key-reused")


@pytest.mark.parametrize(
    ("make", "refusal"),
    [
        (renamed, (403, "scope-missing")),
        (token_revoked, (403, "scope-missing")),
        (invitation_withdrawn, (403, "scope-missing")),
        (account_deleted, (403, "scope-missing")),
        (seat_left, (422, "key-reused")),
        (seat_token_revoked, (422, "key-reused")),
    ],
)
def test_too_few_scopes_come_before_a_used_key_except_for_a_seat(
    server: Server, make: Callable[[Server], Change], refusal: tuple[int, str]
) -> None:
    change = make(server)
    made = ok(change.client.post("/v1/me/tokens", json={"label": "x", "scopes": ["read"]}))
    reader = holder(server, made.json()["token"])
    if make is account_deleted:
        change.client.put("/v1/me/name", json={"name": "Key used"}, headers=KEY)
    else:
        change.send()

    assert problem(change._replace(client=reader).send_other()) == refusal


def test_a_repetition_does_not_undo_what_came_later(server: Server) -> None:
    change = renamed(server)
    player = change.client
    change.send()
    player.put("/v1/me/name", json={"name": f"{change.body['name']} later"})
    game = open_game(player)
    left = {"Idempotency-Key": "left"}
    player.put(f"/v1/games/{game}/seats/0")
    player.delete(f"/v1/games/{game}/seats/0", headers=left)
    player.put(f"/v1/games/{game}/seats/0")

    again = change.send()
    left_again = player.delete(f"/v1/games/{game}/seats/0", headers=left)

    assert again.json()["name"] == change.body["name"]
    assert ok(player.get("/v1/me")).json()["name"] == f"{change.body['name']} later"
    assert left_again.status_code == 204
    assert ok(player.get(f"/v1/games/{game}")).json()["seats"][0]["player"] is not None


def test_errors_leave_no_key(player: httpx.Client) -> None:
    refused = player.put("/v1/me/name", json={"name": " "}, headers=KEY)
    accepted = player.put("/v1/me/name", json={"name": "Fine"}, headers=KEY)

    assert problem(refused) == (422, "invalid-name")
    assert accepted.status_code == 200


def test_a_key_belongs_to_its_sender(server: Server) -> None:
    for name in ("One of two", "Two of two"):
        assert server.player().put("/v1/me/name", json={"name": name}, headers=KEY).status_code == 200


def test_a_key_belongs_to_a_game(server: Server) -> None:
    first = seat_taken_already(server)
    second = open_game(first.client)
    taken = ok(first.client.put(f"/v1/games/{second}/seats/0"))

    replies = [
        first.send(),
        first.client.put(f"/v1/games/{second}/seats/0", headers=KEY),
        first.client.put("/v1/me/name", json={"name": "Neither"}, headers=KEY),
    ]

    assert [reply.status_code for reply in replies] == [200] * 3, [reply.text for reply in replies]
    assert [reply.headers.get("Idempotency-Replayed") for reply in replies] == [None] * 3
    assert replies[1].json() == taken.json()


def test_a_key_is_stored_for_as_many_days_as_the_document_says(tmp_path: Path) -> None:
    days = 7
    with serving(tmp_path / "games.db") as server, closing(sqlite3.connect(tmp_path / "games.db")) as database:
        change = token_revoked(server)
        parameters = ok(server.client().get("/openapi.json")).json()["components"]["parameters"]

        def age(by: datetime.timedelta) -> None:
            time = timestamp_of(datetime.datetime.now(datetime.UTC) - by)
            with database:
                assert database.execute("UPDATE request_keys SET made_at = ?", (time,)).rowcount == 1

        assert change.send().status_code == 204
        age(datetime.timedelta(days=days, minutes=-5))
        assert change.send().headers["Idempotency-Replayed"] == "true"
        age(datetime.timedelta(days=days))
        assert problem(change.send()) == (404, "not-found")
    assert f"stored for {days} days" in parameters["IdempotencyKey"]["description"]


def test_a_revoked_token_repeats_nothing_but_the_request_that_revoked_it(server: Server) -> None:
    change = own_token_revoked(server)
    change.send()

    assert problem(change.client.delete(change.path, headers={"Idempotency-Key": "another"})) == (401, "token-needed")
    assert problem(change.client.delete(change.path)) == (401, "token-needed")
    assert problem(erase(change.client, KEY)) == (401, "token-needed")
    assert problem(change.client.get("/v1/me", headers=KEY)) == (401, "token-needed")


@pytest.mark.parametrize("make", [token_revoked, seat_token_revoked, invitation_withdrawn])
def test_of_many_deletions_at_once_each_succeeds(server: Server, make: Callable[[Server], Change]) -> None:
    statuses: set[int] = set()
    for _ in range(10):
        change = make(server)
        start = threading.Barrier(6)

        def send(change: Change, start: threading.Barrier) -> int:
            client = server.client()
            client.headers["Authorization"] = change.client.headers["Authorization"]
            start.wait()
            return client.delete(change.path, headers=KEY).status_code

        with ThreadPoolExecutor(6) as pool:
            sent = [pool.submit(send, change, start) for _ in range(6)]
        statuses |= {each.result() for each in sent}

    assert statuses == {204}


def test_of_many_at_once_one_guest_is_made(server: Server) -> None:
    change = guest_seated(server)
    with ThreadPoolExecutor(8) as pool:
        sent = [pool.submit(change.send) for _ in range(8)]
    replies = [each.result() for each in sent]

    assert {reply.status_code for reply in replies} == {200}
    assert len({reply.content for reply in replies}) == 1
    assert ok(change.client.get("/v1/me/limits")).json()["guests"]["used"] == 1
