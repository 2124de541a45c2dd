"""Random, broken and enormous bodies: never a 5xx, always a problem document, and the service runs on as before."""

import json
import logging
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import httpx
import pytest

from tests.abuse.raw.http1 import Answer, RawClient
from tests.abuse.raw.http2 import RawHttp2Client
from tests.abuse.raw.memory import resident
from tests.abuse.raw.requests import Request, operations, request
from tests.service.kit import started_game
from tests.service.server import Server, serving

log = logging.getLogger(__name__)
"""Figures of a run: `--log-cli-level=info` prints them."""

REQUESTS = int(os.environ.get("LUDOLOG_RAW_REQUESTS", "1000"))
"""Requests over each version of HTTP; LUDOLOG_RAW_REQUESTS=50000 is the long run."""

SEED = int(os.environ.get("LUDOLOG_RAW_SEED", "1"))

AT_ONCE = 20
"""Requests on an HTTP/2 connection at the same time."""

GROWTH = 30_000_000
"""Bytes by which the memory of the service may grow after the first tenth of the requests."""


@pytest.fixture
def attacked(tmp_path: Path) -> Iterator[Server]:
    """A server whose log is kept, and which must not have restarted or failed at the end."""
    with serving(tmp_path / "games.db", {}, tmp_path / "log") as server:
        pid = server.process.pid
        yield server
        assert server.process.poll() is None
        assert server.process.pid == pid
        assert server.client().get("/health/ready").status_code == 200
        log = "".join(server.log())
        assert "Traceback" not in log
        assert '"level":"error"' not in log.replace(" ", "")


def parameters(owner: httpx.Client) -> dict[str, str]:
    """Return a value for each parameter of a path: ids of a game and a tournament that the player has opened."""
    body = {"name": "Raw", "ruleset": "minos", "format": {"type": "swiss", "rounds": 2}, "max_players": 8}
    tournament = owner.post("/v1/tournaments", json=body)
    assert tournament.status_code == 201, tournament.text
    some_id = "0d5b1a2c-7f7c-4a55-9a6c-0e5a5f0b8a11"
    return {
        "game": started_game(owner),
        "seat": "0",
        "tournament": tournament.json()["id"],
        "round_number": "1",
        "ping": some_id,
        "webhook": some_id,
    }


def check(sent: Request, answer: Answer, number: int) -> None:
    """Raise AssertionError unless an answer is a success or a whole problem document."""
    context = f"LUDOLOG_RAW_SEED={SEED}, request {number}: {sent.method} {sent.path[:100]} {sent.body[:200]!r}"
    assert answer.status < 500, f"{answer} {context}"
    if answer.status >= 400 and answer.body:
        assert answer.media_type == "application/problem+json", f"{answer} {context}"
        assert json.loads(answer.body).keys() >= {"type", "title", "status", "detail", "code"}, context


class Sent:
    """The requests of a run, and the statuses of their answers."""

    def __init__(self, server: Server, protocol: str) -> None:
        owner = server.player("Mallory")
        self._token = owner.headers["Authorization"].removeprefix("Bearer ")
        self._ids: Mapping[str, str] = parameters(owner)
        self._operations = operations()
        self._server = server
        self._seed = f"{SEED}/{protocol}"
        self._memory = 0
        self.statuses = Counter[int]()

    def request(self, number: int) -> Request:
        """Return the request of this number."""
        if number == REQUESTS // 10:
            self._memory = resident(self._server)
        return request(self._seed, number, self._operations, self._ids, self._token)

    def check(self, sent: Request, answer: Answer, number: int) -> None:
        """Check an answer and count its status."""
        check(sent, answer, number)
        self.statuses[answer.status] += 1

    def check_end(self) -> None:
        """Check that the requests were of all kinds, and that the memory has not grown."""
        assert self.statuses.keys() >= {201, 400, 401, 404, 415, 422}, self.statuses
        grown = resident(self._server) - self._memory
        log.info("%d requests (%s): %s, memory %+d bytes", REQUESTS, self._seed, sorted(self.statuses.items()), grown)
        assert grown < GROWTH


def test_no_body_over_http_1_fails_the_service(attacked: Server) -> None:
    sent = Sent(attacked, "HTTP/1.1")
    client = RawClient(attacked.port)
    for number in range(REQUESTS):
        asked = sent.request(number)
        sent.check(asked, client.ask(asked), number)
    client.close()
    sent.check_end()


def test_no_body_over_http_2_fails_the_service(attacked: Server) -> None:
    sent = Sent(attacked, "HTTP/2")
    client = RawHttp2Client(attacked.port)
    refused = 0
    for start in range(0, REQUESTS, AT_ONCE):
        if client.is_closed:
            client = RawHttp2Client(attacked.port)
        asked = [sent.request(number) for number in range(start, min(start + AT_ONCE, REQUESTS))]
        for number, answer in enumerate(client.ask(asked), start):
            if answer is None:
                refused += 1
            else:
                sent.check(asked[number - start], answer, number)
    client.close()
    sent.check_end()
    # the server resets requests with fields that HTTP/2 does not have
    assert refused < REQUESTS // 4
