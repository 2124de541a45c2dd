"""The rounds that were paired and that are finished, in the order of the log, for webhooks and for those who follow."""

import contextlib
from typing import Literal, TypeAlias

import msgspec

from domain.kernel.values import Value
from domain.ledger.records import Record
from service.core.store.database import Cursor
from service.tournaments.rows import visible_and_of

RoundEvent: TypeAlias = Literal["round.paired", "round.ended"]

_EVENTS: dict[str, RoundEvent] = {
    "tournament.round_published": "round.paired",
    "tournament.round_closed": "round.ended",
}
"""The types of the log about which there is a row."""


PAGE = 500
"""Events of the log that are read in one transaction."""

_PLACE = "tournament log"
"""Under this name `followed_places` has the number of the last event that `note_rounds` has read."""


class _Stored(msgspec.Struct, frozen=True):
    """What is read of a stored event."""

    record: Record


class _Data(msgspec.Struct, frozen=True):
    """What is read of the data of an event: never the tables or the seed."""

    round: int


class RoundRow(Value, frozen=True):
    """A round that was paired, or that is finished."""

    number: int
    """The number of the event among those of all tournaments."""
    tournament: str
    version: int
    event: RoundEvent
    round: int
    at: str


COLUMNS = RoundRow.__struct_fields__


class RoundQuery(Value, frozen=True):
    """A query for rounds of the tournaments that a player may see, oldest first."""

    requester: str | None = None
    player: str | None = None
    organiser: str | None = None
    after: int = 0
    limit: int = 50


def are_noted(cursor: Cursor) -> bool:
    """Whether `note_rounds` has nothing to do."""
    found = "SELECT 1 AS found FROM tournament_events WHERE number > ? LIMIT 1"
    place = cursor.one("SELECT position FROM followed_places WHERE source=?", (_PLACE,))
    return cursor.one(found, (0 if place is None else place["position"],)) is None


def locked_place(cursor: Cursor, source: str) -> tuple[int, int]:
    """Return the stored place of a source, locked until the end of the transaction; at first its beginning."""
    insert = "INSERT INTO followed_places (source, position, place) VALUES (?,0,0) ON CONFLICT (source) DO NOTHING"
    cursor.execute(insert, (source,))
    found = f"SELECT position, place FROM followed_places WHERE source=?{cursor.for_update}"  # noqa: S608 - a constant
    row = cursor.one(found, (source,))
    assert row is not None
    return row["position"], row["place"]


def note_rounds(cursor: Cursor) -> bool:
    """Write the rows of a page of events after those that were read before; returns whether it was the last page.

    Processes of a release without this table append events without rows. Rows are written in the order of the log, so
    that a reader of the feed skips none.
    """
    position, _ = locked_place(cursor, _PLACE)
    events = "SELECT number, entry FROM tournament_events WHERE number > ? ORDER BY number LIMIT ?"
    rows = list(cursor.all(events, (position, PAGE)))
    for row in rows:
        # an entry that cannot be decoded must not stop the acts of all other tournaments
        with contextlib.suppress(msgspec.MsgspecError, UnicodeDecodeError, TypeError):
            _write_round(cursor, row["number"], msgspec.json.decode(row["entry"], type=_Stored).record)
    if rows:
        cursor.execute("UPDATE followed_places SET position=? WHERE source=?", (rows[-1]["number"], _PLACE))
    return len(rows) < PAGE


def _write_round(cursor: Cursor, number: int, record: Record) -> None:
    event = _EVENTS.get(record.type)
    if event is not None:
        found = msgspec.json.decode(record.data, type=_Data)
        cursor.execute(
            f"INSERT INTO tournament_rounds ({', '.join(COLUMNS)}) VALUES (?,?,?,?,?,?) ON CONFLICT DO NOTHING",  # noqa: S608 - constants
            (number, record.game, record.version, event, found.round, record.at),
        )


def rounds_in(cursor: Cursor, query: RoundQuery) -> list[RoundRow]:
    """Return the rounds of tournaments that the requester may see and that fit the filters."""
    conditions, values = visible_and_of(query.requester, query.player, query.organiser)
    rows = cursor.all(
        f"SELECT {', '.join(f'r.{name}' for name in COLUMNS)} FROM tournament_rounds r "  # noqa: S608 - our words
        f"JOIN tournaments t ON t.id=r.tournament WHERE r.number > ? AND {' AND '.join(conditions)} "
        "ORDER BY r.number LIMIT ?",
        [query.after, *values, query.limit],
    )
    return [RoundRow(**dict(row)) for row in rows]


def rounds_after(cursor: Cursor, number: int, limit: int) -> list[RoundRow]:
    """Return the rounds of all tournaments after a number."""
    rows = cursor.all("SELECT * FROM tournament_rounds WHERE number > ? ORDER BY number LIMIT ?", (number, limit))
    return [RoundRow(**dict(row)) for row in rows]


def last_round(cursor: Cursor) -> int:
    """Return the number of the last row."""
    row = cursor.one("SELECT MAX(number) AS last FROM tournament_rounds")
    return 0 if row is None or row["last"] is None else row["last"]
