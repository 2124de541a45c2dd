"""The Python SDK: built, installed in an environment of its own, and played with over a bad connection."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contract.sdk.files import PYTHON
from tests.contract.sdk.games import check_games, readme_blocks
from tests.contract.sdk.scripted import check_scenarios
from tests.service.server import Server

PLAYERS = Path(__file__).parent / "players"


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
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_games_of_all_titles_over_a_bad_connection(server: Server, installed: Path, tmp_path: Path) -> None:
    """No decision is lost or made twice, no event is lost or seen twice, and the receipts verify."""
    check_games(server, [str(installed), str(PLAYERS / "player.py")], tmp_path)


def test_the_blocks_of_the_readme_play_and_show_a_game(server: Server, installed: Path, tmp_path: Path) -> None:
    *blocks, sign_in = readme_blocks(PYTHON / "README.md", "python", server.base)
    program = "\n".join(blocks)

    done = subprocess.run([installed, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    assert len(blocks[0].splitlines()) <= 20
    assert "1 seat " in done.stdout
    assert "there is no such game" in done.stdout
    assert done.stdout.rstrip().endswith("game.ended")
    assert (tmp_path / "receipts.jsonl").exists()
    # `test_oauth.py` runs it
    assert "sign_in_by_device(" in sign_in


def test_each_scenario_of_a_scripted_server(installed: Path) -> None:
    check_scenarios([str(installed), str(PLAYERS / "probe.py")])
