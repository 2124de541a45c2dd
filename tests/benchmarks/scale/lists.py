"""Every list of the API over a large and over a small database, in turn."""

import statistics
import time
from collections.abc import Callable
from typing import Any, TypeAlias

from projections.times import moment
from service.core.store.database import Cursor
from service.core.store.store import Store
from service.lists.tables.lobby import GameQuery, Requester, games, open_games_of
from service.lists.tables.organised import organised_games
from service.lists.tables.ratings import TITLE, history, leaderboard, ratings_of
from service.lists.tables.results import ResultQuery, results
from service.lists.tables.schedule import due_games
from service.lists.tables.seats import own_seats
from tests.benchmarks.rounds import Row
from tests.benchmarks.scale.games import player_id
from tests.benchmarks.scale.making import LAST_DAY, SPAN

ROUNDS = 5
REPEATS = 4
"""Repetitions of a query in a round, each for another player. The fastest one counts."""

LIMIT = 51
"""Rows of a page, and one more, by which the service sees that a page follows."""

Ask: TypeAlias = Callable[[Cursor, str, int], Any]
"""A query on behalf of a player, for a number of rows at most."""


def _at(part: float) -> str:
    return moment(LAST_DAY - SPAN + int(SPAN * part))


def _games(of: Callable[[str], dict[str, Any]], *, is_public: bool = False) -> Ask:
    def ask(cursor: Cursor, player: str, limit: int) -> Any:
        return games(cursor, Requester(None if is_public else player), GameQuery(limit=limit, **of(player)))

    return ask


_FILTERS: dict[str, Callable[[str], dict[str, Any]]] = {
    "all": lambda _: {},
    "oldest first": lambda _: {"is_newest_first": False},
    "a later page": lambda _: {"after": (_at(0.5), "")},
    "status=open": lambda _: {"status": "open"},
    "status=running": lambda _: {"status": "running"},
    "status=ended": lambda _: {"status": "ended"},
    "ruleset": lambda _: {"ruleset": "minos"},
    "ruleset, status=open": lambda _: {"ruleset": "minos", "status": "open"},
    "ruleset, status=running": lambda _: {"ruleset": "minos", "status": "running"},
    "rated=true": lambda _: {"rated": True},
    "tag": lambda _: {"tag": "evening-7"},
    "tag of no game": lambda _: {"tag": "none"},
    "since, until": lambda _: {"since": _at(0.3), "until": _at(0.3001)},
    "owner": lambda player: {"owner": player},
    "player": lambda player: {"player": player},
    "player, status=running": lambda player: {"player": player, "status": "running"},
    "player of no game": lambda _: {"player": "player:nobody"},
}


def _results(of: Callable[[str], dict[str, Any]]) -> Ask:
    return lambda cursor, player, limit: results(cursor, ResultQuery(limit=limit, **of(player)))


_RESULTS: dict[str, Callable[[str], dict[str, Any]]] = {
    "all": lambda _: {},
    "newest first": lambda _: {"is_newest_first": True},
    "since": lambda _: {"since": _at(0.9)},
    "since, until": lambda _: {"since": _at(0.3), "until": _at(0.301)},
    "since, until, most results": lambda _: {"since": _at(0.1), "until": _at(0.9)},
    "ruleset": lambda _: {"ruleset": "minos"},
    "profile": lambda _: {"profile": "none"},
    "player": lambda player: {"player": player},
    "owner": lambda player: {"owner": player},
    "tag": lambda _: {"tag": "evening-7"},
    "tag of no game": lambda _: {"tag": "none"},
    "the feed": lambda _: {"is_public": True, "is_newest_first": True},
    "the feed of a tag": lambda _: {"is_public": True, "is_newest_first": True, "tag": "evening-7"},
}


def _own(**asked: Any) -> Ask:
    return lambda cursor, player, limit: own_seats(
        cursor, Requester(player), GameQuery(limit=limit), **{"awaiting": None, **asked}
    )


CASES: dict[str, Ask] = {
    **{f"games: {name}, a visitor": _games(of, is_public=True) for name, of in _FILTERS.items()},
    **{f"games: {name}, a player": _games(of) for name, of in _FILTERS.items()},
    "my games": _own(),
    "my games: awaiting": _own(awaiting=True),
    "my games: invited": _own(invited=True),
    "games I organise": lambda cursor, player, limit: organised_games(
        cursor, Requester(player), GameQuery(limit=limit, owner=player)
    ),
    "my open games": lambda cursor, player, _: open_games_of(cursor, player),
    **{f"results: {name}": _results(of) for name, of in _RESULTS.items()},
    "leaderboard": lambda cursor, _, limit: leaderboard(cursor, "minos", TITLE, None, limit),
    "ratings of a player": lambda cursor, player, _: ratings_of(cursor, player),
    "history of a rating": lambda cursor, player, limit: history(cursor, player, None, TITLE, 0, limit),
    "games due": lambda cursor, _player, _limit: due_games(cursor, _at(1)),
}
"""Each list with its filters."""


def rows(large: Store, small: Store) -> list[Row]:
    """Compare each list of the large database with that of the small one."""
    return [_row(name, ask, large, small) for name, ask in CASES.items()]


def _row(name: str, ask: Ask, large: Store, small: Store) -> Row:
    pairs = [_seconds(ask, large, small, number) for number in range(ROUNDS)]
    return Row(
        f"lists, {name}: the small database",
        1 / statistics.median(pair[0] for pair in pairs),
        1 / statistics.median(pair[1] for pair in pairs),
        tuple(other / ours for ours, other in pairs),
        ">= 0.5",
    )


def _seconds(ask: Ask, large: Store, small: Store, number: int) -> tuple[float, float]:
    """Return the seconds of the fastest of some queries of each database, for pages with the same number of rows."""
    times: list[tuple[float, float]] = []
    for player in map(player_id, range(number * REPEATS, (number + 1) * REPEATS)):
        found = _timed(ask, small, player, LIMIT)[1]
        rows = min(found, _timed(ask, large, player, max(1, found))[1])
        # both have been read once
        times.append((_timed(ask, large, player, max(1, rows))[0], _timed(ask, small, player, max(1, rows))[0]))
    return min(one[0] for one in times), min(one[1] for one in times)


def _timed(ask: Ask, store: Store, player: str, limit: int) -> tuple[float, int]:
    """Return the seconds of a query, and the number of its rows."""
    with store.database.reading() as cursor:
        began = time.perf_counter()
        found = ask(cursor, player, limit)
        return time.perf_counter() - began, len(found)
