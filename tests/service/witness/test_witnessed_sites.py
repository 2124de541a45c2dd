"""Sites and their witnesses: cosignatures, one that is down, a copied database, a restored backup."""

import time
from pathlib import Path

import httpx

from domain.transparency.checkpoints import open_checkpoint, parse_checkpoint
from domain.transparency.notes import COSIGNATURE, NoteKey, parse_note
from service.core.keys.signing import is_signed_by
from tests.replies import ok
from tests.service.forge import run_ludolog
from tests.service.server import Server, free_port, serving
from tests.service.site_log.test_logged_games import bot_game, bundle_of, log_key
from tests.service.test_cli import ludolog
from tests.service.verifiers import second
from tests.service.witness.kit import LOCAL, await_for, cosigners, witnessing

DOWN = NoteKey("down.example/w2", bytes(range(32)), COSIGNATURE)
"""The key of a witness that nobody runs."""


def size_of(client: httpx.Client) -> int:
    return parse_checkpoint(parse_note(ok(client.get("/log/checkpoint")).text).text).size


def play(server: Server) -> int:
    """Play a game to its end; returns the size of the log."""
    player = server.player()
    bundle_of(player, bot_game(player))
    return size_of(player)


def files_of(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.glob("games.db*")}


def restore(folder: Path, files: dict[Path, bytes]) -> None:
    for path in folder.glob("games.db*"):
        path.unlink()
    for path, content in files.items():
        path.write_bytes(content)
        path.chmod(0o600)


def test_a_site_publishes_what_its_witnesses_cosign_and_one_that_is_down_delays_nothing(tmp_path: Path) -> None:
    down = f"{DOWN.vkey} http://127.0.0.1:{free_port()}"
    with serving(tmp_path / "games.db", **LOCAL) as server:
        play(server)
        vkey = log_key(server.client()).vkey
        with witnessing(tmp_path / "w1", "--log", vkey) as witness:
            server.stop()
            server.settings |= {"LUDOLOG_WITNESSES": f"{down}, {witness.setting}", "LUDOLOG_METRICS": "on"}
            server.restart()
            client = server.client()
            assert await_for(lambda: cosigners(client, witness.key, DOWN)) == [witness.name]
            began = time.monotonic()
            size = play(server)
            assert time.monotonic() - began < 30
            assert await_for(lambda: witness.size() == size and cosigners(client, witness.key, DOWN)) == [witness.name]
            # the checkpoint is the one that the log has signed
            checkpoint = open_checkpoint(ok(client.get("/log/checkpoint")).text, [log_key(client)], is_signed_by)
            site = ("verify", "--site", server.base, "--state", str(tmp_path / "state.json"))
            cosigned = ludolog(*site, "--witness", witness.key.vkey, folder=tmp_path)
            missing = run_ludolog(
                *(*site, "--witness", witness.key.vkey, "--witness", DOWN.vkey),
                folder=tmp_path,
                timeouts={"service.operate.cli.verification.COSIGNED_WITHIN": 0.0},
            )
            shown = second(tmp_path, *site[1:], "--witness", witness.key.vkey, "--log-key", vkey)
            lacking = second(tmp_path, *site[1:], "--witness", witness.key.vkey, "--witness", DOWN.vkey)
            metrics = ok(client.get("/metrics")).text
            health = ok(client.get("/health/ready")).json()
    assert checkpoint.size == size
    assert cosigned.returncode == 0, cosigned.stderr
    assert (missing.returncode, "not cosigned by down.example/w2" in missing.stderr) == (1, True)
    # the second program says the same
    assert shown.returncode == 0, shown.stderr
    assert (lacking.returncode, lacking.stdout) == (1, "")
    assert lacking.stderr.removeprefix("verify.mjs: ") == missing.stderr.removeprefix("ludolog: ")
    assert f'ludolog_log_cosigned{{witness="{witness.name}"}} {float(size)}' in metrics
    assert f'ludolog_log_cosigned{{witness="{DOWN.name}"}} 0.0' in metrics
    assert (health["status"], health["log_problem"]) == ("ok", None)


def test_witnesses_on_networks_that_are_not_allowed_get_nothing(tmp_path: Path) -> None:
    output = tmp_path / "log"
    witnesses = {"LUDOLOG_WITNESSES": f"{DOWN.vkey} https://127.0.0.1"}
    with serving(tmp_path / "games.db", {}, output, LUDOLOG_CHECKPOINT_INTERVAL="1", **witnesses) as server:
        play(server)
        await_for(lambda: "does not cosign the log: refused" in output.read_text())


def test_a_copied_database_is_found_by_the_witness_and_the_site_learns_of_it(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", **LOCAL) as server:
        play(server)
        with witnessing(tmp_path / "w1", "--site", server.base) as witness:
            server.stop()
            copy = files_of(tmp_path)
            server.settings["LUDOLOG_WITNESSES"] = witness.setting
            server.restart()
            size = play(server)
            await_for(lambda: witness.size() == size)
            witness.stop()
            server.stop()
            restore(tmp_path, copy)
            server.restart()
            play(server)
            assert play(server) > size
            once = ludolog("witness", "--site", server.base, "--state", str(witness.state), "--once", folder=tmp_path)
            witness.restart()
            [alarm] = witness.status()["alarms"]
            client = server.client()
            health = await_for(lambda: ok(client.get("/health/ready")).json()["log_problem"] or "")
            assert witness.size() == size
            assert cosigners(client, witness.key) == []
            assert ok(client.get("/health/ready")).json()["status"] == "degraded"
    assert once.returncode == 1
    assert "was rewritten" in once.stderr
    assert "was rewritten" in alarm["reason"]
    assert "does not continue" in health
    [file] = witness.folder.glob("fork-*.txt")
    assert alarm["before"] in file.read_text()
    assert alarm["now"] in file.read_text()


def test_a_restored_backup_is_found_by_the_witness_and_the_site_learns_of_it(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", **LOCAL) as server:
        play(server)
        with witnessing(tmp_path / "w1", "--site", server.base) as witness:
            server.stop()
            server.settings["LUDOLOG_WITNESSES"] = witness.setting
            server.restart()
            await_for(lambda: cosigners(server.client(), witness.key))
            server.stop()
            backup = files_of(tmp_path)
            server.restart()
            size = play(server)
            await_for(lambda: witness.size() == size)
            server.stop()
            restore(tmp_path, backup)
            server.restart()
            client = server.client()
            alarms = await_for(lambda: witness.status()["alarms"])
            problem = await_for(lambda: ok(client.get("/health/ready")).json()["log_problem"] or "")
            assert witness.size() == size
    assert "rolled back" in alarms[0]["reason"]
    assert "older than what was published" in problem


def test_a_site_that_is_polled_needs_to_submit_nothing(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", **LOCAL) as server:
        size = play(server)
        with witnessing(tmp_path / "w1", "--site", server.base) as witness:
            await_for(lambda: witness.size() == size)
            later = play(server)
            await_for(lambda: witness.size() == later)
            server.stop()
            await_for(lambda: witness.status()["sites"][0]["problem"])
            assert witness.status()["status"] == "ok"
            server.restart()
            await_for(lambda: witness.status()["sites"][0]["problem"] is None)


def test_a_site_with_another_key_does_not_replace_a_log_that_is_followed(tmp_path: Path) -> None:
    origin = {"LUDOLOG_ORIGIN": "https://games.example"}
    with serving(tmp_path / "games.db", **LOCAL, **origin) as server:
        size = play(server)
        other = tmp_path / "other"
        other.mkdir()
        with (
            serving(other / "games.db", **LOCAL, **origin) as impostor,
            witnessing(tmp_path / "w1", "--site", server.base) as witness,
        ):
            play(impostor)
            await_for(lambda: witness.size() == size)
            witness.stop()
            witness.options = ("--site", server.base, "--site", impostor.base)
            witness.restart()
            problem = await_for(lambda: witness.status()["sites"][1]["problem"])
            assert "which has another one" in problem
            assert witness.size() == size
            assert witness.status()["sites"][0]["problem"] is None
