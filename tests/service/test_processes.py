"""Several service processes on one PostgreSQL database: any of them takes any request, none answers from the past."""

import contextlib
import random
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import psycopg
import pytest

from openapi.authenticator import Passkey, base64url
from service.core.store.postgres_connection import MAX_CONNECTIONS
from tests.postgres import new_database
from tests.replies import ok
from tests.service.browsers import Browser, passkey
from tests.service.kit import answer, first_choice, next_decision, open_game, own_decision, problem, started_game
from tests.service.server import Server, StartedServer, running, serving
from tests.waiting import until


@pytest.fixture(scope="module")
def servers(
    postgres_server: str, postgres_template: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[Server]]:
    """Two processes that share a database and a key."""
    with new_database(postgres_server, postgres_template) as database, contextlib.ExitStack() as stack:
        key = str(tmp_path_factory.mktemp("keys") / "key")
        # one of them has read its code by itself: what depends on the order of a set is another there
        own = stack.enter_context(running(StartedServer(database, LUDOLOG_KEY_FILE=key)))
        yield [stack.enter_context(serving(database, LUDOLOG_KEY_FILE=key)), own]


def everywhere(servers: list[Server]) -> list[httpx.Client]:
    """Return clients of one player, one for each process."""
    first = servers[0].player()
    others = [server.client() for server in servers[1:]]
    for client in others:
        client.headers["Authorization"] = first.headers["Authorization"]
    return [first, *others]


def test_a_game_is_played_through_any_process(servers: list[Server]) -> None:
    clients = everywhere(servers)
    game = started_game(clients[0])
    rng = random.Random(7)
    for number in range(30):
        here, there = clients[number % 2], clients[1 - number % 2]
        decision = own_decision(here, game)
        if decision is None:
            break
        reply = answer(here, game, decision, rng)
        assert reply.status_code == 201, reply.text
        receipt = reply.json()["receipt"]

        # what was acknowledged by one is known to the other at once
        seen = ok(there.get(f"/v1/games/{game}")).json()
        assert seen["version"] >= receipt["version"]
        again = ok(there.get(f"/v1/games/{game}/decisions")).json()
        assert decision["id"] not in [item["id"] for item in again["items"]]


@pytest.mark.parametrize(
    "path", ["/v1/games/%00", "/v1/games/a%00b/events", "/v1/players/%00", "/v1/players/%00/games"]
)
def test_what_no_database_takes_is_not_found(servers: list[Server], path: str) -> None:
    assert problem(servers[0].client().get(path)) == (404, "not-found")


def test_a_label_is_text_that_can_be_shown(servers: list[Server]) -> None:
    assert problem(servers[0].player().post("/v1/me/tokens", json={"label": "a\0"})) == (400, "bad-request")


def test_a_command_sent_again_through_another_process_is_the_same_command(servers: list[Server]) -> None:
    clients = everywhere(servers)
    game = started_game(clients[0])
    body = first_choice(next_decision(clients[1], game))
    keyed = {"Idempotency-Key": "once"}

    first = clients[0].post(f"/v1/games/{game}/commands", json=body, headers=keyed)
    second = clients[1].post(f"/v1/games/{game}/commands", json=body, headers=keyed)

    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json()["receipt"] == second.json()["receipt"]
    assert second.headers["Idempotency-Replayed"] == "true"
    assert clients[1].get(f"/v1/games/{game}/commands/once").status_code == 200


def test_of_the_same_command_sent_to_both_at_once_one_counts(servers: list[Server]) -> None:
    clients = everywhere(servers)
    game = started_game(clients[0])
    decided = 0
    while decided < 10:
        decision = own_decision(clients[0], game)
        if decision is None:
            game = started_game(clients[0])
            continue
        decided += 1
        body = {"decision": decision["id"], "command": decision["choices"][-1]["command"]}
        start = threading.Barrier(2)

        def send(client: httpx.Client, path: str, body: dict[str, object], start: threading.Barrier) -> httpx.Response:
            start.wait()
            return client.post(path, json=body)

        path = f"/v1/games/{game}/commands"
        with ThreadPoolExecutor(2) as pool:
            sent = [pool.submit(send, client, path, body, start) for client in clients]
        replies = [each.result() for each in sent]
        assert sorted(reply.status_code for reply in replies) == [201, 409]
        (refused,) = [reply for reply in replies if reply.status_code == 409]
        # the very decision may have ended the game
        assert problem(refused) in {(409, "decision-closed"), (409, "game-not-running")}


def test_a_stream_at_one_process_tells_what_happens_through_another(servers: list[Server]) -> None:
    clients = everywhere(servers)
    game = started_game(clients[0])
    # from the last event on: with nothing to send, the headers would wait for the first heartbeat
    version = ok(clients[0].get(f"/v1/games/{game}")).json()["version"] - 1
    with clients[1].stream(
        "GET", f"/v1/games/{game}/stream", params={"after": version}, headers={"Accept": "application/x-ndjson"}
    ) as stream:
        lines = (line for line in stream.iter_lines() if line)
        receipt = ok(answer(clients[0], game, next_decision(clients[0], game), random.Random(1))).json()["receipt"]

        assert f'"head":"{receipt["head"]}"' in [next(lines) for _ in range(receipt["version"] - version)][-1]


def test_a_token_holds_everywhere_and_so_does_its_end(servers: list[Server]) -> None:
    clients = everywhere(servers)
    made = ok(clients[0].post("/v1/me/tokens", json={"label": "phone"})).json()
    phone = servers[1].client()
    phone.headers["Authorization"] = f"Bearer {made['token']}"

    assert ok(phone.get("/v1/me")).json() == ok(clients[0].get("/v1/me")).json()
    assert clients[0].delete(f"/v1/me/tokens/{made['id']}").status_code == 204
    assert problem(phone.get("/v1/me")) == (401, "token-needed")


def test_a_fresh_token_is_known_where_no_game_is_asked_for(servers: list[Server]) -> None:
    for _ in range(5):
        clients = everywhere(servers)
        assert clients[1].get("/v1/rulesets").status_code == 200


def test_processes_outlive_their_connections(servers: list[Server], postgres_server: str) -> None:
    everywhere(servers)
    with psycopg.connect(postgres_server, autocommit=True) as admin:
        ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ludolog'"
        assert len(admin.execute(ended).fetchall()) > len(servers)

    deadline = time.monotonic() + 30
    replies = [httpx.Response(503)]
    while any(reply.status_code != 200 for reply in replies):
        assert time.monotonic() < deadline, [reply.text for reply in replies]
        # an account that one has made and all have to hear of
        signed_up = servers[0].client().post("/v1/players", json={"name": f"Eve {time.monotonic_ns()}"})
        if signed_up.status_code == 201:
            bearer = {"Authorization": f"Bearer {signed_up.json()['token']}"}
            replies = [server.client().get("/v1/me", headers=bearer) for server in servers]

    def ready(server: Server) -> bool:
        # a connection that was ended is noticed by the request that gets it, and requests get all in turn
        return all(server.client().get("/health/ready").is_success for _ in range(MAX_CONNECTIONS))

    until(lambda: all(ready(server) for server in servers))


def test_a_sign_up_repeated_at_another_process_is_the_same_player(servers: list[Server]) -> None:
    headers = {"Idempotency-Key": "a key that nobody can guess, 32 characters"}
    replies = [server.client().post("/v1/players", json={"name": "Ada of both"}, headers=headers) for server in servers]

    assert [reply.status_code for reply in replies] == [201, 201]
    assert replies[0].json()["token"] == replies[1].json()["token"]


def test_a_game_opened_through_one_is_joined_through_another(servers: list[Server]) -> None:
    clients = everywhere(servers)
    guest = servers[1].player("Bob")
    game = open_game(clients[0], bots={"2": "random"})

    assert clients[1].put(f"/v1/games/{game}/seats/0").status_code == 200
    assert guest.put(f"/v1/games/{game}/seats/1").status_code == 200
    assert clients[0].post(f"/v1/games/{game}/start").status_code == 200
    assert ok(guest.get(f"/v1/games/{game}")).json()["status"] == "running"


def test_while_one_process_is_gone_the_other_goes_on(servers: list[Server]) -> None:
    clients = everywhere(servers)
    game = started_game(clients[0])
    servers[0].kill()
    try:
        assert answer(clients[1], game, next_decision(clients[1], game), random.Random(2)).status_code == 201
    finally:
        servers[0].restart()


def test_a_passkey_and_its_session_are_good_at_any_process(servers: list[Server]) -> None:
    """A challenge of one process is used at another, once; a sign-out at one is known at the other."""
    port = servers[0].port
    here = Browser(servers[0], f"http://localhost:{port}")
    there = Browser(servers[1], here.origin)
    # one name for both processes, as behind a proxy
    for browser in (here, there):
        browser.page.headers["Host"] = f"localhost:{port}"
    here.sign_up()
    key = passkey()
    created = ok(here.post("/v1/me/passkeys/registrations")).json()["options"]
    there.page.cookies = here.page.cookies
    made = there.post("/v1/me/passkeys", json={"label": "x", "credential": key.create(created, here.origin)})
    assert made.status_code == 201, made.text

    phone = Browser(servers[1], here.origin)
    phone.page.headers["Host"] = f"localhost:{port}"
    asked = ok(here.post("/v1/sessions/challenges")).json()["options"]
    credential = key.get(asked, here.origin)
    first = phone.sign_in(type="passkey", credential=credential)
    second = here.sign_in(type="passkey", credential=credential)

    assert first.status_code == 201, first.text
    assert problem(second) == (422, "passkey-refused")
    assert len(ok(here.get("/v1/me/passkeys")).json()["items"]) == 1
    assert here.delete(f"/v1/me/tokens/{first.json()['id']}").status_code == 204
    assert phone.get("/v1/me").status_code == 401


def test_parallel_registrations_do_not_exceed_the_cap_of_passkeys_together(servers: list[Server]) -> None:
    bases = [f"http://localhost:{server.port}" for server in servers]
    here, there = (Browser(server, base, base) for server, base in zip(servers, bases, strict=True))
    here.sign_up()
    there.sign_in(type="token", token=here.token)
    assert [here.new_passkey(passkey()).status_code for _ in range(19)] == [201] * 19
    keys, codes = (passkey(), passkey()), list[int]()
    database = psycopg.connect(servers[0].database)
    # the inserts of both requests wait for the end of this transaction, which has the same credentials
    taken = "INSERT INTO passkeys (id, player, label, credential, public_key, sign_count, scopes, created_at)"
    for key in keys:
        name = base64url(key.credential)
        database.execute(f"{taken} VALUES (%s, 'x', 'x', %s, 'x', 0, '', 'x')", (name, name))  # pyright: ignore[reportArgumentType]

    def register(browser: Browser, key: Passkey) -> None:
        codes.append(browser.new_passkey(key).status_code)

    threads = [threading.Thread(target=register, args=both) for both in ((here, keys[0]), (there, keys[1]))]
    for thread in threads:
        thread.start()
    with psycopg.connect(servers[0].database, autocommit=True) as watching:
        waiting = "SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND pid <> pg_backend_pid()"
        while (row := watching.execute(waiting).fetchone()) is None or row[0] < len(keys):
            assert any(thread.is_alive() for thread in threads), codes
    database.rollback()
    for thread in threads:
        thread.join()
    database.close()

    assert sorted(codes) == [201, 409]
    assert len(ok(here.get("/v1/me/passkeys")).json()["items"]) == 20
