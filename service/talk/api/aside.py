"""The messages in the stream of a game, without ids: the position of the stream stays that of the log."""

from collections.abc import Callable

import msgspec

from domain.game.game import Game
from service.core.store.timeouts import with_timeout
from service.people.accounts import Accounts
from service.people.api.request import PlayerRequest
from service.play.api.access import Access
from service.talk.api.acts import message_reply
from service.talk.api.rooms import rooms_read
from service.talk.follower import Feed, TalkFollower
from service.talk.rows import Message
from service.talk.talk import Talk

PAGE = 100
"""Messages in one frame."""


class TalkAside:
    """What one stream sends of the messages of a game. Its only position is the number of the last change."""

    def __init__(
        self, streams: "TalkStreams", request: PlayerRequest, game: str, position: int, *, as_sse: bool
    ) -> None:
        self._streams = streams
        self._request = request
        self._topic = f"games/{game}"
        self._position = position
        self._as_sse = as_sse
        self._feed: Feed | None = None
        self._wake: Callable[[], None] = _no_op

    def follow(self, wake: Callable[[], None]) -> None:
        """Call `wake` when there are new messages."""
        self._wake = wake
        self._feed = self._streams.follower.join(self._topic, self, self._position)

    def leave(self) -> None:
        """Wake the reader no longer."""
        self._streams.follower.leave(self._topic, self)

    def moved(self) -> None:
        """Let the reader look: only it knows the current game, which decides who reads what."""
        self._wake()

    def rewind(self, last: int) -> None:
        """Go on after the last change that the database still has."""
        self._position = min(self._position, last)

    @property
    def has_new(self) -> bool:
        """Whether there are changes after the position."""
        return self._feed is not None and self._position < self._feed.upto

    async def take(self, game: Game) -> bytes:
        """Return the changes in the rooms that the request may read in this state of the game."""
        feed = self._feed
        assert feed is not None
        if self._position < feed.floor:
            upto = feed.upto
            found = await with_timeout(self._streams.talk.changes_of, self._topic, self._position, PAGE)
            self._position = found[-1].changed if len(found) == PAGE else max(upto, self._position)
        else:
            found = [message for message in feed.changes if message.changed > self._position]
            self._position = feed.upto
        rooms = rooms_read(self._request, self._streams.access, game)
        shown = [message for message in found if message.room in rooms]
        if any(message.text is not None for message in shown):
            player = self._streams.access.player_in(self._request, game)
            hidden = await with_timeout(self._streams.talk.hidden, player)
            shown = [message for message in shown if not message.is_by_any(hidden)]
        return b"".join(feed.frame(message, self._encoded, as_sse=self._as_sse) for message in shown)

    def _encoded(self, message: Message) -> bytes:
        body = msgspec.json.encode(message_reply(message, self._streams.accounts))
        return b"event: talk\ndata: %b\n\n" % body if self._as_sse else b'{"talk":%b}\n' % body


class TalkStreams:
    """Makes what the streams of games send of messages."""

    def __init__(self, talk: Talk, follower: TalkFollower, access: Access, accounts: Accounts) -> None:
        self.talk = talk
        self.follower = follower
        self.access = access
        self.accounts = accounts

    async def aside_of(self, request: PlayerRequest, game: str, *, as_sse: bool) -> TalkAside:
        """Return the messages of the stream of a request, from the last one on."""
        return TalkAside(self, request, game, await with_timeout(self.talk.last), as_sse=as_sse)


def _no_op() -> None:
    """Do nothing."""
