"""`ludolog webhooks`: events for a program on this machine, signed and verified, through real processes."""

import json
import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from service.news.local.feeds import RESULT_TYPES, ROUND_TYPES, feeds_for
from service.news.local.forwarding import Forwarder
from service.news.local.listening import listen_to
from service.news.signatures import random_secret, verify
from service.terminal.connection.client import Client
from tests.notifications.receiver import receiver
from tests.service.forge import run_ludolog
from tests.service.kit import open_game, started_game
from tests.service.server import Server, serving
from tests.service.tournaments.kit import Cup
from tests.terminal.replies import Reply, answering


@contextmanager
def running(*arguments: str, **variables: str) -> Generator["subprocess.Popen[str]"]:
    """Run `ludolog webhooks` until the block ends."""
    command = [sys.executable, "-m", "service", "webhooks", *arguments]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", **variables}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def line_of(process: "subprocess.Popen[str]") -> str:
    """Return the next line that a process prints."""
    assert process.stdout is not None
    return process.stdout.readline().rstrip()


def client_of(server: Server, person: httpx.Client) -> Client:
    """Return a client of the command line with the token of a person."""
    return Client(server.base, person.headers["Authorization"].removeprefix("Bearer "))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    """A service."""
    with serving(tmp_path_factory.mktemp("local") / "games.db") as found:
        yield found


def test_events_are_forwarded_to_a_receiver_that_verifies_them(server: Server) -> None:
    player = server.player()
    token = player.headers["Authorization"].removeprefix("Bearer ")
    secret = random_secret()
    with running("receive", "--port", "0", LUDOLOG_WEBHOOK_SECRET=secret) as received:
        target = line_of(received).removeprefix("receiving on ")
        options = ("--forward", target, "--server", server.base, "--types", "decision.opened,game.started")
        with running("listen", *options, LUDOLOG_TOKEN=token, LUDOLOG_WEBHOOK_SECRET=secret) as listening:
            assert line_of(listening) == f"listening to {server.base}"
            game = started_game(player)
            shown = [line_of(listening) for _ in range(2)]
            verified = [line_of(received) for _ in range(2)]

    assert all(line.endswith("} -> 204") for line in shown)
    bodies = [json.loads(line.removesuffix(" -> 204")) for line in shown]
    assert [body["type"] for body in bodies] == ["game.started", "decision.opened"]
    assert {body["data"]["game"] for body in bodies} == {game}
    assert all(line.startswith("verified msg_") for line in verified)
    assert [json.loads(line.partition(": ")[2]) for line in verified] == bodies


def test_a_request_with_another_secret_is_refused() -> None:
    with running("receive", "--port", "0", "--secret", random_secret()) as received:
        target = line_of(received).removeprefix("receiving on ")
        assert Forwarder(target, random_secret()).send("msg_1", b"{}") == "401"
        assert line_of(received).startswith("refused: no signature matches")


def test_what_is_printed_is_what_webhooks_receive(server: Server) -> None:
    player = server.player()
    token = player.headers["Authorization"].removeprefix("Bearer ")
    with (
        receiver() as found,
        running("listen", "--forward", found.url(), "--server", server.base, LUDOLOG_TOKEN=token) as listening,
    ):
        printed = line_of(listening)
        line_of(listening)
        started_game(player)
        (first, *_) = found.wait(1)
    secret = printed.removeprefix("the secret is ")
    verify(secret, first.headers, first.body, float(first.headers["webhook-timestamp"]))


def test_a_stream_that_cannot_be_understood_does_not_end_in_silence() -> None:
    with (
        answering(lambda _path: Reply(body=b'{"event": "ready"}\n')) as (address, _),
        Client(address) as client,
        pytest.raises(KeyError, match="cursor"),
    ):
        next(listen_to(client, ["game.started"], None, None))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("listen", "--forward", "https://hooks.example.com/"), "only sent to this machine"),
        (("listen", "--forward", "http://localhost:1/", "--secret", "word"), "begins with whsec_"),
        (("listen", "--types", "game.over"), "there is no type 'game.over'"),
        (("listen", "--types", "deadline.near"), "is in no feed"),
        (("receive", "--secret", "word"), "begins with whsec_"),
        (("receive", "--secret", "whsec_?"), "not base64"),
    ],
)
def test_what_cannot_be_used_is_refused(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    done = run_ludolog("webhooks", *arguments, environment={"HOME": str(tmp_path)})

    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_rounds_of_own_tournaments_are_printed(server: Server) -> None:
    cup = Cup(server, 4)
    cup.register_all()
    token = cup.owner.headers["Authorization"].removeprefix("Bearer ")
    options = ("--server", server.base, "--types", "round.paired,result.published")
    with running("listen", *options, LUDOLOG_TOKEN=token) as listening:
        assert line_of(listening) == f"listening to {server.base}"
        cup.done(cup.owner, "publish_round", round=1)
        body = json.loads(line_of(listening))

    assert (body["type"], body["data"]["tournament"], body["data"]["round"]) == ("round.paired", cup.id, 1)
    assert body["data"]["feed"] == "/v1/tournaments/rounds?organiser=me"


def test_an_organiser_who_plays_gets_each_round_once(server: Server) -> None:
    cup = Cup(server, 3)
    cup.register_all()
    cup.done(cup.owner, "register")
    cup.done(cup.owner, "publish_round", round=1)
    cup.done(cup.owner, "withdraw_round", round=1, reason="a test")
    with client_of(server, cup.owner) as client:
        feeds = feeds_for(client, ROUND_TYPES)
        assert [body for feed in feeds for body in feed.bodies()] == []

        cup.done(cup.owner, "publish_round", round=1)

        (body,) = (json.loads(body) for feed in feeds for body in feed.bodies())
        assert (body["type"], body["data"]["round"]) == ("round.paired", 1)
        assert [body for feed in feeds for body in feed.bodies()] == []


def test_a_feed_of_results_starts_at_its_newest_line(server: Server) -> None:
    player, owner = server.player(), server.player()
    with client_of(server, player) as client:
        (first,) = feeds_for(client, RESULT_TYPES)
        for _ in range(2):
            ruling = {"type": "adjudicate", "ranks": [1, 2, 3], "reason": "a test"}
            game = f"/v1/games/{open_game(owner)}"
            assert player.put(f"{game}/seats/0").status_code == 200
            assert owner.post(f"{game}/start").status_code == 200
            ruled = owner.post(f"{game}/rulings", json=ruling)
            assert ruled.status_code == 201, ruled.text

        (second,) = feeds_for(client, RESULT_TYPES)

        assert len(list(first.bodies())) == 2
        assert list(second.bodies()) == []
