"""The query parameters of pages that many routes share."""

from collections.abc import Mapping
from typing import Annotated

from litestar.params import QueryParameter

from service.core.http.request.parameters import bad_parameter

After = Annotated[int, QueryParameter(ge=0, description="The same as `cursor`, its name in release 0.2.0.")]
VersionCursor = Annotated[
    int | None,
    QueryParameter(
        ge=0, description="The version of the last known event, such as `next` of the previous page. By default 0."
    ),
]
Cursor = Annotated[str | None, QueryParameter(description="`next` of the previous page.")]
ENTRIES, LISTED, FILES, ROWS = 100, 200, 300, 1000
"""The largest pages: of feeds and deliveries, with large items; of lists of things; of files; of rows of a log or a
table.
"""


def _described(largest: int) -> str:
    return f"The maximum number of items. A page has at most {largest:,}: a larger number counts as {largest:,}."


EntryLimit = Annotated[int, QueryParameter(ge=1, description=_described(ENTRIES))]
Limit = Annotated[int, QueryParameter(ge=1, description=_described(LISTED))]
FileLimit = Annotated[int, QueryParameter(ge=1, description=_described(FILES))]
LargeLimit = Annotated[int, QueryParameter(ge=1, description=_described(ROWS))]

PAGES: Mapping[int, frozenset[str]] = {
    ENTRIES: frozenset(
        {
            *("playerAtom", "playerJsonFeed", "resultsAtom", "resultsJsonFeed", "tournamentAtom"),
            *("tournamentJsonFeed", "webhookDeliveries"),
        }
    ),
    LISTED: frozenset(
        {
            *("appeals", "blocks", "challenges", "games", "gamesOfPlayer", "invitations", "messages"),
            *("moderatedPlayers", "moderationActs", "organisedGames", "ownGames", "ownReports"),
            *("ownTournaments", "players", "reportCases", "seatTokens", "signUpCodes", "tokens"),
            *("tournamentMessages", "tournaments"),
        }
    ),
    FILES: frozenset({"bundles"}),
    ROWS: frozenset({"events", "leaderboard", "ratingsOfPlayer", "results", "rounds", "tournamentEvents"}),
}
"""The operations with pages by the largest page. `openapi/README.md` has the same table."""

LARGEST: Mapping[str, int] = {operation: largest for largest, names in PAGES.items() for operation in names}
"""The largest page of each operation with pages. A larger `limit` counts as this one (`queries.py`)."""


def version_asked(cursor: int | None, after: int) -> int:
    """Return the version after which a page of events begins. Raises a 400 problem for two different ones."""
    if cursor is None:
        return after
    if after not in {0, cursor}:
        raise bad_parameter("after", "after is another name of cursor: give one of them")
    return cursor


Wait = Annotated[
    int, QueryParameter(ge=0, le=30, description="The maximum number of seconds to wait for the first event.")
]
