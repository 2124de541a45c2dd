"""Host, repeated headers and encoded slashes, byte by byte, over HTTP/1.1 and HTTP/2."""

import contextlib
import socket
from pathlib import Path

import httpx
import pytest

from tests.replies import ok
from tests.service.http.raw import WITHIN, over_http_1, over_http_2
from tests.service.kit import problem
from tests.service.server import Server, serving

GET = b"GET /v1/rulesets HTTP/1.1\r\n"
HOST = b"Host: localhost\r\n"
CODED = b"Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked"
WEB_SOCKET = (
    b"Connection: Upgrade\r\nUpgrade: WebSocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
)
H2 = [(b":method", b"GET"), (b":scheme", b"http"), (b":path", b"/v1/rulesets")]


@pytest.mark.parametrize(
    ("head", "parameter"),
    [
        (GET + b"Accept: */*", "Host"),
        (GET + b"Host:", "Host"),
        (GET + HOST + b"Host: localhost", "Host"),
        (GET + HOST + b"hOST: evil.example", "Host"),
        (GET + b"Host: a b", "Host"),
        (GET + b"Host: user@localhost", "Host"),
        (GET + b"Host: localhost/path", "Host"),
        (GET + b"Host: localhost:port", "Host"),
        (GET + HOST + b"Authorization: Bearer a\r\nAuthorization: Bearer a", "Authorization"),
        (GET + HOST + b"Authorization: Bearer a\r\nauthorization: Bearer b", "Authorization"),
        (GET + HOST + b"Ludolog-Invitation: a\r\nLudolog-Invitation: b", "Ludolog-Invitation"),
        (GET + HOST + b"Last-Event-ID: 1\r\nLast-Event-ID: 2", "Last-Event-ID"),
        (b"GET /v1/nothing HTTP/1.1\r\nAccept: */*", "Host"),
        (b"GET /health/live HTTP/1.1\r\nAccept: */*", "Host"),
        (b"OPTIONS /v1/games HTTP/1.1\r\nAccept: */*", "Host"),
        (b"POST /v1/players HTTP/1.1\r\n" + HOST + b"Idempotency-Key: a\r\nIdempotency-Key: b", "Idempotency-Key"),
        (b"POST /v1/players HTTP/1.1\r\n" + HOST + b"Content-Type: a/b\r\nContent-Type: a/b", "Content-Type"),
        (b"POST /v1/players HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: gzip, chunked", "Transfer-Encoding"),
        (b"POST /v1/players HTTP/1.1\r\n" + HOST + CODED, "Transfer-Encoding"),
    ],
)
def test_a_head_that_could_be_read_in_two_ways_is_refused(server: Server, head: bytes, parameter: str) -> None:
    status, document = over_http_1(server.port, head)

    assert (status, document["code"]) == (400, "bad-request")
    assert [error["parameter"] for error in document["errors"]] == [parameter]
    assert document["request_id"]


@pytest.mark.parametrize("path", [b"/v1/games/stream", b"/v1/games", b"/nothing"])
def test_an_upgrade_to_a_web_socket_is_refused_with_what_to_do(server: Server, path: bytes) -> None:
    status, document = over_http_1(server.port, b"GET " + path + b" HTTP/1.1\r\n" + HOST + WEB_SOCKET)

    assert (status, document["code"]) == (400, "bad-request")
    assert [error["parameter"] for error in document["errors"]] == ["Upgrade"]
    assert "text/event-stream" in document["detail"]


@pytest.mark.parametrize(
    ("status", "head"),
    [
        (400, b"GET /v1/rulesets\r\n"),
        (400, GET + HOST + b"No colon\r\n"),
        (400, b"GET /v1/\xff HTTP/1.1\r\n" + HOST),
        (400, b"POST /v1/players HTTP/1.1\r\n" + HOST + b"Content-Length: x\r\n"),
        (400, b"POST /v1/players HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: gzip\r\n"),
        (414, b"GET /" + b"a" * 65_534 + b" HTTP/1.1\r\n" + HOST),
        (431, GET + HOST + b"".join(b"X-%d: a\r\n" % number for number in range(100))),
        (431, GET + HOST + b"X: " + b"a" * 1_000_000 + b"\r\n"),
    ],
)
def test_the_server_answers_what_is_no_http_without_a_body_as_the_document_says(
    server: Server, status: int, head: bytes
) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=WITHIN) as connection:
        # the server closes the connection before it has read a long head
        with contextlib.suppress(OSError):
            connection.sendall(head + b"\r\n")
        answer = b""
        with contextlib.suppress(ConnectionResetError):
            while part := connection.recv(1000):
                answer += part
    found, _, body = answer.partition(b"\r\n\r\n")

    assert found.startswith(b"HTTP/1.1 %d " % status)
    assert b"connection: close" in found
    assert body == b""
    assert f"{status}" in ok(server.client().get("/openapi.json")).json()["info"]["description"]


def test_a_target_and_fields_up_to_the_limits_are_read(server: Server) -> None:
    fields = b"".join(b"X-%d: a\r\n" % number for number in range(98))
    status, document = over_http_1(server.port, b"GET /" + b"a" * 65_533 + b" HTTP/1.1\r\n" + fields + b"Host: a")

    assert (status, document["code"]) == (404, "not-found")


@pytest.mark.parametrize(
    "head",
    [
        GET + b"Host: localhost",
        GET + b"Host: [::1]:8000",
        GET + b"Host: games.example:443\r\nAccept: a/b\r\nAccept: */*",
        # HTTP/1.0 needs no Host
        b"GET /v1/rulesets HTTP/1.0\r\nAccept: */*",
    ],
)
def test_a_head_as_it_should_be_is_read(server: Server, head: bytes) -> None:
    assert over_http_1(server.port, head)[0] == 200


def test_over_http_2_the_authority_is_the_host(server: Server) -> None:
    named = over_http_2(server.port, [*H2, (b":authority", b"localhost")])
    by_header = over_http_2(server.port, [*H2, (b"host", b"localhost")])

    assert named[0] == by_header[0] == 200
    for fields in (
        H2,
        [*H2, (b"host", b"a"), (b"host", b"b")],
        [*H2, (b":authority", b"a"), (b"authorization", b"Bearer a"), (b"authorization", b"Bearer b")],
    ):
        status, document = over_http_2(server.port, fields)
        assert (status, document["code"]) == (400, "bad-request")


@pytest.mark.parametrize(
    ("path", "parameter"),
    [
        ("/v1/games/a%2Fview", "game"),
        ("/v1/games/a%2fb/view", "game"),
        ("/v1/games/x/commands/a%2Fb", "key"),
        ("/v1/rulesets/minos%2Frules", "name"),
        ("/v1/rulesets/minos/rules/%2F", "number"),
        ("/v1/players/player:x%2Fratings", "player"),
        ("/v1%2Fgames", "path"),
        ("/health%2Flive", "path"),
    ],
)
def test_an_encoded_slash_separates_nothing(client: httpx.Client, path: str, parameter: str) -> None:
    reply = client.get(path)

    assert problem(reply) == (400, "bad-request")
    assert [error["parameter"] for error in reply.json()["errors"]] == [parameter]
    assert client.head(path).status_code == 400
    assert client.head(path).content == b""


@pytest.mark.parametrize(("path", "parameter"), [("/v1/games/x/seats/%2F", "seat"), ("/v1/games/%2F/seats/1", "game")])
def test_an_encoded_slash_in_a_number_names_the_parameter(server: Server, path: str, parameter: str) -> None:
    reply = server.client().put(path, json={})

    assert problem(reply) == (400, "bad-request")
    assert [error["parameter"] for error in reply.json()["errors"]] == [parameter]


def test_pages_of_other_origins_can_read_why_a_head_is_refused(client: httpx.Client) -> None:
    client.headers["Origin"] = "https://other.example"
    asked = {"Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "x-request-id"}

    for headers in ({}, {"Host": "a b"}):
        reply = client.get("/v1/games/a%2Fb/view", headers=headers)
        assert problem(reply) == (400, "bad-request")
        assert reply.headers["Access-Control-Allow-Origin"] == "*"
        assert "X-Request-ID" in reply.headers["Access-Control-Expose-Headers"]
    assert client.options("/v1/games/a%2Fb/view", headers=asked).status_code == 204


def test_refused_heads_count_for_the_rate_limit(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", LUDOLOG_RATE_LIMIT="5") as server:
        client = server.client()
        # a window may end in between: then there are two of them
        replies = [client.get("/v1/games/a%2Fb/view") for _ in range(11)]

        assert problem(replies[0]) == (400, "bad-request")
        assert replies[0].headers["RateLimit-Policy"] == '"requests";q=5;w=60'
        refused = [reply for reply in replies if reply.status_code == 429]
        assert problem(refused[0]) == (429, "too-many-requests")
        assert int(refused[0].headers["Retry-After"]) > 0


def test_other_encoded_characters_are_what_they_stand_for(client: httpx.Client) -> None:
    assert client.get("/v1/rulesets/%6dinos").status_code == 200
    assert client.get("/v1/rulesets/minos%20").status_code == 404
