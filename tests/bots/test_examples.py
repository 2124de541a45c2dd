"""The examples for authors of bots: each plays a whole game on a real server, and in the arena."""

import os
import re
import shutil
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from service.operate.cli import app
from tests.replies import ok
from tests.service.conftest import server as server  # noqa: PLC0414 - the fixture
from tests.service.server import Server

EXAMPLES = Path(__file__).parents[2] / "openapi"
SECONDS = 240
"""Generous, for a machine with other load."""

PYTHON, NODE = [sys.executable, str(EXAMPLES / "bot.py")], ["node", str(EXAMPLES / "bot.mjs")]


BOTH = pytest.mark.parametrize("program", [PYTHON, NODE], ids=["python", "javascript"])


def started(server: Server, name: str, body: dict[str, Any]) -> tuple[httpx.Client, str, str]:
    """Return a player who has seat 0 of a game that has started, the id of the game, and a token for the seat."""
    owner = server.player(name)
    game = owner.post("/v1/games", json={"seats": 2, "bots": {"1": "random"}, **body}).raise_for_status().json()["id"]
    owner.put(f"/v1/games/{game}/seats/0", json={}).raise_for_status()
    made = owner.post(f"/v1/games/{game}/seats/0/tokens", json={"label": "my bot"}).raise_for_status()
    if ok(owner.get(f"/v1/games/{game}")).json()["status"] == "open":
        owner.post(f"/v1/games/{game}/start", json={}).raise_for_status()
    return owner, game, made.json()["token"]


def run(program: list[str], *arguments: str, token: str) -> subprocess.CompletedProcess[bytes]:
    """Run an example to its end."""
    if shutil.which(program[0]) is None:
        pytest.skip(f"{program[0]} is not installed")
    environment = {**os.environ, "LUDOLOG_TOKEN": token}
    return subprocess.run([*program, *arguments], env=environment, timeout=SECONDS, capture_output=True, check=False)


@BOTH
def test_an_example_plays_a_game_to_its_end_with_a_seat_token(server: Server, program: list[str]) -> None:
    body = {"ruleset": "siberia", "take_back": False}
    owner, game, token = started(server, f"Author of {program[0][-4:]}", body)

    done = run(program, server.base, game, token=token)

    assert (done.returncode, done.stderr) == (0, b"")
    assert ok(owner.get(f"/v1/games/{game}")).json()["status"] == "ended"


ILLEGAL = {
    "python": 'def choose(request):\n    return {"type": "minos.end_turn"}\n\n\ndef unused(',
    "javascript": 'function choose(request) {\n  return { type: "minos.end_turn" };\n}\n\nfunction unused(',
}
"""The beginning of a function that returns a command against the rules, and of another one for the old body."""


@BOTH
def test_a_command_against_the_rules_ends_an_example_with_the_reason(
    server: Server, program: list[str], tmp_path: Path
) -> None:
    """Sent again and again it would never be accepted."""
    example = Path(program[1])
    language = "python" if example.suffix == ".py" else "javascript"
    mine = tmp_path / example.name
    mine.write_text(re.sub(r"(def|function) choose\(", lambda _: ILLEGAL[language], example.read_text(), count=1))
    _, game, token = started(server, f"Cheat in {language}", {"ruleset": "minos"})

    done = run([program[0], str(mine)], f"{server.base}/", game, token=token)

    assert done.returncode == 1
    assert done.stderr.decode().startswith("the server refuses: 409 refused: roll dice again, or keep them")
    assert done.stderr.count(b"\n") == 1


@BOTH
def test_an_example_with_a_wrong_token_says_so(server: Server, program: list[str]) -> None:
    done = run(program, server.base, "no-game", token="no-token")

    assert done.returncode == 1
    assert done.stderr.decode().startswith("the server refuses: 401 token-needed: the token is unknown")


class Gateway(BaseHTTPRequestHandler):
    """Cuts its first answer off, and refuses the next request with JSON that is no problem document."""

    asked = 0

    def do_GET(self) -> None:
        type(self).asked += 1
        body = b'{"message": "no route"}'
        is_cut = self.asked == 1
        self.send_response(200 if is_cut else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[:1] if is_cut else body)
        self.close_connection = True


class SilentGateway(Gateway):
    """Waits with its first answer until the client closes the connection."""

    def do_GET(self) -> None:
        if not self.asked:
            type(self).asked += 1
            self.close_connection = True
            self.rfile.read(1)
            return
        super().do_GET()


def through(gateway: type[Gateway], program: list[str]) -> subprocess.CompletedProcess[bytes]:
    """Run an example against a gateway."""
    with HTTPServer(("127.0.0.1", 0), gateway) as answering:
        threading.Thread(target=answering.serve_forever, daemon=True).start()
        try:
            return run(program, f"http://127.0.0.1:{answering.server_port}", "any-game", token="any")
        finally:
            answering.shutdown()


@BOTH
def test_an_example_repeats_a_request_whose_answer_is_cut_off(program: list[str]) -> None:
    gateway = type("OneGateway", (Gateway,), {"asked": 0})

    done = through(gateway, program)

    assert gateway.asked == 2
    assert done.returncode == 1
    assert done.stderr.decode().strip() == 'the server refuses: 404 : {"message": "no route"}'


@BOTH
def test_an_example_repeats_a_request_that_gets_no_answer(program: list[str], tmp_path: Path) -> None:
    example = Path(program[1])
    mine = tmp_path / example.name
    # with a timeout of one second
    text, changed = re.subn(r"(?m)^((?:const )?WAIT = )25\b", r"\g<1>-14", example.read_text())
    mine.write_text(text)
    gateway = type("OneGateway", (SilentGateway,), {"asked": 0})

    done = through(gateway, [program[0], str(mine)])

    assert changed == 1
    assert gateway.asked == 2
    assert done.returncode == 1
    assert done.stderr.decode().strip() == 'the server refuses: 404 : {"message": "no route"}'


@pytest.mark.parametrize("bot", [PYTHON[1], f"cmd:node {NODE[1]} --lines"], ids=["python", "javascript"])
def test_an_example_plays_in_the_arena(bot: str) -> None:
    if "node" in bot and shutil.which("node") is None:
        pytest.skip("node is not installed")
    done = CliRunner().invoke(app, ["arena", bot, "careful", "--games", "1", "--seats", "2", "--ruleset", "minos"])

    assert done.exit_code == 0, done.output


@BOTH
def test_an_example_without_its_arguments_says_how_it_is_started(program: list[str]) -> None:
    if shutil.which(program[0]) is None:
        pytest.skip(f"{program[0]} is not installed")
    done = subprocess.run(program, timeout=SECONDS, capture_output=True, check=False, text=True)

    assert done.returncode == 1
    assert done.stderr.startswith("usage: LUDOLOG_TOKEN=… ")
    assert done.stderr.count("\n") == 1


@BOTH
def test_an_example_with_an_address_that_is_no_url_says_how_it_is_started(program: list[str]) -> None:
    done = run(program, "127.0.0.1:8000", "no-game", token="no-token")

    assert done.returncode == 1
    assert done.stderr.decode().startswith("usage: ")
