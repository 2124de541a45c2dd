"""The projection of departures: seats that a bot plays from then on instead of their player, in log order."""

from collections.abc import Sequence

from domain.kernel.values import Seat, Value
from projections.changes import Departure
from projections.following import Part
from service.core.store.database import Cursor
from service.lists.projection import GenerationWriter, Projection, ProjectionTable
from service.lists.tables.activity import KEPT, Page, Place

TABLES = (
    ProjectionTable(
        "departures",
        "position BIGINT NOT NULL, seat INTEGER NOT NULL, game TEXT NOT NULL, version BIGINT NOT NULL, "
        "at TEXT NOT NULL, PRIMARY KEY (position, seat)",
    ),
)


class SeatDeparture(Value, frozen=True):
    """A seat that its player has left to a bot."""

    place: Place
    game: str
    seat: Seat
    version: int
    at: str


def _write(writing: GenerationWriter, parts: Sequence[Part]) -> None:
    rows = [
        (position, change.seat, part.after.game.id, change.version, change.at)
        for part in parts
        for position, change in part.changes
        if isinstance(change, Departure)
    ]
    writing.insert("departures", "position, seat, game, version, at", rows)
    if rows:
        writing.execute("DELETE FROM departures$ WHERE position <= ?", (max(row[0] for row in rows) - KEPT,))


DEPARTURES = Projection("departures", 1, TABLES, _write, needs_only_lobby=True)


def last_departure(cursor: Cursor) -> Place:
    """Return the place of the last departure."""
    row = cursor.one("SELECT position, seat FROM departures ORDER BY position DESC, seat DESC LIMIT 1")
    return (0, 0) if row is None else (row["position"], row["seat"])


def departures(cursor: Cursor, after: Place, upto: Place, limit: int) -> Page[SeatDeparture]:
    """Return the departures in the range (after, upto], a maximum number of them."""
    statement = (
        "SELECT * FROM departures WHERE (position, seat) > (?, ?) AND (position, seat) <= (?, ?) "
        "ORDER BY position, seat LIMIT ?"
    )
    rows = cursor.all(statement, (*after, *upto, limit))
    return Page(
        [
            SeatDeparture((row["position"], row["seat"]), row["game"], row["seat"], row["version"], row["at"])
            for row in rows
        ]
    )
