"""The feed of rounds: what a receiver of webhooks reads after a failure."""

from typing import Annotated

from litestar import Response, get
from litestar.params import QueryParameter

from service.core.http.problems import problems
from service.core.http.request.cursors import after_number, cursor_of, next_link, paged
from service.core.http.request.page_parameters import Cursor, LargeLimit
from service.core.http.response.conditional import listed
from service.lists.api.queries import player_asked
from service.people.api.request import PlayerRequest
from service.tournaments.api.access import player_of
from service.tournaments.api.messages.feed import RoundLine, RoundLines
from service.tournaments.round_rows import RoundQuery
from service.tournaments.tournaments import Tournaments

Player = Annotated[
    str | None, QueryParameter(description="Only tournaments in which this player takes part; `me` for you.")
]
Organiser = Annotated[
    str | None, QueryParameter(description="Only tournaments that this player organises; `me` for you.")
]


@get(
    "/rounds",
    summary="List rounds of all tournaments",
    operation_id="rounds",
    responses=problems("bad-request", "token-needed"),
)
async def rounds(
    request: PlayerRequest,
    tournaments: Tournaments,
    player: Player = None,
    organiser: Organiser = None,
    limit: LargeLimit = 50,
    cursor: Cursor = None,
) -> Response[RoundLines]:
    """Return when rounds were paired and finished, in the order of the log, of the tournaments that you may see.

    New lines are always appended. A client that continues from the `cursor` of the last line gets every line once; the
    webhooks `round.paired` and `round.ended` carry the same cursor. A round that was withdrawn and published again
    has another line, with a higher version.
    """
    query = RoundQuery(
        requester=player_of(request),
        player=player_asked(request, player),
        organiser=player_asked(request, organiser),
        after=after_number(cursor),
        limit=limit + 1,
    )
    page, following = paged(await tournaments.queries.rounds(query), limit, lambda row: cursor_of(row.number))
    items = tuple(
        RoundLine(cursor_of(row.number), row.event, row.tournament, row.round, row.version, row.at) for row in page
    )
    return listed(request, RoundLines(items, following), next_link(request, following))
