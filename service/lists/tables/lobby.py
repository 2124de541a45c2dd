"""The projection of the lobby: every game, with its present and former players."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.game.events import BOT
from domain.game.terms import Clock
from domain.kernel.values import Value
from projections.following import Followed, Part
from projections.rows.lobby import LobbyRow, invited_players, lobby_row, sitters
from projections.rows.terms import ShownTerms, terms_of
from service.core.store.database import Cursor, Row, marks_for
from service.lists.projection import GenerationWriter, Projection, ProjectionTable
from service.lists.set_aside import WITHHELD_GAMES
from service.lists.tables.entry import MEETS_COMPLETION, MEETS_RATINGS


class Requester(Value, frozen=True):
    """The client that requests a list: a player, and for a seat token its game."""

    player: str | None = None
    game: str | None = None
    invited_to: str | None = None
    """The game of the invitation that the request has."""


class GameQuery(Value, frozen=True):
    """The filters of a list of games: opened in `[since, until)`, after the last game of the previous page.

    The list is in the order in which the games were opened; with `ended_since` or `ended_until`, in which they ended.
    """

    status: str | None = None
    ruleset: str | None = None
    player: str | None = None
    owner: str | None = None
    tag: str | None = None
    rated: bool | None = None
    since: str | None = None
    until: str | None = None
    is_newest_first: bool = True
    after: tuple[str, str] | None = None
    """The time at which that game was opened, or ended, and its id."""
    limit: int = 50
    opponents: tuple[str, ...] = ()
    """Players and bots who all have, or had, a seat."""
    ended_since: str | None = None
    ended_until: str | None = None
    met_by: str | None = None
    """Only games whose terms this player meets; empty: someone who has never played."""
    among: tuple[str, ...] | None = None
    """Only some of these games."""

    @property
    def is_by_end(self) -> bool:
        """Whether the list is in the order in which the games ended."""
        return self.ended_since is not None or self.ended_until is not None


TABLES = (
    ProjectionTable(
        "lobby",
        "game TEXT PRIMARY KEY, ruleset TEXT NOT NULL, status TEXT NOT NULL, visibility TEXT NOT NULL, "
        "owner TEXT NOT NULL, opened_at TEXT NOT NULL, players TEXT NOT NULL, "
        "data_set TEXT NOT NULL, profile TEXT, options TEXT NOT NULL, started_at TEXT, ended_at TEXT, "
        "is_foreign INTEGER NOT NULL, is_public INTEGER NOT NULL, terms TEXT NOT NULL, rated INTEGER, "
        "paused_until TEXT, ending TEXT, clock TEXT, min_completion INTEGER, min_rating INTEGER, max_rating INTEGER",
        (
            *("opened_at, game", "status, opened_at, game", "ruleset, opened_at, game", "owner, opened_at, game"),
            *("ruleset, status, opened_at, game", "ended_at, game"),
        ),
        withholds="is_public",
        shows_void=True,
    ),
    ProjectionTable(
        "sitters",
        "player TEXT NOT NULL, game TEXT NOT NULL, opened_at TEXT NOT NULL, ended_at TEXT, PRIMARY KEY (player, game)",
        ("game", "player, opened_at, game", "player, ended_at, game"),
    ),
    ProjectionTable("invited", "player TEXT NOT NULL, game TEXT NOT NULL, PRIMARY KEY (player, game)", ("game",)),
    ProjectionTable(
        "tagged",
        "tag TEXT NOT NULL, game TEXT NOT NULL, opened_at TEXT NOT NULL, ended_at TEXT, PRIMARY KEY (tag, game)",
        ("tag, opened_at, game", "tag, ended_at, game"),
    ),
)

_INSERT = (
    "INSERT INTO lobby$ (game, ruleset, status, visibility, owner, opened_at, players, data_set, profile, options, "
    "started_at, ended_at, is_foreign, is_public, terms, rated, paused_until, ending, clock, "
    "min_completion, min_rating, max_rating) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) "
    "ON CONFLICT (game) DO UPDATE SET status=excluded.status, players=excluded.players, "
    "started_at=excluded.started_at, ended_at=excluded.ended_at, paused_until=excluded.paused_until, "
    "ending=excluded.ending, terms=excluded.terms"
)


def _write(writing: GenerationWriter, parts: Sequence[Part]) -> None:
    changed = [part.after for part in parts if part.in_lobby]
    writing.execute_many(_INSERT, [_values(lobby_row(after)) for after in changed])
    writing.execute_many("DELETE FROM sitters$ WHERE game=?", [(after.game.id,) for after in changed])
    seated = [(player, *_times(after)) for after in changed for player in sitters(after)]
    writing.insert("sitters", "player, game, opened_at, ended_at", seated)
    writing.execute_many("DELETE FROM invited$ WHERE game=?", [(after.game.id,) for after in changed])
    asked = [(player, after.game.id) for after in changed for player in invited_players(after)]
    writing.insert("invited", "player, game", asked)
    tags = [(tag, *_times(after)) for after in changed for tag in terms_of(after.game.opened).tags]
    writing.execute_many(
        "INSERT INTO tagged$ (tag, game, opened_at, ended_at) VALUES (?,?,?,?) "
        "ON CONFLICT (tag, game) DO UPDATE SET ended_at=excluded.ended_at",
        tags,
    )


def _times(after: Followed) -> tuple[str, str, str | None]:
    """Return the id of a game, and when it was opened and ended."""
    return after.game.id, after.game.opened_at, after.times.ended_at


def _values(row: LobbyRow) -> tuple[object, ...]:
    players = msgspec.json.encode(row.players).decode()
    what = (row.game, row.ruleset, row.status, row.visibility, row.owner, row.opened_at)
    options = msgspec.json.encode(row.options).decode()
    played = (row.data_set, row.profile, options, row.started_at, row.ended_at)
    clock = None if row.clock is None else msgspec.json.encode(row.clock).decode()
    terms = msgspec.json.encode(row.terms).decode()
    rated = None if row.terms.rated is None else int(row.terms.rated)
    organised = (terms, rated, row.paused_until, row.ending, clock)
    entry = (row.terms.min_completion, row.terms.min_rating, row.terms.max_rating)
    return (*what, players, *played, int(row.is_foreign), int(row.is_public), *organised, *entry)


LOBBY = Projection("lobby", 8, TABLES, _write, needs_only_lobby=True)


def games(cursor: Cursor, requester: Requester, wanted: GameQuery) -> list[LobbyRow]:
    """Return the games that a client may see: public ones, and its own.

    For a single game, `access.may_see` decides by the same rules. An invitation is for one game and lists nothing.
    """
    source, key, left = _source(wanted)
    column = "ended_at" if wanted.is_by_end else "opened_at"
    at, game = ("listed_at", "listed_game") if key else (column, "game")
    conditions, values = visible(requester, left, **{column: at})
    if key:
        conditions.append("game = listed_game")
    if wanted.after is not None:
        conditions.append(f"({at}, {game}) {'<' if wanted.is_newest_first else '>'} (?, ?)")
        values += wanted.after
    order = "DESC" if wanted.is_newest_first else "ASC"
    statement = (
        f"SELECT lobby.* FROM {source} WHERE {' AND '.join(conditions)} "  # noqa: S608 - our words
        f"ORDER BY {at} {order}, {game} {order} LIMIT ?"
    )
    return [read(row) for row in cursor.all(statement, [*key, *values, wanted.limit])]


def games_with_ids(cursor: Cursor, requester: Requester, wanted: GameQuery, ids: Sequence[str]) -> list[LobbyRow]:
    """Return those of some games that a client may see and that the filters choose, in the order of their ids.

    Order, position and limit of the query do not apply. The invitation of the request counts, as for a single game.
    """
    conditions, values = visible(requester, wanted)
    marks = ", ".join("?" * len(ids))
    statement = f"SELECT * FROM lobby WHERE game IN ({marks}) AND {' AND '.join(conditions)}"  # noqa: S608 - our words
    found = {row["game"]: read(row) for row in cursor.all(statement, [*ids, *values])}
    return [found[game] for game in ids if game in found]


def _source(wanted: GameQuery) -> tuple[str, list[object], GameQuery]:
    """Return the tables from which a list is read, their parameters, and the filters that are left.

    The games of a tag and of a player have indexes by time: a page reads only its own rows, however many there are. Of
    several players, a person is read: bots have more games.
    """
    people = (*(() if wanted.player is None else (wanted.player,)), *wanted.opponents)
    fewest = min(people, key=is_bot, default=None)
    others = tuple(player for player in people if player != fewest)
    for table, column, value, left in (
        ("tagged", "tag", wanted.tag, replace(wanted, tag=None)),
        ("sitters", "player", fewest, replace(wanted, player=None, opponents=others)),
    ):
        if value is not None:
            at = "ended_at" if wanted.is_by_end else "opened_at"
            listed = f"SELECT game AS listed_game, {at} AS listed_at FROM {table} WHERE {column} = ?"  # noqa: S608 - our words
            # SQLite reads the left side of a CROSS JOIN first
            return f"({listed}) AS listed CROSS JOIN lobby", [value], left
    return "lobby", [], wanted


def is_bot(player: str) -> bool:
    """Return whether the id of a seat's player is that of a bot."""
    return player.startswith(BOT)


def visible(
    requester: Requester, wanted: GameQuery, *, opened_at: str = "opened_at", ended_at: str = "ended_at"
) -> tuple[list[str], list[object]]:
    """Return the conditions on a row of the list, and their values: what a client may see, and the filters.

    `opened_at` and `ended_at` are the columns with the times at which a game was opened and ended.
    """
    conditions, values = _whose(requester)
    filters = {
        "status = ?": wanted.status,
        "ruleset = ?": wanted.ruleset,
        # an imported game names its owner itself, which proves nothing
        "owner = ? AND is_foreign = 0": wanted.owner,
        "game IN (SELECT game FROM tagged WHERE tag = ?)": wanted.tag,
        "rated = ?": None if wanted.rated is None else int(wanted.rated),
        f"{opened_at} >= ?": wanted.since,
        f"{opened_at} < ?": wanted.until,
        f"{ended_at} >= ?": wanted.ended_since,
        f"{ended_at} < ?": wanted.ended_until,
        "game IN (SELECT game FROM sitters WHERE player = ?)": wanted.player,
    }
    for condition, value in filters.items():
        if value is not None:
            conditions.append(condition)
            values.append(value)
    for player in wanted.opponents:
        # looked up for each game: a bot may have most games of the service
        conditions.append("EXISTS (SELECT 1 FROM sitters s WHERE s.player = ? AND s.game = lobby.game)")
        values.append(player)
    if wanted.among is not None:
        conditions.append(f"game IN ({marks_for(wanted.among)})")
        values += wanted.among
    if wanted.met_by is not None:
        conditions += [MEETS_COMPLETION, *MEETS_RATINGS]
        values += [wanted.met_by] * 3
    return conditions, values


def open_games_of(cursor: Cursor, owner: str) -> list[str]:
    """Return the games that a player has opened here and that have not started."""
    statement = "SELECT game FROM lobby WHERE owner = ? AND status = 'open' AND is_foreign = 0"
    return [row["game"] for row in cursor.all(statement, (owner,))]


def _whose(requester: Requester) -> tuple[list[str], list[object]]:
    conditions, values = _without_invitation(requester)
    if requester.invited_to is not None:
        return [f"({conditions} OR game = ?)"], [*values, requester.invited_to]
    return [conditions], values


def _without_invitation(requester: Requester) -> tuple[str, list[object]]:
    if requester.player is None:
        return "is_public = 1", []
    own = (
        "(owner = ? OR game IN (SELECT game FROM sitters WHERE player = ?)"
        " OR game IN (SELECT game FROM invited WHERE player = ?))"
    )
    if requester.game is None:
        return f"(is_public = 1 OR {own})", [requester.player] * 3
    return f"(is_public = 1 OR (game = ? AND {own}))", [requester.game, *[requester.player] * 3]


def is_visible(cursor: Cursor, generation: int, game: str, player: str | None) -> bool:
    """Return whether a player (None: any visitor) may see a game, as far as the rows know. It may be damaged."""
    is_public = f"CASE WHEN game IN ({WITHHELD_GAMES}) THEN 0 ELSE is_public END AS is_public"
    row = cursor.one(f"SELECT {is_public}, owner FROM lobby_g{generation} WHERE game = ?", (game,))  # noqa: S608 - our words
    if row is None or player is None:
        return row is not None and bool(row["is_public"])
    return (
        bool(row["is_public"])
        or row["owner"] == player
        or cursor.count(f"sitters_g{generation} WHERE player = ? AND game = ?", (player, game)) > 0
        or cursor.count(f"invited_g{generation} WHERE player = ? AND game = ?", (player, game)) > 0
    )


def read(row: Row) -> LobbyRow:
    """Return a game from its row."""
    values: dict[str, Any] = {column: row[column] for column in LobbyRow.__struct_fields__}
    values["players"] = msgspec.json.decode(values["players"], type=tuple[str | None, ...])
    values["options"] = msgspec.json.decode(values["options"])
    values["clock"] = None if values["clock"] is None else msgspec.json.decode(values["clock"], type=Clock)
    values["is_foreign"] = bool(values["is_foreign"])
    values["is_withheld"] = bool(values["is_withheld"])
    # a game that was cancelled within a void period has no result
    values["is_void"] = bool(values["is_void"]) and values["status"] == "ended"
    values["terms"] = msgspec.json.decode(values["terms"], type=ShownTerms)
    return LobbyRow(**values)
