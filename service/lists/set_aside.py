"""Games and results that moderators have set aside: withheld from public view, or not counted.

The tables are not read models: the log does not have what they say. They follow from the log of moderation
(`service/moderation`), and every rebuild reads them, so that log and acts together always give the same lists.
"""

from collections.abc import Collection

from domain.kernel.values import Value
from service.core.store.database import Cursor

WITHHELD = "withheld_games"

WITHHELD_GAMES = f"SELECT game FROM {WITHHELD}"  # noqa: S608 - a constant
"""The query of the games that only their players, their owner and operators see."""

IS_VOID = (
    "CASE WHEN game IN (SELECT game FROM void_games) OR EXISTS (SELECT 1 FROM void_periods p WHERE p.since <= ended_at"
    " AND ended_at < p.until AND (p.ruleset IS NULL OR p.ruleset = {table}.ruleset)) THEN 1 ELSE 0 END"
)
"""The expression by which a view says whether the result of a game is void. `{table}` is the name of its table."""


class VoidPeriod(Value, frozen=True):
    """A time whose games count for no rating: ended in `[since, until)`, of one title or of all."""

    id: str
    since: str
    until: str
    ruleset: str | None = None


def create(cursor: Cursor) -> None:
    """Create the tables if they do not exist."""
    cursor.execute(f"CREATE TABLE IF NOT EXISTS {WITHHELD} (game TEXT PRIMARY KEY)")
    cursor.execute("CREATE TABLE IF NOT EXISTS void_games (game TEXT PRIMARY KEY)")
    cursor.execute(
        "CREATE TABLE IF NOT EXISTS void_periods "
        "(id TEXT PRIMARY KEY, since TEXT NOT NULL, until TEXT NOT NULL, ruleset TEXT)"
    )
    # looked up for each row of a list
    cursor.execute("CREATE INDEX IF NOT EXISTS void_periods_at ON void_periods (since, until, ruleset)")
    # the number of the last act that changes what counts, and of the last one that the ratings contain
    cursor.execute(
        "CREATE TABLE IF NOT EXISTS recomputations "
        "(name TEXT PRIMARY KEY, wanted BIGINT NOT NULL, done BIGINT NOT NULL)"
    )


def copy_of_game(source: Cursor, target: Cursor, game: str) -> None:
    """Copy what is said about the result of a game from one database to another, whose tables are empty."""
    if not source.has_table("void_games"):
        # an earlier release wrote the database: nothing is set aside
        return
    for name in void_among(source, [game]):
        target.execute("INSERT INTO void_games (game) VALUES (?)", (name,))
    for each in void_periods(source):
        values = (each.id, each.since, each.until, each.ruleset)
        target.execute("INSERT INTO void_periods (id, since, until, ruleset) VALUES (?,?,?,?)", values)


def want_ratings(cursor: Cursor) -> None:
    """Let the ratings be computed again, in the transaction of what changes them."""
    cursor.execute(
        "INSERT INTO recomputations (name, wanted, done) VALUES ('ratings', 1, 0)"
        " ON CONFLICT (name) DO UPDATE SET wanted = recomputations.wanted + 1"
    )


def wanted_ratings(cursor: Cursor) -> int | None:
    """Return the number of the last act that the ratings do not contain; None: they contain all."""
    if not cursor.has_table("recomputations"):
        # an earlier release wrote the database
        return None
    row = cursor.one("SELECT wanted FROM recomputations WHERE name='ratings' AND wanted > done")
    return None if row is None else int(row["wanted"])


def note_ratings(cursor: Cursor, wanted: int) -> None:
    """Note that the ratings contain all acts up to a number."""
    cursor.execute("UPDATE recomputations SET done=? WHERE name='ratings' AND done < ?", (wanted, wanted))


def withheld_games(cursor: Cursor) -> frozenset[str]:
    """Return all games that are withheld from public view."""
    return frozenset(row["game"] for row in cursor.all(WITHHELD_GAMES))


def void_among(cursor: Cursor, games: Collection[str]) -> frozenset[str]:
    """Return those of some games whose results were voided one by one."""
    return frozenset(row["game"] for row in cursor.among("SELECT game FROM void_games WHERE game IN", games))


def void_periods(cursor: Cursor) -> list[VoidPeriod]:
    """Return the times whose games count for no rating, in their order."""
    rows = cursor.all("SELECT * FROM void_periods ORDER BY since, id")
    return [VoidPeriod(row["id"], row["since"], row["until"], row["ruleset"]) for row in rows]


class Uncounted(Value, frozen=True):
    """What counts for no rating."""

    games: frozenset[str]
    periods: tuple[VoidPeriod, ...]

    @classmethod
    def among(cls, cursor: Cursor, games: Collection[str]) -> "Uncounted":
        """Return what counts for no rating among some games."""
        return cls(void_among(cursor, games), tuple(void_periods(cursor)))

    @classmethod
    def all(cls, cursor: Cursor) -> "Uncounted":
        """Return all that counts for no rating."""
        games = frozenset(row["game"] for row in cursor.all("SELECT game FROM void_games"))
        return cls(games, tuple(void_periods(cursor)))

    def has(self, game: str, ruleset: str, ended_at: str) -> bool:
        """Return whether a game counts for no rating."""
        return game in self.games or any(
            period.since <= ended_at < period.until and period.ruleset in {None, ruleset} for period in self.periods
        )
