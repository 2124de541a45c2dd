"""The file of tokens when several processes sign up at once."""

import json
import re
import subprocess
import sys
import uuid
from pathlib import Path

import pytest

from service.terminal.connection.credentials import Account, Credentials
from tests.service.forge import run_ludolog
from tests.service.server import Server
from tests.service.test_terminal import QUICK, terminal

ROOT = Path(__file__).parents[2]
WRITERS, EACH = 4, 50
SCRIPT = """
import sys
from pathlib import Path
from service.terminal.connection.credentials import Account, Credentials
file, writer, each = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
print("ready", flush=True)
sys.stdin.readline()
for number in range(each):
    Credentials(file, {}).keep("http://server", Account(f"{writer}-{number}", f"token-{writer}-{number}"))
"""


def test_sign_ups_at_the_same_time_lose_no_token(tmp_path: Path) -> None:
    file = tmp_path / "ludolog" / "tokens.json"
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", SCRIPT, str(file), str(writer), str(EACH)],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for writer in range(WRITERS)
    ]  # fmt: skip
    for process in writers:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in writers:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    errors = [process.communicate(timeout=60)[1] for process in writers]

    assert [process.returncode for process in writers] == [0] * WRITERS, errors
    kept = {account["token"] for account in json.loads(file.read_text()).values()}
    assert kept == {f"token-{writer}-{number}" for writer in range(WRITERS) for number in range(EACH)}
    assert not list(file.parent.glob("*.new"))


def test_the_first_account_stays_the_usual_one(tmp_path: Path) -> None:
    credentials = Credentials(tmp_path / "tokens.json", {})
    credentials.keep("http://server", Account("Ada", "a"))
    credentials.keep("http://server", Account("Bob", "b"))

    assert credentials.token("http://server") == "a"
    assert credentials.token("http://server", "Bob") == "b"


def test_a_name_is_not_used_up_if_its_token_cannot_be_kept(server: Server, tmp_path: Path) -> None:
    name = f"Ada{uuid.uuid4().hex[:8]}"
    lock = tmp_path / "ludolog" / "tokens.lock"
    lock.mkdir(parents=True)
    failed = terminal(server.base, tmp_path, "play", *QUICK, "--name", name, typed="q\n")
    lock.rmdir()
    done = terminal(server.base, tmp_path, "play", *QUICK, "--name", name, typed="q\n")

    assert failed.returncode == 1
    assert "the token cannot be kept in" in failed.stderr
    assert done.returncode == 0, done.stderr
    assert f"signed up as {name};" in done.stderr


@pytest.mark.parametrize("command", ["watch", "replay", "games", "export", "webhooks listen"])
def test_a_name_without_a_token_is_misuse_that_names_the_known_ones(tmp_path: Path, command: str) -> None:
    address = "http://127.0.0.1:9"
    game = () if command in {"games", "webhooks listen"} else ("00000000-0000-4000-8000-000000000000",)
    arguments = (*command.split(), *game, "--server", address, "--name", "Eve Eden")
    unknown = terminal(address, tmp_path, *arguments)
    credentials = Credentials(tmp_path / "ludolog" / "tokens.json", {})
    for server in (address, f"{address}0"):
        for name in ("Zoe", "Ada", "Bob"):
            credentials.keep(server, Account(f"{name}{server[len(address) :]}", "ludolog_x"))
    known = terminal(address, tmp_path, *arguments)

    assert (unknown.returncode, known.returncode) == (2, 2)
    sign_up = f"sign up with: ludolog play giganten --name 'Eve Eden' --server {address}"
    assert unknown.stderr.strip() == f"ludolog: no token for Eve Eden on {address}; known: none; {sign_up}"
    assert known.stderr.strip() == f"ludolog: no token for Eve Eden on {address}; known: Zoe, Ada, Bob; {sign_up}"


@pytest.mark.parametrize("token", ["secret value", ""])
@pytest.mark.parametrize("command", ["watch", "export", "webhooks listen"])
def test_a_bad_token_or_no_server_is_misuse_for_every_command(tmp_path: Path, command: str, token: str) -> None:
    address = "http://127.0.0.1:9"
    Credentials(tmp_path / "ludolog" / "tokens.json", {}).keep(address, Account("Ada", "ludolog_x"))
    game = () if command == "webhooks listen" else ("00000000-0000-4000-8000-000000000000",)
    done = terminal(address, tmp_path, *command.split(), *game, "--server", address, LUDOLOG_TOKEN=token)

    assert done.returncode == 2
    reason = "the token of LUDOLOG_TOKEN is not valid" if token else f"no Ludolog server answers at {address}"
    assert reason in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_events_of_own_games_need_a_token(tmp_path: Path) -> None:
    done = terminal("http://127.0.0.1:9", tmp_path, "webhooks", "listen")

    assert done.returncode == 2
    assert "no token for http://127.0.0.1:9: sign up with: ludolog play giganten --server" in done.stderr


@pytest.mark.parametrize("command", ["watch", "replay", "games"])
def test_the_help_of_a_command_that_signs_nobody_up_does_not_promise_it(command: str) -> None:
    printed = re.sub(r"[\s│]+", " ", run_ludolog(command, "--help").stdout)

    assert "Your name on the server, if you use several." in printed
    assert "Signs you up" not in printed


@pytest.mark.parametrize("command", [("watch",), ("export", "--out", "bundles")], ids=lambda command: command[0])
def test_a_token_file_that_is_not_utf_8_is_named(server: Server, tmp_path: Path, command: tuple[str, ...]) -> None:
    file = tmp_path / "ludolog" / "tokens.json"
    file.parent.mkdir()
    file.write_bytes(json.dumps({server.base: {"name": "J?rg", "token": "x"}}).encode().replace(b"?", b"\xf6"))
    game = "00000000-0000-4000-8000-000000000000"
    done = terminal(server.base, tmp_path, *command, game, "--server", server.base)

    assert done.returncode == 1
    assert done.stderr.startswith(f"ludolog: the file of tokens {file} cannot be read: ")
    assert len(done.stderr.splitlines()) == 1
