"""Refused requests leave nothing behind."""

import pytest

from tests.abuse.raw.http1 import RawClient
from tests.abuse.raw.memory import resident
from tests.abuse.raw.requests import Request
from tests.service.server import Server

ROUND = 600
"""Requests between two measurements."""

GROWTH = 2_500_000
"""Bytes by which the memory may grow in a round. A problem that stays costs about nine kilobytes a request."""

JSON = ("content-type", "application/json")


@pytest.mark.parametrize(
    ("status", "request_"),
    [
        (401, Request("POST", "/v1/games", (("authorization", "Bearer x"), JSON), b"{}")),
        (400, Request("POST", "/v1/players", (JSON,), b"{")),
        (404, Request("GET", "/v1/nothing", (), b"")),
    ],
    ids=["unknown token", "no JSON", "unknown path"],
)
def test_refused_requests_do_not_keep_memory(server: Server, status: int, request_: Request) -> None:
    client = RawClient(server.port)
    sizes: list[int] = []
    for _ in range(2):
        assert {client.ask(request_).status for _ in range(ROUND)} == {status}
        sizes.append(resident(server))
    client.close()
    assert sizes[-1] - sizes[0] < GROWTH
