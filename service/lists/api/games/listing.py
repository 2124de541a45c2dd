"""Lists of games."""

from typing import Annotated

from litestar import Response, get
from litestar.params import QueryParameter
from msgspec.structs import replace

from projections.rows.lobby import LobbyRow
from service.core.http.problems import problems
from service.core.http.request.cursors import cursor_of, next_link, paged, time_and_text_in
from service.core.http.request.page_parameters import Cursor, Limit
from service.core.http.request.parameters import bad_parameter
from service.core.http.request.times import time_asked
from service.core.http.response.conditional import WHO_ASKS, listed
from service.core.store.database import Cursor as DatabaseCursor
from service.lists.api.queries import (
    EndedSince,
    EndedUntil,
    OpponentsAsked,
    Order,
    Owner,
    Player,
    RatedAsked,
    Since,
    Status,
    TagAsked,
    Title,
    TournamentAsked,
    Until,
    opponents_asked,
    player_asked,
    status_asked,
    tag_asked,
)
from service.lists.api.tournament_games import TournamentGames
from service.lists.reading import ReadModels
from service.lists.tables.lobby import GameQuery, Requester, games_with_ids, is_visible
from service.lists.tables.lobby import games as listed_games
from service.people.accounts import Accounts
from service.people.api.request import PlayerRequest
from service.play.api.access import Access
from service.play.api.clocks.messages import clock_reply
from service.play.api.games.messages import GameRow, Games
from service.play.api.games.term_messages import term_fields
from service.play.api.titles import title_asked

MAX_IDS = 100
"""Games that one request may ask for by id."""

IdsAsked = Annotated[
    str | None, QueryParameter(min_length=1, description=f"Up to {MAX_IDS} ids of games, separated by commas.")
]

TermsMet = Annotated[
    bool | None,
    QueryParameter(
        description="`true`: only games whose `min_completion`, `min_rating` and `max_rating` you meet. Without a "
        "token: those that someone meets who has never played."
    ),
]


@get(
    "/v1/games",
    summary="List games",
    operation_id="games",
    responses=problems("bad-request", "token-needed"),
    tags=["games"],
)
async def list_games(
    request: PlayerRequest,
    accounts: Accounts,
    models: ReadModels,
    access: Access,
    tournament_games: TournamentGames,
    status: Status = None,
    ruleset: Title = None,
    player: Player = None,
    owner: Owner = None,
    tag: TagAsked = None,
    tournament: TournamentAsked = None,
    rated: RatedAsked = None,
    opponents: OpponentsAsked = None,
    since: Since = None,
    until: Until = None,
    ended_since: EndedSince = None,
    ended_until: EndedUntil = None,
    terms_met: TermsMet = None,
    ids: IdsAsked = None,
    order: Order = "desc",
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response[Games]:
    """Return the games that you may see, by opening time: public games, and your own private ones.

    With `ended_since` or `ended_until`, the list is ordered by the time of the end; its cursors differ from those of
    the list by opening time. For the next page, use `next` or the header `Link`.

    With `ids`, the reply has those of these games that you may see and that the other filters choose, in the order of
    `ids`, each once. Games that do not exist or are hidden from you are left out. You see a private game under the
    same conditions as with `game`, also by the invitation of the request. `order`, `limit` and `cursor` do not apply.
    """
    wanted = GameQuery(
        status=status_asked(status),
        ruleset=title_asked(ruleset),
        player=player_asked(request, player),
        owner=player_asked(request, owner),
        tag=tag_asked(tag, tournament),
        among=await tournament_games.asked(tournament),
        rated=rated,
        opponents=opponents_asked(opponents),
        ended_since=time_asked(ended_since, "ended_since"),
        ended_until=time_asked(ended_until, "ended_until"),
        since=time_asked(since, "since"),
        until=time_asked(until, "until"),
        is_newest_first=order == "desc",
        met_by=_asker(request) if terms_met else None,
    )
    if ids is not None:
        return await _with_ids(request, accounts, models, access, wanted, ids)
    return await page_of_games(request, accounts, models, wanted, limit, cursor)


def _asker(request: PlayerRequest) -> str:
    """Return the player of a request; empty for a visitor, who has never played."""
    return "" if request.reader is None else request.reader.player


async def _with_ids(
    request: PlayerRequest, accounts: Accounts, models: ReadModels, access: Access, wanted: GameQuery, ids: str
) -> Response[Games]:
    """Return the games with these ids that the viewer may see. Raises a 400 problem for too many."""
    asked = list(dict.fromkeys(ids.split(",")))
    if len(asked) > MAX_IDS:
        raise bad_parameter("ids", f"ids names {len(asked)} games: ask for at most {MAX_IDS} at a time")
    token, invitation = request.reader, access.invitation_of(request)
    if invitation is not None:
        accounts.note_use(invitation)
    player, game = (None, None) if token is None else (token.player, token.game)
    requester = Requester(player, game, invitation and invitation.game)
    found = await models.read(_tables(wanted), lambda cursor: games_with_ids(cursor, requester, wanted, asked))
    items = tuple(game_row(row, accounts) for row in found)
    return listed(request, Games(items, None), {"Vary": f"{WHO_ASKS}, Accept-Encoding"})


async def page_of_games(
    request: PlayerRequest, accounts: Accounts, models: ReadModels, wanted: GameQuery, limit: int, cursor: str | None
) -> Response[Games]:
    """Return a page of the games that the viewer may see."""
    token = request.reader
    requester = Requester() if token is None else Requester(token.player, token.game)
    wanted = page_asked(wanted, limit, cursor)
    found = await models.read(_tables(wanted), lambda asked: listed_games(asked, requester, wanted))
    page, following = paged(found, limit, cursor_after_end if wanted.is_by_end else cursor_after)
    items = tuple(game_row(row, accounts) for row in page)
    return listed(request, Games(items, following), next_link(request, following))


def _tables(wanted: GameQuery) -> tuple[str, ...]:
    """Return the projections that a list reads."""
    return ("lobby",) if wanted.met_by is None else ("lobby", "ratings", "results")


def page_asked(wanted: GameQuery, limit: int, cursor: str | None) -> GameQuery:
    """Return which games to read: those of a page, and one more that shows whether a page follows.

    Raises a 400 problem for a malformed cursor.
    """
    after = None
    if cursor is not None:
        after = time_and_text_in(cursor)
    return replace(wanted, after=after, limit=limit + 1)


def cursor_after(row: LobbyRow) -> str:
    """Return the cursor of the page that follows one that ends with this game."""
    return cursor_of(row.opened_at, row.game)


def cursor_after_end(row: LobbyRow) -> str:
    """Return the same for a list by the time of the end."""
    return cursor_of(row.ended_at, row.game)


def game_row(row: LobbyRow, accounts: Accounts) -> GameRow:
    """Return the reply for a game in a list. Players of imported games have no names."""
    names = [None if row.is_foreign else accounts.name_of(player) for player in (row.owner, *row.players)]
    return GameRow(
        id=row.game,
        ruleset=row.ruleset,
        profile=row.profile,
        data_set=row.data_set,
        options=dict(row.options),
        status=row.status,
        visibility=row.visibility,
        owner=row.owner,
        owner_name=names[0],
        opened_at=row.opened_at,
        started_at=row.started_at,
        ended_at=row.ended_at,
        players=row.players,
        names=tuple(names[1:]),
        paused_until=row.paused_until,
        adjudicated=row.ending == "adjudicated",
        ending=row.ending,
        foreign=row.is_foreign,
        clock=None if row.clock is None else clock_reply(row.clock),
        voided=row.is_void,
        **term_fields(row.terms),
    )


async def is_listed_for(models: ReadModels, game: str, player: str | None) -> bool:
    """Whether a player may see a game whose log does not even tell its lobby. Without a row, nobody may."""

    def is_shown(cursor: DatabaseCursor) -> bool:
        states = models.registry.states(cursor, ["lobby"])
        return any(is_visible(cursor, each.generation, game, player) for each in states)

    return await models.ask(is_shown)
