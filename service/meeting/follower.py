"""Follows the meetings of all processes, while somebody listens, and wakes the streams of their players."""

from collections.abc import Callable
from functools import partial

from service.core.store.timeouts import with_timeout
from service.meeting.meetings import Meetings

INTERVAL = 1.0
"""Seconds between two looks for changes of other processes, and of deleted accounts."""

PACE = 0.05
"""Seconds between a change of this process and its sending, so that many changes wake each stream once."""

PAGE = 200
"""Changes in one read."""


class MeetingFollower:
    """Reads new changes once for all streams of this process. Without streams it reads nothing."""

    def __init__(self, meetings: Meetings) -> None:
        self._meetings = meetings
        self._listeners: dict[str, set[Callable[[], None]]] = {}
        self._position = 0

    @property
    def streams(self) -> int:
        """The number of streams that follow meetings."""
        return sum(len(listeners) for listeners in self._listeners.values())

    def join(self, player: str, listener: Callable[[], None], position: int) -> None:
        """Call a listener after changes of a player's meetings. It has those up to a position."""
        if not self._listeners:
            self._position = position
        self._listeners.setdefault(player, set()).add(listener)

    def leave(self, player: str, listener: Callable[[], None]) -> None:
        """Call a listener no longer."""
        listeners = self._listeners.get(player, set())
        listeners.discard(listener)
        if not listeners:
            self._listeners.pop(player, None)

    async def step(self) -> float | None:
        """Read the changes since the last step, and wake the streams of their players."""
        while self._listeners:
            position = self._position
            found, last = await with_timeout(partial(self._meetings.changes, position, PAGE))
            if self._position != position:
                # all streams have left, and the first of others has joined with a position of its own
                continue
            if last < position:
                # a server that took over after a failover has lost commits: each stream looks where it stands
                self._position = last
                self._wake(list(self._listeners))
                continue
            if found:
                self._position = found[-1].changed
            self._wake({each.player for meeting in found for each in meeting.players})
            if len(found) < PAGE:
                break
        return None

    def _wake(self, players: "set[str] | list[str]") -> None:
        for player in players:
            for listener in list(self._listeners.get(player, ())):
                listener()
