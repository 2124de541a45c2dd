"""A server process with the title Nim, and the command `ludolog` with it."""

import subprocess
import sys
from pathlib import Path

from tests.service.server import StartedServer

ROOT = Path(__file__).parents[2]
MODULE = "tests.titles.nim"


class NimServer(StartedServer):
    """A running service with the title Nim."""

    module = MODULE


def ludolog(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command `ludolog` with the title Nim."""
    command = [sys.executable, "-m", MODULE, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
