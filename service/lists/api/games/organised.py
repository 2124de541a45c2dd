"""The list of the games that you organise."""

from litestar import Response, get
from msgspec.structs import asdict

from service.core.http.problems import problems
from service.core.http.request.cursors import next_link, paged
from service.core.http.request.page_parameters import Cursor, Limit
from service.core.http.response.conditional import listed
from service.lists.api.games.listing import cursor_after, game_row, page_asked
from service.lists.api.queries import Status, TagAsked, Title, status_asked
from service.lists.api.scoreboard.messages import AwaitedSeat, OrganisedGame, OrganisedGames
from service.lists.reading import ReadModels
from service.lists.tables.lobby import GameQuery, Requester
from service.lists.tables.organised import Organised, organised_games
from service.people.accounts import Accounts
from service.people.api.callers import account_of
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.play.api.titles import title_asked


@get(
    "/organised",
    summary="List the games that you organise",
    operation_id="organisedGames",
    security=with_scope("games:read"),
    responses=problems("bad-request", "token-needed", "scope-missing"),
)
async def organised(
    request: PlayerRequest,
    accounts: Accounts,
    models: ReadModels,
    status: Status = None,
    ruleset: Title = None,
    tag: TagAsked = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response[OrganisedGames]:
    """Return the games that you opened, newest first: free seats, the players who must act, and the next step.

    Shows free seats, the players who must act, and what the service does next and when.
    """
    token = account_of(request, "games:read")
    wanted = GameQuery(status=status_asked(status), ruleset=title_asked(ruleset), owner=token.player, tag=tag)
    query = page_asked(wanted, limit, cursor)
    tables = ("lobby", "seats", "schedule")
    found = await models.read(tables, lambda asked: organised_games(asked, Requester(token.player), query))
    page, following = paged(found, limit, lambda one: cursor_after(one.game))
    items = tuple(_organised(one, accounts) for one in page)
    return listed(request, OrganisedGames(items, following), next_link(request, following))


def _organised(one: Organised, accounts: Accounts) -> OrganisedGame:
    row = game_row(one.game, accounts)
    awaited = tuple(
        AwaitedSeat(each.seat, each.player, accounts.name_of(each.player), each.decision, each.since, each.due)
        for each in one.awaited
    )
    missing = row.players.count(None) if row.status == "open" else 0
    return OrganisedGame(**asdict(row), missing=missing, awaited=awaited, due=one.due)
