"""The projection of activity: changes of games and of what players have to do, in the order of the log, for streams."""

from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

from domain.kernel.values import Seat, Value
from projections.changes import Change, Departure, LobbyChange, PlayerChange
from projections.following import Part
from projections.rows.lobby import LobbyRow
from service.core.store.database import Cursor, Row
from service.lists.projection import GenerationWriter, Projection, ProjectionTable
from service.lists.tables.lobby import GameQuery, Requester, read, visible

KEPT = 500_000
"""The number of positions of the log whose changes are kept. Streams cannot continue from before them."""

Place = tuple[int, int]
"""The place of a change: the position of its event in the log, and its number within this position."""

_LAST_NUMBER = 2**31 - 1
"""A number that no change has within its position."""

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

_GAME = "position, place, game, version, at, kind, seat, player"
_PLAYER = "position, place, player, game, ruleset, version, at, kind, status, seat, decision, due"


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
    invited: frozenset[str] = frozenset()
    """The players for whom a seat is reserved, and the substitutes."""

    @property
    def audience(self) -> frozenset[str]:
        """Those who see the game in the list even if it is private."""
        invited = self.sitters | self.invited
        return invited if self.game.is_foreign else invited | {self.game.owner}


class ChangeQuery(Value, frozen=True):
    """The filters of a stream of changes of games, in addition to those of the list."""

    requester: Requester
    games: GameQuery
    """The filters of the list on the game as it is now."""
    kinds: tuple[str, ...] | None = None
    player: str | None = None
    """Only games in which the player or bot has, or had, a seat."""


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
                case Departure():
                    pass
    writing.insert("game_changes", _GAME, games)
    writing.insert("player_changes", _PLAYER, players)
    for table in ("game_changes", "player_changes") if last else ():
        writing.execute(f"DELETE FROM {table}$ WHERE position <= ?", (last - KEPT,))  # noqa: S608 - our names


def _numbered(part: Part) -> Iterator[tuple[int, int, Change]]:
    """Yield the changes with their positions and their numbers, which do not depend on the pages of the log."""
    before, number = 0, 0
    for position, change in part.changes:
        # departures are in a table of their own: cursors of earlier releases count without them
        if not isinstance(change, Departure):
            number = number + 1 if position == before else 0
            before = position
            yield position, number, change


ACTIVITY = Projection("activity", 3, TABLES, _write, keeps_last_changes=True)


def changed_at(cursor: Cursor, player: str) -> dict[str, str]:
    """Return by game when a player was last notified of a change, such as of a clock, as far as changes are kept."""
    statement = "SELECT game, MAX(at) AS at FROM player_changes WHERE player = ? GROUP BY game"
    return {row["game"]: row["at"] for row in cursor.all(statement, (player,))}


def end_of(position: int) -> Place:
    """Return a place after all changes of a position, and before those of later ones."""
    return (position, _LAST_NUMBER)


def oldest_place(cursor: Cursor) -> Place:
    """Return the place after which all changes of games and players are stored."""
    last, _ = max(last_game_change(cursor), last_player_change(cursor))
    return end_of(last - KEPT) if last > KEPT else (0, 0)


def last_game_change(cursor: Cursor) -> Place:
    """Return the place of the last change of a game."""
    return _last(cursor, "game_changes")


def last_player_change(cursor: Cursor) -> Place:
    """Return the place of the last notice of a player."""
    return _last(cursor, "player_changes")


def _last(cursor: Cursor, table: str) -> Place:
    row = cursor.one(f"SELECT position, place FROM {table} ORDER BY position DESC, place DESC LIMIT 1")  # noqa: S608 - our names
    return (0, 0) if row is None else (row["position"], row["place"])


def game_changes(
    cursor: Cursor, after: Place, upto: Place, limit: int, wanted: ChangeQuery | None = None
) -> Page[GameChange]:
    """Return the changes of games after a place, with the games as the list shows them now.

    A game that the list does not contain yet ends the page: the list is being rebuilt.
    """
    conditions, values = ["(position, place) > (?, ?)", "(position, place) <= (?, ?)"], list[object]([*after, *upto])
    if wanted is not None:
        chosen = _chosen(wanted)
        conditions += chosen[0]
        values += chosen[1]
    statement = f"SELECT * FROM game_changes c WHERE {' AND '.join(conditions)} ORDER BY position, place LIMIT ?"  # noqa: S608 - our words
    rows = list(cursor.all(statement, [*values, limit]))
    if not rows:
        return Page(())
    names = sorted({row["game"] for row in rows})
    marks = ", ".join("?" * len(names))
    listed = {row["game"]: read(row) for row in cursor.all(f"SELECT * FROM lobby WHERE game IN ({marks})", names)}  # noqa: S608 - as above
    seated, invited = _players(cursor, "sitters", names), _players(cursor, "invited", names)
    found: list[GameChange] = []
    for row in rows:
        if (game := listed.get(row["game"])) is None:
            return Page(found, is_complete=False)
        what = (row["version"], row["at"], row["kind"], row["seat"], row["player"])
        place = (row["position"], row["place"])
        found.append(GameChange(place, *what, game, seated[game.game], invited[game.game]))
    return Page(found)


def _chosen(wanted: ChangeQuery) -> tuple[list[str], list[object]]:
    """Return the conditions on a change, and their values. A game that the list lacks is not filtered out."""
    listed, values = visible(wanted.requester, wanted.games)
    in_list = "EXISTS (SELECT 1 FROM lobby l WHERE l.game = c.game"
    conditions = [f"(NOT {in_list}) OR {in_list} AND {' AND '.join(listed)}))"]
    if wanted.kinds is not None:
        conditions.append(f"kind IN ({', '.join('?' * len(wanted.kinds))})")
        values += wanted.kinds
    if wanted.player is not None:
        sits = "game IN (SELECT game FROM sitters WHERE player = ?)"
        conditions.append(f"(NOT {in_list}) OR player = ? OR {sits})")
        values += [wanted.player] * 2
    return conditions, values


def _players(cursor: Cursor, table: str, games: Sequence[str]) -> dict[str, frozenset[str]]:
    """Return the players of each game in a table of players and games."""
    marks = ", ".join("?" * len(games))
    rows = list(cursor.all(f"SELECT player, game FROM {table} WHERE game IN ({marks})", games))  # noqa: S608 - our names
    return {game: frozenset(row["player"] for row in rows if row["game"] == game) for game in games}


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
