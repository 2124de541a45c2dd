"""The rounds that were paired and that are finished, in the order of the log, for webhooks and for those who follow."""

from typing import Literal, TypeAlias

import msgspec

from domain.kernel.values import Value
from domain.ledger.records import Record
from service.store.database import Cursor

RoundEvent: TypeAlias = Literal["round.paired", "round.finished"]

_EVENTS: dict[str, RoundEvent] = {
    "tournament.round_published": "round.paired",
    "tournament.round_closed": "round.finished",
}
"""The types of the log about which there is a row."""


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


def write_round(cursor: Cursor, number: int, record: Record) -> None:
    """Write the row of an event of the log, if there is one about it."""
    event = _EVENTS.get(record.type)
    if event is not None:
        found = msgspec.json.decode(record.data, type=_Data)
        cursor.execute(
            f"INSERT INTO tournament_rounds ({', '.join(COLUMNS)}) VALUES (?,?,?,?,?,?)",  # noqa: S608 - constants
            (number, record.game, record.version, event, found.round, record.at),
        )


def rounds_in(cursor: Cursor, query: RoundQuery) -> list[RoundRow]:
    """Return the rounds of tournaments that the requester may see and that fit the filters."""
    known = "EXISTS (SELECT 1 FROM tournament_people p WHERE p.tournament=r.tournament AND p.player=?"
    conditions = ["r.number > ?", f"(t.visibility='public' OR {known}))"]
    values: list[object] = [query.after, query.requester or ""]
    if query.player is not None:
        conditions.append(f"{known} AND p.role IN ('player', 'left', 'substitute'))")
        values.append(query.player)
    if query.organiser is not None:
        conditions.append(f"{known} AND p.role='organiser')")
        values.append(query.organiser)
    rows = cursor.all(
        f"SELECT {', '.join(f'r.{name}' for name in COLUMNS)} FROM tournament_rounds r "  # noqa: S608 - our words
        f"JOIN tournaments t ON t.id=r.tournament WHERE {' AND '.join(conditions)} ORDER BY r.number LIMIT ?",
        [*values, query.limit],
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
