"""The commands of `ludolog`: each is found, and brings no more along than it needs."""

import re
import subprocess
import sys

import pytest

from service.operate.cli import MODULES
from tests.service.forge import run_ludolog

HEAVY = ("cryptography", "eventsourcing", "granian", "litestar", "openskill", "psycopg")


def imported_by(*arguments: str) -> set[str]:
    """Return which of the heavy packages a command has imported."""
    code = f"""
import sys
from service.operate.cli import app
try:
    app({list(arguments)!r})
finally:
    print("imported:", *(name for name in {HEAVY!r} if name in sys.modules))
"""
    # in a process that has imported nothing yet
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False).stdout
    return set(told.rpartition("imported:")[2].split())


def test_to_ask_for_health_or_to_play_reads_nothing_of_the_service() -> None:
    assert imported_by("health") == set()
    assert imported_by("play", "--help") == set()


def test_to_verify_needs_no_database_and_no_server() -> None:
    assert imported_by("verify", "--help") == {"cryptography"}
    assert imported_by("serve", "--help") == set(HEAVY)


@pytest.mark.parametrize("name", MODULES)
def test_every_command_says_how_it_is_used(name: str) -> None:
    told = run_ludolog(name, "--help")

    assert told.returncode == 0
    assert re.search(rf"Usage: .* {name} ", told.stdout)


def test_an_unknown_command_is_refused_by_its_name() -> None:
    told = run_ludolog("verfy")

    assert told.returncode == 2
    assert "verfy" in told.stderr
