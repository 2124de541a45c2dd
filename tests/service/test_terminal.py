"""The command line as a client, against a real server."""

import json
import os
import re
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from service.operate.cli import app
from service.terminal.display.board import generic
from service.terminal.display.screen import Screen
from service.terminal.display.words import Names, event_in_words
from service.terminal.questions.menu import Menu
from tests.replies import ok
from tests.service.kit import first_choice, next_decision, player_in_game
from tests.service.server import Server, free_port

ROOT = Path(__file__).parents[2]
QUICK = ("giganten", "--profile", "kurz", "--option", "black_steps=19", "--bots", "random,random")
FIRST = ("--option", "first_player=seat_0")


def environment(server: str, home: Path, **more: str) -> dict[str, str]:
    """A person's environment: a config folder of their own, and 80 columns."""
    kept = {name: value for name, value in os.environ.items() if name.startswith("PYTHON")}
    settings = {"LUDOLOG_SERVER": server, "XDG_CONFIG_HOME": str(home), "COLUMNS": "80"}
    return {**kept, "PYTHONPATH": str(ROOT), **settings, **more}


def terminal(
    server: str, home: Path, *arguments: str, typed: str = "", **more: str
) -> subprocess.CompletedProcess[str]:
    """Run the command in this process, type into it, and return what it printed."""
    wiped = {name: None for name in (*os.environ, "LANG") if name.startswith(("LUDOLOG_", "LANG", "LC_"))}
    settings = {**wiped, **environment(server, home, **more)}
    done = CliRunner().invoke(app, list(arguments), input=typed, env=settings)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return subprocess.CompletedProcess(arguments, done.exit_code, done.stdout, done.stderr)


def token_of(client: httpx.Client) -> str:
    return client.headers["Authorization"].removeprefix("Bearer ")


def game_in(done: subprocess.CompletedProcess[str]) -> str:
    """The id of the game that was played."""
    found = re.search(r"^game (\S+)$", done.stderr, re.MULTILINE)
    assert found, done.stdout[-500:] + done.stderr
    return found[1]


def test_the_token_is_kept_for_its_owner_alone_and_never_printed(server: Server, tmp_path: Path) -> None:
    first = terminal(server.base, tmp_path, "play", *QUICK, "--name", "Ada", typed="q\n")
    file = tmp_path / "ludolog" / "tokens.json"
    account = json.loads(file.read_text())[server.base]
    again = terminal(server.base, tmp_path, "play", *QUICK, typed="q\n")

    assert first.returncode == again.returncode == 0
    assert account["name"] == "Ada"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "signed up as Ada" in first.stderr
    assert "signed up" not in again.stderr
    for done in (first, again):
        assert account["token"] not in done.stdout + done.stderr
    owners = {ok(server.client().get(f"/v1/games/{game_in(done)}")).json()["owner"] for done in (first, again)}
    assert len(owners) == 1


def test_who_leaves_is_told_how_to_come_back_and_can(server: Server, tmp_path: Path) -> None:
    left = terminal(server.base, tmp_path, "play", *QUICK, *FIRST, typed="?\nlog\nbeige 10\n1\nq\n")
    line = f"Continue with: ludolog play --game {game_in(left)} --server {server.base}"
    back = terminal(server.base, tmp_path, *line.split()[3:], typed="u\nlog all\n")

    assert line in left.stdout.splitlines()
    assert "2c.1" in left.stdout
    assert "Nobody may decline" in left.stdout
    assert game_in(back) == game_in(left)
    assert re.search(r"Guest \d{6} \(0\) takes the", back.stdout)
    assert back.returncode == 0, "the end of the input is leaving too"
    assert max(map(len, left.stdout.splitlines())) <= 120


def await_question(process: "subprocess.Popen[str]") -> None:
    """Read until the client asks for a command."""
    assert process.stdout is not None
    read = ""
    while "q leave) >" not in read:
        letter = process.stdout.read(1)
        assert letter
        read += letter


def test_ctrl_c_leaves_cleanly(server: Server, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "service", "play", *QUICK, *FIRST]
    with subprocess.Popen(
        command, env=environment(server.base, tmp_path), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        await_question(process)
        time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        rest, told = process.communicate(timeout=20)

    assert process.returncode == 130
    assert "Continue with: ludolog play --game" in rest
    assert "Traceback" not in told


@pytest.mark.parametrize("typed", ["1", "p 1"], ids=["command", "preview"])
def test_a_decision_that_was_made_elsewhere_is_looked_at_anew(server: Server, tmp_path: Path, typed: str) -> None:
    player, game = player_in_game(server)
    command = [sys.executable, "-m", "service", "play", "--game", game]
    settings = environment(server.base, tmp_path, LUDOLOG_TOKEN=token_of(player))
    with subprocess.Popen(
        command, env=settings, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        await_question(process)
        body = first_choice(next_decision(player, game))
        assert player.post(f"/v1/games/{game}/commands", json=body).status_code == 201
        rest, told = process.communicate(f"{typed}\nq\n", timeout=30)

    assert process.returncode == 0
    assert "the table has changed meanwhile" in rest
    assert "Traceback" not in told


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("watch", "00000000-0000-4000-8000-000000000000"), 1, "no such game"),
        (("replay", "../rulesets"), 1, "ludolog: "),
        (("play", "chess"), 2, "giganten, siberia, minos"),
        (("play",), 2, "ludolog play giganten"),
        (("play", "giganten", "--bots", "genius,random"), 2, "genius"),
        (("play", "minos", "--people", "5"), 2, "minos has 2, 3, 4 seats, not 5"),
        (("play", "minos", "--seats", "2", "--people", "2", "--bots", "careful"), 2, "leave out --seats"),
        (("join", "00000000-0000-4000-8000-000000000000"), 1, "no such game"),
        (("rules", "chess"), 2, "giganten, siberia, minos"),
        (("games",), 1, "sign up by playing"),
        (("play", "giganten", "--option", "inflation"), 2, "name=value"),
        (("play", "giganten", "--option", "inflation=often"), 2, "inflation"),
        (("play", "giganten", "--seats", "9"), 2, "seats"),
        (("play", "giganten", "--seats", "3", "--seat", "3"), 2, "seats 0 to 2"),
        (("watch", "x", "--server", "nonsense"), 2, "http://127.0.0.1:8000"),
        (("watch", "x", "--server", f"http://127.0.0.1:{free_port()}"), 2, "no Ludolog server answers"),
    ],
)
def test_what_cannot_be_used_is_one_clear_line(
    server: Server, tmp_path: Path, arguments: tuple[str, ...], code: int, told: str
) -> None:
    done = terminal(server.base, tmp_path, *arguments)

    assert done.returncode == code, done.stderr
    errors = [line for line in done.stderr.splitlines() if line.startswith("ludolog: ")]
    assert len(errors) == 1
    assert told in errors[0]


def test_a_refused_token_is_told(server: Server, tmp_path: Path) -> None:
    done = terminal(server.base, tmp_path, "play", *QUICK, LUDOLOG_TOKEN="ludolog_wrong")

    assert done.returncode == 1
    assert "refuses the token of LUDOLOG_TOKEN" in done.stderr
    assert "ludolog_wrong" not in done.stderr + done.stdout


def test_the_terminal_knows_nothing_of_what_is_behind_the_api() -> None:
    script = "import sys, service.terminal.commands; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    own = {name for name in done.stdout.split() if name.split(".")[0] in {"domain", "projections", "service"}}

    assert {name for name in own if not name.startswith("service.terminal")} == {"service"}


def test_another_title_is_shown_as_tables(capsys: pytest.CaptureFixture[str]) -> None:
    names = Names(("Ada (0)", "[red]Bob (1)"))
    view: dict[str, Any] = {
        "type": "chess.view", "game": "g", "version": 7, "viewer": "public", "round": 2, "phase": "1",
        "phase_name": "opening", "awaiting": [1], "clock": {"white": 3}, "players": [{"seat": 0, "men": 16},
        {"seat": 1, "men": 15}],
    }  # fmt: skip
    event: dict[str, Any] = {
        "record": {"version": 9, "type": "chess.piece_moved", "data": {"seat": 1, "to": "e[4]", "draws": []}}
    }
    screen = Screen()
    screen.show(generic(view, {}, names))
    screen.show(event_in_words(event, names))
    shown = capsys.readouterr().out

    assert "round 2 · phase 1 opening · version 7 · seen as public · to act: [red]Bob (1)" in shown
    assert re.search(r"\[red\]Bob \(1\)\s+15", shown)
    assert "piece moved: seat [red]Bob (1), to e[4]" in shown


def test_long_lists_are_searched_by_typing() -> None:
    squares = [f"{row}{column}" for row in "ABC" for column in range(1, 13)]
    choices = [{"command": {"type": "x.drive", "to": square}, "text": f"Drive to {square}"} for square in squares]
    bid: dict[str, Any] = {"command": {"type": "x.bid", "value": 1}, "text": "Bid 1 to 9"}
    menu = Menu([*choices, {**bid, "range": {"field": "value", "min": 1, "max": 9}}], Names(()))

    assert [choice.plain for choice in menu.matching("a1")] == ["Drive to A1"]
    assert len(menu.matching("drive b")) == 12
    assert menu.matching("nowhere") == []
    (found,) = menu.matching("bid")
    assert found.plain == "Bid 1 to 9"
    assert found.with_number(7) == {"type": "x.bid", "value": 7}
    assert menu.numbered(0) is None
    assert menu.numbered(37) == found
