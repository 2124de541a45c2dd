"""Streams, tickets and repeated changes on two service processes with one PostgreSQL database."""

import contextlib
import os
import signal
from collections.abc import Generator, Iterator

import httpx
import pytest

from tests.postgres import new_database
from tests.replies import ok
from tests.service.forge import Start, forge
from tests.service.kit import erase, next_decision, open_game, problem, started_game
from tests.service.server import Server, StartedServer, running, serving
from tests.service.sse import following, so_far
from tests.service.test_list_streams import GAMES, ME, RESULTS, cursor, kinds, until
from tests.service.test_processes import everywhere
from tests.service.test_stream import finished
from tests.service.test_tickets import opened_at_once, ticket_for
from tests.waiting import until as wait_until


@pytest.fixture(scope="module", params=["embedded", "worker"])
def servers(
    request: pytest.FixtureRequest,
    postgres_server: str,
    postgres_template: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[list[Server]]:
    """Two processes; the tables are kept by both of them, or by a worker."""
    with new_database(postgres_server, postgres_template) as database, contextlib.ExitStack() as stack:
        settings = {"LUDOLOG_KEY_FILE": str(tmp_path_factory.mktemp("keys") / "key")}
        settings["LUDOLOG_PROJECTIONS"] = request.param
        if request.param == "worker":
            stack.enter_context(_worker(database))
        own = stack.enter_context(running(StartedServer(database, **settings)))
        yield [stack.enter_context(serving(database, **settings)), own]


@contextlib.contextmanager
def _worker(database: str) -> Generator[None]:
    child = forge().fork(Start(["worker"], {**os.environ, "LUDOLOG_DATABASE": database}))
    try:
        yield
    finally:
        child.send_signal(signal.SIGTERM)
        child.wait(20)


def test_streams_at_one_process_send_what_happens_through_another(servers: list[Server]) -> None:
    here, there = everywhere(servers)
    before = cursor(here, GAMES)
    with following(there, ME) as own, following(servers[1].client(), GAMES) as lobby:
        until(own, "ready")
        until(lobby, "ready")
        game = started_game(here)
        asked, started = until(own, "asked"), until(lobby, "started")
        decision = next_decision(there, game)
        assert asked[-1].data["decision"] == decision["id"]

    assert kinds(asked) == ["started", "asked"]
    assert kinds(started)[-1] == "started"
    assert {event.data["game"]["id"] for event in started} >= {game}
    # a cursor of one process continues at another one
    stored = [event.last_id for event in so_far(there, GAMES, after=before)]
    assert [event.last_id for event in started] == stored[: len(started)]


def test_results_are_sent_by_every_process(servers: list[Server]) -> None:
    here, there = everywhere(servers)
    with following(there, RESULTS) as events:
        until(events, "ready")
        game = finished(here)
        assert until(events, "result")[-1].data["game"] == game


def test_a_ticket_of_one_process_opens_a_stream_of_another_once(servers: list[Server]) -> None:
    here, _ = everywhere(servers)
    pages = [server.client() for server in servers]
    for _ in range(5):
        assert sorted(opened_at_once(pages, ticket_for(here))) == [200, 401]


def test_the_stream_of_a_token_that_another_process_revokes_ends(servers: list[Server]) -> None:
    here, there = everywhere(servers)
    made = ok(here.post("/v1/me/tokens", json={"label": "phone"})).json()
    there.headers["Authorization"] = f"Bearer {made['token']}"
    with following(there, ME) as events:
        until(events, "ready")
        here.delete(f"/v1/me/tokens/{made['id']}")
        started_game(here)
        assert list(events) == []


def test_changes_are_repeated_through_another_process(servers: list[Server]) -> None:
    here, there = everywhere(servers)
    game, keyed = open_game(here), {"Idempotency-Key": "elsewhere"}
    here.put(f"/v1/games/{game}/seats/0")
    made = [ok(here.post("/v1/me/tokens", json={"label": "x"})).json()["id"] for _ in range(2)]

    def sent(client: httpx.Client) -> list[httpx.Response]:
        return [
            client.put(f"/v1/games/{game}/seats/0", headers={"Idempotency-Key": "sits"}),
            client.delete(f"/v1/games/{game}/seats/0", headers=keyed),
            client.delete(f"/v1/me/tokens/{made[0]}", headers=keyed),
        ]

    first, again = sent(here), sent(there)

    assert [reply.status_code for reply in first] == [reply.status_code for reply in again] == [200, 204, 204]
    assert [reply.headers.get("Idempotency-Replayed") for reply in first] == [None] * 3
    assert [reply.headers.get("Idempotency-Replayed") for reply in again] == ["true"] * 3
    assert problem(there.delete(f"/v1/me/tokens/{made[1]}", headers=keyed)) == (422, "key-reused")


def test_an_account_is_deleted_once(servers: list[Server]) -> None:
    here, there = everywhere(servers)
    keyed = {"Idempotency-Key": "gone"}

    first, again = erase(here, keyed), erase(there, keyed)

    assert (first.status_code, again.status_code) == (204, 204)
    assert again.headers["Idempotency-Replayed"] == "true"


def test_who_is_here_is_counted_over_all_processes(servers: list[Server]) -> None:
    here, there = everywhere(servers)
    game = started_game(here)

    def numbers(place: Server) -> list[dict[str, object]]:
        return ok(place.client().get(f"/v1/presence?games={game}")).json()["games"]

    path = f"/v1/games/{game}/stream?as=public"
    with following(servers[1].client(), path), following(servers[0].client(), path):
        # the numbers of the other process come with its next exchange; both visitors have one address
        wait_until(lambda: numbers(servers[0]) == numbers(servers[1]) == [{"game": game, "watchers": 2}])
    wait_until(lambda: numbers(servers[0]) == numbers(servers[1]) == [])
    assert there
