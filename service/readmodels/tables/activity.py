"""The projection of activity: changes of games and of what players have to do, in the order of the log, for streams."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Generic, TypeVar

from domain.kernel.values import Seat, Value
from projections.changes import Change, LobbyChange, PlayerChange
from projections.following import Part
from projections.rows.lobby import LobbyRow
from service.readmodels.projection import GenerationWriter, Projection, ProjectionTable
from service.readmodels.tables.lobby import read
from service.store.database import Cursor, Row

KEPT = 500_000
"""The number of positions of the log whose changes are kept. Streams cannot continue from before them."""

Place = tuple[int, int]
"""The place of a change: the position of its event in the log, and its number within this position."""

TABLES = (
    ProjectionTable(
        "game_changes",
        "position BIGINT NOT NULL, place INTEGER NOT NULL, game TEXT NOT NULL, version BIGINT NOT NULL, "
        "at TEXT NOT NULL, kind TEXT NOT NULL, seat INTEGER, player TEXT, PRIMARY KEY (position, place)",
    ),
    ProjectionTable(
        "player_changes",
        "position BIGINT NOT NULL, place INTEGER NOT NULL, player TEXT NOT NULL, game TEXT NOT NULL, "
        "ruleset TEXT NOT NULL, version BIGINT NOT NULL, at TEXT NOT NULL, kind TEXT NOT NULL, status TEXT NOT NULL, "
        "seat INTEGER, decision TEXT, due TEXT, PRIMARY KEY (position, place)",
        ("player, position, place",),
    ),
)

_GAME = "INSERT INTO game_changes$ (position, place, game, version, at, kind, seat, player) VALUES (?,?,?,?,?,?,?,?)"
_PLAYER = (
    "INSERT INTO player_changes$ (position, place, player, game, ruleset, version, at, kind, status, seat, decision, "
    "due) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)"
)


R = TypeVar("R")


class Page(Value, Generic[R], frozen=True):
    """Rows in order. An incomplete page ends before the limit although more rows follow."""

    rows: Sequence[R]
    is_complete: bool = True


class GameChange(Value, frozen=True):
    """A change of a game, and the game as the list shows it now."""

    place: Place
    version: int
    at: str
    kind: str
    seat: Seat | None
    player: str | None
    game: LobbyRow
    sitters: frozenset[str]
    """The players and bots with a seat, and those who gave one up."""

    @property
    def audience(self) -> frozenset[str]:
        """Those who see the game in the list even if it is private."""
        return self.sitters if self.game.is_foreign else self.sitters | {self.game.owner}


class PlayerNotice(Value, frozen=True):
    """What a player is notified of."""

    place: Place
    player: str
    game: str
    ruleset: str
    version: int
    at: str
    kind: str
    status: str
    seat: Seat | None
    decision: str | None
    due: str | None


def _write(writing: GenerationWriter, parts: Sequence[Part]) -> None:
    games: list[tuple[object, ...]] = []
    players: list[tuple[object, ...]] = []
    last = 0
    for part in parts:
        game = part.after.game
        for position, number, change in _numbered(part):
            last = max(last, position)
            match change:
                case LobbyChange():
                    what = (change.version, change.at, change.kind, change.seat, change.player)
                    games.append((position, number, game.id, *what))
                case PlayerChange():
                    what = (change.version, change.at, change.kind, change.status)
                    asked = (change.seat, change.decision, change.due)
                    players.append((position, number, change.player, game.id, game.opened.ruleset, *what, *asked))
    writing.execute_many(_GAME, games)
    writing.execute_many(_PLAYER, players)
    for table in ("game_changes", "player_changes") if last else ():
        writing.execute(f"DELETE FROM {table}$ WHERE position <= ?", (last - KEPT,))  # noqa: S608 - our names


def _numbered(part: Part) -> Iterator[tuple[int, int, Change]]:
    """Yield the changes with their positions and their numbers, which do not depend on the pages of the log."""
    for position, those in groupby(part.changes, key=itemgetter(0)):
        for number, (_, change) in enumerate(those):
            yield position, number, change


ACTIVITY = Projection("activity", 1, TABLES, _write)


def last_game_change(cursor: Cursor) -> Place:
    """Return the place of the last change of a game."""
    return _last(cursor, "game_changes")


def last_player_change(cursor: Cursor) -> Place:
    """Return the place of the last notice of a player."""
    return _last(cursor, "player_changes")


def _last(cursor: Cursor, table: str) -> Place:
    row = cursor.one(f"SELECT position, place FROM {table} ORDER BY position DESC, place DESC LIMIT 1")  # noqa: S608 - our names
    return (0, 0) if row is None else (row["position"], row["place"])


def game_changes(cursor: Cursor, after: Place, upto: Place, limit: int) -> Page[GameChange]:
    """Return the changes of games after a place, with the games as the list shows them now.

    A game that the list does not contain yet ends the page: the list is being rebuilt.
    """
    between = "(position, place) > (?, ?) AND (position, place) <= (?, ?)"
    statement = f"SELECT * FROM game_changes WHERE {between} ORDER BY position, place LIMIT ?"  # noqa: S608 - our words
    rows = list(cursor.all(statement, (*after, *upto, limit)))
    if not rows:
        return Page(())
    names = sorted({row["game"] for row in rows})
    marks = ", ".join("?" * len(names))
    listed = {row["game"]: read(row) for row in cursor.all(f"SELECT * FROM lobby WHERE game IN ({marks})", names)}  # noqa: S608 - as above
    sitting = list(cursor.all(f"SELECT player, game FROM sitters WHERE game IN ({marks})", names))  # noqa: S608 - as above
    seated = {name: frozenset(row["player"] for row in sitting if row["game"] == name) for name in names}
    found: list[GameChange] = []
    for row in rows:
        if (game := listed.get(row["game"])) is None:
            return Page(found, is_complete=False)
        what = (row["version"], row["at"], row["kind"], row["seat"], row["player"])
        found.append(GameChange((row["position"], row["place"]), *what, game, seated[row["game"]]))
    return Page(found)


def player_changes(
    cursor: Cursor, after: Place, upto: Place, limit: int, player: str | None = None
) -> Page[PlayerNotice]:
    """Return the notices after a place, of one player or of all."""
    conditions, values = ["(position, place) > (?, ?)", "(position, place) <= (?, ?)"], list[object]([*after, *upto])
    if player is not None:
        conditions.append("player = ?")
        values.append(player)
    statement = f"SELECT * FROM player_changes WHERE {' AND '.join(conditions)} ORDER BY position, place LIMIT ?"  # noqa: S608 - our words
    return Page([_notice(row) for row in cursor.all(statement, [*values, limit])])


def _notice(row: Row) -> PlayerNotice:
    what = (row["player"], row["game"], row["ruleset"], row["version"], row["at"], row["kind"], row["status"])
    return PlayerNotice((row["position"], row["place"]), *what, row["seat"], row["decision"], row["due"])
