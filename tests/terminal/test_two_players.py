"""Two people play: two client processes at terminals of 80x24, a real server between them."""

import os
import random
import re
import shlex
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.service.server import Server, serving
from tests.terminal.pty_client import PtyClient

ROOT = Path(__file__).parents[2]
PROMPT = "q leave) >"
ASKED = re.compile(r"(q leave\) >|Type yes >|\(Enter: -?\d+\) >) *$")
LAZY = re.compile(r"^ *\d+ .*\b(end the turn|finish|pass|bag)\b", re.MULTILINE | re.IGNORECASE)
"""A choice that does little, by a word of it that finds it."""
JOIN = r"Others join with: (ludolog join [^\n]*(?:\n[^\n]*)?)\nThe game"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Serve each test by itself: its players have the same names as those of the others."""
    with serving(tmp_path / "games.db") as running:
        yield running


def environment(server: Server, home: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name.startswith("PYTHON")}
    return {**kept, "PYTHONPATH": str(ROOT), "LUDOLOG_SERVER": server.base, "XDG_CONFIG_HOME": str(home)}


def join_line(text: str) -> list[str]:
    """The command that the waiting owner shares, as it would be pasted: lines that the terminal broke are one."""
    return shlex.split(text.replace("\n", ""))[1:]


class Robot:
    """Types into a client whatever it asks for, and checks each screen."""

    def __init__(self, client: PtyClient, seed: int, tired_after: int) -> None:
        self.client = client
        self._rng = random.Random(seed)
        self._tired_after = tired_after
        self.asked = 0
        self._read = 0

    def step(self) -> bool:
        """Read, and answer if something is asked; returns whether the process still runs."""
        running = self.client.read(0.01)
        fresh = self.client.plain[self._read :]
        found = ASKED.search(fresh)
        if found:
            if found[1] == PROMPT:
                self._check_screen()
                self.asked += 1
            self._read = len(self.client.plain)
            self.client.type(self._answer(found[1], fresh))
        return running

    def _check_screen(self) -> None:
        """Board, question and prompt are on the screen together, with nothing scrolled away."""
        shown = [line for line in self.client.shown if line]
        assert any(line.startswith("round ") for line in shown), shown
        assert any(re.search(r"\(\d\): rule \d", line) for line in shown), shown
        assert shown[-1].endswith(PROMPT), shown

    def _answer(self, prompt: str, fresh: str) -> str:
        if prompt == "Type yes >":
            return "yes"
        if prompt != PROMPT:
            return ""
        if "or keep: keep all" in fresh:
            return self._rng.choice(["keep", "1 2", "roll"])
        if self.asked <= self._tired_after:
            return str(self._rng.randint(1, 9))
        # the words narrow the choices down to one, which Enter takes
        return "" if "Enter takes it" in fresh else self._rng.choice([*LAZY.findall(fresh), "1", "2"])


def play_to_the_end(robots: list[Robot]) -> None:
    for _ in range(200_000):
        running = [robot.step() for robot in robots]
        if not any(running):
            break
    assert all(robot.client.process.wait(10) == 0 for robot in robots)


@pytest.fixture
def open_clients() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def test_two_people_play_a_game_to_its_end(server: Server, tmp_path: Path, open_clients: ExitStack) -> None:
    wishes = ["minos", "--profile", "short", "--option", "idle_limit=5", "--private"]
    ada = open_clients.enter_context(
        PtyClient(["play", *wishes, "--people", "2", "--name", "Ada"], environment(server, tmp_path))
    )
    line = ada.until(JOIN)[1]
    bob = open_clients.enter_context(PtyClient([*join_line(line), "--name", "Bob"], environment(server, tmp_path)))
    # what Bob sees depends on which is faster: he reads the game, or Ada's client starts it
    ada.until(r"Bob \(1\) takes seat 1")
    robots = [Robot(ada, 1, 12), Robot(bob, 2, 12)]
    play_to_the_end(robots)

    assert all(robot.asked > 5 for robot in robots)
    for client, other in ((ada, "Bob (1)"), (bob, "Ada (0)")):
        assert "result of game" in client.plain
        assert "Verify it: ludolog verify" in client.plain
        assert re.search(rf"^ +\d+ {re.escape(other)} ", client.plain, re.MULTILINE), "sentences of the other's moves"


def test_moves_of_the_other_are_told_while_waiting(server: Server, tmp_path: Path, open_clients: ExitStack) -> None:
    wishes = ["minos", "--people", "2", "--option", "first_player=seat_0", "--name", "Ada"]
    ada = open_clients.enter_context(PtyClient(["play", *wishes], environment(server, tmp_path)))
    line = ada.until(JOIN)[1]
    bob = open_clients.enter_context(PtyClient([*join_line(line), "--name", "Bob"], environment(server, tmp_path)))
    ada.until(PROMPT.replace(")", r"\)"))
    bob.until(r"waiting for Ada \(0\)")
    ada.type("roll")
    bob.until(r"Ada \(0\) rolls [^\n]* again")
    bob.type("help")
    bob.until("map NAME")
    seen = len(bob.plain)
    bob.type("u")
    bob.until(r"round 1 [^\n]*to act: Ada \(0\)", after=seen)
    assert "Traceback" not in bob.plain + ada.plain


def test_who_is_alone_fills_the_seats_with_bots(server: Server, tmp_path: Path, open_clients: ExitStack) -> None:
    wishes = ["giganten", "--people", "3", "--option", "first_player=seat_0", "--name", "Ada"]
    ada = open_clients.enter_context(PtyClient(["play", *wishes], environment(server, tmp_path)))
    ada.until("Type bots to fill")
    ada.type("bots")
    ada.until("rule 2c.1")
    assert "careful (1)" in ada.plain


def test_a_private_game_is_joined_by_its_invitation_only(
    server: Server, tmp_path: Path, open_clients: ExitStack
) -> None:
    wishes = ["minos", "--people", "2", "--private", "--name", "Ada"]
    ada = open_clients.enter_context(PtyClient(["play", *wishes], environment(server, tmp_path)))
    line = join_line(ada.until(JOIN)[1])
    without = [part for part in line if part not in {"--invitation", line[line.index("--invitation") + 1]}]
    eve = open_clients.enter_context(PtyClient([*without, "--name", "Eve"], environment(server, tmp_path)))
    eve.until("no such game")
    assert eve.process.wait(10) == 1
    bob = open_clients.enter_context(PtyClient([*line, "--name", "Bob"], environment(server, tmp_path)))
    ada.until(r"Bob \(1\) takes seat 1")
    bob.until("Bob")
