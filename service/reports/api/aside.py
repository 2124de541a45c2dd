"""What moderators decide in the stream of a player, without ids: the position of the stream stays that of the log."""

from collections.abc import Callable

import msgspec

from service.core.http.messages import reply_from
from service.core.store.timeouts import with_timeout
from service.people.api.request import PlayerRequest
from service.reports.api.messages import ModerationNews
from service.reports.news import News, ReportFollower, ReportNews


class ReportAside:
    """What one stream sends of moderation. Its only position is the number of the last act."""

    def __init__(self, streams: "ReportStreams", player: str | None, position: int, *, as_sse: bool) -> None:
        """`player` is None for a token that may not read reports and acts."""
        self._streams = streams
        self._player = player
        self._position = position
        self._as_sse = as_sse
        self._wake: Callable[[], None] = _no_op
        self.has_new = False

    def follow(self, wake: Callable[[], None]) -> None:
        """Call `wake` when there is news for the player."""
        self._wake = wake
        if self._player is not None:
            self._streams.follower.join(self._player, self._moved, self._position)
            # what was decided since the position was read woke nobody
            self.has_new = True

    def leave(self) -> None:
        """Wake the reader no longer."""
        if self._player is not None:
            self._streams.follower.leave(self._player, self._moved)

    def _moved(self) -> None:
        self.has_new = True
        self._wake()

    async def take(self) -> bytes:
        """Return what is new."""
        assert self._player is not None
        self.has_new = False
        found, self._position, has_more = await with_timeout(self._streams.news.of, self._player, self._position)
        if has_more:
            self.has_new = True
        return b"".join(map(self._encoded, found))

    def _encoded(self, news: News) -> bytes:
        body = msgspec.json.encode(reply_from(ModerationNews, news, type=news.kind))
        return b"event: moderation\ndata: %b\n\n" % body if self._as_sse else b'{"moderation":%b}\n' % body


class ReportStreams:
    """Makes what the streams of players send of moderation."""

    def __init__(self, news: ReportNews, follower: ReportFollower) -> None:
        self.news = news
        self.follower = follower

    async def aside_of(self, request: PlayerRequest, *, as_sse: bool) -> ReportAside:
        """Return the news of the stream of a request, from the last act on."""
        token = request.user
        may_read = token is not None and token.game is None and token.allows("profile:read")
        player = token.player if token is not None and may_read else None
        return ReportAside(self, player, await with_timeout(self.news.last), as_sse=as_sse)


def _no_op() -> None:
    """Do nothing."""
