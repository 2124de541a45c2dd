"""Positions of requests and replies, and the requests that replicas may answer."""

import pytest

from service.core.store.freshness import Freshness, Position
from service.replicas.requests import may_lag
from tests.service.authority.asked import OPERATIONS

LAGGING = {
    *("games", "bundles", "results", "resultsAtom", "resultsJsonFeed", "leaderboard", "ownGames", "organisedGames"),
    *("activityOfPlayer", "headToHead", "playerAtom", "playerJsonFeed", "gamesOfPlayer", "ratingsOfPlayer"),
    *("recordOfPlayer", "playerBadge"),
    *("game", "bundle", "events", "pieces", "result", "stream", "verification", "view", "views"),
}
"""All operations that replicas may answer, at least for some callers."""


def test_only_lists_results_and_games_may_lag() -> None:
    found = {operation for operation, (method, path) in OPERATIONS.items() if may_lag(method.upper(), path)}
    assert found == LAGGING


@pytest.mark.parametrize(("text", "position"), [("1204.37", (1204, 37)), ("0.0", (0, 0)), ("007.1", (7, 1))])
def test_a_position_is_two_numbers(text: str, position: tuple[int, int]) -> None:
    assert Position.of(text) == position


@pytest.mark.parametrize(
    "text", ["", "1", "1.", ".1", "1.2.3", "-1.2", "1,2", " 1.2", "1.2 ", "1e3.2", "1" * 19 + ".1"]
)
def test_anything_else_is_no_position(text: str) -> None:
    assert Position.of(text) is None


def test_a_position_has_another_one_if_it_has_both_of_its_parts() -> None:
    assert Position(5, 3).has(Position(5, 3))
    assert not Position(5, 3).has(Position(4, 4))
    assert not Position(5, 3).has(Position(6, 0))
    assert Position(5, 3).both(Position(4, 4)) == (5, 4)
    assert str(Position(12, 0)) == "12.0"


def test_a_reply_from_several_tables_shows_the_least_of_them() -> None:
    freshness = Freshness()
    freshness.admitted = Position(9, 9)
    freshness.note(Position(8, 2))
    freshness.note_log(7)
    assert freshness.shown == (7, 2)
