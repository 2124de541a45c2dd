"""A connection that is lost, leads elsewhere, or cannot be made with the given values."""

import contextlib
import json
import threading
import time
from collections.abc import Generator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from service.terminal.connection.client import Client
from service.terminal.connection.errors import UnreachableError
from tests.service.server import Server, serving
from tests.service.test_terminal import FIRST, QUICK, environment, terminal
from tests.terminal.pty_client import PtyClient

RETRIES = "service.terminal.connection.retries.RETRY_TIMEOUT"
GAME = "00000000-0000-4000-8000-000000000000"


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
def test_a_secret_that_cannot_be_sent_is_named_and_not_printed(
    server: Server, tmp_path: Path, where: str, secret: str
) -> None:
    started = time.monotonic()
    if where == "LUDOLOG_TOKEN":
        done = terminal(server.base, tmp_path, "watch", GAME, LUDOLOG_TOKEN=secret)
        named = "the token of LUDOLOG_TOKEN is not valid"
    elif where == "file":
        file = tmp_path / "ludolog" / "tokens.json"
        file.parent.mkdir()
        file.write_text(json.dumps({server.base: {"name": "Ada", "token": secret}}))
        done = terminal(server.base, tmp_path, "watch", GAME)
        named = "tokens.json is not valid"
    else:
        done = terminal(server.base, tmp_path, "join", GAME, "--invitation", secret)
        named = "the invitation is not valid"

    assert done.returncode == 2, done.stderr
    assert named in done.stderr
    assert not any(part in done.stdout + done.stderr.replace(str(tmp_path), "") for part in secret.split())
    assert len(done.stderr.splitlines()) == 1
    assert time.monotonic() - started < 2, "nothing is tried again"


@pytest.mark.parametrize("language", ["d\N{LATIN SMALL LETTER E WITH ACUTE}", "de de", "de\nX-Other: 1", "de_AT"])
def test_a_language_that_is_no_tag_is_misuse(server: Server, tmp_path: Path, language: str) -> None:
    done = terminal(server.base, tmp_path, "watch", GAME, "--lang", language)

    assert done.returncode == 2
    assert "is not a language: use a tag such as de" in done.stderr
    assert "address of a server" not in done.stderr


@contextlib.contextmanager
def redirecting(to: str) -> Generator[str]:
    """A server that redirects every request to an address; `PATH` in it is the path of the request."""

    class Redirecting(BaseHTTPRequestHandler):
        def redirect(self) -> None:
            self.send_response(308)
            self.send_header("Location", to.replace("PATH", self.path))
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_GET = do_POST = redirect  # noqa: N815 - names of the base class

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - a name of the base class
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Redirecting) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


@pytest.mark.parametrize(
    ("to", "hint"),
    [
        ("https://games.example.orgPATH", ": use --server https://games.example.org"),
        ("https://games.example.org:8443/ludologPATH", ": use --server https://games.example.org:8443/ludolog"),
        ("https://login.example.org/sign-in?to=PATH", ": use --server https://login.example.org"),
        ("/elsewhere", ""),
        ("ftp://games.example.org", ""),
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
    assert line.partition(": use ")[2] == hint.partition(": use ")[2]


def test_a_stream_that_is_redirected_is_an_error() -> None:
    with (
        redirecting("https://games.example.orgPATH") as address,
        Client(address) as client,
        pytest.raises(UnreachableError, match=r"redirects to .*: use --server https://games\.example\.org$"),
    ):
        list(client.lines(f"/games/{GAME}/stream"))
