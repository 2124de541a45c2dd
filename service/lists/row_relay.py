"""Follows tables to which the projector appends rows: each new row is read once for all streams of this process."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeAlias, TypeVar

from domain.kernel.values import Value
from service.core.store.database import Cursor
from service.core.store.outage import STORE_ERRORS
from service.lists.reading import ReadModels
from service.lists.tables.activity import (
    GameChange,
    Page,
    Place,
    PlayerNotice,
    game_changes,
    last_game_change,
    last_player_change,
    player_changes,
)
from service.lists.tables.results import NumberedResult, ResultQuery, last_result, results
from service.play.relay import Relay

PACE = 0.1
"""Seconds between a commit and the read of the tables, so that many commits need one read."""

PAGE = 500
"""Rows per read."""

LISTS = ("activity", "lobby", "seats")
"""The projections of the streams of changes, and of the lists that a client reads after the event `ready`."""


class Placed(Protocol):
    """A row with its place in the order of the table."""

    @property
    def place(self) -> Place:
        """The place of the row. Later rows have higher places."""
        ...


R = TypeVar("R", bound=Placed)
T = TypeVar("T")


ReadPage: TypeAlias = Callable[[Cursor, Place, Place, int], Page[R]]
"""Returns the rows in the range (after, upto], a maximum number of them."""


class Rows(Value, Generic[R], frozen=True):
    """The rows in the range (after, upto] of a table. More rows follow unless `is_last`."""

    after: Place
    upto: Place
    rows: Sequence[R]
    is_last: bool
    end: Place
    """The place of the last row of the table, which may be before `after`."""


class RowSource(Generic[R]):
    """One table: its pages, its end, and the relay of its new rows."""

    def __init__(
        self,
        models: ReadModels,
        names: Sequence[str],
        last: Callable[[Cursor], Place],
        page: ReadPage[R],
    ) -> None:
        """`names` are the projections whose tables `page` reads. `last` returns the place of the last row."""
        self._models = models
        self._names = names
        self._last = last
        self._page = page
        self._position: Place | None = None
        self._relay: Relay[Rows[R]] | None = None
        self.logs = 0
        """The number of calls of `forget`. A place from before the last call may be after the last row."""

    async def last(self) -> Place:
        """Return the place of the last row after all present events are processed, or after a timeout."""
        return await self.when_there(self._last)

    async def present(self) -> Place:
        """Return the place of the last row at present, even if the table lags behind the log."""
        return await self._models.ask(self._last)

    async def remaining(self) -> Place:
        """Return the place of the last row after `forget`, as soon as the database answers."""
        while True:
            try:
                return await self.present()
            except STORE_ERRORS:
                # the pool of connections may still have some to a server that is gone
                await asyncio.sleep(PACE)

    async def when_there(self, query: Callable[[Cursor], T]) -> T:
        """Return the result of a query after all present events are processed, or after a timeout."""
        return await self._models.read(self._names, query)

    async def lists_have_reached(self, position: int) -> bool:
        """Whether the lists contain the log up to a position."""
        return await self._models.have_reached(LISTS, position)

    async def read(self, after: Place, page: ReadPage[R] | None = None) -> Rows[R]:
        """Return the first page of rows after a place. `page` selects rows, by default all."""
        return await self._models.ask(lambda cursor: self._rows(cursor, after, page or self._page))

    def _rows(self, cursor: Cursor, after: Place, page: ReadPage[R]) -> Rows[R]:
        end = self._last(cursor)
        upto = max(after, end)
        found = page(cursor, after, upto, PAGE)
        is_last = found.is_complete and len(found.rows) < PAGE
        if not is_last:
            upto = found.rows[-1].place if found.rows else after
        return Rows(after, upto, found.rows, is_last, end)

    @property
    def position(self) -> Place | None:
        """The place up to which the relay has offered rows; None before the first relay."""
        return self._position

    def relay(self, position: Place) -> Relay[Rows[R]]:
        """Return the relay of new rows, which stops with its last reader. A new one begins after `position`.

        The position must not be after the last row: a reader that has less than the relay cannot join it.
        """
        if self._relay is None or self._relay.is_over:
            self._position = position
            self._relay = Relay(self._new_rows, self._ended)
            # rows may have been appended since the position was read
            self._relay.wake()
        return self._relay

    def wake(self) -> None:
        """Report that the log has new events."""
        if self._relay is not None:
            self._relay.wake()

    def close(self) -> None:
        """Wake all readers for the shutdown."""
        if self._relay is not None:
            self._relay.close()

    def forget(self) -> None:
        """End the relay and wake its readers: after a failover, rows that this process has read may be lost.

        The table gives their places to other rows then.
        """
        self.logs += 1
        relay, self._relay = self._relay, None
        if relay is not None:
            relay.close()

    async def _new_rows(self) -> Rows[R]:
        logs = self.logs
        await asyncio.sleep(PACE)
        after = self._position
        assert after is not None
        found = await self._models.read_when_there(self._names, lambda cursor: self._rows(cursor, after, self._page))
        if logs != self.logs:
            # read for a relay that has ended; its readers read again themselves
            return Rows(after, after, (), is_last=True, end=after)
        self._position = found.upto
        if not found.is_last:
            self.wake()
        return found

    def _ended(self, relay: Relay[Rows[R]]) -> None:
        if self._relay is relay:
            self._relay = None


class RowRelays:
    """The sources of the streams: changes of games, notices of players, and results."""

    def __init__(self, models: ReadModels) -> None:
        self.games = RowSource[GameChange](models, ("activity", "lobby"), last_game_change, game_changes)
        self.players = RowSource[PlayerNotice](models, ("activity",), last_player_change, player_changes)
        self.results = RowSource[NumberedResult](models, ("results",), last_result, _results)

    def wake(self, game: str = "") -> None:
        """Report a commit. The game is ignored."""
        del game
        for source in (self.games, self.players, self.results):
            source.wake()

    def forget(self) -> None:
        """Report that the log may have lost commits, for example after a failover."""
        for source in (self.games, self.players, self.results):
            source.forget()

    def close(self) -> None:
        """Wake all readers for the shutdown."""
        for source in (self.games, self.players, self.results):
            source.close()


def _results(cursor: Cursor, after: Place, upto: Place, limit: int) -> Page[NumberedResult]:
    found = results(cursor, ResultQuery(after=after[0], limit=limit))
    return Page([each for each in found if each.place <= upto])
