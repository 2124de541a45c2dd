"""Exchanges of one code and refreshes of one token at the same time, on both databases and by two processes."""

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.postgres import new_database
from tests.service.apps.kit import app_of, code_for, device_begun, device_decided, exchange, pkce, polled, refreshed
from tests.service.browsers import Browser
from tests.service.kit import holder
from tests.service.server import Server, serving

AT_ONCE = 20


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def servers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, ...]]:
    """One process on SQLite; two on PostgreSQL."""
    folder = tmp_path_factory.mktemp("exchanges")
    if request.param == "sqlite":
        with serving(folder / "games.db") as one:
            yield (one,)
        return
    url: str = request.getfixturevalue("postgres_server")
    with new_database(url) as database, contextlib.ExitStack() as stack:
        settings = {"LUDOLOG_KEY_FILE": str(folder / "key")}
        yield tuple(stack.enter_context(serving(database, **settings)) for _ in range(2))


def together(servers: tuple[Server, ...], send: Callable[[Server], httpx.Response]) -> list[httpx.Response]:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(send, [servers[number % len(servers)] for number in range(AT_ONCE)]))


def signed_up(server: Server) -> Browser:
    browser = Browser(server)
    browser.sign_up()
    return browser


def test_exactly_one_of_twenty_exchanges_gets_a_token_and_the_others_end_it(servers: tuple[Server, ...]) -> None:
    proof = pkce()
    code = code_for(signed_up(servers[0]), proof)

    replies = together(servers, lambda server: exchange(server, code, proof))

    assert Counter(reply.status_code for reply in replies) == {200: 1, 400: AT_ONCE - 1}
    assert {reply.json()["error"] for reply in replies if reply.status_code == 400} == {"invalid_grant"}
    (won,) = (reply.json() for reply in replies if reply.status_code == 200)
    for server in servers:
        assert holder(server, won["access_token"]).get("/v1/me/games").status_code == 401


def test_exactly_one_of_twenty_refreshes_gets_a_token(servers: tuple[Server, ...]) -> None:
    app = app_of(servers[0], signed_up(servers[0]))

    replies = together(servers, lambda server: refreshed(server, app.refresh))

    assert Counter(reply.status_code for reply in replies) == {200: 1, 400: AT_ONCE - 1}


def test_exactly_one_of_twenty_polls_gets_a_token_which_stays(servers: tuple[Server, ...]) -> None:
    device = device_begun(servers[0])
    assert device_decided(signed_up(servers[-1]), device["user_code"]).status_code == 201

    replies = together(servers, lambda server: polled(server, device["device_code"]))

    assert Counter(reply.status_code for reply in replies) == {200: 1, 400: AT_ONCE - 1}
    (won,) = (reply.json() for reply in replies if reply.status_code == 200)
    for server in servers:
        assert holder(server, won["access_token"]).get("/v1/me/games").status_code == 200


def test_what_one_process_gives_and_ends_another_knows_at_once(servers: tuple[Server, ...]) -> None:
    here, there = servers[0], servers[-1]
    app = app_of(here, signed_up(here))
    assert holder(there, app.access).get("/v1/me/games").status_code == 200

    elsewhere = Browser(there)
    assert elsewhere.sign_in(type="token", token=app.browser.token).status_code == 201
    assert elsewhere.delete(f"/v1/me/grants/{app.grant['id']}").status_code == 204

    assert app.client.get("/v1/me/games").status_code == 401
