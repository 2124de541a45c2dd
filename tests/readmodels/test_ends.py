"""The ends of games in the order of the log: each period of time is a closed span of it."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from service.core.store.database import Cursor
from service.lists.log import GameFolder
from service.lists.projection import GenerationWriter
from service.lists.tables.ends import ENDS, TABLES, End, ends_after, ends_between, last_time_before, span_of
from tests.readmodels.kit import World, played

DAYS = ("2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22")


def raw(world: World, game: str) -> dict[str, Any]:
    with world.database.reading() as cursor:
        row = cursor.one("SELECT * FROM ends_g1 WHERE game = ?", (game,))
    assert row is not None
    return dict(row)


def listed(world: World) -> list[End]:
    with world.database.reading() as cursor:
        return ends_after(cursor, 0, 1_000)


def test_the_ends_of_public_games_are_listed_in_the_order_of_the_log(followed: World) -> None:
    found = listed(followed)

    expected = [
        entry.record.game
        for entry in (line.entry for line in followed.log.page(0, limit=1_000_000))
        if entry.record.type == "game.ended"
    ]
    with followed.database.reading() as cursor:
        shown = {row["game"] for row in cursor.all("SELECT game FROM lobby WHERE is_public = 1 AND is_foreign = 0")}
    assert [end.game for end in found] == [game for game in expected if game in shown]
    assert 4 < len(found) < len(expected)
    assert [end.position for end in found] == sorted(end.position for end in found)
    with followed.database.reading() as cursor:
        first, last = found[1].position, found[-2].position
        assert ends_after(cursor, found[0].position, 2) == found[1:3]
        assert ends_between(cursor, first, last, is_public=True) == found[1:-1]


def test_a_withheld_game_is_no_end_and_changes_its_span(followed: World) -> None:
    found = listed(followed)
    with followed.database.reading() as cursor:
        before = span_of(cursor, DAYS[0], DAYS[2])
    with followed.database.writing() as cursor:
        cursor.execute("INSERT INTO withheld_games (game) VALUES (?)", (found[2].game,))

    assert listed(followed) == [*found[:2], *found[3:]]
    with followed.database.reading() as cursor:
        after = span_of(cursor, DAYS[0], DAYS[2])
    assert (before.count - after.count, before.total - after.total) == (1, found[2].position)


def moved(world: World, times: Sequence[str]) -> list[str]:
    """Give ends at the positions 10, 20, 30 … these times, and return the games."""
    games = [f"game-{number}" for number in range(len(times))]
    table = TABLES[0].name
    with world.database.writing() as cursor:
        cursor.execute(f"DELETE FROM {table}_g1")
        latest = [max(times[: place + 1]) for place in range(len(times))]
        rows = [(10 * place + 10, games[place], times[place], latest[place], 1) for place in range(len(times))]
        cursor.insert(f"{table}_g1", "position, game, at, latest_at, is_public", rows)
    return games


def spans(cursor: Cursor) -> list[tuple[int, int, int]]:
    found = [span_of(cursor, since, until) for since, until in pairwise(DAYS)]
    return [(span.count, span.first, span.last) for span in found]


def test_an_end_with_an_earlier_time_than_one_before_it_belongs_to_the_later_day(table: World) -> None:
    moved(table, ["2026-11-19T22", "2026-11-20T00", "2026-11-19T23", "2026-11-21T01"])

    with table.database.reading() as cursor:
        assert spans(cursor) == [(1, 10, 10), (2, 20, 30), (1, 40, 40)]
        assert last_time_before(cursor, "2026-11-21") == "2026-11-20T00"
        assert last_time_before(cursor, "2026-11-19") is None


def test_a_game_whose_damaged_log_was_repaired_gets_its_place(table: World) -> None:
    first, second = (list(played("siberia", ("player:ada", "player:bo"), seed)) for seed in (1, 2))
    table.follow([*first, *second])
    expected = table.tables()["ends"]
    game = first[0][0].record.game
    position = raw(table, game)["position"]
    parts = GameFolder(table.log).parts(table.log.page(0, limit=1_000_000))
    part = next(part for part in parts if part.after.game.id == game)
    with table.database.writing() as cursor:
        cursor.execute("DELETE FROM ends_g1 WHERE game = ?", (game,))
    with table.database.writing() as cursor:
        ENDS.write(GenerationWriter(cursor, 1), [part])

    assert raw(table, game)["position"] == position
    assert table.tables()["ends"] == expected
