"""What the results say of a player: in all, against others, and the games of each day.

All is computed from the tables of results when they are asked for: an index leads to the results of a player, so the
cost grows with the games of that player alone.
"""

from collections.abc import Sequence

from domain.kernel.values import Value
from service.core.store.database import Cursor
from service.lists.tables.results import FIRST_SINCE


class Meetings(Value, frozen=True):
    """The results of a player against another one in a title. A game is won by the better rank, and equal is drawn."""

    ruleset: str
    games: int
    wins: int
    losses: int
    draws: int
    last: str
    """The game that ended last."""
    last_at: str


class GamesOfDay(Value, frozen=True):
    """The games of a player in a title that ended on a day (UTC)."""

    day: str
    ruleset: str
    games: int
    wins: int
    """Won games, including shared first ranks."""


class GamesAtTables(Value, frozen=True):
    """The games of a player in a title with one number of seats."""

    ruleset: str
    seats: int
    games: int
    wins: int
    """Won games, including shared first ranks."""


class GamesAgainst(Value, frozen=True):
    """The games of a player against another one. A game is won by the better rank, and equal is drawn."""

    opponent: str
    games: int
    wins: int
    losses: int
    draws: int


class Record(Value, frozen=True):
    """The games of a player by title and number of seats, and against whom most often."""

    tables: Sequence[GamesAtTables]
    opponents: Sequence[GamesAgainst]


_AT_TABLES = (
    "SELECT g.ruleset AS title, g.seats AS seats, '' AS opponent, COUNT(*) AS games, SUM(g.won) AS wins, 0 AS losses, "
    "0 AS newest FROM (SELECT r.ruleset, s.won, "
    "(SELECT COUNT(*) FROM result_seats o WHERE o.number = s.number) AS seats "
    "FROM result_seats s JOIN results r ON r.number = s.number WHERE s.player = ?) g GROUP BY g.ruleset, g.seats"
)

_AGAINST = (
    "SELECT '' AS title, 0 AS seats, m.opponent AS opponent, COUNT(*) AS games, "
    "SUM(CASE WHEN m.own < m.ranked THEN 1 ELSE 0 END) AS wins, "
    "SUM(CASE WHEN m.own > m.ranked THEN 1 ELSE 0 END) AS losses, MAX(m.number) AS newest "
    "FROM (SELECT o.player AS opponent, s.number, s.ranked AS own, MIN(o.ranked) AS ranked FROM result_seats s "
    "JOIN results r ON r.number = s.number "
    "JOIN result_seats o ON o.number = s.number AND o.player <> s.player "
    "WHERE s.player = ? GROUP BY o.player, s.number, s.ranked) m "
    "GROUP BY m.opponent ORDER BY games DESC, newest DESC LIMIT ?"
)


def record_of(cursor: Cursor, player: str, most: int) -> Record:
    """Return the games of a player, and those against whom most games were played, at most so many.

    A bot counts by its best seat.
    """
    # one statement: a result may be added, and the tables may be swapped, between two
    statement = f"SELECT * FROM ({_AT_TABLES}) a UNION ALL SELECT * FROM ({_AGAINST}) b"  # noqa: S608 - our words
    rows = [*cursor.all(statement, (player, player, most))]
    tables = [
        GamesAtTables(row["title"], row["seats"], row["games"], row["wins"]) for row in rows if not row["opponent"]
    ]
    met = sorted((row for row in rows if row["opponent"]), key=lambda row: (-row["games"], -row["newest"]))
    return Record(
        sorted(tables, key=lambda each: (each.ruleset, each.seats)),
        [
            GamesAgainst(
                row["opponent"], row["games"], row["wins"], row["losses"], row["games"] - row["wins"] - row["losses"]
            )
            for row in met
        ],
    )


def against(cursor: Cursor, player: str, opponent: str) -> Sequence[Meetings]:
    """Return the results of a player against another one by title. Each has at most one seat of a game."""
    # one statement: the tables may be swapped between two
    statement = (
        "SELECT m.*, newest.game, newest.ended_at FROM (SELECT r.ruleset, COUNT(*) AS games, MAX(r.number) AS newest, "
        "SUM(CASE WHEN s.ranked < o.ranked THEN 1 ELSE 0 END) AS wins, "
        "SUM(CASE WHEN s.ranked > o.ranked THEN 1 ELSE 0 END) AS losses "
        "FROM result_seats s JOIN result_seats o ON o.number = s.number AND o.player = ? "
        "JOIN results r ON r.number = s.number WHERE s.player = ? GROUP BY r.ruleset) m "
        "JOIN results newest ON newest.number = m.newest ORDER BY m.ruleset"
    )
    return [
        Meetings(
            row["ruleset"],
            row["games"],
            row["wins"],
            row["losses"],
            row["games"] - row["wins"] - row["losses"],
            row["game"],
            row["ended_at"],
        )
        for row in cursor.all(statement, (opponent, player))
    ]


def by_day(cursor: Cursor, player: str, since: str, until: str) -> Sequence[GamesOfDay]:
    """Return the games of a player that ended from one time to another, by day and title; no days without games."""
    statement = (
        "SELECT SUBSTR(r.ended_at, 1, 10) AS day, r.ruleset, COUNT(*) AS games, SUM(s.won) AS wins "  # noqa: S608 - our words
        "FROM result_seats s JOIN results r ON r.number = s.number "
        f"WHERE s.player = ? AND s.number >= {FIRST_SINCE} AND r.ended_at >= ? AND r.ended_at <= ? "
        "GROUP BY SUBSTR(r.ended_at, 1, 10), r.ruleset ORDER BY day, r.ruleset"
    )
    rows = cursor.all(statement, (player, since, since, until))
    return [GamesOfDay(row["day"], row["ruleset"], row["games"], row["wins"]) for row in rows]
