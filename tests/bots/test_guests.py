"""What bots of users get in the arena, and what is said of those that fail."""

import json
import re
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from service.operate.cli import app
from service.operate.guests.program import LONGEST, Program
from tests.replies import ok
from tests.service.conftest import server as server  # noqa: PLC0414 - the fixture
from tests.service.server import Server

READS = """
import subprocess, sys
def choose(request):
    assert subprocess.run(["cat"], stdout=subprocess.PIPE, timeout=5).stdout == b""
    assert sys.stdin.read() == ""
    return request["choices"][-1]["command"]
"""


def test_a_file_and_the_programs_that_it_starts_take_no_request_away(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(READS)
    done = CliRunner().invoke(app, ["arena", str(bot), "careful", "--games", "1", "--seats", "2", "--ruleset", "minos"])

    assert done.exit_code == 0, done.output


FAILS = """
import json, pathlib
def choose(request):
    pathlib.Path(__file__).with_name("last").write_text(json.dumps(request))
    assert not request["view"]["game"].endswith("3"), "the third game"
    return request["choices"][-1]["command"]
"""


def test_the_game_in_which_a_bot_fails_is_named_and_can_be_played_again(tmp_path: Path) -> None:
    bot, last = tmp_path / "bot.py", tmp_path / "last"
    bot.write_text(FAILS)
    words = ["arena", str(bot), "careful", "--seats", "2", "--ruleset", "minos"]
    failed = CliRunner().invoke(app, [*words, "--games", "50"])
    seen = json.loads(last.read_text())
    where = f"bot.py has ended: exit status 1 (seat {seen['seat']} of game 3 of Minos)"
    assert (failed.exit_code, where in " ".join(failed.output.split())) == (2, True), failed.output

    last.unlink()
    again = CliRunner().invoke(app, [*words, "--games", "1", "--first", "3"])
    assert (again.exit_code, where in " ".join(again.output.split())) == (2, True), again.output
    assert json.loads(last.read_text()) == seen


def test_a_program_that_writes_without_a_line_feed_is_stopped() -> None:
    words = ["arena", "cmd:cat /dev/zero", "careful", "--games", "1", "--seats", "2", "--ruleset", "minos"]
    done = CliRunner().invoke(app, [*words, "--timeout", "5"])

    assert done.exit_code == 2
    assert "cmd:cat /dev/zero has written 1,000,000 bytes without a line feed" in " ".join(done.output.split())


def test_an_answer_of_the_maximum_length_is_read() -> None:
    words = [sys.executable, "-c", f"print('x' * ({LONGEST} - 1))"]
    program = Program("long", words, timeout=60)
    try:
        assert program.ask(b"{}") == b"x" * (LONGEST - 1) + b"\n"
    finally:
        program.end()


UNDOES = """
def choose(request):
    undo = [choice for choice in request["choices"] if choice["command"]["type"].endswith("take_back")]
    return (undo or request["choices"])[0]["command"]
"""


def test_a_bot_that_undoes_what_it_did_for_ever_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.operate.arena.LONGEST", 500)
    bot = tmp_path / "bot.py"
    bot.write_text(UNDOES)
    words = ["arena", "careful", str(bot), "--games", "1", "--seats", "2", "--ruleset", "siberia"]
    done = CliRunner().invoke(app, words)

    assert done.exit_code == 2
    text = " ".join(done.output.split())
    assert re.search(r"bot[.]py, seat 1 of game 1 of Siberia: it has made 4\d\d of 500 decisions", text), text


SEES = """
import json, pathlib
def choose(request):
    with pathlib.Path(__file__).with_name("requests").open("a") as file:
        file.write(json.dumps(request) + "\\n")
    return request["choices"][-1]["command"]
"""


def test_a_bot_gets_choices_as_the_decisions_of_a_game_have_them(tmp_path: Path, server: Server) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(SEES)
    done = CliRunner().invoke(app, ["arena", str(bot), "careful", "--games", "2", "--seats", "2", "--ruleset", "minos"])
    assert done.exit_code == 0, done.output
    requests = [json.loads(line) for line in (tmp_path / "requests").read_text().splitlines()]
    choices = [choice for request in requests for choice in request["choices"]]

    # what an absent field means is absent here, too: no null, 0 or empty object
    assert all(value for choice in choices for value in choice.values())
    assert {name for choice in choices for name in choice} >= {"command", "effect", "anchors"}

    # the first decision of a game on a server has the same fields as the same choice in the arena
    owner = server.player()
    body = {"ruleset": "minos", "seats": 2, "bots": {"1": "careful"}, "options": {"first_player": "seat_0"}}
    game = owner.post("/v1/games", json=body).raise_for_status().json()["id"]
    owner.put(f"/v1/games/{game}/seats/0", json={}).raise_for_status()
    owner.post(f"/v1/games/{game}/start", json={}).raise_for_status()
    (decision,) = ok(owner.get(f"/v1/games/{game}/decisions")).json()["items"]
    shared = [choice for choice in decision["choices"] if choice["command"] in [each["command"] for each in choices]]
    assert {"type": "minos.keep_dice"} in [choice["command"] for choice in shared]
    assert all(choice in choices for choice in shared)
