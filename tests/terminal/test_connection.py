"""A connection that is lost, leads elsewhere, or cannot be made with the given values."""

import contextlib
import json
import re
import time
from collections.abc import Generator
from pathlib import Path

import httpx
import pytest

from service.terminal.connection import client as clients
from service.terminal.connection.client import Client
from service.terminal.connection.errors import UnreachableError
from service.terminal.connection.following import Following
from service.terminal.connection.retries import Retries
from tests.service.kit import open_game
from tests.service.server import Server, serving
from tests.service.test_terminal import FIRST, QUICK, environment, terminal
from tests.service.wire import wire_to
from tests.terminal.pty_client import PtyClient
from tests.terminal.replies import Reply, answering

RETRIES = "service.terminal.connection.retries.RETRY_TIMEOUT"
GAME = "00000000-0000-4000-8000-000000000000"
SIGN_IN = ": it seems to be behind a sign-in page"


def rest_of(client: PtyClient) -> int:
    """Read what a client prints until it ends; returns its exit code."""
    while client.read():
        pass
    return client.process.wait(10)


def test_an_outage_is_reported_once_and_its_end_too(tmp_path: Path) -> None:
    with (
        serving(tmp_path / "games.db") as server,
        PtyClient(["play", *QUICK, *FIRST, "--name", "Ada"], environment(server.base, tmp_path)) as client,
    ):
        client.until(r"q leave\) >")
        server.kill()
        client.type("1")
        client.until("no answer from")
        # the next two attempts
        deadline = time.monotonic() + 4.5
        while time.monotonic() < deadline:
            client.read()
        server.restart()
        client.until("answers again")
        client.until(r"q leave\) >", after=client.plain.index("answers again"))
        client.type("q")

        assert rest_of(client) == 0
        assert client.plain.count("no answer from") == client.plain.count("answers again") == 1


@pytest.mark.parametrize("where", ["decision", "waiting room"])
def test_a_connection_lost_for_good_shows_how_to_come_back(tmp_path: Path, where: str) -> None:
    wishes = ("minos", "--people", "2") if where == "waiting room" else (*QUICK, *FIRST)
    prompt = "Type bots to fill" if where == "waiting room" else r"q leave\) >"
    with (
        serving(tmp_path / "games.db") as server,
        PtyClient(
            ["play", *wishes, "--name", "Ada"], environment(server.base, tmp_path), timeouts={RETRIES: 1.5}
        ) as client,
    ):
        game = client.until(r"game (\S{36})")[1]
        client.until(prompt)
        server.kill()
        client.type("1")

        assert rest_of(client) == 2
        assert f"Continue with: ludolog play --game {game}" in client.plain
        assert "no Ludolog server answers" in client.plain
        assert "Traceback" not in client.plain


def test_a_cancelled_game_is_not_offered_again(server: Server, tmp_path: Path) -> None:
    player = server.player()
    token = player.headers["Authorization"].removeprefix("Bearer ")
    with PtyClient(
        ["play", "minos", "--people", "2"], environment(server.base, tmp_path, LUDOLOG_TOKEN=token)
    ) as client:
        game = client.until(r"game (\S{36})")[1]
        client.until("Type bots to fill")
        assert player.delete(f"/v1/games/{game}").is_success

        assert rest_of(client) == 1
        assert "was cancelled before the start" in client.plain
        assert "Continue with" not in client.plain


@pytest.mark.parametrize("secret", [f"secret{letter}value" for letter in "\n \x7f\N{LATIN SMALL LETTER E WITH ACUTE}"])
@pytest.mark.parametrize("where", ["LUDOLOG_TOKEN", "file", "invitation"])
def test_a_secret_that_cannot_be_sent_is_named_and_not_printed(tmp_path: Path, where: str, secret: str) -> None:
    arguments, variables = ("watch", GAME), dict[str, str]()
    with answering(lambda _path: Reply()) as (address, paths):
        if where == "LUDOLOG_TOKEN":
            variables = {"LUDOLOG_TOKEN": secret}
            named = "the token of LUDOLOG_TOKEN is not valid"
        elif where == "file":
            file = tmp_path / "ludolog" / "tokens.json"
            file.parent.mkdir()
            file.write_text(json.dumps({address: {"name": "Ada", "token": secret}}))
            named = "tokens.json is not valid"
        else:
            arguments = ("join", GAME, "--invitation", secret)
            named = "the invitation is not valid"
        done = terminal(address, tmp_path, *arguments, **variables)

    assert done.returncode == 2, done.stderr
    assert named in done.stderr
    assert not any(part in done.stdout + done.stderr.replace(str(tmp_path), "") for part in secret.split())
    assert len(done.stderr.splitlines()) == 1
    assert paths == []


@pytest.mark.parametrize("language", ["d\N{LATIN SMALL LETTER E WITH ACUTE}", "de de", "de\nX-Other: 1", "de_AT"])
def test_a_language_that_is_no_tag_is_misuse(server: Server, tmp_path: Path, language: str) -> None:
    done = terminal(server.base, tmp_path, "watch", GAME, "--lang", language)

    assert done.returncode == 2
    assert "is not a language: use a tag such as de" in done.stderr
    assert "address of a server" not in done.stderr


@contextlib.contextmanager
def redirecting(to: str) -> Generator[str]:
    """A server that redirects every request to an address; `PATH` in it is the path of the request."""
    with answering(lambda path: Reply(308, b"", {"Location": to.replace("PATH", path)})) as (address, _):
        yield address


@pytest.mark.parametrize(
    ("to", "hint"),
    [
        ("https://games.example.orgPATH", ": use --server https://games.example.org"),
        ("https://games.example.org:8443/ludologPATH", ": use --server https://games.example.org:8443/ludolog"),
        ("/ludolog/PATH", ": use --server SERVER/ludolog/"),
        ("https://login.example.org/sign-in?to=PATH", SIGN_IN),
        ("/elsewhere", SIGN_IN),
        ("//games.example.orgPATH", ""),
        ("ftp://games.example.orgPATH", ""),
    ],
)
@pytest.mark.parametrize("arguments", [("watch", GAME), ("play", *QUICK, "--name", "Ada")], ids=lambda told: told[0])
def test_a_redirect_is_named_with_the_server_to_use(
    tmp_path: Path, to: str, hint: str, arguments: tuple[str, ...]
) -> None:
    with redirecting(to) as address:
        done = terminal(address, tmp_path, *arguments)

    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"ludolog: {address} redirects to {to.partition('PATH')[0]}")
    assert line.endswith(hint.replace("SERVER", address))
    assert hint or not (": use " in line or SIGN_IN in line)


def test_a_redirect_to_a_host_that_cannot_be_decoded_is_one_clear_line(tmp_path: Path) -> None:
    with redirecting("https://xn--zzzzzz.examplePATH") as address:
        done = terminal(address, tmp_path, "watch", GAME)

    assert done.returncode == 2
    assert done.stderr == f"ludolog: {address} redirects to an address that is not valid\n"


@pytest.mark.parametrize("path", ["", "/games"])
def test_a_redirect_below_the_path_of_a_server_is_compared_without_it(path: str) -> None:
    with (
        redirecting("/login?next=PATH") as address,
        Client(f"{address}{path}") as client,
        pytest.raises(UnreachableError, match=f"{re.escape(SIGN_IN)}$"),
    ):
        client.get("/me")


@pytest.mark.parametrize("location", ["/v1/me", "HTTP://Games.Example.org/v1/me", "http://games.example.org:80/v1/me"])
def test_a_redirect_to_the_same_address_has_no_hint(location: str) -> None:
    server = "http://games.example.org:80"
    reply = httpx.Response(308, headers={"Location": location}, request=httpx.Request("GET", f"{server}/v1/me"))
    with pytest.raises(UnreachableError, match=f"redirects to {location}$"):
        Retries(server, print).reply_to(lambda: reply)


def test_a_stream_that_is_redirected_is_an_error() -> None:
    with (
        redirecting("https://games.example.orgPATH") as address,
        Client(address) as client,
        pytest.raises(UnreachableError, match=r"redirects to .*: use --server https://games\.example\.org$"),
    ):
        list(client.lines(f"/games/{GAME}/stream"))


def test_a_reply_that_is_not_utf_8_is_not_taken_for_an_argument(tmp_path: Path) -> None:
    with answering(lambda _path: Reply(body=b'{"title": "Min\xf6s"}')) as (address, _):
        done = terminal(address, tmp_path, "rules", "minos")

    assert done.returncode == 2
    assert done.stderr == f"ludolog: {address} does not speak this API: /v1/rulesets/minos is no JSON object\n"


def test_a_stream_that_cannot_be_understood_does_not_end_in_silence() -> None:
    with (
        answering(lambda _path: Reply(body=b'{"record": {}}\n')) as (address, _),
        Client(address) as client,
        Following(client, GAME, 0) as stream,
        pytest.raises(KeyError, match="version"),
    ):
        stream.next(5)


def test_a_stream_behind_a_frozen_proxy_is_opened_again_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clients, "LINE_TIMEOUT", 2.0)
    beating = {"service.play.api.stream.connection.HEARTBEAT": 0.5}
    with serving(tmp_path / "games.db", beating) as server, wire_to(server.port) as wire:
        player = server.player()
        game = open_game(player)
        with Client(wire.base) as client, Following(client, game, 0) as stream:
            first = _next_version(stream)
            wire.freeze()
            player.put(f"/v1/games/{game}/seats/0")
            again = _next_version(stream)

    assert (first, again) == (1, 2)


def _next_version(stream: Following) -> int:
    """Return the version of the next event."""
    while True:
        item = stream.next(60)
        assert item is not None
        if "record" in item:
            return item["record"]["version"]
