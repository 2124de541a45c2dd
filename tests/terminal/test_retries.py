"""Servers that ask to wait, are not ready, or answer only some requests."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.terminal.connection.client import Client
from service.terminal.connection.errors import ProblemReply, ServerError, UnreachableError
from service.terminal.connection.retries import Retries
from tests.service.test_terminal import terminal
from tests.terminal.replies import Reply, answering, problem
from tests.terminal.test_connection import GAME, RETRIES


def test_a_wait_that_is_too_long_is_an_error_with_its_reason() -> None:
    refusal = problem(429, "this address has signed up 1 player today", Retry_After="3600")
    with (
        answering(lambda _path: refusal) as (address, paths),
        Client(address) as client,
        pytest.raises(ProblemReply, match="this address has signed up 1 player today"),
    ):
        client.post("/players", {"name": "Bob"})

    assert paths == ["/v1/players"]


def test_a_refused_command_prints_the_reason(tmp_path: Path) -> None:
    with answering(lambda _path: problem(429, "too many requests", Retry_After="3600")) as (address, _):
        done = terminal(address, tmp_path, "rules", "minos")

    assert (done.returncode, done.stderr) == (1, "ludolog: too many requests\n")


def test_a_refusal_is_printed_without_control_characters() -> None:
    with (
        answering(lambda _path: problem(403, "not\x1b[2J yours")) as (address, _),
        Client(address) as client,
        pytest.raises(ProblemReply, match=r"^not\?\[2J yours$"),
    ):
        client.get("/me")


@pytest.mark.parametrize("is_met", [False, True])
def test_a_short_wait_is_announced_and_taken(is_met: bool) -> None:
    replies = [problem(429, "too many requests", Retry_After="0")] * 2
    replies = [*([Reply()] if is_met else []), *replies, Reply(body=b'{"id": "me"}')]
    notices: list[str] = []
    with (
        answering(lambda _path: replies.pop(0)) as (address, _),
        Client(address, notice=notices.append) as client,
    ):
        if is_met:
            client.get("/me")
        assert client.get("/me") == {"id": "me"}

    assert notices == ["too many requests: trying again in 0.1 s"]


def test_a_server_that_is_not_ready_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RETRIES, 0.1)
    replies = [Reply()]
    starting = problem(503, "the service is starting or stopping")
    with (
        answering(lambda _path: replies.pop() if replies else starting) as (address, _),
        Client(address) as client,
    ):
        client.get("/me")
        with pytest.raises(UnreachableError, match="status 503, the service is starting or stopping"):
            client.get("/me")


def test_an_outage_ends_only_with_the_request_that_reported_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RETRIES, 3.0)
    notices: list[str] = []

    def noticed(text: str) -> None:
        """Note a notice, and send another request meanwhile, as the game does."""
        notices.append(text)
        assert client.get("/me") == {}

    with (
        answering(lambda path: Reply(502) if "stream" in path else Reply()) as (address, _),
        Client(address, notice=noticed) as client,
    ):
        client.get("/me")
        with pytest.raises(UnreachableError):
            list(client.lines("/games/1/stream"))

    assert notices == [f"no answer from {address}, trying again: status 502"]


@pytest.mark.parametrize(
    ("end", "is_continued"),
    [
        (problem(503, "the service is stopping"), True),
        (problem(500, "a defect"), True),
        (problem(403, "secret"), False),
    ],
    ids=lambda end: getattr(end, "status", ""),
)
def test_a_watch_that_fails_prints_how_to_continue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: Reply, is_continued: bool
) -> None:
    monkeypatch.setattr(RETRIES, 0.1)
    event: dict[str, Any] = {"record": {"version": 7, "type": "nim.moved", "seat": 0, "data": {}}}
    seats = [{"seat": 0, "player": "bot:random", "name": None}]
    game = {"ruleset": "nim", "status": "running", "seats": seats}

    def answer(path: str) -> Reply:
        if "/events?after=7&" in path:
            return end
        page: Any = {"items": [event], "next": 7, "is_over": False} if "/events?" in path else game
        return Reply(body=json.dumps({"pieces": {}, "places": {}} if path.endswith("/words") else page).encode())

    with answering(answer) as (address, _):
        options = ("--lang", "de", "--as", "public", "--after", "6")
        done = terminal(address, tmp_path, "watch", GAME, *options)

    assert done.returncode == (2 if end.status == 503 else 1)
    line = f"Continue with: ludolog watch {GAME} --as public --lang de --after 7 --server {address}"
    assert (line in done.stdout.splitlines()) == is_continued


def test_a_request_that_cannot_be_sent_is_not_tried_again() -> None:
    attempts: list[str] = []

    def send() -> httpx.Response:
        attempts.append("sent")
        raise httpx.LocalProtocolError("Illegal header value b'Bearer secret'")

    with pytest.raises(ServerError, match="it is not valid HTTP") as failed:
        Retries("http://server", attempts.append).reply_to(send)

    assert attempts == ["sent"]
    assert "secret" not in str(failed.value)
