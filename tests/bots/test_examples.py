"""The examples for authors of bots: each plays a whole game on a real server, and in the arena."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import service.bots
from service.cli import app
from tests.service.conftest import server as server  # noqa: PLC0414 - the fixture
from tests.service.server import Server

EXAMPLES = Path(service.bots.__file__).parent / "examples"
SECONDS = 240
"""Generous, for a machine with other load."""

PYTHON, NODE = [sys.executable, str(EXAMPLES / "bot.py")], ["node", str(EXAMPLES / "bot.mjs")]


@pytest.mark.parametrize("program", [PYTHON, NODE], ids=["python", "javascript"])
def test_an_example_plays_a_game_to_its_end_with_a_seat_token(server: Server, program: list[str]) -> None:
    if shutil.which(program[0]) is None:
        pytest.skip(f"{program[0]} is not installed")
    owner = server.player(f"Author of {program[0][-4:]}")
    body = {"ruleset": "siberia", "seats": 2, "bots": {"1": "random"}, "take_back": False}
    game = owner.post("/v1/games", json=body).raise_for_status().json()["id"]
    owner.put(f"/v1/games/{game}/seats/0", json={}).raise_for_status()
    made = owner.post(f"/v1/games/{game}/seats/0/tokens", json={"label": "my bot"}).raise_for_status()
    if owner.get(f"/v1/games/{game}").json()["status"] == "open":
        owner.post(f"/v1/games/{game}/start", json={}).raise_for_status()

    environment = {**os.environ, "LUDOLOG_TOKEN": made.json()["token"]}
    done = subprocess.run(
        [*program, server.base, game], env=environment, timeout=SECONDS, capture_output=True, check=False
    )

    assert (done.returncode, done.stderr) == (0, b"")
    assert owner.get(f"/v1/games/{game}").json()["status"] == "ended"


@pytest.mark.parametrize("bot", [PYTHON[1], f"cmd:node {NODE[1]} --lines"], ids=["python", "javascript"])
def test_an_example_plays_in_the_arena(bot: str) -> None:
    if "node" in bot and shutil.which("node") is None:
        pytest.skip("node is not installed")
    done = CliRunner().invoke(app, ["arena", bot, "careful", "--games", "1", "--seats", "2", "--ruleset", "minos"])

    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("program", [PYTHON, NODE], ids=["python", "javascript"])
def test_an_example_without_its_arguments_says_how_it_is_started(program: list[str]) -> None:
    if shutil.which(program[0]) is None:
        pytest.skip(f"{program[0]} is not installed")
    done = subprocess.run(program, timeout=SECONDS, capture_output=True, check=False, text=True)

    assert done.returncode == 1
    assert done.stderr.startswith("usage: LUDOLOG_TOKEN=… ")
    assert done.stderr.count("\n") == 1
