"""What a witness says of what a site can do: what it proves, what it has only seen, and what it cannot see."""

import base64
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from domain.game.terms import Terms
from domain.transparency.log_proofs import Submission
from domain.transparency.merkle import HASH_BYTES, consistency_proof
from domain.transparency.notes import NoteKey
from domain.transparency.tiles import nodes_in
from domain.transparency.witness import RefusedError
from service.core.keys.signing import is_signed_by
from service.operate.witness.following import Follower
from service.operate.witness.state import StateFile
from service.operate.witness.witness import Witness
from service.site_log.rows import tiles_of
from tests.readmodels.kit import PEOPLE, Batch, played
from tests.service.site_log.kit import Site, downloads, short, site
from tests.service.test_cli import ludolog
from tests.service.witness.kit import witnessing
from tests.terminal.replies import Reply, answering


class Served:
    """What is shown in the place of a site: the log of one of several databases, with changed files."""

    def __init__(self, opened: Site) -> None:
        self.opened = opened
        self.changed: dict[str, bytes] = {}
        """The contents of files, by the beginnings of their paths, that are shown instead."""
        self.address = ""

    def answer(self, path: str) -> Reply:
        for begin, content in self.changed.items():
            if path.startswith(begin):
                return Reply(200, content)
        return Reply(200, downloads(self.opened)(path))


@contextmanager
def served(opened: Site) -> Generator[Served]:
    found = Served(opened)
    with answering(found.answer) as (address, _):
        found.address = address
        yield found


@contextmanager
def witness_in(folder: Path, *keys: NoteKey) -> Generator[Witness]:
    file = StateFile(folder / "witness.json", "witness.example/w1")
    try:
        yield Witness(file, keys, is_signed_by, lambda: 1_800_000_000)
    finally:
        file.close()


def url(folder: Path, name: str) -> str:
    (folder / name).mkdir(exist_ok=True)
    return f"sqlite:///{folder / name}/games.db"


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Site]:
    """A site with the log of a game."""
    with site(url(tmp_path, "site")) as found:
        found.append(short(1))
        found.keep()
        yield found


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Site]:
    """Another database under the same keys, which its test fills."""
    with site(url(tmp_path, "other")) as found:
        yield found


def rated(seed: int, decisions: int) -> list[Batch]:
    """A rated game with so many decisions."""
    return list(played("siberia", PEOPLE[:2], seed, terms=Terms(rated=True), most=decisions))


def kinds(witness: Witness) -> list[tuple[str, bool]]:
    """The kinds of the alarms, and whether somebody knows of them."""
    return [(alarm.kind, alarm.acknowledged_at is not None) for alarm in witness.state.alarms]


def submitted(opened: Site, old: int, hashes: tuple[bytes, ...] | None = None) -> bytes:
    with opened.store.database.reading() as cursor:
        proof = consistency_proof(nodes_in(tiles_of(cursor)), old, opened.state.size) if hashes is None else hashes
    return str(Submission(old, proof, opened.note)).encode()


def test_a_dropped_game_is_a_contradiction(tmp_path: Path, opened: Site, other: Site) -> None:
    opened.append(short(2))
    opened.keep()
    for number in (1, 3, 4):
        other.append(short(number))
    other.keep()
    with served(opened) as shown, witness_in(tmp_path) as witness:
        follower = Follower(shown.address, witness, is_signed_by)
        follower.poll()
        shown.opened = other
        follower.poll()

        [alarm] = witness.state.alarms
        assert (alarm.kind, alarm.before.startswith(str(opened.note)), alarm.now) == (
            "contradiction", True, str(other.note),
        )  # fmt: skip
        assert "was rewritten" in alarm.reason
        [file] = tmp_path.glob("fork-*.txt")
        told = file.read_text()
        tile = downloads(other)(f"/log/tile/0/000.p/{other.state.size}")
        assert f"tile/0/000.p/{other.state.size} {base64.b64encode(tile).decode()}" in told
        assert "contradicts itself" in told


def test_a_rated_game_that_is_discarded_afterwards_is_a_contradiction(
    tmp_path: Path, opened: Site, other: Site
) -> None:
    """The log had its end. In the copy it is not over, and never will be."""
    opened.append(rated(2, 4_000))
    opened.keep()
    other.append(short(1))
    other.append(rated(2, 5))
    other.append(short(3))
    other.append(short(4))
    other.keep()
    with served(opened) as shown, witness_in(tmp_path) as witness:
        follower = Follower(shown.address, witness, is_signed_by)
        follower.poll()
        shown.opened = other
        follower.poll()
        assert kinds(witness) == [("contradiction", False)]


def test_a_rated_game_that_never_ends_is_not_seen(tmp_path: Path, opened: Site) -> None:
    """The log only grows. That a game is discarded, those can see who read the entries: mirrors."""
    with served(opened) as shown, witness_in(tmp_path) as witness:
        follower = Follower(shown.address, witness, is_signed_by)
        follower.poll()
        opened.append(rated(2, 5))
        opened.append(short(3))
        opened.keep()
        follower.poll()
        assert follower.is_readable
        assert kinds(witness) == []
        before = witness.before(opened.key.name)
        assert before is not None
        assert before.size == opened.state.size


def test_a_reordered_tile_is_misbehaviour_if_two_polls_see_it(tmp_path: Path, opened: Site) -> None:
    with served(opened) as shown, witness_in(tmp_path) as witness:
        follower = Follower(shown.address, witness, is_signed_by)
        follower.poll()
        opened.append(short(2))
        opened.keep()
        tile = downloads(opened)(f"/log/tile/0/000.p/{opened.state.size}")
        wrong = tile[HASH_BYTES : 2 * HASH_BYTES] + tile[:HASH_BYTES] + tile[2 * HASH_BYTES :]
        shown.changed = {"/log/tile/": wrong}
        follower.poll()
        assert "do not give the root" in (follower.followed.problem or "")
        # a cache may be damaged for a moment
        assert kinds(witness) == []
        follower.poll()
        follower.poll()
        assert kinds(witness) == [("misbehaviour", False)]
        [file] = tmp_path.glob("misbehaviour-*.txt")
        told = file.read_text()
        assert "does not serve what it has signed" in told
        assert "contradicts itself" not in told
        assert base64.b64encode(wrong).decode() in told
        shown.changed = {"/log/tile/": tile[:40]}
        follower.poll()
        shown.changed = {}
        follower.poll()
        assert follower.is_readable
        assert kinds(witness) == [("misbehaviour", False)]


def test_an_old_tile_is_not_read(tmp_path: Path, opened: Site) -> None:
    """A witness computes both roots from the last tile of each level: mirrors read all others."""
    opened.append(next(played("siberia", PEOPLE[:2], number, visibility="private")) for number in range(10, 400))
    opened.keep()
    with served(opened) as shown, witness_in(tmp_path) as witness:
        follower = Follower(shown.address, witness, is_signed_by)
        follower.poll()
        opened.append(short(2))
        opened.keep()
        shown.changed = {"/log/tile/0/000": bytes(256 * HASH_BYTES), "/log/tile/entries/": b""}
        follower.poll()
        assert follower.is_readable
        assert kinds(witness) == []
        opened.append(short(3))
        opened.keep()
        # the last ones, it reads
        shown.changed = {"/log/tile/0/001": bytes(256 * HASH_BYTES)}
        follower.poll()
        follower.poll()
        assert kinds(witness) == [("misbehaviour", False)]


def test_an_old_checkpoint_of_a_cache_is_no_contradiction(tmp_path: Path, opened: Site) -> None:
    old = str(opened.note).encode()
    opened.append(short(2))
    opened.keep()
    with served(opened) as shown, witness_in(tmp_path) as witness:
        follower = Follower(shown.address, witness, is_signed_by)
        follower.poll()
        shown.changed = {"/log/checkpoint": old}
        for _ in range(3):
            follower.poll()
        assert kinds(witness) == [("misbehaviour", False)]
        assert "rolled back, or a cache has an old checkpoint" in witness.state.alarms[0].reason


def test_a_file_that_is_coded_is_not_decoded(tmp_path: Path, opened: Site) -> None:
    coded = {"Content-Encoding": "gzip"}
    with (
        answering(lambda _: Reply(200, b"", coded)) as (address, _),
        witness_in(tmp_path, opened.key) as witness,
    ):
        follower = Follower(address, witness, is_signed_by)
        follower.poll()
        assert "coded as gzip" in (follower.followed.problem or "")


def test_a_larger_fork_that_is_submitted_is_a_doubt(tmp_path: Path, opened: Site, other: Site) -> None:
    """Without the site, a witness has no tiles: a checkpoint without its proof may be sent by anyone."""
    for number in (5, 6, 7):
        other.append(short(number))
    other.keep()
    size = opened.state.size
    with witnessing(tmp_path / "w1", "--log", opened.key.vkey) as running:
        assert running.submit(submitted(opened, 0)).status_code == 200
        assert running.submit(submitted(other, size)).status_code == 422
        assert running.submit(submitted(other, size)).status_code == 422
        status = running.status()
        metrics = running.get("/metrics").text
        running.stop()
        running.restart()
        assert [doubt["now"] for doubt in running.status()["doubts"]] == [str(other.note)]
        running.stop()
        command = ("witness", "--acknowledge", "--state", str(running.state))
        known = ludolog(*command, folder=tmp_path)
        running.restart()
        after = running.status()

    assert status["status"] == "doubt"
    [doubt] = status["doubts"]
    assert (doubt["origin"], doubt["now"]) == (other.key.name, str(other.note))
    assert status["alarms"] == []
    assert "ludolog_witness_doubts 1" in metrics
    assert "ludolog_witness_alarms 0" in metrics
    assert known.returncode == 0, known.stderr
    assert (after["status"], after["doubts"]) == ("ok", [])


def test_a_doubt_is_settled_by_the_log_of_the_site(tmp_path: Path, opened: Site, other: Site) -> None:
    with served(opened) as shown, witness_in(tmp_path) as witness:
        follower = Follower(shown.address, witness, is_signed_by)
        follower.poll()
        size = opened.state.size
        for number in (5, 6, 7, 8):
            other.append(short(number))
        other.keep()
        opened.append(short(2))
        opened.keep()
        # one with a proof that is none, and one that does not continue the log
        for each in (opened, other):
            with pytest.raises(RefusedError):
                witness.add(submitted(each, size, (bytes(32),)))
        assert len(witness.state.doubts) == 2
        opened.append(short(3))
        opened.keep()
        follower.poll()
        # the log is larger than the first one, and continues it
        assert [doubt.now for doubt in witness.state.doubts] == [str(other.note)]
        assert kinds(witness) == []
        for number in (4, 9):
            opened.append(short(number))
        opened.keep()
        follower.poll()

        assert witness.state.doubts == ()
        [alarm] = witness.state.alarms
        assert (alarm.kind, alarm.now) == ("contradiction", str(other.note))


def test_a_doubt_of_the_size_of_a_checkpoint_that_is_cosigned_is_a_contradiction(
    tmp_path: Path, opened: Site, other: Site
) -> None:
    with witness_in(tmp_path, opened.key) as witness:
        witness.add(submitted(opened, 0))
        size = opened.state.size
        opened.append(short(2))
        opened.keep()
        other.append(short(3))
        other.append(short(4))
        other.keep()
        assert other.state.size == opened.state.size
        with pytest.raises(RefusedError):
            witness.add(submitted(other, size))
        assert len(witness.state.doubts) == 1
        witness.add(submitted(opened, size))
        assert witness.state.doubts == ()
        assert kinds(witness) == [("contradiction", False)]


def test_an_alarm_that_people_know_of_is_none(tmp_path: Path, opened: Site, other: Site) -> None:
    opened.append(short(2))
    opened.keep()
    for number in (1, 3, 4):
        other.append(short(number))
    other.keep()
    with served(opened) as shown:
        once = ("witness", "--site", shown.address, "--name", "w", "--once")
        first = ludolog(*once, folder=tmp_path)
        shown.opened = other
        forked = ludolog(*once, folder=tmp_path)
        known = ludolog("witness", "--acknowledge", folder=tmp_path)
        after = ludolog(*once, folder=tmp_path)
        again = ludolog("witness", "--acknowledge", folder=tmp_path)

    assert first.returncode == 0, first.stderr
    assert forked.returncode == 1
    assert "contradicts itself" in forked.stderr
    assert known.returncode == 0, known.stderr
    assert "was rewritten" in known.stdout
    assert "1 alarms are acknowledged" in known.stdout
    # it is still not followed, and nobody is alarmed again
    assert after.returncode == 2, after.stderr
    assert "contradicts itself" not in after.stderr
    assert "0 alarms are acknowledged" in again.stdout
    assert len(list(tmp_path.glob("fork-*.txt"))) == 1


def test_a_running_witness_has_its_state(tmp_path: Path, opened: Site) -> None:
    with witnessing(tmp_path / "w1", "--log", opened.key.vkey) as running:
        done = ludolog("witness", "--acknowledge", "--state", str(running.state), folder=tmp_path)
    assert done.returncode == 2
    assert "another witness uses" in done.stderr
