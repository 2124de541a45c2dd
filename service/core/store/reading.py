"""Reads the log in the order of its commits although parts of it are damaged."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from eventsourcing.persistence import PersistenceError
from psycopg.errors import DataCorrupted, IndexCorrupted

from domain.kernel.values import Value
from service.core.store.recorder import LedgerRecorder, StoredEntry, entry_of

_NO_UTF8 = "could not decode to utf-8"
"""The beginning of the error of `sqlite3` for a text of a damaged page, in lower case. It has no code of its own."""

_CORRUPT = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}

LONGEST_REASON = 300

UNFOLDED = "this release cannot fold the log"
"""The beginning of the reason why a log that is whole is not shown."""


class PlacedEntry(Value, frozen=True):
    """An entry and its position in the log."""

    position: int
    entry: StoredEntry


class DamagedRow(Value, frozen=True):
    """A row that cannot be read, or is not the event that its key says: its position, and its game if it is known.

    Of several rows that the database cannot read, the last position.
    """

    position: int
    game: str | None
    reason: str


Line: TypeAlias = PlacedEntry | DamagedRow


def is_corrupt(error: BaseException | None) -> bool:
    """Return whether an error, or one of its causes, says that a part of the database is damaged.

    The rest of the database can be read nevertheless.
    """
    while error is not None:
        code: int | None = getattr(error, "sqlite_errorcode", None)
        if isinstance(error, DataCorrupted | IndexCorrupted) or (code is not None and code & 0xFF in _CORRUPT):
            return True
        if isinstance(error, sqlite3.Error) and _NO_UTF8 in str(error).lower():
            return True
        error = error.__cause__
    return False


def reason_of(error: BaseException) -> str:
    """Return an error as a short line of printable ASCII, which every database, log and terminal takes."""
    text = " ".join(str(error).split()) or type(error).__name__
    return "".join(each if " " <= each <= "~" else "?" for each in text)[:LONGEST_REASON]


def unfolded(error: Exception) -> str:
    """Return why this release cannot fold a log whose ledger is whole."""
    return f"{UNFOLDED}: {type(error).__name__}: {reason_of(error)}"


def read_lines(
    rows: LedgerRecorder, after: int, limit: int, upto: int | None = None, topics: Sequence[str] = ()
) -> list[Line]:
    """Return the first lines of the log after a position, in order. Fewer than `limit` only at the end of the log.

    A row of a damaged page may belong to several games: then it is several lines with the same position.
    """
    found: list[Line] = []
    size = limit
    while len(found) < limit:
        asked = min(size, limit)
        try:
            page = rows.placed_rows(after, asked, upto, topics)
        except PersistenceError as error:
            if not is_corrupt(error):
                raise
            if asked > 1:
                size = asked // 2
                continue
            page = None
        if page is None:
            after, damaged = _past_unreadable(rows, after, upto, topics)
            found += damaged
            continue
        found += (_line(row) for row in page)
        if len(page) < asked:
            return found
        after = page[-1][0]
        size = min(2 * size, limit)
    return found


def _line(row: tuple[Any, Any, Any, Any]) -> Line:
    """Return the line of a row. The columns of a damaged page of SQLite may have any type."""
    position, game, version, state = row
    if not isinstance(game, str):
        return DamagedRow(position, None, f"the row at position {position} names no game")
    try:
        entry = entry_of(state)
    except MemoryError:
        # it says nothing about the row
        raise
    except Exception as error:  # noqa: BLE001 - damaged bytes may cause any error
        return DamagedRow(position, game, f"version {version} cannot be decoded: {reason_of(error)}")
    record = entry.record
    if (record.game, record.version) != (game, version):
        reason = f"version {version} contains version {record.version} of {reason_of(ValueError(record.game))}"
        return DamagedRow(position, game, reason)
    return PlacedEntry(position, entry)


def _past_unreadable(
    rows: LedgerRecorder, after: int, upto: int | None, topics: Sequence[str]
) -> tuple[int, list[DamagedRow]]:
    """Return the last position of the next unreadable rows after a position, and these rows by game.

    The next row of these topics after the position cannot be read.
    """
    step = 1
    while _is_readable(rows, after, after + step, topics):
        step *= 2
    readable, unreadable = after + step // 2, after + step
    if step == 1:
        readable = after
    while unreadable - readable > 1:
        middle = (readable + unreadable) // 2
        if _is_readable(rows, after, middle, topics):
            readable = middle
        else:
            unreadable = middle
    first = last = unreadable
    while (upto is None or last < upto) and not _is_readable(rows, last, last + 1):
        last += 1
    reason = f"the database cannot read positions {first} to {last} of the log"
    games = _names_between(rows, first, last)
    return last, [DamagedRow(last, game, reason) for game in games or (None,)]


def _is_readable(rows: LedgerRecorder, after: int, upto: int, topics: Sequence[str] = ()) -> bool:
    """Return whether the first row of these topics in the range (after, upto] can be read, or there is none."""
    try:
        rows.placed_rows(after, 1, upto, topics)
    except PersistenceError as error:
        if not is_corrupt(error):
            raise
        return False
    return True


def _names_between(rows: LedgerRecorder, first: int, last: int) -> Sequence[str]:
    try:
        return [name for name in rows.names_between(first, last) if isinstance(name, str)]  # pyright: ignore[reportUnnecessaryIsInstance] - of a damaged page
    except PersistenceError as error:
        if not is_corrupt(error):
            raise
        return ()


def readable_entries(lines: Iterable[Line]) -> Iterator[StoredEntry]:
    """Yield the entries of the lines that are not damaged."""
    return (line.entry for line in lines if isinstance(line, PlacedEntry))
