"""The streams of a player, of the list of games, and of results; tickets for streams."""

from functools import partial
from typing import Any, TypeVar

from litestar import Response, Router, get
from litestar.openapi.datastructures import ResponseSpec

from service.core.http.messages import reply_from
from service.core.http.problems import problems
from service.core.http.request.cursors import cursor_of
from service.core.http.response.negotiation import NDJSON, accepted
from service.lists.api.games.listing import game_row
from service.lists.api.queries import Owner, Player, RatedAsked, Status, TagAsked, Title, player_asked, status_asked
from service.lists.api.scoreboard.routes import Profile, finished
from service.lists.api.streams.asides import OwnAsides, RowAside
from service.lists.api.streams.filters import (
    GameFilter,
    is_result_wanted,
    place_asked,
    result_asked,
)
from service.lists.api.streams.messages import LobbyEvent, PlayerEvent, ResultEvent
from service.lists.api.streams.rows import RowReader, RowsAsked, RowStream, cursor_at
from service.lists.reading import ReadModels
from service.lists.row_relay import Placed, RowRelays
from service.lists.tables.activity import GameChange, Place, PlayerNotice, player_changes
from service.lists.tables.lobby import Requester
from service.lists.tables.results import NumberedResult
from service.people.accounts import Accounts
from service.people.api.callers import token_of
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.people.quotas.open_streams import StreamKind
from service.play.api.access import Access
from service.play.api.stream.parameters import (
    AfterCursor,
    Follow,
    LastCursor,
    LastIdInQuery,
    PositionCursor,
    Ticket,
    start_asked,
)
from service.play.api.stream.sending import EVENT_STREAM, EventStreams
from service.play.api.titles import profile_asked, title_asked

R = TypeVar("R", bound=Placed)

STREAMING = ("bad-request", "token-needed", "too-many-streams")


def _streamed(*codes: str) -> dict[int, ResponseSpec]:
    """Return the declared responses of a stream."""
    sent = ResponseSpec(str, generate_examples=False, description="Events.", media_type=EVENT_STREAM)
    return {200: sent, **problems(*STREAMING, *codes)}


@get(
    "/me/stream",
    summary="Follow your own games",
    operation_id="ownStream",
    security=with_scope("games:read"),
    responses=_streamed("cursor-expired", "beyond-the-end"),
)
async def own_stream(
    request: PlayerRequest,
    accounts: Accounts,
    event_streams: EventStreams,
    models: ReadModels,
    rows: RowRelays,
    access: Access,
    own_asides: OwnAsides,
    cursor: PositionCursor = None,
    after: AfterCursor = None,
    last_id: LastIdInQuery = None,
    follow: Follow = True,
    last_event_id: LastCursor = None,
    ticket: Ticket = None,  # noqa: ARG001 - AuthMiddleware redeems it
) -> Response[Any]:
    """Send an event when a decision of yours opens, and when a game of yours starts, ends or invites you.

    One stream covers all your games. With a seat token, it covers only the game of this seat. With the token of an
    account, it also sends `challenge`, without an id, for each change of a challenge, a rematch or a pairing; and
    `moderation` when moderators answer a report or an appeal of yours, or do something about you. That needs the scope
    `profile:read`, too.

    The event `ready` comes when all earlier events were sent and the lists are up to date; its cursor continues the
    stream after a reconnect. Open the stream, wait for `ready`, then read GET /v1/me/games and GET /v1/challenges:
    nothing is lost in between. The events of the last 500,000 positions of the log are stored.
    """
    token = token_of(request, "games:read")
    source = rows.players

    def is_wanted(row: PlayerNotice) -> bool:
        return row.player == token.player and token.game in {None, row.game} and token.seat in {None, row.seat}

    stream = RowStream(
        source,
        is_wanted,
        name=lambda row: row.kind,
        reply=_player_event,
        page=partial(player_changes, player=token.player),
    )
    place = await place_asked(models, source, start_asked(last_event_id, last_id, cursor, after))
    asides = await own_asides.of(request, as_sse=_is_sse(request)) if follow else ()
    return _sent(
        *(request, accounts, event_streams, access, "me", stream, place),
        follow=follow,
        lists_upto=place[0],
        asides=asides,
    )


def _player_event(row: PlayerNotice) -> PlayerEvent:
    return reply_from(PlayerEvent, row, event=row.kind, cursor=cursor_at(row.place))


@get(
    "/games/stream",
    summary="Follow the list of games",
    operation_id="gamesStream",
    responses=_streamed("cursor-expired", "beyond-the-end"),
)
async def games_stream(
    request: PlayerRequest,
    accounts: Accounts,
    event_streams: EventStreams,
    models: ReadModels,
    rows: RowRelays,
    access: Access,
    status: Status = None,
    ruleset: Title = None,
    player: Player = None,
    owner: Owner = None,
    tag: TagAsked = None,
    rated: RatedAsked = None,
    cursor: PositionCursor = None,
    after: AfterCursor = None,
    last_id: LastIdInQuery = None,
    follow: Follow = True,
    last_event_id: LastCursor = None,
    ticket: Ticket = None,  # noqa: ARG001 - AuthMiddleware redeems it
) -> Response[Any]:
    """Send an event when a game that you may see is opened, gains or loses a player, starts, ends or is cancelled.

    With `status`, the stream has the games that had this status before or after the event.

    Open the stream, wait for `ready`, then read GET /v1/games?status=open: nothing is lost in between. Private games
    are sent to their owner, players and invited players only.
    """
    token, source = request.reader, rows.games
    requester = Requester() if token is None else Requester(token.player, token.game)
    people = player_asked(request, player), player_asked(request, owner)
    wanted = GameFilter(requester, status_asked(status), title_asked(ruleset), *people, tag, rated)
    reply = partial(_lobby_event, accounts)
    stream = RowStream(source, wanted.shows, name=lambda row: row.kind, reply=reply, page=wanted.page)
    place = await place_asked(models, source, start_asked(last_event_id, last_id, cursor, after))
    return _sent(request, accounts, event_streams, access, "games", stream, place, follow=follow, lists_upto=place[0])


def _lobby_event(accounts: Accounts, row: GameChange) -> LobbyEvent:
    name = None if row.game.is_foreign else accounts.name_of(row.player)
    game = game_row(row.game, accounts)
    return reply_from(LobbyEvent, row, event=row.kind, cursor=cursor_at(row.place), name=name, game=game)


@get("/results/stream", summary="Follow results", operation_id="resultsStream", responses=_streamed("beyond-the-end"))
async def results_stream(
    request: PlayerRequest,
    accounts: Accounts,
    event_streams: EventStreams,
    models: ReadModels,
    rows: RowRelays,
    access: Access,
    ruleset: Title = None,
    profile: Profile = None,
    player: Player = None,
    owner: Owner = None,
    cursor: PositionCursor = None,
    after: AfterCursor = None,
    last_id: LastIdInQuery = None,
    follow: Follow = True,
    last_event_id: LastCursor = None,
    ticket: Ticket = None,  # noqa: ARG001 - AuthMiddleware redeems it
) -> Response[Any]:
    """Send the result of each public game when it has ended. A cursor of `results` is a cursor of this stream.

    A result is sent once the list of results has it, usually within a second.
    """
    source = rows.results
    people = player_asked(request, player), player_asked(request, owner)
    stream = RowStream(
        source,
        is_result_wanted(title_asked(ruleset), profile_asked(profile, ruleset), *people),
        name=lambda _: "result",
        reply=partial(_result_event, accounts),
        cursor=lambda place: cursor_of(place[0]),
    )
    place = await result_asked(models, source, start_asked(last_event_id, last_id, cursor, after))
    return _sent(request, accounts, event_streams, access, "results", stream, place, follow=follow)


def _result_event(accounts: Accounts, row: NumberedResult) -> ResultEvent:
    return reply_from(ResultEvent, finished(accounts, row), event="result")


def _is_sse(request: PlayerRequest) -> bool:
    return accepted(request, EVENT_STREAM, NDJSON) == EVENT_STREAM


def _sent(
    request: PlayerRequest,
    accounts: Accounts,
    event_streams: EventStreams,
    access: Access,
    kind: StreamKind,
    stream: RowStream[Any],
    after: Place,
    *,
    follow: bool,
    lists_upto: int = 0,
    asides: tuple[RowAside, ...] = (),
) -> Response[Any]:
    token = request.user
    asked = RowsAsked(
        after=after,
        follow=follow,
        as_sse=_is_sse(request),
        has_access=lambda: token is None or accounts.is_in_force(token),
        is_closing=lambda: event_streams.is_closing,
        until=access.expires_at(request),
        lists_upto=lists_upto,
        asides=asides,
    )
    return event_streams.open(request, kind, partial(RowReader, stream, asked), as_sse=asked.as_sse)


router = Router("/v1", route_handlers=[own_stream, games_stream, results_stream], tags=["streams"])
