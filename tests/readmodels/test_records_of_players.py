"""What the results say of players, and filters by several players, by ids and by the end, against the lists."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from service.core.store.database import Cursor, Row
from service.lists.tables.lobby import GameQuery, Requester, games, games_with_ids
from service.lists.tables.records_of_players import against, by_day, record_of
from service.lists.tables.results import NumberedResult, ResultQuery, results
from tests.readmodels.kit import evening, mixed, played, world
from tests.readmodels.test_plans import ADA, empty, plan

__all__ = ("empty",)

FIRST, LAST = "0001-01-01T00:00:00.000000Z", "9999-12-31T23:59:59.999999Z"
EVERY = GameQuery(limit=1000)


def rank(one: NumberedResult, player: str) -> int:
    return next(seat.rank for seat in one.result.seats if seat.player == player)


def test_two_players_are_compared_by_the_ranks_of_their_games(database: str) -> None:
    with world(database) as opened:
        opened.append(evening())
        opened.catch_up(100)
        with opened.database.reading() as cursor:
            every = results(cursor, ResultQuery(limit=1000))
            people = {seat.player for one in every for seat in one.result.seats if seat.player.startswith("player:")}
            assert len(people) > 2
            met = 0
            for one, other in permutations(people, 2):
                common = [each for each in every if {one, other} <= {seat.player for seat in each.result.seats}]
                met += len(common)
                found = against(cursor, one, other)
                assert {each.ruleset for each in found} == {each.result.ruleset for each in common}
                for title in found:
                    of_title = [each for each in common if each.result.ruleset == title.ruleset]
                    ranks = [(rank(each, one), rank(each, other)) for each in of_title]
                    assert (title.games, title.wins, title.losses, title.draws) == (
                        len(ranks),
                        sum(mine < theirs for mine, theirs in ranks),
                        sum(mine > theirs for mine, theirs in ranks),
                        sum(mine == theirs for mine, theirs in ranks),
                    )
                    assert (title.last, title.last_at) == (of_title[-1].result.game, of_title[-1].result.ended_at)
                assert results(cursor, ResultQuery(player=one, opponents=(other,), limit=1000)) == common
                assert results(cursor, ResultQuery(opponents=(other, one), limit=1000)) == common
    assert met


class Interrupted(Cursor):
    """A cursor after whose first query of results something happens."""

    def __init__(self, raw: Any, *, is_postgres: bool, happens: Callable[[], None]) -> None:
        super().__init__(raw, is_postgres=is_postgres)
        self._happens = happens
        self._has_happened = False

    def all(self, statement: str, parameters: Sequence[object] = ()) -> Iterator[Row]:
        rows = super().all(statement, parameters)
        if not self._has_happened:
            self._has_happened = True
            self._happens()
        return rows


def test_the_record_of_a_player_is_that_of_one_moment(database: str) -> None:
    """A game that ends while it is read is in all of it, or in nothing of it."""
    two = ("player:ada", "player:bo")
    with world(database) as opened:
        opened.follow(mixed(played("siberia", two, 1), played("minos", two, 2)))
        more = mixed(played("siberia", two, 3), played("minos", two, 4))
        with opened.database.reading() as cursor:
            interrupted = Interrupted(
                cursor.raw, is_postgres=opened.database.is_postgres, happens=lambda: opened.follow(more)
            )
            found = record_of(interrupted, ADA, 20)
        assert sum(each.games for each in found.tables) == sum(each.games for each in found.opponents) == 2
        with opened.database.reading() as cursor:
            after = record_of(cursor, ADA, 20)
    assert [(each.ruleset, each.seats, each.games) for each in after.tables] == [("minos", 2, 2), ("siberia", 2, 2)]
    (bo,) = after.opponents
    assert (bo.opponent, bo.games) == ("player:bo", 4)
    assert bo.wins + bo.draws == sum(each.wins for each in after.tables)


def test_the_activity_of_a_player_counts_results_by_day_of_their_end(database: str) -> None:
    with world(database) as opened:
        opened.append(evening())
        opened.catch_up(100)
        with opened.database.reading() as cursor:
            times = sorted(one.result.ended_at for one in results(cursor, ResultQuery(limit=1000)))
            for since, until in product((FIRST, times[2]), (LAST, times[-3])):
                of_player = results(cursor, ResultQuery(player=ADA, since=since, limit=1000))
                shown = [one for one in of_player if one.result.ended_at <= until]
                expected = Counter((one.result.ended_at[:10], one.result.ruleset) for one in shown)
                wins = Counter(
                    (one.result.ended_at[:10], one.result.ruleset)
                    for one in shown
                    if any(seat.won for seat in one.result.seats if seat.player == ADA)
                )
                found = by_day(cursor, ADA, since, until)
                assert {(each.day, each.ruleset): each.games for each in found} == expected
                assert all(each.wins == wins[each.day, each.ruleset] for each in found)
                assert [(each.day, each.ruleset) for each in found] == sorted(expected)
            assert by_day(cursor, ADA, LAST, LAST) == []


def test_games_are_chosen_by_all_of_their_players(database: str) -> None:
    with world(database) as opened:
        opened.append(evening())
        opened.catch_up(100)
        with opened.database.reading() as cursor:
            owner = Requester("player:owner")
            every = games(cursor, owner, EVERY)
            players = sorted({player for row in every for player in row.players if player})
            by_one = {
                player: {row.game for row in games(cursor, owner, GameQuery(player=player, limit=1000))}
                for player in players
            }
            for one, other in permutations(players, 2):
                common = by_one[one] & by_one[other]
                for query in (
                    GameQuery(player=one, opponents=(other,), limit=1000),
                    GameQuery(opponents=(one, other), limit=1000),
                ):
                    found = games(cursor, owner, query)
                    assert [row.game for row in found] == [row.game for row in every if row.game in common]


@pytest.mark.parametrize("is_newest_first", [False, True])
def test_games_since_an_end_are_listed_by_their_ends(database: str, is_newest_first: bool) -> None:
    with world(database) as opened:
        opened.append(evening())
        opened.catch_up(100)
        with opened.database.reading() as cursor:
            owner = Requester("player:owner")
            ended = [row for row in games(cursor, owner, EVERY) if row.ended_at]
            ended.sort(key=lambda row: (row.ended_at, row.game), reverse=is_newest_first)
            times = [row.ended_at for row in ended if row.ended_at]
            assert len(set(times)) > 3
            for since in (times[0], times[len(times) // 2], times[-1]):
                expected = [row for row in ended if str(row.ended_at) >= since]
                query = GameQuery(ended_since=since, is_newest_first=is_newest_first, limit=1000)
                assert games(cursor, owner, query) == expected
                after = (str(expected[0].ended_at), expected[0].game)
                assert games(cursor, owner, replace(query, after=after)) == expected[1:]
                assert games(cursor, owner, replace(query, player=ADA)) == [
                    row for row in games(cursor, owner, query) if row.game in _of(cursor, owner, ADA)
                ]
                assert games(cursor, owner, replace(query, ended_since=None, ended_until=since)) == [
                    row for row in ended if str(row.ended_at) < since
                ]


def _of(cursor: Cursor, requester: Requester, player: str) -> set[str]:
    return {row.game for row in games(cursor, requester, GameQuery(player=player, limit=1000))}


def test_games_with_ids_are_those_that_the_requester_may_see_in_the_order_of_the_ids(database: str) -> None:
    with world(database) as opened:
        opened.append(evening())
        opened.catch_up(100)
        with opened.database.reading() as cursor:
            every = [row.game for row in games(cursor, Requester("player:owner"), EVERY)]
            hidden = set(every) - {row.game for row in games(cursor, Requester(), EVERY)}
            assert hidden
            asked = ["unknown", *reversed(every)]
            for requester in (Requester(), Requester(ADA), Requester(ADA, every[0]), Requester("player:owner")):
                seen = {row.game for row in games(cursor, requester, EVERY)}
                found = games_with_ids(cursor, requester, EVERY, asked)
                assert [row.game for row in found] == [game for game in asked if game in seen]
            invitation = Requester(None, None, min(hidden))
            found = {row.game for row in games_with_ids(cursor, invitation, EVERY, asked)}
            assert found & hidden == {min(hidden)}


def test_the_records_of_a_player_read_no_other_results(empty: Path) -> None:
    asked: tuple[Callable[[Cursor], object], ...] = (
        lambda cursor: against(cursor, ADA, "player:bo"),
        lambda cursor: by_day(cursor, ADA, FIRST, LAST),
        lambda cursor: record_of(cursor, ADA, 20),
    )
    for ask in asked:
        steps = plan(empty, ask)
        assert not any(step.startswith(("SCAN result", "SCAN r ")) for step in steps), steps
        assert any("(player=?" in step for step in steps), steps
    steps = plan(empty, lambda cursor: games_with_ids(cursor, Requester(ADA), EVERY, ["a", "b"]))
    assert any("(game=?)" in step for step in steps), steps
