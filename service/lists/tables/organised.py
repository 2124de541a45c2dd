"""The query of the games that a player organises, over the tables of the lobby, the seats and the schedule."""

from collections import defaultdict

from domain.kernel.values import Seat, Value
from projections.rows.lobby import LobbyRow
from service.core.store.database import Cursor
from service.lists.tables.lobby import GameQuery, Requester, games


class AwaitedPlayer(Value, frozen=True):
    """A player who must act: the seat, the open decision and its time."""

    seat: Seat
    player: str
    decision: str
    since: str
    due: str | None
    """The time at which the clock of the seat runs out."""


class Organised(Value, frozen=True):
    """A game with the players who must act, and the time of the next step of the service."""

    game: LobbyRow
    awaited: tuple[AwaitedPlayer, ...]
    due: str | None


def organised_games(cursor: Cursor, requester: Requester, wanted: GameQuery) -> list[Organised]:
    """Return the games that a player opened, newest first."""
    rows = games(cursor, requester, wanted)
    ids = [row.game for row in rows]
    if not ids:
        return []
    marks = ", ".join("?" * len(ids))
    awaited: defaultdict[str, list[AwaitedPlayer]] = defaultdict(list)
    statement = f"SELECT * FROM seats WHERE decision IS NOT NULL AND game IN ({marks}) ORDER BY game, seat"  # noqa: S608 - marks
    for row in cursor.all(statement, ids):
        player = AwaitedPlayer(row["seat"], row["player"], row["decision"], row["since"], row["due"])
        awaited[row["game"]].append(player)
    steps = cursor.all(f"SELECT game, due FROM due_games WHERE game IN ({marks})", ids)  # noqa: S608 - as above
    due = {row["game"]: row["due"] for row in steps}
    return [Organised(row, tuple(awaited[row.game]), due.get(row.game)) for row in rows]
