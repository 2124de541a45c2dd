"""The TypeScript SDK: packed, installed in a folder of its own, and played with over a bad connection."""

import json
import shutil
from pathlib import Path

import pytest

from tests.bots.test_examples import started
from tests.contract.generators.toolchain import NODE, NPM, node_modules, npm_program, run
from tests.contract.sdk.files import TYPESCRIPT, made_by_npm
from tests.contract.sdk.games import BOTS, check_games, readme_blocks
from tests.contract.sdk.scripted import check_scenarios
from tests.replies import ok
from tests.service.server import Server

PLAYERS = Path(__file__).parent / "players"

BASE = "http://127.0.0.1:8000"

CONFIG = {
    "compilerOptions": {
        "strict": True,
        "target": "es2022",
        "module": "nodenext",
        "types": ["node"],
        "skipDefaultLibCheck": True,
        "noEmitOnError": True,
    },
    "include": ["*.ts"],
}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of modules in which the package is installed from what npm has packed."""
    folder = tmp_path_factory.mktemp("typescript")
    run(NODE, NPM, "pack", "--silent", "--pack-destination", str(folder), str(TYPESCRIPT), cwd=folder)
    (packed,) = folder.glob("*.tgz")
    (folder / "package.json").write_text(json.dumps({"private": True, "type": "module"}))
    run(NODE, NPM, "install", "--offline", "--no-audit", "--no-fund", f"./{packed.name}", cwd=folder)
    # types of Node.js, which come with the tools of the generators
    (folder / "node_modules" / "@types").symlink_to(node_modules() / "@types", target_is_directory=True)
    (folder / "tsconfig.json").write_text(json.dumps(CONFIG))
    for player in PLAYERS.glob("*.ts"):
        shutil.copy(player, folder)
    *blocks, sign_in = readme_blocks(TYPESCRIPT / "README.md", "ts", BASE)
    (folder / "readme.ts").write_text("\n".join(blocks))
    (folder / "sign_in.ts").write_text('import { Client } from "ludolog-client";\n' + sign_in)
    run(npm_program("tsc"), "--project", ".", cwd=folder)
    return folder


def test_the_types_and_the_compiled_modules_are_those_of_the_document() -> None:
    stale = [file.name for file, content in made_by_npm() if file.read_bytes() != content]

    assert stale == [], "run `uv run python -m tests.contract.sdk`"


def test_games_of_all_titles_over_a_bad_connection(server: Server, installed: Path, tmp_path: Path) -> None:
    """No decision is lost or made twice, no event is lost or seen twice, and the receipts verify."""
    check_games(server, [NODE, str(installed / "player.js")], tmp_path)


def test_the_blocks_of_the_readme_play_and_show_a_game(server: Server, installed: Path, tmp_path: Path) -> None:
    compiled = installed / "readme.js"
    compiled.write_text(compiled.read_text().replace(BASE, server.base))

    printed = run(NODE, str(compiled), cwd=tmp_path)

    assert len(readme_blocks(TYPESCRIPT / "README.md", "ts", BASE)[0].splitlines()) <= 20
    assert "1 seat " in printed
    assert "there is no such game" in printed
    assert printed.rstrip().endswith("game.ended")
    assert (tmp_path / "receipts.jsonl").exists()


def test_each_scenario_of_a_scripted_server(installed: Path, tmp_path: Path) -> None:
    package = Path("node_modules") / "ludolog-client"
    shutil.copytree(installed / package, tmp_path / package)
    streams = tmp_path / package / "lib" / "streams.js"
    text = streams.read_text()
    assert "SILENCE = 40_000" in text
    streams.write_text(text.replace("SILENCE = 40_000", "SILENCE = 3_000"))
    shutil.copy(installed / "package.json", tmp_path)
    shutil.copy(installed / "probe.js", tmp_path)

    check_scenarios([NODE, str(tmp_path / "probe.js")])


def test_the_bot_of_the_guide_plays_a_seat(server: Server, installed: Path) -> None:
    (bot,) = readme_blocks(BOTS, "js", server.base)
    (installed / "mybot.mjs").write_text(bot)
    owner, game, token = started(server, "Author of mybot.mjs", {"ruleset": "siberia", "take_back": False})

    run(NODE, "mybot.mjs", server.base, game, cwd=installed, environment={"LUDOLOG_TOKEN": token})

    assert ok(owner.get(f"/v1/games/{game}")).json()["status"] == "ended"
