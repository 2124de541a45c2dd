"""The data set of values: games that are determined by their numbers, and counts that add up."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from domain.rulesets import RULESETS
from domain.siberia.commands import EndPlacing
from domain.tournaments.pairing.measured import SeatValueTable, problems_of
from service.bots.values import published
from tests.lab.json_lines import append, read
from tests.lab.values import publishing
from tests.lab.values.__main__ import app, file_of
from tests.lab.values.counts import Cell, Counts, added, counts_of
from tests.lab.values.estimates import values_of
from tests.lab.values.games import KINDS, Kind, Line, Setting, digest_of, later_values, played, setting_of, titles
from tests.lab.values.openings import openings_of
from tests.lab.values.publishing import Target
from tests.lab.values.strength import add_strength, strength_of

TITLES = ("giganten", "minos", "siberia")


def run(*arguments: str) -> str:
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    return done.output


def line(number: int, ranks: tuple[int, ...], scores: tuple[int, ...], *openings: Mapping[str, str]) -> Line:
    """Return a line of a standard game of two seats."""
    setting = Setting(number, "standard", 2, {})
    return Line(setting, 1, "reconstruction-1", "0123", ranks, scores, 9, openings or ({}, {}))


def of_kind(line: Line, kind: Kind, **drawn: str | bool) -> Line:
    """Return a line as that of a game of another kind."""
    return replace(line, setting=replace(line.setting, kind=kind, drawn=drawn))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with three games of each title, played in two runs."""
    folder = tmp_path_factory.mktemp("values")
    for title in TITLES:
        run("play", str(folder), "--title", title, "--games", "2")
        run("play", str(folder), "--title", title, "--games", "1")
    return folder


@pytest.fixture(scope="module")
def target(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Target:
    """What was published of the folder."""
    out = tmp_path_factory.mktemp("published")
    target = Target(out, out / "values.json", out / "seats.toml")
    publishing.publish(folder, target)
    return target


def values_in(target: Target) -> publishing.Values:
    return msgspec.json.decode(target.values.read_bytes(), type=publishing.Values)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["play", "games", "--title", "chess"], "there is no title 'chess'; there are giganten, siberia, minos"),
        (["strength", "games", "--title", "chess"], "there is no title 'chess'"),
        (["repeat", "games", "chess", "0"], "there is no title 'chess'"),
        (["play", "games", "--title", "minos"], "minos.jsonl, line 1: Input data was truncated; delete this line"),
        (["publish", "gmaes"], "there is no folder gmaes"),
    ],
)
def test_what_cannot_be_done_is_said(
    arguments: list[str], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file_of(Path(), "minos").write_text('{"setting": {"number": 3')
    (tmp_path / "games").symlink_to(tmp_path)

    done = CliRunner().invoke(app, arguments)

    assert done.exit_code == 2
    assert reason in " ".join(done.output.replace("│", " ").split())


def test_an_empty_file_is_begun(tmp_path: Path) -> None:
    file_of(tmp_path, "siberia").touch()
    run("play", str(tmp_path), "--title", "siberia", "--games", "1", "--first", "5")
    assert [each.setting.number for each in read(file_of(tmp_path, "siberia"), Line)] == [5]


@pytest.mark.parametrize("title", TITLES)
def test_a_stopped_run_goes_on_and_every_line_can_be_repeated(folder: Path, title: str) -> None:
    lines = read(file_of(folder, title), Line)

    assert [each.setting.number for each in lines] == [0, 1, 2]
    assert [each.setting.kind for each in lines] == list(KINDS[:3])
    assert lines[1] == played(title, 1)
    assert lines[1].setting.drawn.keys() >= {"money_public"}
    assert all(min(each.ranks) == 1 and len(each.scores) == each.setting.seats for each in lines)
    assert "the same" in run("repeat", str(folder), title, "0")


def test_a_line_that_differs_is_reported(folder: Path, tmp_path: Path) -> None:
    found = read(file_of(folder, "siberia"), Line)[0]
    file_of(tmp_path, "siberia").write_bytes(msgspec.json.encode(replace(found, rounds=found.rounds + 1)) + b"\n")
    done = CliRunner().invoke(app, ["repeat", str(tmp_path), "siberia", "0"])

    assert done.exit_code == 1
    assert "different" in done.output
    assert CliRunner().invoke(app, ["repeat", str(tmp_path), "siberia", "7"]).exit_code == 2


@pytest.mark.parametrize("title", TITLES)
def test_options_are_drawn_that_the_rules_accept(title: str) -> None:
    ruleset = RULESETS[title]
    settings = [setting_of(ruleset, number) for number in range(400)]
    drawn = [each.drawn for each in settings if each.kind == "options"]

    assert {each.seats for each in settings} == set(ruleset.seats)
    assert all(ruleset.resolve_options(None, each) for each in drawn)
    assert not any("first_player" in each for each in drawn)
    defaults = ruleset.resolve_options(None, {})
    changed = sum(value != defaults[name] for each in drawn for name, value in each.items())
    assert 0.4 < changed / sum(map(len, drawn)) < 0.6


@pytest.mark.parametrize("title", titles())
def test_a_number_keeps_its_game(title: str) -> None:
    """Values that options got after the first games were published are not drawn (X19, X23)."""
    ruleset = RULESETS[title]
    later = {(name, value) for name, values in later_values(title).items() for value in values}
    drawn = {pair for number in range(4000) for pair in setting_of(ruleset, number).drawn.items()}

    assert digest_of(title) == published().titles[title].digest
    assert not drawn & later
    assert all(value in ruleset.options_by_name[name].values for name, value in later)


@pytest.mark.parametrize("title", TITLES)
def test_drawn_openings_are_noted_once_for_each_seat(title: str) -> None:
    found = played(title, 3)

    assert found.setting.kind == "openings"
    assert all(found.openings)
    assert found == played(title, 3)


def test_titles_without_a_policy_or_openings_are_left_out() -> None:
    assert set(TITLES) <= set(titles())
    assert openings_of("no-such-title")(None, EndPlacing()) == {}


def test_games_are_counted_by_seat_place_option_and_opening() -> None:
    counts = counts_of(
        "siberia",
        [
            line(0, (1, 2), (30, 10), {"token": "gas"}, {"token": "oil"}),
            of_kind(line(1, (2, 1), (10, 40)), "options", end_when="turn", take_back=True),
            line(2, (1, 1), (20, 20)),
            of_kind(line(3, (2, 1), (5, 7), {"token": "gas"}, {"token": "gas"}), "openings"),
            line(4, (), ()),
        ],
    )
    cells = counts.sizes[2]

    assert (counts.first, counts.games) == (0, 5)
    assert cells["kind/standard"].games == 2
    assert cells["unfinished"].games == 1
    assert cells["seat/0"] == Cell(2, 18, 50, 1300, 18, 162)
    assert cells["seat/1"] == Cell(2, 6, 30, 500, 18, 162)
    assert (cells["place/0/0"].games, cells["place/0/1"].games) == (18, 6)
    assert cells["chosen/token/gas"].games == 1
    assert cells['option/end_when/"turn"'] == cells["option/take_back/true"] == Cell(1, 0, 50, 2500, 9, 81)
    assert (cells["opening/token/gas/0"].wins, cells["opening/token/gas/1"].wins) == (0, 12)


def test_later_games_are_added_and_gaps_are_refused() -> None:
    lines = [line(number, (1, 2), (number, 1)) for number in range(4)]
    whole = counts_of("siberia", lines)

    assert added(counts_of("siberia", lines[:3]), counts_of("siberia", lines[3:])) == whole
    with pytest.raises(ValueError, match="game 2 is missing"):
        counts_of("siberia", [*lines[:2], lines[3]])
    with pytest.raises(ValueError, match="different rules"):
        counts_of("siberia", [lines[0], replace(lines[1], digest="4567")])
    with pytest.raises(ValueError, match="there are no games"):
        counts_of("siberia", [])


def test_the_data_set_is_published_from_a_folder(target: Target) -> None:
    values = values_in(target)
    text = (target.folder / "VALUES.md").read_text(encoding="utf-8")
    table = msgspec.toml.decode(target.seats.read_text(encoding="utf-8"), type=SeatValueTable)

    for title in TITLES:
        found = values.titles[title]
        (size,) = found.sizes
        assert (found.games, size.games) == (3, {"standard": 2, "options": 1, "openings": 0})
        assert sum(seat.wins for seat in size.seat_values) == pytest.approx(2)
        assert f"## {title}" in text
        assert f"--title {title} --games 3 &&" in values.command
    assert {(row.title, row.games, row.bot) for row in table.measured} >= {(title, 2, "light") for title in TITLES}
    assert not [*problems_of(table)]


def test_games_that_follow_join_the_published_ones(target: Target, tmp_path: Path) -> None:
    before = target.counts.read_bytes()
    run("play", str(tmp_path), "--title", "siberia", "--games", "1", "--first", "3")
    publishing.publish(tmp_path, target)

    assert {title: values_in(target).titles[title].games for title in TITLES} == {
        **dict.fromkeys(TITLES, 3),
        "siberia": 4,
    }
    # fewer games of the same do not replace them, and a gap is refused
    run("play", str(tmp_path / "fewer"), "--title", "siberia", "--games", "1")
    publishing.publish(tmp_path / "fewer", target)
    assert values_in(target).titles["siberia"].games == 4
    with pytest.raises(ValueError, match="game 4 is missing"):
        publishing.publish(tmp_path, target)
    target.counts.write_bytes(before)


def test_fewer_games_with_another_digest_replace_the_published_ones_only_on_request(
    target: Target, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {file: file.read_bytes() for file in target.folder.iterdir()}
    monkeypatch.setattr(publishing, "Target", lambda: target)
    append(file_of(tmp_path, "siberia"), replace(played("siberia", 0), digest="4567"))

    refused = CliRunner().invoke(app, ["publish", str(tmp_path)])
    assert refused.exit_code == 2
    text = " ".join(refused.output.replace("│", " ").split())
    assert "siberia: the published games (3) are more than the new ones (1), and the new ones have other rules" in text
    assert "play more games, or use --replace" in text
    assert {file: file.read_bytes() for file in target.folder.iterdir()} == before

    run("publish", str(tmp_path), "--replace")
    assert {title: values_in(target).titles[title].games for title in TITLES} == {
        **dict.fromkeys(TITLES, 3),
        "siberia": 1,
    }
    for file, content in before.items():
        file.write_bytes(content)


def test_the_strength_of_the_policy_is_measured_and_kept(tmp_path: Path) -> None:
    add_strength(tmp_path, "siberia", 1)
    add_strength(tmp_path, "siberia", 1)
    found = list(strength_of(tmp_path, "siberia"))

    assert [(each.opponent, each.opponents, each.games) for each in found] == [("careful", 3, 2), ("random", 3, 2)]
    run("play", str(tmp_path), "--title", "siberia", "--games", "1")
    target = Target(tmp_path, tmp_path / "values.json", tmp_path / "seats.toml")
    publishing.publish(tmp_path, target)
    for file in tmp_path.glob("siberia-*.jsonl"):
        file.unlink()
    publishing.publish(tmp_path, target)
    assert list(values_in(target).titles["siberia"].strength) == found
    assert "strength FOLDER --title siberia --games 2 &&" in values_in(target).command


def test_a_stopped_run_does_not_count_more_games_against_one_bot(tmp_path: Path) -> None:
    add_strength(tmp_path, "siberia", 2)
    file = tmp_path / "siberia-random.jsonl"
    file.write_bytes(file.read_bytes().splitlines(keepends=True)[0])

    assert [each.games for each in strength_of(tmp_path, "siberia")] == [1, 1]


def _published() -> Iterator[tuple[str, publishing.TitleValues]]:
    yield from values_in(Target()).titles.items()


def test_the_published_data_set_is_consistent() -> None:
    """The values follow from the published counts, and tournaments use them."""
    counts = {each.title: each for each in read(Target().counts, Counts)}
    table = msgspec.toml.decode(Target().seats.read_text(encoding="utf-8"), type=SeatValueTable)
    for title, found in _published():
        assert found == values_of(counts[title], found.strength)
        for size in found.sizes:
            assert sum(each.wins for each in size.seat_values) == pytest.approx(size.games["standard"], abs=0.05)
            (row,) = (row for row in table.measured if (row.title, row.seats) == (title, size.seats))
            assert row.games == size.games["standard"]
