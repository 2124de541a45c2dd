"""The file with the signing keys: made once, never overwritten, followed while the service runs, seen by the doctor."""

import json
import os
import random
import stat
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest

from domain.ledger.signing import Keys
from domain.proof.verify import verify
from service.core.keys.key_file import CHECK_INTERVAL, open_keys, rotate_keys
from service.core.keys.signing import KeyFileError, is_signed_by, keys_from
from tests.games.bundles import receipts_from
from tests.replies import ok
from tests.service.kit import answer, next_decision, player_in_game
from tests.service.server import Server, serving
from tests.service.test_cli import ludolog
from tests.waiting import until

PROCESSES = 6
TAKEN_UP_WITHIN = 20.0


def test_processes_that_start_at_once_sign_with_the_same_key(tmp_path: Path) -> None:
    path = tmp_path / "signing.key"
    program = (
        "import sys; from pathlib import Path; from service.core.keys.key_file import open_keys;"
        "sys.stdin.read(1); print(open_keys(Path(sys.argv[1])).key_id)"
    )
    command = [sys.executable, "-c", program, str(path)]
    running = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(PROCESSES)
    ]
    for process in running:
        assert process.stdin is not None
        process.stdin.write("g")
        process.stdin.flush()

    told = {process.communicate(timeout=60)[0] for process in running}

    assert told == {open_keys(path).key_id + "\n"}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    # nothing half-made is left beside it
    assert [file.name for file in tmp_path.iterdir()] == ["signing.key"]


@pytest.mark.parametrize(
    "text", [b"", b"{", b'{"keys": []}', b'{"keys": [{"kty": "OKP", "crv": "Ed25519", "x": "AA"}]}']
)
def test_a_file_that_is_there_is_never_overwritten(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "signing.key"
    path.write_bytes(text)
    path.chmod(0o600)

    for use in (open_keys, rotate_keys):
        with pytest.raises(KeyFileError):
            use(path)

    assert path.read_bytes() == text


def test_no_key_is_lost_when_several_rotate_at_once(tmp_path: Path) -> None:
    path = tmp_path / "signing.key"
    first = open_keys(path).key_id
    program = (
        "import sys; from pathlib import Path; from service.core.keys.key_file import rotate_keys;"
        "print(rotate_keys(Path(sys.argv[1])).key_id)"
    )
    command = [sys.executable, "-c", program, str(path)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(PROCESSES)]
    for process in running:
        process.communicate(timeout=60)
        assert process.returncode == 0

    kept = [key.kid for key in open_keys(path).published.keys]

    assert len(set(kept)) == len(kept) == PROCESSES + 1
    assert kept[-1] == first


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to another user")
def test_a_key_file_that_root_writes_belongs_to_the_user_of_the_service(tmp_path: Path) -> None:
    """A new file belongs to the owner of the folder, a rotated one to the owner of the file before."""
    path = tmp_path / "games.db.key"
    os.chown(tmp_path, 12345, 12346)

    new = ludolog("keys", "new", folder=tmp_path)
    owner_of_new = (path.stat().st_uid, path.stat().st_gid)
    os.chown(path, 12347, 12348)
    rotated = ludolog("keys", "rotate", folder=tmp_path)

    assert (new.returncode, rotated.returncode) == (0, 0), new.stderr + rotated.stderr
    assert owner_of_new == (12345, 12346)
    assert (path.stat().st_uid, path.stat().st_gid) == (12347, 12348)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def until_published(client: httpx.Client, kid: str) -> list[Any]:
    """Return the published keys once the first is this one."""

    def keys() -> list[Any]:
        return ok(client.get("/.well-known/jwks.json")).json()["keys"]

    until(lambda: keys()[0]["kid"] == kid, TAKEN_UP_WITHIN)
    return keys()


def moved(player: httpx.Client, game: str) -> Mapping[str, Any]:
    """Return the receipt of a move."""
    return ok(answer(player, game, next_decision(player, game), random.Random(1))).json()["receipt"]


def known(server: Server) -> Keys:
    return Keys(is_signed_by, keys_from(server.client().get("/.well-known/jwks.json").text))


def test_a_running_service_takes_a_new_key_up_and_keeps_the_old_ones_published(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        player, game = player_in_game(server, ruleset="minos")
        url = f"/v1/games/{game}/bundle"
        before, old = player.get(url), moved(player, game)
        done = ludolog("keys", "rotate", folder=tmp_path)
        kid = open_keys(tmp_path / "games.db.key").key_id
        keys = until_published(player, kid)
        new = moved(player, game)
        after = player.get(url)
        receipts = receipts_from(b"\n".join(json.dumps(receipt).encode() for receipt in (old, new)))
        published = known(server)

    report = verify(after.content.splitlines(), published, receipts)
    assert done.returncode == 0, done.stderr
    assert kid in done.stdout
    assert [key["kid"] for key in keys] == [kid, old["key_id"]]
    assert (new["key_id"], report.key_id) == (kid, kid)
    assert {check.check: check.verdict for check in report.checks}["receipts"] == "passed"
    assert verify(before.content.splitlines(), published).trusted


def test_a_file_that_is_spoilt_meanwhile_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "signing.key"
    now = 0.0
    signer = open_keys(path, lambda: now)
    first = signer.key_id

    path.write_bytes(b"spoilt")
    now += CHECK_INTERVAL
    while_spoilt = signer.key_id
    path.unlink()
    now += CHECK_INTERVAL
    while_gone = signer.key_id
    anew = open_keys(path).key_id
    at_once = signer.key_id
    now += CHECK_INTERVAL

    assert while_spoilt == while_gone == at_once == first != anew
    assert signer.key_id == anew


def test_the_doctor_tells_of_the_key_file_and_nothing_that_is_secret(tmp_path: Path) -> None:
    path = tmp_path / "games.db.key"

    def told() -> tuple[int, dict[str, str]]:
        done = ludolog("doctor", "--json", folder=tmp_path)
        found = {finding["what"]: finding for finding in json.loads(done.stdout)}
        return done.returncode, found["key file"]

    none_yet = told()
    assert not path.exists()
    rotate_keys(path)
    signer = open_keys(path)
    fine = told()
    private = json.loads(path.read_bytes())["keys"][0]["d"]
    path.chmod(0o640)
    open_to_others = told()
    path.chmod(0o600)
    path.write_bytes(b"{}")
    spoilt = told()

    assert (none_yet[0], none_yet[1]["verdict"]) == (0, "ok")
    assert (fine[0], fine[1]["verdict"]) == (0, "ok")
    assert all(part in fine[1]["found"] for part in (path.name, "0600", signer.key_id, "1 past"))
    assert private not in str(fine)
    assert (open_to_others[0], open_to_others[1]["verdict"]) == (1, "wrong")
    assert "chmod 600" in open_to_others[1]["found"]
    assert (spoilt[0], spoilt[1]["verdict"]) == (1, "wrong")
