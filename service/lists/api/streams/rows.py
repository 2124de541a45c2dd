"""The stream of a table: rows after a cursor first, then new ones from the relay of the table."""

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec
from litestar.types import Send

from service.core.http.messages import Reply
from service.core.http.request.cursors import cursor_of
from service.core.store.retry import Backoff
from service.lists.api.streams.asides import RowAside, taken
from service.lists.api.streams.messages import Ready
from service.lists.row_relay import PACE, Placed, ReadPage, Rows, RowSource
from service.lists.tables.activity import Place
from service.play.api.stream.connection import CHUNK, StreamConnection
from service.play.relay import Relay

R = TypeVar("R", bound=Placed)

_LONGEST_PAUSE = 1.0
"""The maximum seconds between two checks whether the lists have what the stream omits."""


def cursor_at(place: Place) -> str:
    """Return the cursor of a place in the activity."""
    return cursor_of(*place)


# not a Value: it holds functions, so the garbage collector has to see it
class RowStream(msgspec.Struct, Generic[R], frozen=True):
    """What a stream sends of a table."""

    source: RowSource[R]
    shows: Callable[[R], bool]
    """Whether a row is for this reader."""
    name: Callable[[R], str]
    """Returns the name of the event of a row."""
    reply: Callable[[R], Reply]
    """Returns the event of a row."""
    page: ReadPage[R] | None = None
    """Selects rows in the database, in addition to `shows`; None: reads all."""
    cursor: Callable[[Place], str] = cursor_at
    """Returns the cursor of a place."""


class RowsAsked(msgspec.Struct, frozen=True):
    """The parameters of a stream of rows."""

    after: Place
    """Only rows after this place."""
    follow: bool
    """Whether to wait for new rows after the last one."""
    as_sse: bool
    has_access: Callable[[], bool]
    is_closing: Callable[[], bool]
    until: str | None
    """The expiry time of the token; None: no expiry."""
    lists_upto: int = 0
    """The position of the log that the lists must contain before the event `ready`: no event reports what is before."""
    asides: tuple[RowAside, ...] = ()
    """What is sent besides the rows."""


class RowReader(StreamConnection[Rows[R]]):
    """Sends rows to one connection. Its only position is the place of the last row that it has looked at."""

    def __init__(self, stream: RowStream[R], asked: RowsAsked, send: Send) -> None:
        super().__init__(send, as_sse=asked.as_sse, until=asked.until)
        self._stream = stream
        self._asked = asked
        self._after = asked.after
        self._logs = stream.source.logs
        """The log to which `_after` belongs."""
        self._lists_upto = asked.lists_upto
        self._pauses = Backoff(PACE, _LONGEST_PAUSE)
        self._is_ready = False

    async def send_all(self) -> None:
        """Send the rows, and the event `ready` when the stream is up to date."""
        asides = self._asked.asides
        for each in asides:
            each.follow(self.wake)
        try:
            await self._send_all()
        finally:
            for each in asides:
                each.leave()

    async def _send_all(self) -> None:
        asked, source = self._asked, self._stream.source
        while asked.has_access():
            if asked.is_closing():
                await self.send_closing_remark()
                return
            if source.logs != self._logs:
                # lost rows have given their places to others
                self._logs, self._after = source.logs, min(self._after, await source.remaining())
                self._lists_upto = min(self._lists_upto, self._after[0])
            found = await source.read(self._after, self._stream.page)
            await self._send_rows(found)
            if not found.is_last:
                if found.upto == found.after:
                    # the list of games is being rebuilt and lacks the game of the next row
                    await self.pause(PACE)
                continue
            if not self._is_ready and not await self._sends_ready():
                continue
            if not asked.follow:
                return
            if asked.is_closing() or source.logs != self._logs:
                # this began during the sends, and wakes only readers that are live
                continue
            if await self._has_sent_asides():
                await self._await_rows(found.end)

    async def _has_sent_asides(self) -> bool:
        """Send what is new besides the rows. False: more came during the send, when nothing wakes the reader."""
        asides = self._asked.asides
        if frame := await taken(asides):
            await self.hand_over(frame)
        return not any(each.has_new for each in asides)

    async def _await_rows(self, end: Place) -> None:
        source = self._stream.source
        relay = source.relay(min(self._after, end))
        position = source.position
        # the relay does not offer again what it has offered to others
        if position is None or position <= self._after:
            await self.live(relay)
        else:
            await self.pause(PACE)

    async def _sends_ready(self) -> bool:
        """Send the event `ready`, or pause and return False while the lists lag behind the start of the stream."""
        if self._lists_upto and not await self._stream.source.lists_have_reached(self._lists_upto):
            await self.pause(self._pauses.delay())
            return False
        self._is_ready = True
        await self.hand_over(self._ready())
        return True

    def has_access(self) -> bool:
        """Whether the token of the reader is still valid."""
        return self._asked.has_access()

    async def _send_rows(self, found: Rows[R]) -> None:
        rows = [row for row in found.rows if self._stream.shows(row)]
        for first in range(0, len(rows), CHUNK):
            frame = b"".join(self._frame(row) for row in rows[first : first + CHUNK])
            await self.hand_over(frame)
        self._after = found.upto

    def offer(self, relay: Relay[Rows[R]], item: Rows[R]) -> None:
        """Send the new rows, or wake the reader."""
        if not self.is_live:
            return
        asked = self._asked
        if asked.is_closing() or item.after > self._after or not asked.has_access():
            self.wake()
            return
        rows = [row for row in item.rows if row.place > self._after and self._stream.shows(row)]
        if len(rows) > CHUNK:
            self.wake()
            return
        frame = b"".join(relay.frame((row.place, self.as_sse), lambda row=row: self._frame(row)) for row in rows)
        self._after = max(self._after, item.upto)
        if frame:
            self.pass_on(frame)

    def _frame(self, row: R) -> bytes:
        body = msgspec.json.encode(self._stream.reply(row))
        return self._event(self._stream.name(row), row.place, body)

    def _ready(self) -> bytes:
        cursor = self._stream.cursor(self._after)
        return self._event("ready", self._after, msgspec.json.encode(Ready("ready", cursor)))

    def _event(self, name: str, place: Place, body: bytes) -> bytes:
        if not self.as_sse:
            return body + b"\n"
        return b"id: %b\nevent: %b\ndata: %b\n\n" % (self._stream.cursor(place).encode(), name.encode(), body)
