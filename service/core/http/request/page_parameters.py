"""The query parameters of pages that many routes share."""

from collections.abc import Mapping
from typing import Annotated

from litestar.params import QueryParameter

After = Annotated[int, QueryParameter(ge=0, description="Only events with higher versions.")]
Cursor = Annotated[str | None, QueryParameter(description="`next` of the previous page.")]
ENTRIES, LISTED, ROWS = 100, 200, 1000
"""The largest pages: of feeds and deliveries, with large items; of lists of things; of rows of a log or a table."""

EntryLimit = Annotated[int, QueryParameter(ge=1, le=ENTRIES, description="The maximum number of items.")]
Limit = Annotated[int, QueryParameter(ge=1, le=LISTED, description="The maximum number of items.")]
LargeLimit = Annotated[int, QueryParameter(ge=1, le=ROWS, description="The maximum number of items.")]

PAGES: Mapping[int, frozenset[str]] = {
    ENTRIES: frozenset(
        {
            *("playerAtom", "playerJsonFeed", "resultsAtom", "resultsJsonFeed", "tournamentAtom"),
            *("tournamentJsonFeed", "webhookDeliveries"),
        }
    ),
    LISTED: frozenset(
        {
            *("games", "gamesOfPlayer", "invitations", "organisedGames", "ownGames", "ownTournaments", "players"),
            *("seatTokens", "tokens", "tournaments"),
        }
    ),
    ROWS: frozenset({"events", "leaderboard", "ratingsOfPlayer", "results", "rounds", "tournamentEvents"}),
}
"""The operations with pages by the largest `limit`. `openapi/README.md` has the same table."""
Wait = Annotated[
    int, QueryParameter(ge=0, le=30, description="The maximum number of seconds to wait for the first event.")
]
