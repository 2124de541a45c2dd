"""Bodies that cannot be read: each is a client's mistake, and what is wrong with it is said; over a real socket."""

import json
import socket
import time
from collections.abc import Iterator

import httpx
import pytest

from service.bodies import BODY_WITHIN
from tests.service.kit import problem, started_game
from tests.service.server import Server


@pytest.fixture(scope="module")
def game(server: Server) -> tuple[httpx.Client, str]:
    player = server.player()
    return player, started_game(player)


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


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_body_that_cannot_be_read_is_a_clients_mistake(server: Server, path: str, body: bytes) -> None:
    reply = server.client().post(path, content=body, headers={"Content-Type": "application/json"})

    assert reply.status_code in {400, 401, 422}
    problem(reply)


def test_a_misspelt_field_is_refused(server: Server) -> None:
    body = {"ruleset": "giganten", "seats": 3, "visiblity": "private"}

    reply = server.player().post("/v1/games", json=body)

    assert problem(reply) == (400, "bad-request")
    assert "visiblity" in reply.text


def test_only_json_is_read(server: Server) -> None:
    body = json.dumps({"name": "Ada"}).encode()
    for media_type in ("text/plain", "application/x-www-form-urlencoded", "application/msgpack", "multipart/form-data"):
        reply = server.client().post("/v1/players", content=body, headers={"Content-Type": media_type})
        assert problem(reply) == (415, "media-type")
    for media_type in ("application/json; charset=utf-8", "application/merge-patch+json"):
        reply = server.client().post("/v1/players", content=body, headers={"Content-Type": media_type})
        assert reply.status_code == 201


def test_a_body_of_more_than_64_kib_is_refused_and_the_connection_ends(server: Server) -> None:
    client = server.client()
    body = json.dumps({"name": "x" * 70_000}).encode()

    def pieces() -> Iterator[bytes]:
        yield body

    for content in (body, pieces()):
        reply = client.post("/v1/players", content=content, headers={"Content-Type": "application/json"})
        assert problem(reply) == (413, "too-large")
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


@pytest.mark.parametrize("length", ["Content-Length: 30", "Transfer-Encoding: chunked"])
def test_a_body_that_does_not_come_is_not_waited_for_without_end(server: Server, length: str) -> None:
    head = f"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n{length}\r\n\r\n".encode()
    with socket.create_connection(("127.0.0.1", server.port), timeout=BODY_WITHIN + 10) as connection:
        connection.sendall(head + b'5\r\n{"nam\r\n')
        began = time.monotonic()
        answered = connection.makefile("rb").read()
        waited = time.monotonic() - began

    assert answered.startswith(b"HTTP/1.1 408 ")
    assert b"body-late" in answered
    assert waited >= BODY_WITHIN - 1


def test_a_body_may_come_in_pieces(server: Server) -> None:
    def pieces() -> Iterator[bytes]:
        for piece in (b'{"na', b'me": "', b'Ada"}'):
            yield piece
            time.sleep(0.2)

    reply = server.client().post("/v1/players", content=pieces(), headers={"Content-Type": "application/json"})

    assert reply.status_code == 201


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
    ("body", "said"),
    [
        (b"", "there is no body"),
        (b'{"ruleset": "giganten"', "the body ends before"),
        (b'{"ruleset": "\\ud800"}', "half a character"),
        (b'{"options": {"a": %b}}' % (b"9" * 5_000), "out of range"),
        (b'{"seats": 1e999}', "out of range"),
    ],
)
def test_what_is_wrong_with_a_whole_body_is_said(server: Server, body: bytes, said: str) -> None:
    reply = server.player().post("/v1/games", content=body, headers={"Content-Type": "application/json"})

    assert problem(reply) == (400, "bad-request")
    (error,) = reply.json()["errors"]
    assert error["pointer"] == ""
    assert said in error["detail"] == reply.json()["detail"]
