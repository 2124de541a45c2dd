"""`ludolog verify` with the log of a site."""

import json
from pathlib import Path

import pytest

from tests.replies import ok
from tests.service.server import serving
from tests.service.site_log.test_logged_games import bot_game, bundle_of
from tests.service.test_cli import ludolog


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def test_the_log_of_a_site_is_followed_from_one_run_to_the_next(tmp_path: Path, bundle: Path) -> None:
    state = str(tmp_path / "state.json")
    with serving(tmp_path / "games.db") as server:
        player = server.player()
        bundle.write_bytes(b"\n".join([*bundle_of(player, bot_game(player)), b""]))
        (tmp_path / "log.vkey").write_text(ok(player.get("/log/vkey")).text)
        site = ("verify", "--site", server.base, "--state", state)
        first = ludolog(*site, str(bundle), folder=tmp_path)
        bundle_of(player, bot_game(player))
        second = ludolog(*site, "--log-key", str(tmp_path / "log.vkey"), str(bundle), folder=tmp_path)
        alone = ludolog(*site, folder=tmp_path)
        as_json = ludolog(*site, "--json", str(bundle), folder=tmp_path)
        kept = json.loads((tmp_path / "state.json").read_text())
        kept[server.base]["checkpoint"] = kept[server.base]["checkpoint"].replace("\n", "\r\n")
        (tmp_path / "state.json").write_text(json.dumps(kept))
        broken = ludolog(*site, folder=tmp_path)
    offline = ludolog("verify", "--log-key", str(tmp_path / "log.vkey"), str(bundle), folder=tmp_path)

    assert first.returncode == 0, first.stderr
    assert "is seen for the first time" in first.stdout
    assert "site       passed" in first.stdout
    assert second.returncode == 0, second.stderr
    assert "continues that of" in second.stdout
    assert alone.returncode == 0, alone.stderr
    report = json.loads(as_json.stdout)
    assert report["checks"][-1]["check"] == "site"
    assert report["log_index"] is not None
    assert broken.returncode != 0
    assert offline.returncode == 0, offline.stderr
    assert "log        passed" in offline.stdout
    assert "has it at position" in offline.stdout


def test_a_restored_backup_is_found_by_the_command(tmp_path: Path) -> None:
    state, file = str(tmp_path / "state.json"), tmp_path / "games.db"
    with serving(file) as server:
        player = server.player()
        bundle_of(player, bot_game(player))
        server.stop()
        backup = {path: path.read_bytes() for path in tmp_path.glob("games.db*")}
        server.restart()
        player = server.player("Bo")
        bundle_of(player, bot_game(player))
        assert ludolog("verify", "--site", server.base, "--state", state, folder=tmp_path).returncode == 0
        server.stop()
        for path in tmp_path.glob("games.db*"):
            path.unlink()
        for path, content in backup.items():
            path.write_bytes(content)
            path.chmod(0o600)
        server.restart()
        found = ludolog("verify", "--site", server.base, "--state", state, folder=tmp_path)

    assert found.returncode == 1
    assert "rolled back" in found.stderr
    assert found.stderr.count("— ludolog-") == 2


@pytest.mark.parametrize("key", ["games.example/log+00000000+AAAA", "missing.vkey"])
def test_a_key_that_is_none_is_an_error(tmp_path: Path, key: str) -> None:
    done = ludolog("verify", "--log-key", key, "-", folder=tmp_path)
    assert done.returncode != 0
    assert "Traceback" not in done.stderr


def test_a_site_without_a_log_is_an_error(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        found = ludolog("verify", "--site", server.base, "--state", str(tmp_path / "state.json"), folder=tmp_path)
    nothing = ludolog("verify", folder=tmp_path)

    assert found.returncode != 0
    assert "the log is empty" in found.stderr
    assert "name a file" in nothing.stderr
