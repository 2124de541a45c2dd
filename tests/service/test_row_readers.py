"""Readers of the streams of tables, each on a connection of its own: what they read, send and wait for."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from service.core.http.messages import Reply
from service.core.store.database import Cursor
from service.core.store.store import Store
from service.lists.api.streams.rows import RowReader, RowsAsked, RowStream
from service.lists.reading import ReadModels
from service.lists.row_relay import RowSource
from service.lists.tables.activity import Page, Place
from tests.loops import in_loop
from tests.service.sse import Sent, dispatched

WITHIN = 20.0


class Row(Reply, frozen=True):
    """A row, and the event of it."""

    place: Place


class Table:
    """A table of rows in memory, whose reads are counted. The row `broken` cannot be sent."""

    def __init__(self, models: ReadModels, *places: Place) -> None:
        self.rows = list(places)
        self.reads = 0
        self.is_complete = True
        self.broken: Place | None = None
        self.source = RowSource[Row](models, (), self._last, self._page)

    def append(self, *places: Place) -> None:
        """Append rows, and report it as a commit does."""
        self.rows += places
        self.source.wake()

    def lose(self, place: Place) -> None:
        """Lose the rows after a place, and report it as a reconnect after a failover does."""
        self.rows = [row for row in self.rows if row <= place]
        self.source.forget()

    def reply(self, row: Row) -> Row:
        """Return the event of a row."""
        if row.place == self.broken:
            message = "this row cannot be sent"
            raise ValueError(message)
        return row

    def _last(self, _cursor: Cursor) -> Place:
        return self.rows[-1] if self.rows else (0, 0)

    def _page(self, _cursor: Cursor, after: Place, upto: Place, limit: int) -> Page[Row]:
        self.reads += 1
        if not self.is_complete:
            return Page((), is_complete=False)
        return Page([Row(place) for place in self.rows if after < place <= upto][:limit])


class Connection:
    """A connection of a stream of a table, with everything that was sent."""

    def __init__(self, table: Table, after: Place, *, follow: bool = True) -> None:
        self.is_closing = False
        self.on_send: Callable[[bytes], object] = bytes
        self._parts: list[bytes] = []
        asked = RowsAsked(
            after, follow, as_sse=True, has_access=lambda: True, is_closing=lambda: self.is_closing, until=None
        )
        stream = RowStream(table.source, lambda _: True, name=lambda _: "row", reply=table.reply)
        self.reader = RowReader(stream, asked, self._send)
        self.task = asyncio.create_task(self.reader.read())

    async def _send(self, message: Any) -> None:
        self._parts.append(message["body"])
        self.on_send(message["body"])

    @property
    def text(self) -> str:
        return b"".join(self._parts).decode()

    @property
    def sent(self) -> Sequence[Sent]:
        return list(dispatched(iter(self.text.split("\n"))))

    def rows(self) -> list[list[int]]:
        return [event.data["place"] for event in self.sent if event.name == "row"]

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Let the reader go on until something holds."""
        async with asyncio.timeout(WITHIN):
            while not is_so():
                await asyncio.sleep(0.01)


@pytest.fixture
def models(tmp_path: Path) -> Iterator[ReadModels]:
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        yield ReadModels.of(store)


@in_loop
async def test_a_reader_of_the_future_does_not_keep_others_from_going_live(models: ReadModels) -> None:
    table = Table(models, (1, 0), (2, 0))
    far = Connection(table, (10**9, 0))
    await far.until(lambda: far.reader.is_live)
    near = Connection(table, (1, 0))
    await near.until(lambda: table.source.position == (2, 0) and near.reader.is_live)
    before = table.reads
    table.append((3, 0))
    await near.until(lambda: near.rows() == [[2, 0], [3, 0]])

    # the relay has read the new row for both
    assert table.reads <= before + 2
    assert far.rows() == []
    for each in (far, near):
        each.task.cancel()


@in_loop
async def test_a_reader_waits_for_the_next_attempt_where_rows_cannot_be_read_yet(models: ReadModels) -> None:
    table = Table(models, (1, 0))
    table.is_complete = False
    connection = Connection(table, (0, 0), follow=False)
    await connection.until(lambda: table.reads >= 2)
    assert connection.sent == []
    table.is_complete = True
    await connection.task

    assert [event.name for event in connection.sent] == ["row", "ready"]


@in_loop
async def test_a_reader_that_is_ready_during_the_shutdown_ends_at_once(models: ReadModels) -> None:
    table = Table(models)
    other = Connection(table, (0, 0))
    # the relay has done its first read
    await other.until(lambda: table.reads >= 2 and other.reader.is_live)
    connection = Connection(table, (0, 0))

    def close(part: bytes) -> None:
        # readers that are live are woken now; this one is not
        connection.is_closing |= b"event: ready" in part

    connection.on_send = close
    async with asyncio.timeout(WITHIN):
        await connection.task

    assert connection.text.endswith(": come back soon\n\n")
    other.task.cancel()


@in_loop
async def test_a_row_that_cannot_be_sent_is_logged(models: ReadModels, caplog: pytest.LogCaptureFixture) -> None:
    table = Table(models)
    connection = Connection(table, (0, 0))
    await connection.until(lambda: table.reads >= 2 and connection.reader.is_live)
    table.broken = (1, 0)
    table.append((1, 0))
    async with asyncio.timeout(WITHIN):
        with pytest.raises(ValueError, match="cannot be sent"):
            await connection.task

    assert "a relay stopped" in caplog.text
    assert "this row cannot be sent" in caplog.text


@in_loop
async def test_a_row_at_the_place_of_a_lost_one_is_sent(models: ReadModels) -> None:
    table = Table(models, (1, 0), (2, 0), (3, 0))
    behind, ahead = Connection(table, (0, 0)), Connection(table, (3, 0))
    for each in (behind, ahead):
        await each.until(lambda each=each: table.source.position == (3, 0) and each.reader.is_live)

    table.lose((1, 0))
    await ahead.until(lambda: table.source.position == (1, 0) and ahead.reader.is_live)
    table.append((2, 0))
    await behind.until(lambda: len(behind.rows()) == 4 and len(ahead.rows()) == 1)
    table.append((3, 0))
    await behind.until(lambda: len(behind.rows()) == 5 and len(ahead.rows()) == 2)

    assert behind.rows() == [[1, 0], [2, 0], [3, 0], [2, 0], [3, 0]]
    assert ahead.rows() == [[2, 0], [3, 0]]
    for each in (behind, ahead):
        each.task.cancel()


@in_loop
async def test_rows_that_are_lost_during_a_send_do_not_hide_later_ones(models: ReadModels) -> None:
    table = Table(models, (1, 0), (2, 0))
    connection = Connection(table, (0, 0))

    def lose(part: bytes) -> None:
        if b"event: ready" in part:
            table.lose((1, 0))

    connection.on_send = lose
    await connection.until(lambda: connection.reader.is_live)
    table.append((2, 0))
    await connection.until(lambda: connection.rows()[2:] == [[2, 0]])
    connection.task.cancel()
