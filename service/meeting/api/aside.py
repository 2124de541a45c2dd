"""The challenges in the stream of a player, without ids: the position of the stream stays that of the log."""

from collections.abc import Callable

import msgspec

from service.core.store.timeouts import with_timeout
from service.meeting.api.replies import challenge_reply
from service.meeting.follower import MeetingFollower
from service.meeting.meetings import Meetings
from service.meeting.rows import Meeting
from service.people.accounts import Accounts
from service.people.api.request import PlayerRequest

PAGE = 100
"""Changes in one frame."""


class MeetingAside:
    """What one stream sends of the meetings of a player. Its only position is the number of the last change."""

    def __init__(self, streams: "MeetingStreams", player: str | None, position: int, *, as_sse: bool) -> None:
        """`player` is None for the token of a seat, which learns of no challenges."""
        self._streams = streams
        self._player = player
        self._position = position
        self._as_sse = as_sse
        self._wake: Callable[[], None] = _no_op
        self.has_new = False

    def follow(self, wake: Callable[[], None]) -> None:
        """Call `wake` when a meeting of the player has changed."""
        self._wake = wake
        if self._player is not None:
            self._streams.follower.join(self._player, self._moved, self._position)
            # what has changed since the position was read woke nobody
            self.has_new = True

    def leave(self) -> None:
        """Wake the reader no longer."""
        if self._player is not None:
            self._streams.follower.leave(self._player, self._moved)

    def _moved(self) -> None:
        self.has_new = True
        self._wake()

    async def take(self) -> bytes:
        """Return the meetings that have changed, as they are now."""
        assert self._player is not None
        self.has_new = False
        found, last = await with_timeout(self._streams.meetings.changes_of, self._player, self._position, PAGE)
        if len(found) == PAGE:
            self.has_new = True
        self._position = found[-1].changed if found else min(self._position, last)
        return b"".join(map(self._encoded, found))

    def _encoded(self, meeting: Meeting) -> bytes:
        body = msgspec.json.encode(challenge_reply(meeting, self._streams.accounts))
        return b"event: challenge\ndata: %b\n\n" % body if self._as_sse else b'{"challenge":%b}\n' % body


class MeetingStreams:
    """Makes what the streams of players send of meetings."""

    def __init__(self, meetings: Meetings, follower: MeetingFollower, accounts: Accounts) -> None:
        self.meetings = meetings
        self.follower = follower
        self.accounts = accounts

    async def aside_of(self, request: PlayerRequest, *, as_sse: bool) -> MeetingAside:
        """Return the meetings of the stream of a request, from the last change on."""
        token = request.user
        player = None if token is None or token.game is not None else token.player
        return MeetingAside(self, player, await with_timeout(self.meetings.last), as_sse=as_sse)


def _no_op() -> None:
    """Do nothing."""
