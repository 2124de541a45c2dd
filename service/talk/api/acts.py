"""What the routes of games and of tournaments share: read, write, remove, set and mute."""

import uuid
from functools import partial
from typing import Annotated

import msgspec
from litestar import Response
from litestar.params import PathParameter, QueryParameter
from msgspec import UNSET

from service.core.http.problems import ProblemError
from service.core.http.request.cursors import after_number, cursor_of, next_link, paged
from service.core.http.request.times import time_in
from service.core.http.response.conditional import listed
from service.core.http.response.responses import PrivateResponse
from service.core.store.timeouts import with_timeout
from service.people.accounts import Accounts
from service.people.api.callers import address_of, token_of
from service.people.api.idempotency import keyed_of, no_content, replay_headers
from service.people.api.request import PlayerRequest
from service.people.quotas.rate_limit import Limits
from service.people.tokens import Token
from service.play.play import Play
from service.talk.api.messages import (
    MAX_TEXT,
    AwayReply,
    MarkReply,
    MessageReply,
    Messages,
    NewMark,
    NewMessageBody,
    RoomName,
    TalkReply,
)
from service.talk.api.rooms import Standing
from service.talk.api.texts import line_in
from service.talk.limits import TooManyMessagesError
from service.talk.rows import Level, Message, NewMessage
from service.talk.talk import Talk, Topic

RoomAsked = Annotated[RoomName, QueryParameter(description="Whose messages.")]
MessageId = Annotated[str, PathParameter(description="The id of a message of yours.")]

READING = ("bad-request", "token-needed", "not-yours", "not-found")
WRITING = (
    *("bad-request", "token-needed", "scope-missing", "not-yours", "not-found", "not-possible", "invalid-value"),
    *("key-reused", "too-many-requests"),
)
SETTING = (
    "bad-request", "token-needed", "scope-missing", "not-yours", "not-found", "not-possible", "too-many-requests",
)  # fmt: skip


class AddressLimit(Limits):
    """Counts the messages from each address, in this process."""

    def check(self, address: str) -> None:
        """Count a message. Raises TooManyMessagesError."""
        taken = self.take(address)
        if taken.is_over:
            reason = f"from an address there may be {taken.limit} messages a minute"
            raise TooManyMessagesError(reason, taken.seconds)


class Talking:
    """What a route needs to read and write messages."""

    def __init__(self, talk: Talk, accounts: Accounts, play: Play, addresses: AddressLimit) -> None:
        self._talk = talk
        self._accounts = accounts
        self._play = play
        self._addresses = addresses

    async def page(
        self, request: PlayerRequest, standing: Standing, room: RoomName, limit: int, cursor: str | None
    ) -> Response[Messages]:
        """Return a page of the messages of a room, newest first."""
        standing.check_reads(request, room)
        before = None if cursor is None else after_number(cursor)
        found = await with_timeout(self._talk.page, standing.topic, room, before, limit + 1)
        page, following = paged(found, limit, lambda message: cursor_of(message.place))
        hidden = await with_timeout(self._talk.hidden, standing.player)
        items = tuple(message_reply(message, self._accounts) for message in page if not message.is_by_any(hidden))
        return listed(request, Messages(items, following), next_link(request, following))

    async def post(
        self, request: PlayerRequest, standing: Standing, data: NewMessageBody, key: str | None
    ) -> Response[MessageReply]:
        """Store a message in the room of its author."""
        token = token_of(request, "games:play")
        if standing.writes is None:
            raise ProblemError("not-yours", "you have no seat here any more, or not with this token: you may only read")
        text = line_in(data.text, "text", MAX_TEXT)
        keyed = keyed_of(request, token, key, {"text": text})
        self._addresses.check(address_of(request))
        # a repetition finds the message by its id
        name = uuid.uuid4() if keyed is None else uuid.uuid5(uuid.NAMESPACE_URL, keyed.key)
        new = msgspec.structs.replace(self._new(standing, token), id=str(name), room=standing.writes, text=text)
        posted = await with_timeout(self._talk.post, standing.topic, new, token.id, keyed)
        self._talk.notify()
        headers = {"Cache-Control": "no-store", **replay_headers(posted.is_replayed)}
        return Response(message_reply(posted.message, self._accounts), headers=headers, status_code=201)

    def _new(self, standing: Standing, token: Token) -> NewMessage:
        account = self._accounts.account_of(token.player)
        return NewMessage(
            id=str(uuid.uuid4()),
            topic=standing.topic.name,
            room="table",
            at=self._play.now(),
            player=token.player,
            account=account,
            seat=standing.seat,
            text=None,
        )

    async def remove(self, request: PlayerRequest, topic: Topic, message: str) -> Response[None]:
        """Delete the text of a message of the requester, who may have left the topic meanwhile."""
        token = token_of(request, "games:play")
        is_of_other = token.game is not None and topic.name != f"games/{token.game}"
        remove = partial(self._talk.remove, message, topic.name, token.player, self._play.now())
        if is_of_other or not await with_timeout(remove):
            raise ProblemError("not-found", "you have written no such message here")
        self._talk.notify()
        return no_content(replayed=False)

    def erased(self) -> None:
        """Let the streams of this process send that the texts of an account are gone."""
        self._talk.notify()

    async def state(self, request: PlayerRequest, standing: Standing) -> TalkReply:
        """Return who may write, and what the requester has set."""
        player = None if request.reader is None else standing.player
        found = await with_timeout(
            self._talk.state, standing.topic, standing.reads, player, standing.seated, self._play.now()
        )
        return TalkReply(
            talk=found.level,
            own=found.own,
            games=found.games,
            reads=standing.reads,
            writes=standing.writes,
            sets=standing.sets,
            muted=found.mark.is_muted,
            unread=found.unread,
            away=tuple(AwayReply(who, until) for who, until in found.away.items()),
        )

    async def set_level(
        self, request: PlayerRequest, standing: Standing, level: Level, games: Level | None
    ) -> Response[TalkReply]:
        """Set who may write, and say so at the table."""
        token = token_of(request)
        if not standing.sets:
            raise ProblemError("not-yours", "only the owner, the players and organisers set who may write")
        new = msgspec.structs.replace(self._new(standing, token), level=level)
        await with_timeout(self._talk.set_level, standing.topic, new, games, token.id)
        self._talk.notify()
        return PrivateResponse(await self.state(request, standing))

    async def mark(self, request: PlayerRequest, standing: Standing, data: NewMark) -> Response[MarkReply]:
        """Store what the requester sets for himself or herself."""
        token = token_of(request, "games:play")
        if standing.player is None:
            raise ProblemError("not-yours", "this token is for one seat of another game")
        read_at = None if data.read_at is UNSET else time_in(data.read_at, "read_at", "bad-request")
        muted = None if data.muted is UNSET else data.muted
        mark = await with_timeout(
            self._talk.mark, standing.topic, token.player, token.id, muted, read_at and min(read_at, self._play.now())
        )
        return PrivateResponse(MarkReply(mark.is_muted, mark.read_at))


def message_reply(message: Message, accounts: Accounts) -> MessageReply:
    """Return a message as all replies and streams show it."""
    return MessageReply(
        id=message.id,
        room=message.room,
        at=message.at,
        player=message.player,
        name=accounts.name_of(message.player),
        seat=message.seat,
        text=message.text,
        talk=message.level,
        is_removed=message.is_removed,
    )
