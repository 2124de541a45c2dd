"""The ladder: games of pairings that a file collects, and the published table."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from domain.rulesets import RULESETS
from service.bots.standings import Ladder, published
from tests.lab import ladder
from tests.lab.json_lines import read


@pytest.mark.usefixtures("unpublished")
def test_the_published_ladder_is_made_from_results(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    ladder.play_more(results, games=1, only="random", title="siberia")
    ladder.play_more(results, games=1, only="random", title="siberia")
    ladder.table(results)

    found = msgspec.json.decode((tmp_path / "ladder.json").read_bytes(), type=Ladder).titles["siberia"]
    assert [(each.bot, each.opponents, each.games) for each in found] == [("random", 3, 2), ("random", 1, 2)]
    assert "| siberia | random | 1 careful | 2 |" in (tmp_path / "LADDER.md").read_text()


@pytest.fixture(name="unpublished")
def fixture_unpublished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No games are published."""
    monkeypatch.setattr(ladder, "JSON", tmp_path / "ladder.json")
    monkeypatch.setattr(ladder, "PAGE", tmp_path / "LADDER.md")


def _results(path: Path, games: int, title: str = "siberia") -> list[ladder.Result]:
    ladder.play_more(path, games=games, only="random", title=title, against="1 careful")
    return read(path, ladder.Result)


@pytest.mark.usefixtures("unpublished")
def test_a_ladder_does_not_depend_on_how_its_run_is_divided(tmp_path: Path) -> None:
    whole = _results(tmp_path / "whole", 3)
    _results(tmp_path / "parts", 1)
    parts = _results(tmp_path / "parts", 2)
    assert whole == parts
    assert [each.outcome.bots[0] for each in whole] == ["random", "careful", "random"]

    ladder.table(tmp_path / "whole")
    at_once = ladder.JSON.read_bytes()
    ladder.JSON.unlink()
    (tmp_path / "lines").write_bytes((tmp_path / "whole").read_bytes().splitlines(keepends=True)[0])
    ladder.table(tmp_path / "lines")
    # another machine has the published games, and not their file
    continued = _results(tmp_path / "elsewhere", 2)
    assert continued == whole[1:]
    ladder.table(tmp_path / "elsewhere")
    assert ladder.JSON.read_bytes() == at_once


@pytest.mark.usefixtures("unpublished")
def test_games_with_other_weights_are_not_published(tmp_path: Path) -> None:
    (result,) = _results(tmp_path / "results", 1, "minos")

    assert len(ladder.ladder_of([result]).titles["minos"]) == 1
    assert not ladder.ladder_of([replace(result, weights="0123456789abcdef")]).titles["minos"]


@pytest.mark.usefixtures("unpublished")
def test_new_games_are_added_to_published_ones(tmp_path: Path) -> None:
    siberia = _results(tmp_path / "siberia", 2)
    minos = _results(tmp_path / "minos", 1, "minos")
    before = ladder.ladder_of(siberia)

    found = ladder.ladder_of([siberia[0], *minos], before)
    assert found.titles["siberia"] == before.titles["siberia"], "a published game counts once"
    assert [each.games for each in found.titles["minos"]] == [1]
    assert ladder.ladder_of(siberia[1:], ladder.ladder_of(siberia[:1])) == before
    old = [replace(each, weights="0123456789abcdef") for each in before.titles["siberia"]]
    assert ladder.ladder_of(minos, replace(before, titles={"siberia": old})).titles["siberia"] == []
    with pytest.raises(ValueError, match=r"games from number 0 on are missing"):
        ladder.ladder_of(siberia[1:])


def test_the_published_ladder_is_consistent() -> None:
    assert published().titles.keys() == RULESETS.keys()
    for rungs in published().titles.values():
        for each in rungs:
            assert each.share == pytest.approx(each.wins / each.games, abs=1e-2)
            assert 0 <= each.low <= each.share <= each.high <= 1
            assert each.par == pytest.approx(1 / (1 + each.opponents), abs=1e-4)


def test_the_ladder_of_an_unknown_title_is_refused(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "tests.lab.ladder", "play", str(tmp_path / "results"), "--title", "chess"]
    done = subprocess.run(words, cwd=Path(__file__).parents[2], capture_output=True, check=False, text=True)

    assert done.returncode == 2
    text = " ".join(done.stderr.replace("│", " ").split())
    assert "there is no title 'chess'; there are giganten, siberia, minos" in text
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    "words",
    [
        ["--only", "brave"],
        ["--against", "careful"],
        ["--title", "siberia", "--against", "9 careful"],
        ["--only", "random", "--against", "3 strong-200ms"],
    ],
)
def test_a_pairing_that_does_not_exist_is_refused(words: list[str], tmp_path: Path) -> None:
    done = CliRunner().invoke(ladder.app, ["play", str(tmp_path / "results"), *words])

    assert done.exit_code == 2
    text = " ".join(done.output.replace("│", " ").split())
    assert "the bots are strong-200ms, strong, strong-2s, random; the opponents are 3 careful, " in text
    assert not [*tmp_path.iterdir()]
