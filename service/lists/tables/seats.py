"""The projection of seats: the games of each player, where it is their turn, and where bots are awaited."""

from collections.abc import Sequence

from domain.kernel.values import Seat, Value
from projections.following import Part
from projections.rows.lobby import LobbyRow
from projections.rows.seats import bot_awaited, seat_rows
from service.core.store.database import Cursor, Row
from service.lists.projection import GenerationWriter, Projection, ProjectionTable
from service.lists.tables.lobby import GameQuery, Requester, read

TABLES = (
    ProjectionTable(
        "seats",
        "player TEXT NOT NULL, game TEXT NOT NULL, seat INTEGER NOT NULL, status TEXT NOT NULL, "
        "opened_at TEXT NOT NULL, decision TEXT, since TEXT, due TEXT, may_return INTEGER NOT NULL, "
        "invited INTEGER NOT NULL, "
        "PRIMARY KEY (player, game)",
        ("game", "player, opened_at, game"),
    ),
    ProjectionTable("awaited_bots", "game TEXT PRIMARY KEY, since TEXT NOT NULL", ("since",)),
)

_COLUMNS = "player, game, seat, status, opened_at, decision, since, due, may_return, invited"


class OwnSeat(Value, frozen=True):
    """A game of a player: the entry of the list, the seat, and the open decision with its time."""

    game: LobbyRow
    seat: Seat
    decision: str | None
    since: str | None
    invited: bool = False
    """Whether the seat waits for the player, who has not taken it."""
    due: str | None = None
    """The time at which the clock of the seat runs out; None: it is stopped, or the game has no clock."""
    may_return: bool = False
    """Whether the clock gave the seat to a bot until the player returns."""


def _write(writing: GenerationWriter, parts: Sequence[Part]) -> None:
    writing.execute_many("DELETE FROM seats$ WHERE game=?", [(part.after.game.id,) for part in parts])
    writing.insert(
        "seats",
        _COLUMNS,
        [
            (
                *(row.player, row.game, row.seat, row.status, row.opened_at, row.decision, row.since, row.due),
                int(row.may_return),
                int(row.invited),
            )
            for part in parts
            for row in seat_rows(part.after)
        ],
    )
    writing.execute_many("DELETE FROM awaited_bots$ WHERE game=?", [(part.after.game.id,) for part in parts])
    awaited = [(part.after.game.id, since) for part in parts if (since := bot_awaited(part.after)) is not None]
    writing.insert("awaited_bots", "game, since", awaited)


SEATS = Projection("seats", 3, TABLES, _write, former=("due_clocks",))


def own_seats(
    cursor: Cursor, requester: Requester, wanted: GameQuery, *, awaiting: bool | None, invited: bool | None = None
) -> list[OwnSeat]:
    """Return the games of a player, newest first.

    `awaiting` selects those where it is their turn, or is not; `invited` those where a seat waits for them, or not.
    """
    conditions, values = ["s.player = ?"], list[object]([requester.player])
    for column, value in (
        ("s.game", requester.game), ("s.status", wanted.status), ("l.ruleset", wanted.ruleset),
    ):  # fmt: skip
        if value is not None:
            conditions.append(f"{column} = ?")
            values.append(value)
    if awaiting is not None:
        conditions.append(f"s.decision IS {'NOT ' if awaiting else ''}NULL")
    if invited is not None:
        conditions.append("s.invited = ?")
        values.append(int(invited))
    if wanted.after is not None:
        conditions.append("(s.opened_at, s.game) < (?, ?)")
        values += wanted.after
    statement = (
        "SELECT l.*, s.seat, s.decision, s.since, s.due, s.may_return, s.invited "  # noqa: S608 - our words
        "FROM lobby l JOIN seats s ON l.game = s.game "
        f"WHERE {' AND '.join(conditions)} ORDER BY s.opened_at DESC, s.game DESC LIMIT ?"
    )
    rows = cursor.all(statement, [*values, wanted.limit])
    return [_own_seat(row) for row in rows]


def _own_seat(row: Row) -> OwnSeat:
    return OwnSeat(
        read(row),
        row["seat"],
        row["decision"],
        row["since"],
        bool(row["invited"]),
        row["due"],
        # the row of a game that is over says how it was at the end
        bool(row["may_return"]) and row["status"] == "running",
    )


def awaiting_bots(cursor: Cursor, before: str) -> list[str]:
    """Return the games in which a bot has been awaited since before a time."""
    return [row["game"] for row in cursor.all("SELECT game FROM awaited_bots WHERE since < ?", (before,))]
