"""The Python SDK: built, installed in an environment of its own, and played with over a bad connection."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contract.sdk.files import PYTHON
from tests.contract.sdk.games import check_games
from tests.service.server import Server

PLAYER = Path(__file__).parent / "players" / "player.py"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment in which the package is installed from its wheel."""
    folder = tmp_path_factory.mktemp("python")
    uv("build", "--wheel", "--no-build-isolation", "--python", sys.executable, "--out-dir", str(folder), str(PYTHON))
    uv("venv", "--python", sys.executable, str(folder / "env"))
    python = folder / "env" / "bin" / "python"
    (wheel,) = folder.glob("*.whl")
    uv("pip", "install", "--python", str(python), str(wheel))
    return python


def uv(*arguments: str) -> None:
    """Run uv."""
    program = shutil.which("uv")
    assert program is not None
    # builds leave no files in the checkout
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False, env={**os.environ})
    assert done.returncode == 0, done.stderr


def test_games_of_all_titles_over_a_bad_connection(server: Server, installed: Path, tmp_path: Path) -> None:
    """No decision is lost or made twice, no event is lost or seen twice, and the receipts verify."""
    check_games(server, [str(installed), str(PLAYER)], tmp_path)
