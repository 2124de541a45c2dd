"""Both programs that verify, with the log of a site."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from domain.transparency.notes import COSIGNATURE, NoteKey
from tests.replies import ok
from tests.service.server import serving
from tests.service.site_log.test_logged_games import bot_game, bundle_of
from tests.service.verifiers import Done, first, second

PROGRAMS = pytest.mark.parametrize("verify", [first, second])
Verify = Callable[..., Done]


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


@PROGRAMS
def test_the_log_of_a_site_is_followed_from_one_run_to_the_next(verify: Verify, tmp_path: Path, bundle: Path) -> None:
    state = str(tmp_path / "state.json")
    with serving(tmp_path / "games.db") as server:
        player = server.player()
        bundle.write_bytes(b"\n".join([*bundle_of(player, bot_game(player)), b""]))
        (tmp_path / "log.vkey").write_text(ok(player.get("/log/vkey")).text)
        site = ("--site", server.base, "--state", state)
        once = verify(tmp_path, *site, str(bundle))
        bundle_of(player, bot_game(player))
        again = verify(tmp_path, *site, "--log-key", str(tmp_path / "log.vkey"), str(bundle))
        # the programs keep the same of a site
        other = (second if verify is first else first)(tmp_path, *site)
        alone = verify(tmp_path, *site)
        as_json = verify(tmp_path, *site, "--json", str(bundle))
        kept = json.loads((tmp_path / "state.json").read_text())
        kept[server.base]["checkpoint"] = kept[server.base]["checkpoint"].replace("\n", "\r\n")
        (tmp_path / "state.json").write_text(json.dumps(kept))
        broken = verify(tmp_path, *site)
    offline = verify(tmp_path, "--log-key", str(tmp_path / "log.vkey"), str(bundle))

    assert once.returncode == 0, once.stderr
    assert once.stdout.splitlines()[0].endswith(" is seen for the first time")
    assert outcomes(once)["site"] == "passed"
    assert again.returncode == 0, again.stderr
    assert "continues that of" in again.stdout
    for done in (other, alone):
        assert done.returncode == 0, done.stderr
        [line] = done.stdout.splitlines()
        assert "continues that of" in line
    report = json.loads(as_json.stdout)
    passed = {"check": "site", "verdict": "passed", "line": None, "reason": None}
    # only one of the programs reads the entries of a log
    assert report["checks"][-1 if verify is first else -2] == passed
    assert ("entries" in report["unchecked"]) is (verify is second)
    assert report["log_index"] is not None
    assert broken.returncode == 2
    assert offline.returncode == 0, offline.stderr
    assert outcomes(offline)["log"] == "passed"
    assert "has it at position" in offline.stdout


def outcomes(done: Done) -> dict[str, str]:
    """Return the verdicts that a program has printed, by the names of the checks."""
    words = [line.split() for line in done.stdout.splitlines() if line.startswith("  ")]
    return {each[0]: each[1] for each in words if each[1] in {"passed", "failed", "skipped"}}


@PROGRAMS
def test_a_file_without_proofs_passes_only_if_the_user_says_so(verify: Verify, tmp_path: Path, bundle: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        player = server.player()
        bundle.write_bytes(b"\n".join([*bundle_of(player, bot_game(player), format=1), b""]))
        key = ok(player.get("/log/vkey")).text.strip()
        site = ("--site", server.base, "--state", str(tmp_path / "state.json"))
        followed = verify(tmp_path, *site, str(bundle))
        waived = verify(tmp_path, *site, "--unlogged", str(bundle))
    offline = verify(tmp_path, "--log-key", key, str(bundle))
    before_the_log = verify(tmp_path, "--log-key", key, "--unlogged", str(bundle))

    for done in (followed, offline):
        assert (done.returncode, outcomes(done)["log"]) == (1, "failed"), done.stderr
        assert "no proof that the log has it" in done.stdout
    for done in (waived, before_the_log):
        assert (done.returncode, outcomes(done)["log"]) == (0, "skipped"), done.stderr
        assert "no proof of the log" in done.stdout.splitlines()[-1]
    assert outcomes(waived)["site"] == "skipped"


@PROGRAMS
def test_a_restored_backup_is_found_by_the_command(verify: Verify, tmp_path: Path) -> None:
    state, file = str(tmp_path / "state.json"), tmp_path / "games.db"
    with serving(file) as server:
        player = server.player()
        bundle_of(player, bot_game(player))
        server.stop()
        backup = {path: path.read_bytes() for path in tmp_path.glob("games.db*")}
        server.restart()
        player = server.player("Bo")
        (tmp_path / "lost.jsonl").write_bytes(b"\n".join([*bundle_of(player, bot_game(player)), b""]))
        site = ("--site", server.base, "--state")
        assert verify(tmp_path, *site, state).returncode == 0
        kept = (tmp_path / "state.json").read_text()
        server.stop()
        for path in tmp_path.glob("games.db*"):
            path.unlink()
        for path, content in backup.items():
            path.write_bytes(content)
            path.chmod(0o600)
        server.restart()
        found = verify(tmp_path, *site, state)
        lost = verify(tmp_path, *site, str(tmp_path / "other.json"), "lost.jsonl")
        # another game at the place of the lost one
        player = server.player("Cy")
        bundle_of(player, bot_game(player))
        bundle_of(player, bot_game(player))
        rewritten = verify(tmp_path, *site, state)

    assert found.returncode == 1
    assert "rolled back" in found.stderr
    assert found.stderr.count("— ludolog-") == 2
    assert (lost.returncode, outcomes(lost)["site"]) == (1, "failed")
    assert "its proofs are of a log of" in lost.stdout
    assert (rewritten.returncode, "was rewritten" in rewritten.stderr) == (1, True)
    assert rewritten.stderr.count("— ludolog-") == 2
    assert (tmp_path / "state.json").read_text() == kept


WITNESS = NoteKey("down.example/w2", bytes(range(32)), COSIGNATURE)
OF_LOG = NoteKey("games.example/log", bytes(range(32)))


@PROGRAMS
@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--log-key", "games.example/log+00000000+AAAA"), ""),
        (("--log-key", "missing.vkey"), "missing.vkey"),
        (("--witness", WITNESS.vkey), "a witness cosigns the log of a site: give its address with --site"),
        (("--site", "http://127.0.0.1:9", "--witness", OF_LOG.vkey), "the key of a witness has the type 4"),
        (("--site", "games.example"), "games.example"),
    ],
)
def test_a_key_or_an_address_that_is_none_is_an_error(
    verify: Verify, options: tuple[str, ...], reason: str, tmp_path: Path
) -> None:
    done = verify(tmp_path, *options, "-", stdin=b"") if verify is second else verify(tmp_path, *options, "-")

    assert (done.returncode, done.stdout) == (2, "")
    assert reason in done.stderr
    assert not any(trace in done.stderr for trace in ("Traceback", "    at "))


@PROGRAMS
def test_a_site_without_a_log_is_an_error(verify: Verify, tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        found = verify(tmp_path, "--site", server.base, "--state", str(tmp_path / "state.json"))
    gone = verify(tmp_path, "--site", server.base, "--state", str(tmp_path / "state.json"))
    nothing = verify(tmp_path)

    assert (found.returncode, gone.returncode, nothing.returncode) == (2, 2, 2)
    assert "the log is empty" in found.stderr
    assert server.base in gone.stderr
    assert "file" in nothing.stderr
