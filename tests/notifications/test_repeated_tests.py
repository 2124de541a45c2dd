"""A ping, a browser or a webhook is made, and its test is sent, once for each idempotency key."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, LiteralString

import httpx
import psycopg
import pytest

from service.core.store.store import Store
from service.core.store.times import timestamp_at
from service.people.request_keys import KEPT_FOR
from tests.notifications.push.browsers import PushBrowser
from tests.notifications.receiver import Answer, Receiver
from tests.replies import ok
from tests.service.kit import problem
from tests.service.server import Server, serving
from tests.waiting import until

KEY, OTHER = {"Idempotency-Key": "test 1"}, {"Idempotency-Key": "test 2"}
PATHS = ("/v1/me/pings", "/v1/me/push", "/v1/webhooks")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    file: Path = tmp_path_factory.mktemp("tests") / "games.db"
    with serving(file, LUDOLOG_WEBHOOK_NETWORKS="127.0.0.0/8") as running:
        yield running


@pytest.fixture
def shared(postgres: str, tmp_path: Path) -> Iterator[Server]:
    """A server on PostgreSQL, where transactions run at the same time."""
    settings = {"LUDOLOG_KEY_FILE": str(tmp_path / "key"), "LUDOLOG_PROJECTIONS": "embedded"}
    with serving(postgres, LUDOLOG_WEBHOOK_NETWORKS="127.0.0.0/8", **settings) as running:
        yield running


def bodies(found: Receiver) -> dict[str, Any]:
    """Return bodies that make a ping, a browser and a webhook."""
    return {
        "/v1/me/pings": {"url": found.url(), "format": "json"},
        "/v1/me/push": PushBrowser().subscription(found.url()),
        "/v1/webhooks": {"url": found.url(), "types": ["decision.opened"]},
    }


def made(player: httpx.Client, path: str, found: Receiver) -> str:
    """Make a ping, a browser or a webhook, and return the path of its test."""
    reply = player.post(path, json=bodies(found)[path])
    assert reply.status_code == 201, reply.text
    return f"{path}/{reply.json()['id']}/tests"


@pytest.mark.parametrize("path", PATHS)
def test_a_repeated_test_returns_its_delivery_and_sends_nothing(server: Server, found: Receiver, path: str) -> None:
    player = server.player()
    test = made(player, path, found)

    first, second = (player.post(test, headers=KEY) for _ in range(2))

    assert (first.status_code, first.json()["state"]) == (200, "delivered")
    assert "Idempotency-Replayed" not in first.headers
    assert (second.status_code, second.json()) == (200, first.json())
    assert second.headers["Idempotency-Replayed"] == "true"
    assert len(found.received) == 1
    assert ok(player.post(test, headers=OTHER)).json()["id"] != first.json()["id"]
    assert ok(player.post(test)).json()["id"] != ok(player.post(test)).json()["id"]
    assert len(found.received) == 4


def at_once(send: Callable[[], httpx.Response]) -> list[httpx.Response]:
    """Send a request eight times at the same time, and return the replies."""
    with ThreadPoolExecutor(8) as threads:
        return [each.result() for each in [threads.submit(send) for _ in range(8)]]


def check_one_was_executed(replies: list[httpx.Response], status: int) -> None:
    assert [reply.status_code for reply in replies] == [status] * 8
    assert len({reply.json()["id"] for reply in replies}) == 1
    assert sum("Idempotency-Replayed" in reply.headers for reply in replies) == 7


def test_requests_at_the_same_time_send_one_test(server: Server, found: Receiver) -> None:
    player = server.player()
    test = made(player, "/v1/me/pings", found)

    check_one_was_executed(at_once(lambda: player.post(test, headers=KEY)), 200)
    assert len(found.received) == 1


def test_transactions_at_the_same_time_execute_one_request(shared: Server, found: Receiver) -> None:
    player = shared.player()
    ping = {"url": found.url(), "format": "json"}

    for number in range(4):
        key = {"Idempotency-Key": f"ping {number}"}
        check_one_was_executed(at_once(lambda key=key: player.post("/v1/me/pings", json=ping, headers=key)), 201)
    test = made(player, "/v1/me/pings", found)
    for number in range(4):
        key = {"Idempotency-Key": f"test {number}"}
        check_one_was_executed(at_once(lambda key=key: player.post(test, headers=key)), 200)
    assert len(found.received) == 4


@pytest.mark.parametrize("again", [False, True])
def test_a_request_that_waits_for_a_key_locks_nothing_else(
    shared: Server, postgres: str, found: Receiver, again: bool
) -> None:
    """Other requests lock the player or the deliveries after the keys."""
    player = shared.player()
    test = made(player, "/v1/webhooks", found)
    delivery = ok(player.post(test)).json()["id"]
    path, body = (test.replace("/tests", "/redeliveries"), {"delivery": delivery}) if again else (test, None)
    old = ("old", "x", "x", timestamp_at(time.time() - KEPT_FOR - 1))

    with psycopg.connect(postgres) as first, psycopg.connect(postgres, autocommit=True) as second:
        second.execute("INSERT INTO request_keys (key, digest, token, made_at) VALUES (%s, %s, %s, %s)", old)
        # as a request that deletes expired keys
        first.execute("DELETE FROM request_keys WHERE key = 'old'")
        with ThreadPoolExecutor(1) as threads:
            sent = threads.submit(player.post, path, json=body, headers=KEY)
            until(lambda: number_of(second, "pg_locks WHERE NOT granted") == 1)
            second.execute("SELECT 1 FROM players FOR UPDATE NOWAIT")
            second.execute("SELECT 1 FROM deliveries FOR UPDATE NOWAIT")
            first.commit()
            reply = sent.result()

    assert reply.is_success, reply.text


def number_of(connection: "psycopg.Connection[Any]", rows: LiteralString) -> int:
    found = connection.execute(f"SELECT COUNT(*) FROM {rows}").fetchone()
    assert found is not None
    return found[0]


def test_a_repeated_test_of_a_webhook_that_was_disabled_since_has_its_reply(server: Server, found: Receiver) -> None:
    player = server.player()
    test = made(player, "/v1/webhooks", found)
    found.answer = lambda _: Answer(410)
    failed = ok(player.post(test, headers=KEY))
    body = {"url": found.url(), "types": ["decision.opened"], "enabled": False}
    assert player.put(test.removesuffix("/tests"), json=body).status_code == 200

    assert failed.json()["state"] == "failed"
    assert ok(player.post(test, headers=KEY)).json() == failed.json()
    assert problem(player.post(test, headers=OTHER)) == (409, "not-possible")


@pytest.mark.parametrize("status", [404, 410])
def test_a_repetition_after_the_subscription_has_ended_says_that_the_test_was_sent(
    server: Server, found: Receiver, status: int
) -> None:
    player = server.player()
    test = made(player, "/v1/me/push", found)
    found.answer = lambda _: Answer(status)
    first = ok(player.post(test, headers=KEY)).json()

    repeated, other = (player.post(test, headers=key) for key in (KEY, OTHER))

    assert (first["state"], first["status"]) == ("failed", status)
    for reply, reason in (
        (repeated, "the test was sent, and the browser was deleted since"),
        (other, "you have no such browser"),
    ):
        assert problem(reply) == (404, "not-found")
        assert reply.json()["detail"] == reason
    assert len(found.received) == 1


def test_the_key_of_a_test_belongs_to_its_receiver_and_sender(server: Server, found: Receiver) -> None:
    ada, bo = server.player(), server.player()
    tests = [made(ada, "/v1/me/pings", found) for _ in range(2)]
    assert ada.post(tests[0], headers=KEY).status_code == 200

    assert problem(ada.post(tests[1], headers=KEY)) == (422, "key-reused")
    assert ok(bo.post(made(bo, "/v1/me/pings", found), headers=KEY)).json()["state"] == "delivered"
    assert len(found.received) == 2


def test_repetitions_do_not_count_towards_the_limit_of_tests(server: Server, found: Receiver) -> None:
    player = server.player()
    test = made(player, "/v1/me/pings", found)

    replies = [player.post(test, headers=KEY) for _ in range(12)]
    others = [player.post(test) for _ in range(10)]

    assert {reply.status_code for reply in replies} == {200}
    assert [reply.status_code for reply in others] == [200] * 9 + [429]
    assert player.post(test, headers=KEY).status_code == 200


def test_tests_of_deleted_receivers_count_towards_the_limit(server: Server, found: Receiver) -> None:
    player = server.player()
    replies: list[httpx.Response] = []
    for _ in range(12):
        test = made(player, "/v1/webhooks", found)
        replies.append(player.post(test))
        assert player.delete(test.removesuffix("/tests")).status_code == 204

    assert [reply.status_code for reply in replies] == [200] * 10 + [429] * 2
    assert problem(replies[-1]) == (429, "too-many-requests")
    assert len(found.received) == 10


def expire_keys(server: Server, statement: str = "SELECT 1") -> None:
    """Let all keys expire, and execute another statement, while the server is stopped."""
    server.stop()
    with Store(server.database) as store, store.database.writing() as cursor:
        cursor.execute("UPDATE request_keys SET made_at=?", (timestamp_at(time.time() - KEPT_FOR - 24 * 3600),))
        cursor.execute(statement)
    server.restart()


def test_a_key_is_good_as_long_as_what_it_has_created_is_stored(tmp_path: Path, found: Receiver) -> None:
    first_bodies = bodies(found)
    others = {
        path: {**body, "url" if "url" in body else "endpoint": found.url("/other")}
        for path, body in first_bodies.items()
    }
    with serving(tmp_path / "games.db", LUDOLOG_WEBHOOK_NETWORKS="127.0.0.0/8") as server:
        player = server.player()
        keys = {path: {"Idempotency-Key": f"kept {number}"} for number, path in enumerate(PATHS)}
        first = {path: ok(player.post(path, json=first_bodies[path], headers=keys[path])) for path in PATHS}
        expire_keys(server)

        for path, key in keys.items():
            assert problem(player.post(path, json=others[path], headers=key)) == (422, "key-reused"), path
            again = player.post(path, json=first_bodies[path], headers={**key, "Accept-Language": "de"})
            assert (again.status_code, again.headers["Idempotency-Replayed"]) == (201, "true"), path
            assert again.json() == first[path].json(), path
            assert [each["id"] for each in ok(player.get(path)).json()["items"]] == [first[path].json()["id"]]

        # what has ended is replaced
        expire_keys(server, "UPDATE receivers SET expires_at='2020-01-01T00:00:00.000000Z'")
        for path, key in keys.items():
            new = player.post(path, json=others[path], headers=key)
            assert (new.status_code, new.json()["expires_at"]) == (201, None), path
            assert "Idempotency-Replayed" not in new.headers, path
            assert len(ok(player.get(path)).json()["items"]) == 1, path


def test_a_change_does_not_end_the_key_of_what_was_created(database: str, tmp_path: Path, found: Receiver) -> None:
    paths = ("/v1/me/pings", "/v1/webhooks")
    first_bodies = bodies(found)
    others = {path: {**first_bodies[path], "url": found.url("/other")} for path in paths}
    keys = {path: {"Idempotency-Key": f"kept {number}"} for number, path in enumerate(paths)}
    settings = {"LUDOLOG_KEY_FILE": str(tmp_path / "key"), "LUDOLOG_PROJECTIONS": "embedded"}
    with serving(database, LUDOLOG_WEBHOOK_NETWORKS="127.0.0.0/8", **settings) as server:
        player = server.player()
        first = {path: ok(player.post(path, json=first_bodies[path], headers=keys[path])).json() for path in paths}
        for path in paths:
            assert player.put(f"{path}/{first[path]['id']}", json=others[path]).status_code == 200
        expire_keys(server)
        replays: list[tuple[str, httpx.Response]] = []
        for path in paths:
            refused, again = (player.post(path, json=each[path], headers=keys[path]) for each in (others, first_bodies))
            assert problem(refused) == (422, "key-reused")
            replays.append((path, again))
        # an earlier release did not store the digest of a request, so that any body is a repetition
        expire_keys(server, "UPDATE receivers SET request_digest=NULL")
        replays += [(path, player.post(path, json=others[path], headers=keys[path])) for path in paths]

    for path, replay in replays:
        assert (replay.status_code, replay.headers["Idempotency-Replayed"]) == (201, "true")
        assert (replay.json()["id"], replay.json()["url"]) == (first[path]["id"], others[path]["url"])


def test_a_key_that_has_expired_sends_another_test(tmp_path: Path, found: Receiver) -> None:
    file = tmp_path / "games.db"
    with serving(file, LUDOLOG_WEBHOOK_NETWORKS="127.0.0.0/8") as server:
        player = server.player()
        tests = [made(player, "/v1/me/pings", found) for _ in range(2)]
        first = ok(player.post(tests[0], headers=KEY)).json()
        expire_keys(server)

        # the key now belongs to the test of another ping
        other, again = (ok(player.post(tests[1], headers=KEY)) for _ in range(2))

        assert (other.status_code, other.json()["state"]) == (200, "delivered")
        assert "Idempotency-Replayed" not in other.headers
        assert other.json()["id"] != first["id"]
        assert (again.json(), again.headers["Idempotency-Replayed"]) == (other.json(), "true")
        assert len(found.received) == 2
        (kept,) = ok(player.get(tests[0].replace("/tests", "/deliveries"))).json()["items"]
        assert kept["id"] == first["id"]
