"""Input that is no text, no number, too long, or missing does not end the client with an error."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.service.server import Server
from tests.service.test_terminal import FIRST, QUICK, ROOT, environment
from tests.terminal.pty_client import PtyClient

LUDOLOG = (sys.executable, "-m", "service")
LONG = b"9" * 5000


def run(
    server: Server, home: Path, *arguments: str | bytes, typed: bytes = b"", before: tuple[str, ...] = ()
) -> tuple[int, str, str]:
    """Run the client with bytes as its input. Return its exit code and what it printed."""
    done = subprocess.run(
        [*before, *LUDOLOG, *arguments],
        env=environment(server.base, home, PYTHONIOENCODING="utf-8:strict"), cwd=ROOT,
        input=typed, capture_output=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_lines_that_cannot_be_used_are_asked_again(server: Server, tmp_path: Path) -> None:
    """As a number, a range, a preview, and a search of the rules; and bytes that are no text."""
    too_long = [LONG, b"1 " + LONG, b"p 1 " + LONG, b"rules " + LONG]
    typed = b"\n".join([b"\xff\xfe", *too_long, b"log", b"q", b""])
    code, out, err = run(server, tmp_path, "play", *QUICK, *FIRST, typed=typed)

    assert (code, "ludolog: " in err) == (0, False), err
    printed = " ".join(out.split())
    assert printed.count("no choice has \N{REPLACEMENT CHARACTER}") == 1
    assert printed.count("the line is too long") == len(too_long)
    assert "Continue with: ludolog play --game" in out


def test_closed_input_ends_the_client_as_leaving_does(server: Server, tmp_path: Path) -> None:
    closed = ("sh", "-c", 'exec "$@" <&-', "sh")
    code, out, err = run(server, tmp_path, "play", *QUICK, *FIRST, before=closed)

    assert (code, "ludolog: " in err) == (0, False), err
    assert "Continue with: ludolog play --game" in out


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (("play", *QUICK, "--option", b"end_bonus=" + LONG), "end_bonus"),
        (("play", *QUICK, "--name", b"\xff"), "an argument of the command is no text in UTF-8"),
        (("play", b"\xff", "--name", "Ada"), "an argument of the command is no text in UTF-8"),
    ],
    ids=["option", "name", "title"],
)
def test_an_argument_that_cannot_be_used_is_misuse(
    server: Server, tmp_path: Path, arguments: tuple[str | bytes, ...], printed: str
) -> None:
    code, _, err = run(server, tmp_path, *arguments)

    assert code == 2, err
    assert printed in err
    assert "an answer of the server" not in err


def test_a_place_of_5000_digits_is_no_place(server: Server, tmp_path: Path) -> None:
    _, _, err = run(server, tmp_path, "play", *QUICK, typed=b"q\n")
    game = next(line for line in err.splitlines() if line.startswith("game ")).split()[1]
    code, _, err = run(server, tmp_path, "replay", game, "--at", LONG)

    assert code == 2, err
    assert "an answer of the server" not in err


def test_ctrl_d_at_the_first_question_leaves(server: Server, tmp_path: Path) -> None:
    with PtyClient(["play", *QUICK], environment(server.base, tmp_path)) as client:
        client.until("What name shall others see")
        client.end_input()
        code = client.process.wait(20)
        while client.read():
            pass

    assert code == 0
    assert "Traceback" not in client.plain
