"""The list of your own games."""

from typing import Annotated

import msgspec
from litestar import Response, Router, get
from litestar.params import QueryParameter

from service.core.http.messages import reply_from
from service.core.http.problems import problems
from service.core.http.request.cursors import next_link, paged
from service.core.http.request.page_parameters import Cursor, Limit
from service.core.http.response.conditional import listed
from service.lists.api.games.listing import cursor_after, game_row, page_asked
from service.lists.api.games.organised import organised
from service.lists.api.queries import Status, Title, status_asked
from service.lists.api.scoreboard.messages import OwnGame, OwnGames
from service.lists.reading import ReadModels
from service.lists.tables.lobby import GameQuery, Requester
from service.lists.tables.seats import OwnSeat, own_seats
from service.people.accounts import Accounts
from service.people.api.callers import token_of
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.play.api.titles import title_asked


@get(
    "/games",
    summary="List your own games",
    operation_id="ownGames",
    security=with_scope("games:read"),
    responses=problems("bad-request", "token-needed", "scope-missing"),
)
async def own_games(
    request: PlayerRequest,
    accounts: Accounts,
    models: ReadModels,
    awaiting: Annotated[
        bool | None, QueryParameter(description="Only games in which it is your turn (`true`) or not (`false`).")
    ] = None,
    invited: Annotated[
        bool | None,
        QueryParameter(description="Only games in which a seat waits for you (`true`), or only the others (`false`)."),
    ] = None,
    status: Status = None,
    ruleset: Title = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response[OwnGames]:
    """Return the games in which you have a seat or a seat waits for you, newest first, and whether it is your turn.

    With a seat token, the list has only the game of this seat.

    Shows where it is your turn, and since when. For notifications, use GET /v1/me/stream.
    """
    token = token_of(request, "games:read")
    requester = Requester(token.player, token.game)
    wanted = page_asked(GameQuery(status=status_asked(status), ruleset=title_asked(ruleset)), limit, cursor)
    found = await models.read(
        ("lobby", "seats"), lambda asked: own_seats(asked, requester, wanted, awaiting=awaiting, invited=invited)
    )
    page, following = paged(found, limit, lambda own: cursor_after(own.game))
    items = tuple(_own_game(own, accounts) for own in page)
    return listed(request, OwnGames(items, following), next_link(request, following))


def _own_game(own: OwnSeat, accounts: Accounts) -> OwnGame:
    row = msgspec.structs.asdict(game_row(own.game, accounts))
    return reply_from(OwnGame, own, **row, awaiting=own.decision is not None)


router = Router("/v1/me", route_handlers=[own_games, organised], tags=["players"])
