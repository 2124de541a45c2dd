"""The rows of embedded tables, as far as their heights depend on them."""

from service.core.store.database import Cursor
from service.lists.reading import ReadModels
from service.lists.tables.ratings import TITLE, LeaderboardEntry, leaderboard
from service.lists.tables.results import ResultQuery
from service.news.api.feeds.results import newest
from service.people.accounts import Accounts

MOST_RANKED, MOST = 16, 10
"""The rows of standings, and of the other tables, as in `js/embed/`."""

_LONG_NAME = 24
"""The most letters of a name that stands in one line of a leaderboard."""

_LONG_RANKED = 30
"""The most letters of a name that stands in one line of the results, between its rank and its score."""

_NAMED = 2
"""The lines of the name of a game with its day. A void result has a line more."""


async def shown_players(accounts: Accounts, models: ReadModels, title: str) -> list[int]:
    """Return the number of lines of each row of an embedded leaderboard. A long name breaks."""
    found = await models.read(("ratings",), lambda cursor: _embedded(cursor, title))
    names = (accounts.name_of(each.player_rating.player) or "" for each in found)
    return [1 + (len(name) > _LONG_NAME) for name in names]


def _embedded(cursor: Cursor, title: str) -> list[LeaderboardEntry]:
    """Return the ranked players, or those with provisional ratings while nobody is ranked."""
    ranked = leaderboard(cursor, title, TITLE, None, MOST)
    return ranked or leaderboard(cursor, title, TITLE, None, MOST, provisional=True)


async def shown_results(accounts: Accounts, models: ReadModels, title: str | None) -> list[int]:
    """Return the number of lines of each row of embedded results. A long name breaks."""
    found, _ = await newest(models, ResultQuery(ruleset=title, limit=MOST))
    return [
        max(
            _NAMED + one.is_void,
            sum(1 + (len(accounts.name_of(seat.player) or "") > _LONG_RANKED) for seat in one.result.seats),
        )
        for one in found
    ]
