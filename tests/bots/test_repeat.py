"""`ludolog repeat FILE`: a file that is no bundle of a finished game is refused with a reason."""

import gzip
import subprocess
import sys
from pathlib import Path

import pytest

from service.proof.bundles import DAMAGED
from tests.service.imported import golden
from tests.service.test_cli import ludolog

NAME = "minos-1-directed-voyages"
LINES = golden(NAME)


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("empty.jsonl", b"", "the bundle is not valid"),
        ("text.jsonl", b"hello\n", "line 1, form"),
        ("latin.jsonl", b"\xff\xfe\n", "line 1, form"),
        ("cut.jsonl", b"\n".join(LINES[:-2]) + b"\n", "the bundle is not valid"),
        ("corrupt.jsonl.gz", gzip.compress(b"{}", mtime=0)[:-9] + b"123456789", f"corrupt.jsonl.gz: {DAMAGED}"),
        ("short.jsonl.gz", gzip.compress(b"{}", mtime=0)[:-9], f"short.jsonl.gz: {DAMAGED}"),
        ("plain.jsonl.gz", b"{}", f"plain.jsonl.gz: {DAMAGED}"),
    ],
)
def test_what_is_no_finished_game_is_refused(name: str, content: bytes, reason: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    for command in ("repeat", "analyse"):
        done = ludolog(command, name, folder=tmp_path)
        assert done.returncode in {1, 2}
        assert reason in done.stderr
        assert "Traceback" not in done.stderr


def test_a_game_without_strong_bots_has_nothing_to_repeat(tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_bytes(b"\n".join(LINES) + b"\n")
    done = ludolog("repeat", "game.jsonl", folder=tmp_path)
    assert (done.returncode, done.stdout) == (0, "0 decisions of strong bots, 0 found again\n")


def test_a_bundle_is_read_from_the_standard_input() -> None:
    words, bundle = [sys.executable, "-m", "service", "repeat", "-"], b"\n".join(LINES) + b"\n"
    root = Path(__file__).parents[2]
    done = subprocess.run(words, cwd=root, input=bundle, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (0, b"0 decisions of strong bots, 0 found again\n")


def test_a_misspelt_name_makes_no_database(tmp_path: Path) -> None:
    done = ludolog("repeat", "gmae.jsonl", folder=tmp_path)
    assert done.returncode == 2
    assert f"there is no file gmae.jsonl, and no database {tmp_path}/games.db" in done.stderr

    elsewhere = ludolog("repeat", "gmae.jsonl", "--database", "sqlite:///other.db", folder=tmp_path)
    assert elsewhere.returncode == 2
    assert "there is no file gmae.jsonl, and no database other.db" in elsewhere.stderr
    assert not [*tmp_path.iterdir()]
