"""The projection of the lobby: every game, and who sits or has sat in it."""

from collections.abc import Sequence

import msgspec

from domain.kernel.values import Value
from projections.following import Part
from projections.lobby import LobbyRow, lobby_row, sitters
from service.readmodels.tables import Projection, Table, Writing
from service.store.database import Cursor, Row


class Asker(Value, frozen=True):
    """Who asks for a list: a player, and with a token for one seat the game that it is for."""

    player: str | None = None
    game: str | None = None


class Wanted(Value, frozen=True):
    """Which games a list asks for: those opened in `[since, until)`, after the place where the last page ended."""

    status: str | None = None
    ruleset: str | None = None
    player: str | None = None
    owner: str | None = None
    since: str | None = None
    until: str | None = None
    is_newest_first: bool = True
    after: tuple[str, str] | None = None
    """When the last game of the page before was opened, and its id."""
    limit: int = 50


TABLES = (
    Table(
        "lobby",
        "game TEXT PRIMARY KEY, ruleset TEXT NOT NULL, status TEXT NOT NULL, visibility TEXT NOT NULL, "
        "owner TEXT NOT NULL, opened_at TEXT NOT NULL, players TEXT NOT NULL, "
        "data_set TEXT NOT NULL, profile TEXT, options TEXT NOT NULL, started_at TEXT, ended_at TEXT, "
        "is_foreign INTEGER NOT NULL, is_public INTEGER NOT NULL",
        ("opened_at, game", "status, opened_at, game", "ruleset, opened_at, game", "owner, opened_at, game"),
    ),
    Table("sitters", "player TEXT NOT NULL, game TEXT NOT NULL, PRIMARY KEY (player, game)", ("game",)),
)

_INSERT = (
    "INSERT INTO lobby$ (game, ruleset, status, visibility, owner, opened_at, players, data_set, profile, options, "
    "started_at, ended_at, is_foreign, is_public) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?) "
    "ON CONFLICT (game) DO UPDATE SET status=excluded.status, players=excluded.players, "
    "started_at=excluded.started_at, ended_at=excluded.ended_at"
)


def _write(writing: Writing, parts: Sequence[Part]) -> None:
    changed = [part.after for part in parts if part.in_lobby]
    writing.execute_many(_INSERT, [_values(lobby_row(after)) for after in changed])
    writing.execute_many("DELETE FROM sitters$ WHERE game=?", [(after.game.id,) for after in changed])
    seated = [(player, after.game.id) for after in changed for player in sitters(after)]
    writing.execute_many("INSERT INTO sitters$ (player, game) VALUES (?,?)", seated)


def _values(row: LobbyRow) -> tuple[object, ...]:
    players = msgspec.json.encode(row.players).decode()
    what = (row.game, row.ruleset, row.status, row.visibility, row.owner, row.opened_at)
    options = msgspec.json.encode(row.options).decode()
    played = (row.data_set, row.profile, options, row.started_at, row.ended_at)
    return (*what, players, *played, int(row.is_foreign), int(row.is_public))


LOBBY = Projection("lobby", 2, TABLES, _write)


def games(cursor: Cursor, asker: Asker, wanted: Wanted) -> list[LobbyRow]:
    """Return the games that somebody may know of: the public ones, and those that are their own.

    What is asked of a single game is decided by `access.may_see` in the same way; an invitation is for one game and
    lists nothing.
    """
    conditions, values = _whose(asker)
    filters = {
        "status = ?": wanted.status,
        "ruleset = ?": wanted.ruleset,
        # a game that was imported says of itself who owns it
        "owner = ? AND is_foreign = 0": wanted.owner,
        "opened_at >= ?": wanted.since,
        "opened_at < ?": wanted.until,
    }
    for condition, value in filters.items():
        if value is not None:
            conditions.append(condition)
            values.append(value)
    if wanted.player is not None:
        conditions.append("game IN (SELECT game FROM sitters WHERE player = ?)")
        values.append(wanted.player)
    if wanted.after is not None:
        conditions.append(f"(opened_at, game) {'<' if wanted.is_newest_first else '>'} (?, ?)")
        values += wanted.after
    order = "DESC" if wanted.is_newest_first else "ASC"
    statement = (
        f"SELECT * FROM lobby WHERE {' AND '.join(conditions)} "  # noqa: S608 - our words
        f"ORDER BY opened_at {order}, game {order} LIMIT ?"
    )
    return [read(row) for row in cursor.all(statement, [*values, wanted.limit])]


def open_games_of(cursor: Cursor, owner: str) -> list[str]:
    """Return the games that somebody has opened here and that have not started."""
    statement = "SELECT game FROM lobby WHERE owner = ? AND status = 'open' AND is_foreign = 0"
    return [row["game"] for row in cursor.all(statement, (owner,))]


def _whose(asker: Asker) -> tuple[list[str], list[object]]:
    if asker.player is None:
        return ["is_public = 1"], []
    own = "(owner = ? OR game IN (SELECT game FROM sitters WHERE player = ?))"
    if asker.game is None:
        return [f"(is_public = 1 OR {own})"], [asker.player, asker.player]
    return [f"(is_public = 1 OR (game = ? AND {own}))"], [asker.game, asker.player, asker.player]


def read(row: Row) -> LobbyRow:
    """Return a row of the table."""
    return LobbyRow(
        game=row["game"],
        ruleset=row["ruleset"],
        status=row["status"],
        visibility=row["visibility"],
        owner=row["owner"],
        opened_at=row["opened_at"],
        players=msgspec.json.decode(row["players"], type=tuple[str | None, ...]),
        data_set=row["data_set"],
        profile=row["profile"],
        options=msgspec.json.decode(row["options"]),
        started_at=row["started_at"],
        ended_at=row["ended_at"],
        is_foreign=bool(row["is_foreign"]),
    )
