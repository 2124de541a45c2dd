"""Files of results whose last line a crash has cut: every command names a broken line."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tests.lab import ladder
from tests.lab.json_lines import append, last, read
from tests.lab.values.__main__ import app

CUT = b'{"setting": {"number": 3'


def run(*arguments: str) -> Result:
    """Run a command of the data set of values."""
    return CliRunner().invoke(app, arguments)


def text_of(done: Result) -> str:
    return " ".join(done.output.replace("│", " ").split())


def test_a_line_without_an_end_gets_one_before_the_next(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    append(file, 1)
    append(file, 2)
    file.write_bytes(file.read_bytes()[:-1])  # cut exactly before its last byte

    append(file, 3)

    assert file.read_bytes() == b"1\n2\n3\n"
    assert read(file, int) == [1, 2, 3]


@pytest.mark.parametrize("broken", [CUT, b"7 8", b'"text"', b'"\xff"'])
def test_a_broken_line_is_named_and_can_be_deleted(tmp_path: Path, broken: bytes) -> None:
    file = tmp_path / "results.jsonl"
    append(file, 1)
    file.write_bytes(file.read_bytes() + broken)
    append(file, 2)

    with pytest.raises(ValueError, match=r"results\.jsonl, line 2: .*; delete this line, or restore the file from Git"):
        read(file, int)

    assert last(file, int) == 2
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(lines[0] + lines[2])
    assert read(file, int) == [1, 2]


@pytest.mark.parametrize(
    ("command", "name", "line"),
    [
        (["play", ".", "--title", "minos"], "minos.jsonl", 2),
        (["strength", ".", "--title", "minos"], "minos-careful.jsonl", 1),
        (["repeat", ".", "minos", "0"], "minos.jsonl", 1),
        (["publish", "."], "minos.jsonl", 1),
    ],
)
def test_commands_of_the_data_set_name_a_broken_line(
    command: Sequence[str], name: str, line: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_bytes(CUT + b"\n" + CUT)

    done = run(*command)

    assert done.exit_code == 2
    assert f"{name}, line {line}: Input data was truncated; delete this line" in text_of(done)


@pytest.mark.parametrize("command", ["play", "table"])
def test_commands_of_the_ladder_name_a_broken_line(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    results = Path("results.jsonl")
    results.write_bytes(CUT + b"\n")

    done = CliRunner().invoke(ladder.app, [command, str(results)])

    assert done.exit_code == 2
    assert "results.jsonl, line 1: Input data was truncated; delete this line" in text_of(done)
    assert results.read_bytes() == CUT + b"\n"


def test_the_data_set_refuses_numbers_that_are_too_large_for_the_id_of_a_game(tmp_path: Path) -> None:
    done = run("play", str(tmp_path), "--title", "siberia", "--games", "1", "--first", "999980000000")

    assert done.exit_code == 2
    assert "the largest is 999,999,999,999" in text_of(done)
