"""Messages at a tournament."""

from litestar import Response, Router, delete, get, post, put
from msgspec import UNSET

from service.core.http.problems import problems
from service.core.http.request.page_parameters import Cursor, Limit
from service.core.http.response.responses import PrivateResponse
from service.people.api.callers import account_of
from service.people.api.idempotency import IdempotencyKey
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.talk.api.acts import READING, SETTING, WRITING, MessageId, RoomAsked, Talking
from service.talk.api.messages import MarkReply, MessageReply, Messages, NewLevels, NewMark, NewMessageBody, TalkReply
from service.talk.api.rooms import Standings
from service.talk.talk import Topic


@get(
    "/{tournament:str}/messages",
    summary="List messages at a tournament",
    operation_id="tournamentMessages",
    responses=problems(*READING),
)
async def messages(
    request: PlayerRequest,
    talking: Talking,
    standings: Standings,
    tournament: str,
    room: RoomAsked = "table",
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response[Messages]:
    """Return the messages of one room, newest first.

    Organisers, players and substitutes write at the `table`, others among the `spectators`. Who takes part reads the
    room of the spectators after the end.
    """
    return await talking.page(request, await standings.at_tournament(request, tournament), room, limit, cursor)


@post(
    "/{tournament:str}/messages",
    summary="Write a message at a tournament",
    operation_id="writeTournamentMessage",
    security=with_scope("games:play"),
    responses=problems(*WRITING),
)
async def write_message(
    request: PlayerRequest,
    talking: Talking,
    standings: Standings,
    tournament: str,
    data: NewMessageBody,
    key: IdempotencyKey = None,
) -> Response[MessageReply]:
    """Write in your room: at the table if you take part or organise, otherwise among the spectators."""
    standing = await standings.at_tournament(request, tournament)
    account_of(request, "games:play")
    return await talking.post(request, standing, data, key)


@delete(
    "/{tournament:str}/messages/{message:str}",
    summary="Remove a message at a tournament",
    operation_id="removeTournamentMessage",
    security=with_scope("games:play"),
    responses=problems("token-needed", "scope-missing", "not-found"),
)
async def remove_message(
    request: PlayerRequest, talking: Talking, tournament: str, message: MessageId
) -> Response[None]:
    """Delete the text of a message of yours. Its place stays. The response has no body."""
    return await talking.remove(request, Topic(f"tournaments/{tournament}"), message)


@get(
    "/{tournament:str}/talk",
    summary="Read who may write at a tournament",
    operation_id="tournamentTalk",
    responses=problems("bad-request", "token-needed", "not-found"),
)
async def talk(request: PlayerRequest, talking: Talking, standings: Standings, tournament: str) -> Response[TalkReply]:
    """Return who may write here and in the games, the rooms that you may read, and what you have muted."""
    return PrivateResponse(await talking.state(request, await standings.at_tournament(request, tournament)))


@put(
    "/{tournament:str}/talk",
    summary="Set who may write at a tournament",
    operation_id="setTournamentTalk",
    security=with_scope("tournaments"),
    responses=problems(*SETTING),
)
async def set_talk(
    request: PlayerRequest, talking: Talking, standings: Standings, tournament: str, data: NewLevels
) -> Response[TalkReply]:
    """Turn talk off, or allow it to those who take part, or to all; here, and in the games of the tournament.

    Directors may do this. A line at the table says who changed it. The games may set what is stricter.
    """
    standing = await standings.at_tournament(request, tournament)
    account_of(request, "tournaments")
    games = data.talk if data.games is UNSET else data.games
    return await talking.set_level(request, standing, data.talk, games)


@put(
    "/{tournament:str}/talk/mine",
    summary="Mute messages at a tournament, or mark them read",
    operation_id="markTournamentTalk",
    security=with_scope("games:play"),
    responses=problems("bad-request", "token-needed", "scope-missing", "not-yours", "not-found"),
)
async def mark_talk(
    request: PlayerRequest, talking: Talking, standings: Standings, tournament: str, data: NewMark
) -> Response[MarkReply]:
    """Set what holds for you on all your devices: whether you hide the messages, and what you have read."""
    return await talking.mark(request, await standings.at_tournament(request, tournament), data)


router = Router(
    "/v1/tournaments",
    route_handlers=[messages, write_message, remove_message, talk, set_talk, mark_talk],
    tags=["talk"],
)
