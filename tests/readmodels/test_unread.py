"""Games whose printed tables are not at hand: lists and results tell of them, and nobody is asked anything."""

import logging
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from domain.game.fold import fold
from domain.rulesets import UnknownDataSet
from domain.siberia import SIBERIA
from service.core.store.recorder import StoredEntry
from tests.readmodels.kit import PEOPLE, Batch, World, mixed, played, world


def on_other_tables(batches: Iterator[Batch], **changes: str) -> Iterator[Batch]:
    """The same game, as if its data set had been another one."""
    first, *rest = next(batches)
    data = msgspec.json.encode(msgspec.json.decode(first.record.data) | changes)
    record = replace(first.record, data=msgspec.Raw(data))
    yield [StoredEntry(record, first.head, first.secret, first.origin), *rest]
    yield from batches


OTHERS = ({"data_digest": "00" * 32}, {"data_set": "gone-1999"})


@pytest.mark.parametrize("changes", OTHERS, ids=["changed", "missing"])
def test_a_game_on_other_tables_is_not_folded(changes: dict[str, str]) -> None:
    (game, *_) = on_other_tables(played("siberia", PEOPLE[:2], 3, most=1), **changes)

    with pytest.raises(UnknownDataSet, match="restore"):
        fold(game)


def named(cell: object) -> object:
    return SIBERIA.default_data_set if cell == "gone-1999" else cell


@pytest.mark.parametrize("changes", OTHERS, ids=["changed", "missing"])
@pytest.mark.parametrize("limit", [60, 100_000])
def test_how_they_have_ended_is_told_all_the_same(
    table: World, changes: dict[str, str], limit: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with world(f"sqlite:///{tmp_path}/expected.db") as read:
        read.append(
            mixed(
                played("siberia", PEOPLE, 2),
                played("siberia", PEOPLE, 5, resigned=(0, 2)),
                played("siberia", PEOPLE, 9, foreign=True),
            )
        )
        read.catch_up()
        expected = read.tables()
    ((opening, *_), *_) = played("siberia", PEOPLE, 2, most=0)
    # nothing is asked in a game that is not folded
    expected["player_changes"] = [
        row for row in expected["player_changes"] if (row[3], row[7]) != (opening.record.game, "asked")
    ]
    table.append(
        mixed(
            on_other_tables(played("siberia", PEOPLE, 2), **changes),
            played("siberia", PEOPLE, 5, resigned=(0, 2)),
            on_other_tables(played("siberia", PEOPLE, 9, foreign=True), **changes),
        )
    )
    with caplog.at_level(logging.ERROR):
        table.catch_up(limit)

    # the lists name the data set that is missing; all else is the same
    rows = {name: [[named(cell) for cell in row] for row in found] for name, found in table.tables().items()}
    assert rows == {name: [list(row) for row in found] for name, found in expected.items()}
    assert [record.levelname for record in caplog.records if "nothing is asked" in record.message] == ["ERROR"]


def test_nobody_is_awaited_in_one_that_runs(table: World) -> None:
    people = ("player:ada", "bot:random")
    table.append(on_other_tables(played("siberia", people, 3, most=3), data_digest="00" * 32))
    table.append(played("siberia", people, 4, most=3))
    table.catch_up(5)
    tables = table.tables()

    assert [row[2] for row in tables["lobby"]] == ["running", "running"]
    assert len({row[0] for row in tables["awaited_bots"]}) == 1
