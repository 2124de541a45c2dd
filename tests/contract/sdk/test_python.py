"""The Python SDK: built, installed in an environment of its own, and played with over a bad connection."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from service.operate.cli import app
from tests.bots.test_examples import started
from tests.contract.sdk.files import PYTHON
from tests.contract.sdk.games import BOTS, check_games, readme_blocks
from tests.contract.sdk.scripted import check_scenarios
from tests.replies import ok
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


def test_the_bot_of_the_guide_plays_a_seat(server: Server, installed: Path, tmp_path: Path) -> None:
    (bot,) = readme_blocks(BOTS, "python", server.base)
    (tmp_path / "mybot.py").write_text(bot)
    owner, game, token = started(server, "Author of mybot.py", {"ruleset": "siberia", "take_back": False})

    environment = {**os.environ, "LUDOLOG_TOKEN": token}
    program = [installed, "mybot.py", server.base, game]
    done = subprocess.run(program, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    assert ok(owner.get(f"/v1/games/{game}")).json()["status"] == "ended"
    assert (tmp_path / "receipts.jsonl").exists()


def test_the_bot_of_the_guide_plays_in_the_arena_without_the_package(tmp_path: Path) -> None:
    (bot,) = readme_blocks(BOTS, "python", "")
    (tmp_path / "mybot.py").write_text(bot)
    words = ["arena", str(tmp_path / "mybot.py"), "careful", "--games", "1", "--seats", "2", "--ruleset", "minos"]

    done = CliRunner().invoke(app, words)

    assert done.exit_code == 0, done.output
