"""Tables that follow from lobby events alone: the same rows without the other events; other tables do not wait."""

import random
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from domain.ledger.records import Entry
from projections.changes import Departure, LobbyChange
from projections.following import Followed, follow, follow_lobby
from projections.played import count_played
from projections.rows.lobby import invited_players, lobby_row, sitters
from projections.rows.results import completions, result_row
from projections.rows.schedule import due_at
from projections.rows.seats import bot_awaited, seat_rows
from service.lists.log import LOBBY_TOPICS
from service.lists.registry import PROJECTIONS
from service.lists.tables.ends import OVER
from tests.games.clocks.clocked import clocked
from tests.readmodels.kit import World, evening, mixed, played

NAMES = [name for name, projection in PROJECTIONS.items() if projection.needs_only_lobby]
TYPES = {topic.partition(":")[0] for topic in LOBBY_TOPICS}


def rows_of(after: Followed) -> tuple[object, ...]:
    """Return what the tables in `NAMES` show of a game."""
    departures = [change for change in after.changes if isinstance(change, Departure)]
    ends = [change for change in after.changes if isinstance(change, LobbyChange) and change.kind in OVER]
    lists = lobby_row(after), sitters(after), invited_players(after), result_row(after), completions(after)
    return *lists, departures, ends


def rows_of_whole_games(after: Followed) -> tuple[object, ...]:
    """Return what the tables that need all events of a game show of it, but for its changes."""
    return seat_rows(after), bot_awaited(after), due_at(after)


@pytest.mark.parametrize("title", ["giganten", "minos", "siberia"])
def test_rows_with_clocks_take_backs_and_rulings_follow_from_lobby_events(title: str) -> None:
    rng, results, over = random.Random(title), 0, 0
    for number in range(12):
        entries: Sequence[Entry] = clocked(title, number).entries
        # whole batches
        ends = [place for place, entry in enumerate(entries) if place and entry.record.version == entry.record.cause]
        for end in [*rng.sample(ends, 4), len(entries)]:
            before = entries[:end]
            lobby = [entry for entry in before if entry.record.type in TYPES]
            assert len(lobby) < len(before) or end < 10
            whole, followed = follow(None, before, is_foreign=False), follow_lobby(lobby, is_foreign=False)
            played = count_played(None, (entry.record for entry in before), whole.game.opened.seats)
            assert whole.played == played
            # the log is read as far as decisions count
            followed = replace(followed, played=played)
            assert rows_of(followed) == rows_of(whole)
            results += result_row(whole) is not None
            if whole.game.is_over:
                # in the old part of the log, a rebuild reads only lobby events for these tables too
                assert rows_of_whole_games(followed) == rows_of_whole_games(whole)
                over += 1
    assert results > 5
    assert over > 5


@pytest.mark.parametrize("limit", [1, 300])
def test_tables_that_are_rebuilt_from_lobby_events_are_the_same(followed: World, limit: int) -> None:
    expected = followed.tables()
    steps = followed.rebuild(*NAMES, limit=limit)

    assert set(NAMES) == {"lobby", "results", "ratings", "departures", "ends"}
    assert steps > 1
    assert followed.tables() == expected
    assert expected["results"]
    assert expected["rating_history"]


def test_tables_at_the_end_are_served_while_others_begin_again(table: World) -> None:
    first, later = evening(), mixed(played("minos", ("player:ada", "player:bo"), 30, most=40))
    table.follow(first)
    with table.database.writing() as cursor:
        cursor.execute("UPDATE projections SET form = 0 WHERE name IN ('lobby', 'seats')")
    table.registry.create()
    steps, positions = 0, dict[str, int]()
    for batch in later:
        table.append([batch])
        assert table.follower.step(50)
        steps += 1
        positions = {each.name: each.position for each in table.states()}
        assert positions["activity"] == positions["schedule"] == table.log.last()
    assert steps > 40
    assert positions["seats"] < table.log.last()
    assert table.follower.is_late
    while table.follower.step(50):
        pass
    assert not table.follower.is_late
    follows = table.tables()

    with table.database.writing() as cursor:
        cursor.execute("UPDATE projections SET form = 0")
    table.registry.create()
    table.catch_up()
    assert table.tables() == follows


def test_late_tables_join_the_others_while_new_events_arrive(table: World) -> None:
    first, later = evening()[:60], mixed(played("minos", ("player:ada", "player:bo"), 30, most=40))
    table.follow(first)
    with table.database.writing() as cursor:
        cursor.execute("UPDATE projections SET form = 0 WHERE name IN ('lobby', 'seats')")
    table.registry.create()
    is_late: list[bool] = []
    for batch in later[:4]:
        table.append([batch])
        assert table.follower.step()
        is_late.append(table.follower.is_late)

    assert is_late == [True, False, False, False]
    with table.database.reading() as cursor:
        assert {each.position for each in table.registry.states(cursor)} == {table.log.last()}
