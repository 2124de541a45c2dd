"""`ludolog login`: a terminal signs in by a code, and keeps the token as after a sign-up."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from tests.replies import ok
from tests.service.apps.kit import device_decided
from tests.service.browsers import Browser
from tests.service.kit import holder
from tests.service.server import Server
from tests.service.test_terminal import terminal


@contextmanager
def logging_in(server: Server, folder: Path) -> Generator[tuple[str, "subprocess.Popen[str]"]]:
    """Run the command until it waits. Yield its code and the process."""
    environment = {name: value for name, value in os.environ.items() if name != "LUDOLOG_TOKEN"}
    with subprocess.Popen(
        [sys.executable, "-m", "service", "login", "--server", server.base],
        env={**environment, "XDG_CONFIG_HOME": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            shown = process.stdout.readline() + process.stdout.readline()
            found = re.search(r"[A-Z]{4}-[A-Z]{4}", shown)
            assert found, shown
            assert f"{server.base}/device?user_code={found[0]}" in shown
            yield found[0], process
        finally:
            process.kill()


def test_a_terminal_signs_in_by_a_code_and_keeps_the_token(server: Server, browser: Browser, tmp_path: Path) -> None:
    name = ok(browser.get("/v1/me")).json()["name"]
    with logging_in(server, tmp_path) as (code, process):
        assert device_decided(browser, code, duration="month").status_code == 201
        _, told = process.communicate(timeout=60)
        assert process.returncode == 0, told
    assert f"signed in as {name}; the token is in" in told
    file = tmp_path / "ludolog" / "tokens.json"
    assert file.stat().st_mode & 0o777 == 0o600
    kept = json.loads(file.read_text())[server.base]
    assert kept["name"] == name
    assert ok(holder(server, kept["token"]).get("/v1/me")).json()["name"] == name

    games = terminal(server.base, tmp_path, "games")
    assert games.returncode == 0, games.stderr
    (grant,) = ok(browser.get("/v1/me/grants")).json()["items"]
    assert (grant["client"], grant["host"]) == ("Ludolog terminal", None)
    assert browser.delete(f"/v1/me/grants/{grant['id']}").status_code == 204
    refused = terminal(server.base, tmp_path, "games")
    assert refused.returncode == 1
    assert "run ludolog login" in refused.stderr

    # the next token of the same account takes the place of the first one
    with logging_in(server, tmp_path) as (code, process):
        assert device_decided(browser, code).status_code == 201
        assert process.wait(timeout=60) == 0
    assert terminal(server.base, tmp_path, "games").returncode == 0


def test_a_refusal_ends_the_command(server: Server, browser: Browser, tmp_path: Path) -> None:
    with logging_in(server, tmp_path) as (code, process):
        assert device_decided(browser, code, "deny").status_code == 201
        _, told = process.communicate(timeout=60)

    assert (process.returncode, told.strip()) == (1, "ludolog: you have refused it on the page")
    assert json.loads((tmp_path / "ludolog" / "tokens.json").read_text()) == {}


def test_a_token_of_the_environment_would_hide_the_kept_one(server: Server, tmp_path: Path) -> None:
    done = terminal(server.base, tmp_path, "login", LUDOLOG_TOKEN="ludolog_x")

    assert done.returncode == 2
    assert "unset it first" in done.stderr
