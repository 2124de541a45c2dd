"""A refusal before the body was read leaves the connection in a state that the client knows (RFC 9112 9.6)."""

import socket
import time

import httpx
import pytest

from tests.service.kit import problem
from tests.service.server import Server

HEAD = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n%b\r\n"
NEXT = b"GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


def test_the_rest_of_a_refused_body_is_read_and_the_connection_goes_on(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(HEAD % (60_000, b"") + b"[" * 20_000)
        time.sleep(0.1)
        connection.sendall(b"[" * 40_000 + NEXT)
        answers = connection.makefile("rb").read()

    assert answers.startswith(b"HTTP/1.1 415 ")
    assert b"\r\nconnection: close" not in answers.lower().partition(b"\r\n\r\n")[0]
    assert answers.count(b"HTTP/1.1 200 ") == 1


@pytest.mark.parametrize(
    ("length", "more"),
    [(60_000, b""), (70_000, b""), (60_000, b"Expect: 100-continue\r\n")],
    ids=["late", "too long", "waits for 100 Continue"],
)
def test_the_refusal_of_a_body_that_is_not_read_closes_the_connection(server: Server, length: int, more: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(HEAD % (length, more) + b"[" * 20_000)
        answer = connection.makefile("rb").read()

    head = answer.lower().partition(b"\r\n\r\n")[0]
    assert head.startswith(b"http/1.1 415 ")
    assert head.count(b"\r\nconnection: close") == 1


def test_a_client_that_reuses_its_connection_gets_each_refusal(client: httpx.Client) -> None:
    for _ in range(200):
        reply = client.post("/v1/players", content=b"[" * 60_000, headers={"Content-Type": "text/plain"})
        assert problem(reply) == (415, "media-type")


def test_a_body_that_waits_for_100_continue_keeps_the_connection_once_it_is_read(server: Server) -> None:
    body = b'{"name": ""}'
    head = (
        b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n"
        b"Expect: 100-continue\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(head % len(body))
        assert connection.recv(1024).startswith(b"HTTP/1.1 100 ")
        connection.sendall(body + NEXT)
        answers = connection.makefile("rb").read()

    assert answers.startswith(b"HTTP/1.1 4")
    assert answers.count(b"HTTP/1.1 200 ") == 1
