"""What a witness answers over HTTP, whether it loses its state, and what it refuses to start with."""

import stat
from collections.abc import Generator
from pathlib import Path

import httpx
import pytest

from domain.transparency.checkpoints import Checkpoint, cosigned_by
from domain.transparency.log_proofs import Submission
from domain.transparency.merkle import EMPTY_ROOT, consistency_proof
from domain.transparency.notes import Note, signature_from, signed
from domain.transparency.tiles import nodes_in
from service.core.keys.signing import is_signed_by
from service.core.store.failpoints import LOST
from service.operate.witness.web import MOST_BODY
from service.site_log.keeper import log_key
from service.site_log.rows import tiles_of
from tests.replies import ok
from tests.service.site_log.kit import Site, short, signer, site
from tests.service.test_cli import ludolog
from tests.service.witness.kit import WitnessProcess, witnessing


@pytest.fixture
def opened(tmp_path: Path) -> Generator[Site]:
    """A log of a few entries."""
    with site(f"sqlite:///{tmp_path}/games.db") as found:
        found.append(short(1))
        found.keep()
        yield found


def submission(opened: Site, old: int) -> str:
    """The last checkpoint, with the proof from an earlier size."""
    with opened.store.database.reading() as cursor:
        hashes = consistency_proof(nodes_in(tiles_of(cursor)), old, opened.state.size)
    return str(Submission(old, hashes, opened.note))


def cosigned(witness: WitnessProcess, note: Note, reply: httpx.Response) -> bool:
    lines = tuple(signature_from(line) for line in ok(reply).text.splitlines())
    return [each.key for each in cosigned_by(Note(note.text, lines), [witness.key], is_signed_by)] == [witness.key]


def test_a_log_that_grows_is_cosigned_and_a_conflict_tells_the_size(tmp_path: Path, opened: Site) -> None:
    with witnessing(tmp_path / "w1", "--log", opened.key.vkey) as witness:
        first = opened.state.size
        assert cosigned(witness, opened.note, witness.submit(submission(opened, 0)))
        # the same checkpoint again
        assert cosigned(witness, opened.note, witness.submit(submission(opened, first)))
        opened.append(short(2))
        opened.keep()
        conflict = witness.submit(submission(opened, 0))
        assert (conflict.status_code, conflict.text) == (409, f"{first}\n")
        assert conflict.headers["Content-Type"] == "text/x.tlog.size"
        assert cosigned(witness, opened.note, witness.submit(submission(opened, first)))
        assert [log["size"] for log in witness.status()["logs"]] == [opened.state.size]
        assert witness.status()["status"] == "ok"
        assert witness.stop() == 0
        # the state is there after a restart
        witness.restart()
        assert witness.submit(submission(opened, 0)).text == f"{opened.state.size}\n"
    assert stat.S_IMODE(witness.state.stat().st_mode) == 0o600


def test_each_refusal_has_its_status(tmp_path: Path, opened: Site) -> None:
    size, root = opened.state.size, bytes.fromhex(opened.state.root)
    key = log_key(signer())
    larger = Checkpoint(opened.key.name, size + 5, bytes(32))
    with witnessing(tmp_path / "w1", "--log", opened.key.vkey) as witness:
        ok(witness.submit(submission(opened, 0)))
        unknown = Checkpoint("other.example/log", size, root)
        unsigned = Note(opened.note.text, (signature_from(f"— {opened.key.name} AAAAAAAAAAA="),))
        for status, body in (
            (400, ""),
            (400, "old 0\n"),
            (400, b"\xff\xff"),
            (400, f"old 01\n\n{opened.note}"),
            (400, str(Submission(size + 1, (), opened.note))),
            (403, str(Submission(size, (), unsigned))),
            (404, str(Submission(0, (), signed(unknown.text, opened.key, key.sign)))),
            (422, str(Submission(size, (EMPTY_ROOT,), signed(larger.text, opened.key, key.sign)))),
            (413, "x" * (MOST_BODY + 1)),
        ):
            assert witness.submit(body).status_code == status, body[:80]
        assert witness.get("/add-checkpoint").status_code == 405
        assert httpx.post(f"{witness.base}/status").status_code == 405
        assert witness.get("/nowhere").status_code == 404
        # the log has signed the larger one, and nothing shows that it continues what was cosigned
        assert witness.status()["status"] == "doubt"
        assert witness.status()["alarms"] == []
        assert witness.size() == size


def test_a_log_that_signs_two_roots_of_one_size_raises_an_alarm_once(tmp_path: Path, opened: Site) -> None:
    size = opened.state.size
    other = signed(Checkpoint(opened.key.name, size, bytes(32)).text, opened.key, log_key(signer()).sign)
    with witnessing(tmp_path / "w1", "--log", opened.key.vkey) as witness:
        ok(witness.submit(submission(opened, 0)))
        for old in (0, size, size):
            reply = witness.submit(str(Submission(old, (), other)))
            assert (reply.status_code, reply.text) == (409, f"{size}\n")
        [alarm] = witness.status()["alarms"]
        assert witness.status()["status"] == "alarm"
        assert "ludolog_witness_alarms 1" in witness.get("/metrics").text
        [file] = witness.folder.glob("fork-*.txt")
        told = file.read_text()
        assert str(opened.note) in told
        assert str(other) in told
        assert alarm["now"] == str(other)
        assert alarm["before"].startswith(str(opened.note))
        assert "ALARM" in witness.told()
        # the log goes on from what was cosigned
        opened.append(short(2))
        opened.keep()
        ok(witness.submit(submission(opened, size)))


@pytest.mark.parametrize(("point", "is_stored"), [("witness:2", False), ("witness-stored:2", True)])
def test_a_crash_loses_nothing_that_was_cosigned(tmp_path: Path, opened: Site, point: str, *, is_stored: bool) -> None:
    size = opened.state.size
    with witnessing(tmp_path / "w1", "--log", opened.key.vkey, LUDOLOG_FAILPOINT=point) as witness:
        with pytest.raises(httpx.TransportError):
            witness.submit(submission(opened, 0))
        assert witness.process.wait(60) == LOST
        witness.restart(LUDOLOG_FAILPOINT="")
        assert witness.size() == (size if is_stored else 0)
        assert witness.submit(submission(opened, 0)).status_code == (409 if is_stored else 200)
        assert cosigned(witness, opened.note, witness.submit(submission(opened, size)))


def test_a_port_that_is_taken_is_told(tmp_path: Path, opened: Site) -> None:
    with witnessing(tmp_path / "w1", "--log", opened.key.vkey) as witness:
        where = ("--listen", f"127.0.0.1:{witness.port}", "--name", "w", "--log", opened.key.vkey)
        done = ludolog("witness", *where, folder=tmp_path)
    assert done.returncode == 2
    assert "Address already in use" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_state_has_one_witness_and_its_name(tmp_path: Path, opened: Site) -> None:
    with witnessing(tmp_path / "w1", "--log", opened.key.vkey) as witness:
        again = ludolog("witness", "--log", opened.key.vkey, "--state", str(witness.state), folder=tmp_path)
    renamed = ludolog(
        "witness", "--log", opened.key.vkey, "--state", str(witness.state), "--name", "other", folder=tmp_path
    )
    assert "another witness uses" in again.stderr
    assert "is the state of the witness witness.example/w1" in renamed.stderr
    witness.state.write_text("{}")
    broken = ludolog("witness", "--log", opened.key.vkey, "--state", str(witness.state), folder=tmp_path)
    assert "is no state of a witness" in broken.stderr


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ((), "name a site with --site"),
        (("--log", "games.example/log+00000000+AAAA"), "no verifier key"),
        (("--site", "games.example"), "no address of a site"),
        (("--site", "http://127.0.0.1:9", "--listen", "8100"), "no address to listen on"),
        (("--site", "http://127.0.0.1:9", "--name", "a+b"), "no name of a witness"),
        (("--site", "http://127.0.0.1:9"), "give the name of a new witness"),
        (("--site", "http://127.0.0.1:9", "--name", "w", "--once"), ""),
    ],
)
def test_what_cannot_be_followed_is_told_in_a_line(tmp_path: Path, options: tuple[str, ...], reason: str) -> None:
    done = ludolog("witness", *options, folder=tmp_path)
    assert done.returncode == 2
    assert reason in done.stderr
    assert "Traceback" not in done.stderr
