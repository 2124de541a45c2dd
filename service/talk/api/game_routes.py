"""Messages at a game."""

from litestar import Response, Router, delete, get, post, put

from service.core.http.problems import problems
from service.core.http.request.page_parameters import Cursor, Limit
from service.core.http.response.responses import PrivateResponse
from service.people.api.callers import token_of
from service.people.api.idempotency import IdempotencyKey
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.talk.api.acts import READING, SETTING, WRITING, MessageId, RoomAsked, Talking
from service.talk.api.messages import MarkReply, MessageReply, Messages, NewLevel, NewMark, NewMessageBody, TalkReply
from service.talk.api.rooms import Standings
from service.talk.talk import Topic


@get("/{game:str}/messages", summary="List messages at a game", operation_id="messages", responses=problems(*READING))
async def messages(
    request: PlayerRequest,
    talking: Talking,
    standings: Standings,
    game: str,
    room: RoomAsked = "table",
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response[Messages]:
    """Return the messages of one room, newest first.

    Players write at the table. All who may watch the game may read it. Others write in the room `spectators`, which
    players see after the end: before, it needs the token of an account that has not played here. A stream with
    `talk=true` sends new messages; open it first, then read the list.
    """
    return await talking.page(request, await standings.in_game(request, game), room, limit, cursor)


@post(
    "/{game:str}/messages",
    summary="Write a message at a game",
    operation_id="writeMessage",
    security=with_scope("games:play"),
    responses=problems(*WRITING),
)
async def write_message(
    request: PlayerRequest,
    talking: Talking,
    standings: Standings,
    game: str,
    data: NewMessageBody,
    key: IdempotencyKey = None,
) -> Response[MessageReply]:
    """Write in your room: at the table with a seat, otherwise among the spectators. `writes` of `talk` names it.

    Messages are no part of the log or of bundles. The token of a seat writes as the seat. Above a limit the response
    is 429 with `Retry-After`: for a player in one game, for an account, for an address, and between two messages of an
    account in its first day.
    """
    return await talking.post(request, await standings.in_game(request, game), data, key)


@delete(
    "/{game:str}/messages/{message:str}",
    summary="Remove a message at a game",
    operation_id="removeMessage",
    security=with_scope("games:play"),
    responses=problems("token-needed", "scope-missing", "not-found"),
)
async def remove_message(request: PlayerRequest, talking: Talking, game: str, message: MessageId) -> Response[None]:
    """Delete the text of a message of yours. Its place stays. The response has no body."""
    return await talking.remove(request, Topic(f"games/{game}"), message)


@get(
    "/{game:str}/talk",
    summary="Read who may write at a game",
    operation_id="talk",
    responses=problems("bad-request", "token-needed", "not-found"),
)
async def talk(request: PlayerRequest, talking: Talking, standings: Standings, game: str) -> Response[TalkReply]:
    """Return who may write, the rooms that you may read, what you have muted and not read, and who is away."""
    return PrivateResponse(await talking.state(request, await standings.in_game(request, game)))


@put(
    "/{game:str}/talk",
    summary="Set who may write at a game",
    operation_id="setTalk",
    security=with_scope("games:play"),
    responses=problems(*SETTING),
)
async def set_talk(
    request: PlayerRequest, talking: Talking, standings: Standings, game: str, data: NewLevel
) -> Response[TalkReply]:
    """Turn talk off, or allow it to players, or to all. The owner and the players may do this.

    A line at the table says who changed it. A tournament may limit what its games allow.
    """
    standing = await standings.in_game(request, game)
    token_of(request, "games:play")
    return await talking.set_level(request, standing, data.talk, None)


@put(
    "/{game:str}/talk/mine",
    summary="Mute messages at a game, or mark them read",
    operation_id="markTalk",
    security=with_scope("games:play"),
    responses=problems("bad-request", "token-needed", "scope-missing", "not-yours", "not-found"),
)
async def mark_talk(
    request: PlayerRequest, talking: Talking, standings: Standings, game: str, data: NewMark
) -> Response[MarkReply]:
    """Set what holds for you on all your devices: whether you hide the messages, and what you have read."""
    return await talking.mark(request, await standings.in_game(request, game), data)


router = Router(
    "/v1/games",
    route_handlers=[messages, write_message, remove_message, talk, set_talk, mark_talk],
    tags=["talk"],
)
