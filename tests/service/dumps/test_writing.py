"""The files of a dump: the same bytes from the same log, complete, and read by programs of others."""

# pyarrow has no types:
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

import csv
import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet
import pytest
from msgspec.structs import replace

from service.dumps import writing
from service.dumps.archive import Archive
from service.dumps.comparing import differences
from service.dumps.dumper import closed_periods, state_of
from service.dumps.manifest import MANIFEST, parsed, signature_error, signed
from service.dumps.parquet import ROWS, Column, ParquetWriter
from service.dumps.periods import Kind, Period
from service.dumps.tables import RATINGS, RESULTS
from service.dumps.writing import GAMES, NoSpaceError, NothingToDumpError, Written
from service.lists.set_aside import want_ratings
from tests.games.bundles import signer, stranger, trusting
from tests.readmodels.kit import World, world
from tests.service.dumps.kit import DAY, EARLIER, MONTH, OCTOBER, dumped, ends_of, months, verified

PLAYERS = ("player:ada", "player:bo", "player:cy")


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A log that no test changes."""
    with world(f"sqlite:///{tmp_path_factory.mktemp('log')}/games.db") as opened:
        opened.follow(months())
        yield opened


@pytest.fixture(scope="module")
def month(log: World, tmp_path_factory: pytest.TempPathFactory) -> Written:
    return dumped(log, MONTH, tmp_path_factory.mktemp("month"))


def digests(written: Written) -> dict[str, str]:
    """Return the digest of each file, which has to be that of the manifest."""
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in written.folder.iterdir()}
    listed = {file.name: file.sha256 for file in written.manifest.statement.files}
    assert {name: digest for name, digest in found.items() if name != MANIFEST} == listed
    assert {file.name: file.bytes for file in written.manifest.statement.files} == {
        name: (written.folder / name).stat().st_size for name in listed
    }
    return found


def test_the_same_log_gives_the_same_bytes_on_both_databases_and_after_a_rebuild(
    database: str, month: Written, tmp_path: Path
) -> None:
    with world(database) as opened:
        opened.follow(months())
        first = digests(dumped(opened, MONTH, tmp_path / "first"))
        opened.rebuild("ends", "results", "ratings", limit=300)
        again = digests(dumped(opened, MONTH, tmp_path / "again"))

    assert first == again == digests(month)


def test_all_public_games_of_the_site_are_there_in_the_order_of_their_ends(log: World, month: Written) -> None:
    expected = [end.game for end in ends_of(log, MONTH)]
    with log.database.reading() as cursor:
        listed = "SELECT game FROM lobby WHERE is_public = 1 AND is_foreign = 0 AND ended_at >= '2026-11'"
        public = {row["game"] for row in cursor.all(listed)}
        states = {row["status"] for row in cursor.all("SELECT status FROM lobby WHERE ended_at IS NOT NULL")}

    assert states == {"ended", "abandoned"}
    assert set(expected) == public
    assert verified(month.folder) == expected
    statement = month.manifest.statement
    assert statement.games == len(expected)
    assert (statement.first_position, statement.last_position) == (
        ends_of(log, MONTH)[0].position,
        ends_of(log, MONTH)[-1].position,
    )


def test_days_and_months_have_their_games(log: World, month: Written, tmp_path: Path) -> None:
    days = [verified(dumped(log, name, tmp_path).folder) for name in (EARLIER, DAY)]

    assert len(days[0]) == 1
    assert [game for games in days for game in games] == verified(month.folder)
    assert len(verified(dumped(log, OCTOBER, tmp_path).folder)) == 1
    for name in ("2026-11-19", "2026-12", "2025-11-20"):
        with pytest.raises(NothingToDumpError):
            dumped(log, name, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [OCTOBER, EARLIER, DAY]
    asked: Sequence[tuple[Kind, int]] = (("daily", 0), ("daily", 2), ("monthly", 0))
    with log.database.reading() as cursor:
        found = [
            [period.name for period, _ in closed_periods(cursor, kind, "2026-11-21T00:00:00.000000Z", most)]
            for kind, most in asked
        ]
    assert found == [[DAY, EARLIER, OCTOBER], [DAY, EARLIER], ["2026-10"]]


def rows_of(folder: Path, name: str) -> list[dict[str, Any]]:
    """Return the rows of a table as Parquet has them; times as the log writes them."""
    found = pyarrow.parquet.read_table(folder / f"{name}.parquet").to_pylist()
    return [
        {key: value.strftime("%Y-%m-%dT%H:%M:%S.%fZ") if key.endswith("_at") else value for key, value in row.items()}
        for row in found
    ]


@pytest.mark.parametrize("name", ["results", "ratings"])
def test_csv_and_parquet_have_the_same_rows_for_two_readers(month: Written, name: str) -> None:
    with (month.folder / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        as_csv = list(csv.DictReader(file))
    rows = rows_of(month.folder, name)
    relation = duckdb.sql(f"SELECT * FROM read_parquet('{month.folder}/{name}.parquet')")
    assert relation is not None
    columns = RESULTS if name == "results" else RATINGS

    assert relation.columns == [column.name for column in columns]
    assert len(relation.fetchall()) == len(rows) == getattr(month.manifest.statement, name) > 5
    texts = [
        {key: "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
         for key, value in row.items()}
        for row in rows
    ]  # fmt: skip
    assert texts == as_csv


def test_results_and_ratings_are_those_of_the_lists(log: World, month: Written) -> None:
    tables = log.tables()
    results, ratings = rows_of(month.folder, "results"), rows_of(month.folder, "ratings")

    with log.database.reading() as cursor:
        stored = {
            (row["ruleset"], row["profile"] or None, row["player"]): (
                row["mu"],
                row["sigma"],
                row["games"],
                row["wins"],
            )
            for row in cursor.all("SELECT * FROM ratings")
        }
        rated = {row["game"] for row in cursor.all("SELECT game FROM rating_history")}
        seats = cursor.count("result_seats s JOIN results r ON r.number = s.number WHERE r.ended_at >= '2026-11'")
    assert {
        (row["ruleset"], row["profile"], row["player"]): (
            *(round(row[name] * 1_000_000) for name in ("mu", "sigma")),
            *(row["games"], row["wins"]),
        )
        for row in ratings
    } == stored
    assert len(results) == seats
    assert {row["game"] for row in results if row["counted"]} == {game for game in rated if game in _games(results)}
    assert {row["counted"] for row in results} == {True, False}
    assert tables["results"]
    assert json.loads(results[0]["options"])
    assert not any("name" in column.name for column in (*RESULTS, *RATINGS))


def _games(rows: list[dict[str, Any]]) -> set[str]:
    return {row["game"] for row in rows}


def test_the_ratings_of_an_earlier_day_are_those_of_then(log: World, tmp_path: Path) -> None:
    rows = rows_of(dumped(log, EARLIER, tmp_path).folder, "ratings")

    assert {(row["ruleset"], row["games"]) for row in rows} == {("siberia", 1), ("minos", 1)}


def test_a_withheld_game_leaves_its_dump_and_a_void_result_stays_uncounted(tmp_path: Path) -> None:
    period = Period.named(DAY)
    assert period is not None
    with world(f"sqlite:///{tmp_path}/games.db") as opened:
        opened.follow(months())

        def state() -> str:
            with opened.database.reading() as cursor:
                ((found, span),) = [
                    each for each in closed_periods(cursor, "daily", "2026-11-21", 0) if each[0].name == DAY
                ]
                return state_of(cursor, found, span)

        before = dumped(opened, DAY, tmp_path / "dumps")
        games, first = verified(before.folder), state()
        counted = next(row["game"] for row in rows_of(before.folder, "results") if row["counted"])
        with opened.database.writing() as cursor:
            cursor.execute("INSERT INTO withheld_games (game) VALUES (?)", (games[0],))
        second = state()
        with opened.database.writing() as cursor:
            cursor.execute("INSERT INTO void_games (game) VALUES (?)", (counted,))
            want_ratings(cursor)
        third = state()
        with opened.database.writing() as cursor:
            cursor.execute("DELETE FROM withheld_games")
        after = dumped(opened, DAY, tmp_path / "dumps")

    assert len({first, second, third}) == 3
    assert verified(after.folder) == games
    assert not any(row["counted"] for row in rows_of(after.folder, "results") if row["game"] == counted)


def test_a_withheld_game_is_in_no_file(tmp_path: Path) -> None:
    with world(f"sqlite:///{tmp_path}/games.db") as opened:
        opened.follow(months())
        game = ends_of(opened, DAY)[1].game
        with opened.database.writing() as cursor:
            cursor.execute("INSERT INTO withheld_games (game) VALUES (?)", (game,))
        written = dumped(opened, DAY, tmp_path)

    assert game not in verified(written.folder)
    assert game not in _games(rows_of(written.folder, "results"))
    assert game not in (written.folder / "results.csv").read_text()


def test_a_manifest_is_signed_and_what_differs_is_named(log: World, month: Written, tmp_path: Path) -> None:
    content = (month.folder / MANIFEST).read_bytes()
    mine = trusting(signer())

    assert signature_error(content, mine) is None
    assert "not trusted" in str(signature_error(content, trusting(stranger())))
    assert "does not match" in str(signature_error(content.replace(b'"games":', b'"games":1'), mine))
    assert parsed(content) == month.manifest

    copy = dumped(log, MONTH, tmp_path)
    assert list(differences(copy.folder, month.folder, mine)) == []
    forged = signed(replace(month.manifest.statement, games=1), stranger())
    (copy.folder / MANIFEST).write_bytes(forged.content)
    (copy.folder / "results.csv").write_bytes(b"game\r\n")
    found = list(differences(copy.folder, month.folder, mine))
    assert found == [
        f"manifest.json: the key {stranger().key_id} that signed it is not trusted",
        f"manifest.json: games is 1, and {month.manifest.statement.games} by the log",
        "results.csv: its digest is not that of the manifest",
    ]


def test_bundles_that_a_past_key_has_signed_make_no_difference(log: World, month: Written, tmp_path: Path) -> None:
    period = Period.named(MONTH)
    assert period is not None
    old = writing.write_dump(log.database.reading, stranger(), period, tmp_path)

    assert list(differences(old.folder, month.folder, trusting(signer(), stranger()))) == []
    (first, *_) = differences(old.folder, month.folder, trusting(signer()))
    assert "not trusted" in first


def test_a_nearly_full_disk_is_left_alone(log: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "RESERVE", 1 << 62)

    with pytest.raises(NoSpaceError, match="MiB are free"):
        dumped(log, MONTH, tmp_path)

    assert list(tmp_path.iterdir()) == []


def test_a_dump_that_cannot_be_finished_leaves_nothing_and_the_earlier_one_stays(
    log: World, month: Written, tmp_path: Path
) -> None:
    earlier = digests(dumped(log, MONTH, tmp_path))
    period = Period.named(MONTH)
    assert period is not None
    left = [0]

    def after_game() -> None:
        left[0] += 1
        if left[0] == 3:
            raise OSError(28, "No space left on device")

    with pytest.raises(NoSpaceError):
        writing.write_dump(log.database.reading, signer(), period, tmp_path, after_game)

    assert [path.name for path in tmp_path.iterdir()] == [MONTH]
    assert digests(Written(month.manifest, tmp_path / MONTH)) == earlier


def test_the_archive_removes_what_is_not_kept_and_touches_nothing_else(log: World, tmp_path: Path) -> None:
    for name in (OCTOBER, EARLIER, DAY, MONTH):
        dumped(log, name, tmp_path)
    (tmp_path / ".2026-11.abc.part").mkdir()
    (tmp_path / "notes").mkdir()
    (tmp_path / "2026-13").mkdir()
    archive = Archive(tmp_path)
    kept = [period for name in (DAY, MONTH) if (period := Period.named(name)) is not None]

    assert [dump.period.name for dump in archive.dumps()] == [MONTH, DAY, EARLIER, OCTOBER]
    assert archive.remove_others(kept) == [OCTOBER, EARLIER]
    assert sorted(path.name for path in tmp_path.iterdir()) == [MONTH, DAY, "2026-13", "notes"]

    assert archive.state_of(kept[1]) is None
    archive.note_state(kept[1], "a state")
    assert archive.state_of(kept[1]) == "a state"
    (tmp_path / MONTH / GAMES).write_bytes(b"")
    assert archive.state_of(kept[1]) is None
    assert archive.state_of(Period.of("daily", OCTOBER)) is None


ODD = (
    ("", None, -1, None, 0.5, True, "1969-12-31T23:59:59.999999Z"),
    ("ä\u2028😀", "x", 2**62, 0, -1e300, False, "2026-11-20T12:00:00.000001Z"),
)
COLUMNS = (
    Column("text", "text"),
    Column("maybe", "text", is_optional=True),
    Column("whole", "integer"),
    Column("few", "integer", is_optional=True),
    Column("real", "number"),
    Column("flag", "flag"),
    Column("at", "time"),
)


@pytest.mark.parametrize("number", [0, 1, 2, 7, ROWS, 2 * ROWS + 3])
def test_parquet_is_read_as_it_was_written(tmp_path: Path, number: int) -> None:
    rows = [ODD[place % 2] for place in range(number)]
    with (tmp_path / "t.parquet").open("wb") as file:
        writer = ParquetWriter(file, COLUMNS)
        writer.add(rows[:3])
        writer.add(rows[3:])
        writer.close()

    table = pyarrow.parquet.read_table(tmp_path / "t.parquet")
    read = [tuple(row.values()) for row in table.to_pylist()]
    expected = [(*row[:-1], row[-1]) for row in rows]
    assert [(*row[:-1], row[-1].strftime("%Y-%m-%dT%H:%M:%S.%fZ")) for row in read] == expected
    relation = duckdb.sql(f"SELECT count(*), count(maybe), sum(few) FROM '{tmp_path}/t.parquet'")
    assert relation is not None
    assert relation.fetchall() == [(number, number // 2, 0 if number > 1 else None)]
    assert pyarrow.parquet.read_metadata(tmp_path / "t.parquet").num_row_groups == -(-number // ROWS)
