"""Bodies that cannot be read: each is a client's mistake, and what is wrong with it is said; over a real socket."""

import asyncio
import itertools
import json
import socket
import uuid
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import httpx
import pytest
from litestar.types import HTTPRequestEvent

from service.core.http.problems import ProblemError
from service.core.http.request.body_timeout import with_body_timeout
from service.front.request import FrontRequest
from tests.service.apps.kit import app_of
from tests.service.authority.asked import BODIES as GIVEN
from tests.service.authority.asked import DOCUMENT, OPERATIONS, UNKNOWN
from tests.service.browsers import Browser, passkey
from tests.service.kit import problem
from tests.service.server import Server, serving
from tests.service.test_scopes import request_for

POSTS = ["/v1/players", "/v1/games", "/v1/games/x/commands", "/v1/games/x/seats/0/tokens", "/v1/me/tokens"]
BODIES = {
    "nested": b'{"name":' * 7_000,
    "nested lists": b"[" * 60_000,
    "nested in an unknown field": b'{"name": "a", "more": ' + b"[" * 50_000,
    "not UTF-8": b'{"name": "\xff\xfe"}',
    "half a surrogate": b'{"name": "\\ud800"}',
    "a long number": b'{"name": ' + b"9" * 60_000 + b"}",
    "no JSON": b"name=Ada",
    "nothing": b"",
    "null": b"null",
    "not a number": b'{"name": NaN}',
    "a byte order mark": b'\xef\xbb\xbf{"name": 3}',
}
WITHOUT_BODY = sorted(
    operation
    for operation, (method, path) in OPERATIONS.items()
    if method != "get" and "requestBody" not in DOCUMENT["paths"][path][method]
)

MADE = {
    path: body
    for operation, body in GIVEN.items()
    for method, path in [OPERATIONS[operation]]
    if method == "post" and operation != "makePasskey"
}
"""Bodies with which things are made, by path."""

REFUSED = {
    "acceptChallenge": (404, "not-found"),
    "askEngine": (409, "game-not-over"),
    "askForRematch": (409, "not-possible"),
    "block": (409, "not-possible"),
    "cancelChallenge": (404, "not-found"),
    "cancelOrder": (404, "not-found"),
    "confirmWarning": (404, "not-found"),
    "declineRematch": (404, "not-found"),
    "releaseReport": (403, "role-missing"),
    "returnToSeat": (409, "game-not-running"),
    "startGame": (409, "seats-free"),
    "stayInPool": (404, "not-found"),
    "withdrawSignUpCode": (403, "role-missing"),
}
"""How a player who has asked for nothing yet is refused, in a game that is open and has a free seat."""


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_body_that_cannot_be_read_is_a_clients_mistake(server: Server, path: str, body: bytes) -> None:
    reply = server.player().post(path, content=body, headers={"Content-Type": "application/json"})

    assert problem(reply) == (400, "bad-request")


def test_a_misspelt_field_is_refused(server: Server) -> None:
    body = {"ruleset": "giganten", "seats": 3, "visiblity": "private"}

    reply = server.player().post("/v1/games", json=body)

    assert problem(reply) == (400, "bad-request")
    assert "visiblity" in reply.text


def request_without_body(server: Server, operation: str) -> tuple[httpx.Client, dict[str, Any]]:
    """Return a client, and a request of an operation without a request body that has the ids of real things."""
    # passkeys need a service with a name
    base = f"http://localhost:{server.port}"
    browser = Browser(server, base, base)
    browser.sign_up()
    request = request_for(operation, browser.page, "games:play")
    del request["json"]
    collection = OPERATIONS[operation][1].rpartition("/{")[0]
    if operation == "revokeGrant":
        return browser.page, {**request, "url": f"/v1/me/grants/{app_of(server, browser).grant['id']}"}
    if operation == "deletePasskey":
        made = browser.new_passkey(passkey())
    elif UNKNOWN in request["url"] and collection in MADE and operation not in REFUSED:
        made = browser.post(request["url"].partition(f"/{UNKNOWN}")[0], json=MADE[collection])
    else:
        return browser.page, request
    assert made.status_code == 201, made.text
    return browser.page, {**request, "url": request["url"].replace(UNKNOWN, made.json()["id"])}


@pytest.mark.parametrize("operation", WITHOUT_BODY)
def test_an_operation_without_a_request_body_ignores_one(server: Server, operation: str) -> None:
    replies: list[httpx.Response] = []
    for content in (b"", BODIES["no JSON"]):
        client, request = request_without_body(server, operation)
        headers = {**request.pop("headers", {}), "Content-Type": "application/json"}
        replies.append(client.request(**request, content=content, headers=headers))

    without, ignored = replies
    if operation in REFUSED:
        assert problem(ignored) == problem(without) == REFUSED[operation]
    else:
        assert without.is_success, without.text
        assert ignored.status_code == without.status_code, ignored.text


def test_only_json_is_read(server: Server) -> None:
    def body() -> bytes:
        return json.dumps({"name": f"Ada {uuid.uuid4()}"[:40]}).encode()

    for media_type in ("text/plain", "application/x-www-form-urlencoded", "application/msgpack", "multipart/form-data"):
        reply = server.client().post("/v1/players", content=body(), headers={"Content-Type": media_type})
        assert problem(reply) == (415, "media-type")
    for media_type in ("application/json; charset=utf-8", 'Application/JSON;Charset="UTF-8"', "application/vnd.x+json"):
        reply = server.client().post("/v1/players", content=body(), headers={"Content-Type": media_type})
        assert reply.status_code == 201


def test_a_body_of_more_than_64_kib_is_refused_and_the_connection_ends(client: httpx.Client) -> None:
    body = json.dumps({"name": "x" * 70_000}).encode()

    def pieces() -> Iterator[bytes]:
        yield body

    for content in (body, pieces()):
        reply = client.post("/v1/players", content=content, headers={"Content-Type": "application/json"})
        assert problem(reply) == (413, "too-large")
        assert reply.json()["detail"] == "the body is larger than 65,536 bytes"
        assert reply.headers["connection"] == "close"
    assert client.get("/health/live").status_code == 200


def test_a_body_that_does_not_come_to_its_end_is_the_mistake_of_whoever_sent_it(server: Server) -> None:
    head = (
        b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(head + b"no size\r\nabc\r\n")
        answered = connection.makefile("rb").readline()

    assert answered.startswith(b"HTTP/1.1 400 ")


HASTY = {"service.people.api.auth.BODY_WITHIN": 1.0}
"""Timeouts of a service that waits a second for a body."""


def test_a_body_that_does_not_come_is_not_waited_for_without_end(tmp_path: Path) -> None:
    head = "POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 30\r\n\r\n"
    with (
        serving(tmp_path / "games.db", HASTY) as server,
        socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection,
    ):
        connection.sendall(f'{head}{{"name'.encode())
        answered = connection.makefile("rb").read()

    assert answered.startswith(b"HTTP/1.1 408 ")
    assert b'"code":"body-late"' in answered


Part: TypeAlias = tuple[float, HTTPRequestEvent]
"""Seconds after which a part of a body comes, and the part."""


def part(*, more: bool, after: float = 0.0) -> Part:
    return after, {"type": "http.request", "body": b"x", "more_body": more}


async def received(parts: Iterable[Part], whole: float, part: float) -> int:
    """Return how many parts came, up to the last one."""
    coming = iter(parts)

    async def receive() -> HTTPRequestEvent:
        seconds, message = next(coming)
        await asyncio.sleep(seconds)
        return message

    receiving, number = with_body_timeout(receive, whole, part), 1
    while (await receiving()).get("more_body"):
        number += 1
    # what comes after the body is no body
    assert (await receiving())["type"] == "http.request"
    return number


@pytest.mark.parametrize(
    ("parts", "whole", "each"),
    [
        ([part(more=True), part(more=False, after=60)], 3600, 0.01),
        ([part(more=True), part(more=False, after=60)], 0.01, 3600),
        (itertools.repeat(part(more=True, after=0.001)), 0.05, 3600),
    ],
)
def test_a_body_comes_in_time_or_is_given_up(parts: Iterable[Part], whole: float, each: float) -> None:
    with pytest.raises(ProblemError) as caught:
        asyncio.run(received(parts, whole, each))

    assert caught.value.code == "body-late"


def test_a_body_may_come_in_parts_and_what_follows_it_is_waited_for() -> None:
    parts = [part(more=True, after=0.01), part(more=True, after=0.01), part(more=False), part(more=False, after=1.2)]

    assert asyncio.run(received(parts, 1.0, 3600)) == 3


def test_a_body_of_the_announced_size_needs_no_further_message() -> None:
    messages = [part(more=True)[1]]

    async def receive() -> HTTPRequestEvent:
        return messages.pop()

    scope: Any = {"type": "http", "headers": []}

    # a second message would raise IndexError
    assert asyncio.run(FrontRequest(scope, receive).body_of(1)) == b"x"


@pytest.mark.parametrize(
    ("path", "body", "pointer"),
    [
        ("/v1/players", {}, "/name"),
        ("/v1/players", {"name": 3}, "/name"),
        ("/v1/players", {"name": "a", "sex": "f"}, "/sex"),
        ("/v1/players", [], ""),
        ("/v1/games", {"ruleset": "giganten", "seats": "three"}, "/seats"),
        ("/v1/games", {"ruleset": "giganten", "seats": 3, "bots": {"1": 5}}, "/bots"),
        ("/v1/games", {"ruleset": "giganten", "seats": 3, "options": {"a~/.b": None}}, "/options"),
        ("/v1/me/tokens", {"label": "x", "scopes": ["read", "fly"]}, "/scopes/1"),
        ("/v1/games/{}/commands", {"decision": "0.1"}, "/command"),
        ("/v1/games/{}/commands", {"decision": "0.1", "command": {"type": "giganten.move_truck"}}, "/command"),
    ],
)
def test_a_malformed_body_is_pointed_into(
    game: tuple[httpx.Client, str], path: str, body: object, pointer: str
) -> None:
    player, number = game

    reply = player.post(path.format(number), json=body)

    assert problem(reply)[0] in {400, 422}
    assert reply.json()["errors"][0]["pointer"].startswith(pointer), reply.text
    assert "..." not in reply.json()["errors"][0]["pointer"]
    assert (pointer == "") == (reply.json()["errors"][0]["pointer"] == "")


@pytest.mark.parametrize(
    ("body", "pointer", "said"),
    [
        (b"", "", "there is no body"),
        (b'{"ruleset": "giganten"', "", "the body ends before"),
        (b'{"ruleset": "\\ud800"}', "", "half a character"),
        (b'{"options": {"a": %b}}' % (b"9" * 5_000), "/options", "out of range"),
        (b'{"seats": 1e999}', "/seats", "out of range"),
    ],
)
def test_what_is_wrong_with_a_whole_body_is_said(server: Server, body: bytes, pointer: str, said: str) -> None:
    reply = server.player().post("/v1/games", content=body, headers={"Content-Type": "application/json"})

    assert problem(reply) == (400, "bad-request")
    (error,) = reply.json()["errors"]
    assert error["pointer"] == pointer
    assert said in error["detail"] == reply.json()["detail"]
