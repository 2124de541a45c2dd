"""The projection of the ratings: of every player in every title, with their history."""

from collections.abc import Sequence

from domain.kernel.values import Value
from projections.following import Part
from projections.ratings import Finish, Rating, finishes, rate
from projections.results import ResultRow, result_row
from service.database import Cursor, Row
from service.readmodels.tables import Projection, Table, Writing

TABLES = (
    Table(
        "ratings",
        "ruleset TEXT NOT NULL, player TEXT NOT NULL, mu BIGINT NOT NULL, sigma BIGINT NOT NULL, "
        "ordinal BIGINT NOT NULL, games INTEGER NOT NULL, wins INTEGER NOT NULL, PRIMARY KEY (ruleset, player)",
        ("ruleset, ordinal, player", "player"),
    ),
    Table(
        "rating_history",
        "number BIGINT NOT NULL, player TEXT NOT NULL, ruleset TEXT NOT NULL, game TEXT NOT NULL, at TEXT NOT NULL, "
        "ranked INTEGER NOT NULL, mu BIGINT NOT NULL, sigma BIGINT NOT NULL, PRIMARY KEY (player, number)",
        ("number",),
    ),
)

_UPSERT = (
    "INSERT INTO ratings$ (ruleset, player, mu, sigma, ordinal, games, wins) VALUES (?,?,?,?,?,?,?) "
    "ON CONFLICT (ruleset, player) DO UPDATE SET mu=excluded.mu, sigma=excluded.sigma, ordinal=excluded.ordinal, "
    "games=excluded.games, wins=excluded.wins"
)


_KNOWN = "NOT EXISTS (SELECT 1 FROM players p WHERE p.id = ratings.player AND p.erased_at IS NOT NULL)"
"""The condition that a player was not erased; the accounts are in the same database."""


class Standing(Value, frozen=True):
    """How a player stands in a title: the rating, rated games, and how many of them were won (shared wins too)."""

    player: str
    ruleset: str
    rating: Rating
    games: int
    wins: int


class Ranked(Value, frozen=True):
    """A line of a leaderboard; equals share a rank."""

    rank: int
    standing: Standing


class Rated(Value, frozen=True):
    """What a game has made of a player's rating; `number` counts the rated games."""

    number: int
    ruleset: str
    game: str
    at: str
    rank: int
    rating: Rating


def _write(writing: Writing, parts: Sequence[Part]) -> None:
    ended = [row for part in parts if part.has_ended and (row := result_row(part.after))]
    rated = [(row, those) for row in ended if (those := finishes(row))]
    if not rated:
        return
    last = writing.one("SELECT MAX(number) AS last FROM rating_history$")
    first = 1 + (last["last"] or 0 if last else 0)
    for number, (row, those) in enumerate(rated, first):
        _rate(writing, number, row, those)


def _rate(writing: Writing, number: int, row: ResultRow, those: Sequence[Finish]) -> None:
    before = [_standing(writing, row.ruleset, finish.player) for finish in those]
    after = rate([standing.rating for standing in before], [finish.rank for finish in those])
    for finish, standing, rating in zip(those, before, after, strict=True):
        wins = standing.wins + (finish.rank == 1)
        writing.execute(
            _UPSERT,
            (row.ruleset, finish.player, rating.mu, rating.sigma, rating.ordinal, standing.games + 1, wins),
        )
        writing.execute(
            "INSERT INTO rating_history$ (number, player, ruleset, game, at, ranked, mu, sigma) "
            "VALUES (?,?,?,?,?,?,?,?)",
            (number, finish.player, row.ruleset, row.game, row.ended_at, finish.rank, rating.mu, rating.sigma),
        )


def _standing(writing: Writing, ruleset: str, player: str) -> Standing:
    row = writing.one("SELECT * FROM ratings$ WHERE ruleset=? AND player=?", (ruleset, player))
    return Standing(player, ruleset, Rating(), 0, 0) if row is None else _read(row)


RATINGS = Projection("ratings", 2, TABLES, _write)


def leaderboard(cursor: Cursor, ruleset: str, after: tuple[int, str] | None, limit: int) -> list[Ranked]:
    """Return a page of the players of a title, best first, after an ordinal and the player who had it.

    Erased players are left out, and the players behind them move up.
    """
    conditions, values = ["ruleset = ?", _KNOWN], list[object]([ruleset])
    if after is not None:
        conditions.append("(ordinal < ? OR (ordinal = ? AND player > ?))")
        values += (after[0], *after)
    statement = f"SELECT * FROM ratings WHERE {' AND '.join(conditions)} ORDER BY ordinal DESC, player LIMIT ?"  # noqa: S608 - our words
    page = [_read(row) for row in cursor.all(statement, [*values, limit])]
    if not page:
        return []
    best = page[0].rating.ordinal
    above = _count(cursor, "ordinal > ?", ruleset, best)
    ahead = above + _count(cursor, "ordinal = ? AND player < ?", ruleset, best, page[0].player)
    ranked: list[Ranked] = []
    for place, standing in enumerate(page, ahead + 1):
        shares = standing.rating.ordinal == (ranked[-1].standing.rating.ordinal if ranked else best)
        rank = (ranked[-1].rank if ranked else above + 1) if shares else place
        ranked.append(Ranked(rank, standing))
    return ranked


def _count(cursor: Cursor, condition: str, ruleset: str, *values: object) -> int:
    statement = f"SELECT COUNT(*) AS n FROM ratings WHERE ruleset = ? AND {_KNOWN} AND {condition}"  # noqa: S608 - our words
    row = cursor.one(statement, (ruleset, *values))
    return row["n"] if row else 0


def standings(cursor: Cursor, player: str) -> list[Standing]:
    """Return how a player stands in each title, by its name."""
    return [_read(row) for row in cursor.all("SELECT * FROM ratings WHERE player = ? ORDER BY ruleset", (player,))]


def history(cursor: Cursor, player: str, ruleset: str | None, after: int, limit: int) -> list[Rated]:
    """Return what rated games have made of a player's ratings, oldest first, after the number of one."""
    only, values = ("", []) if ruleset is None else ("AND ruleset = ? ", [ruleset])
    statement = f"SELECT * FROM rating_history WHERE player = ? AND number > ? {only}ORDER BY number LIMIT ?"  # noqa: S608 - our words
    return [
        Rated(row["number"], row["ruleset"], row["game"], row["at"], row["ranked"], Rating(row["mu"], row["sigma"]))
        for row in cursor.all(statement, [player, after, *values, limit])
    ]


def _read(row: Row) -> Standing:
    return Standing(row["player"], row["ruleset"], Rating(row["mu"], row["sigma"]), row["games"], row["wins"])
