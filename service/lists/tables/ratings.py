"""The projection of the ratings of every player in every title, with their history."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from msgspec.structs import replace

from domain.kernel.values import Value
from projections.following import Part
from projections.rows.ratings import Finish, Rating, finishes, rate, since, weight
from projections.rows.results import ResultRow, result_row
from service.core.store.database import Cursor, Row
from service.lists.projection import GenerationWriter, Projection, ProjectionTable

TITLE = ""
"""The value of `profile` in rows that cover all profiles of a title."""

TABLES = (
    ProjectionTable(
        "ratings",
        "ruleset TEXT NOT NULL, profile TEXT NOT NULL, player TEXT NOT NULL, mu BIGINT NOT NULL, "
        "sigma BIGINT NOT NULL, ordinal BIGINT NOT NULL, games INTEGER NOT NULL, wins INTEGER NOT NULL, "
        "provisional INTEGER NOT NULL, PRIMARY KEY (ruleset, profile, player)",
        ("ruleset, profile, provisional, ordinal, player", "player"),
        is_of_games=False,
    ),
    ProjectionTable(
        "rating_history",
        "number BIGINT NOT NULL, player TEXT NOT NULL, ruleset TEXT NOT NULL, profile TEXT NOT NULL, "
        "game TEXT NOT NULL, at TEXT NOT NULL, ranked INTEGER NOT NULL, mu BIGINT NOT NULL, sigma BIGINT NOT NULL, "
        "weight INTEGER NOT NULL, PRIMARY KEY (player, profile, number)",
        ("number", "player, at"),
        # the ratings of the players count the game, if it was whole when it ended
        is_of_games=False,
        # the ratings count a withheld game, too: the change stays, and does not say of which game
        withholds="id",
    ),
)

_UPSERT = (
    "INSERT INTO ratings$ (ruleset, profile, player, mu, sigma, ordinal, games, wins, provisional) "
    "VALUES (?,?,?,?,?,?,?,?,?) "
    "ON CONFLICT (ruleset, profile, player) DO UPDATE SET mu=excluded.mu, sigma=excluded.sigma, "
    "ordinal=excluded.ordinal, games=excluded.games, wins=excluded.wins, provisional=excluded.provisional"
)


_KNOWN = "NOT EXISTS (SELECT 1 FROM players p WHERE p.id = ratings.player AND p.erased_at IS NOT NULL)"
"""The condition that a player was not deleted. The accounts are in the same database."""


_PAGE = 20_000
"""Rows of the history that are read at once."""


Key: TypeAlias = tuple[str, str, str]
"""A title, a profile and a player."""


class PlayerRating(Value, frozen=True):
    """A player's rating, rated games and wins (shared ones included) in a title, or in one profile of it."""

    player: str
    ruleset: str
    profile: str
    rating: Rating
    games: int
    wins: int

    @property
    def is_provisional(self) -> bool:
        """Whether the player is listed apart from the ranked ones."""
        return self.rating.is_provisional(self.games)


class LeaderboardEntry(Value, frozen=True):
    """An entry of a leaderboard. Equal ratings share a rank."""

    rank: int
    player_rating: PlayerRating


class RatingChange(Value, frozen=True):
    """The rating of a player after a game. `number` counts the rated games."""

    number: int
    ruleset: str
    game: str
    at: str
    rank: int
    rating: Rating
    weight: int
    """The share of the change that counts, in millionths."""
    is_withheld: bool = False
    """Whether a moderator has removed the game from public view. `game` is then `NO_GAME`."""


class _Earlier:
    """The ends of the rated games of each pair of players, by title."""

    def __init__(self, writing: GenerationWriter, ended: Sequence[tuple[ResultRow, Sequence[Finish]]]) -> None:
        """Read the games that may lower the weights of these."""
        self._ends: defaultdict[tuple[str, str, str], list[str]] = defaultdict(list)
        players = sorted({finish.player for _, those in ended for finish in those})
        first = min(since(row.ended_at) for row, _ in ended)
        games: defaultdict[int, list[Row]] = defaultdict(list)
        marks = ", ".join("?" * len(players))
        found = writing.all(
            "SELECT number, player, ruleset, at FROM rating_history$ "  # noqa: S608 - our words
            f"WHERE profile = '{TITLE}' AND at >= ? AND player IN ({marks})",
            [first, *players],
        )
        for row in found:
            games[row["number"]].append(row)
        for rows in games.values():
            self._add(rows[0]["ruleset"], rows[0]["at"], [row["player"] for row in rows])

    def add(self, row: ResultRow, those: Sequence[Finish]) -> list[int]:
        """Return the weights of a game for its players, and count it for later ones."""
        start, players = since(row.ended_at), [finish.player for finish in those]
        weights = [
            weight(self._count(row.ruleset, player, other, start) for other in players if other != player)
            for player in players
        ]
        self._add(row.ruleset, row.ended_at, players)
        return weights

    def _count(self, ruleset: str, player: str, other: str, start: str) -> int:
        ends = self._ends[ruleset, min(player, other), max(player, other)]
        return sum(at >= start for at in ends)

    def _add(self, ruleset: str, at: str, players: Sequence[str]) -> None:
        for one, other in combinations(sorted(players), 2):
            self._ends[ruleset, one, other].append(at)


def _write(writing: GenerationWriter, parts: Sequence[Part]) -> None:
    ended = [row for part in parts if part.has_ended and (row := result_row(part.after))]
    uncounted = writing.uncounted([row.game for row in ended])
    ended = [row for row in ended if not uncounted.has(row.game, row.ruleset, row.ended_at)]
    rated = [(row, those) for row in ended if (those := finishes(row))]
    if not rated:
        return
    last = writing.one("SELECT MAX(number) AS last FROM rating_history$")
    first = 1 + (last["last"] or 0 if last else 0)
    # read and written once for the page: a statement for each game takes most of the time of a rebuild
    earlier = _Earlier(writing, rated)
    ratings = _ratings_of(writing, {finish.player for _, those in rated for finish in those})
    before = set(ratings.values())
    history: list[tuple[object, ...]] = []
    for number, (row, those) in enumerate(rated, first):
        weights = earlier.add(row, those)
        for profile in (TITLE,) if row.profile is None else (TITLE, row.profile):
            history += _rate(ratings, number, row, profile, those, weights)
    changed = [each for each in ratings.values() if each not in before]
    writing.execute_many(_UPSERT, [_values(each) for each in changed])
    writing.insert("rating_history", "number, player, ruleset, profile, game, at, ranked, mu, sigma, weight", history)


def _rate(
    ratings: dict[Key, PlayerRating],
    number: int,
    row: ResultRow,
    profile: str,
    those: Sequence[Finish],
    weights: Sequence[int],
) -> Iterator[tuple[object, ...]]:
    """Replace the ratings of the players of a game, and yield the rows of their history."""
    keys = [(row.ruleset, profile, finish.player) for finish in those]
    before = [ratings.get(key) or PlayerRating(key[2], row.ruleset, profile, Rating(), 0, 0) for key in keys]
    after = rate([each.rating for each in before], [finish.rank for finish in those], weights)
    for key, finish, previous, rating, share in zip(keys, those, before, after, weights, strict=True):
        wins = previous.wins + (finish.rank == 1)
        ratings[key] = replace(previous, rating=rating, games=previous.games + 1, wins=wins)
        place = (number, finish.player, row.ruleset, profile, row.game, row.ended_at)
        yield (*place, finish.rank, rating.mu, rating.sigma, share)


def _values(row: PlayerRating) -> tuple[object, ...]:
    rating = row.rating
    numbers = (rating.mu, rating.sigma, rating.ordinal, row.games, row.wins, int(row.is_provisional))
    return (row.ruleset, row.profile, row.player, *numbers)


def _ratings_of(writing: GenerationWriter, players: Collection[str]) -> dict[Key, PlayerRating]:
    """Return the ratings of players in all titles and profiles."""
    marks = ", ".join("?" * len(players))
    rows = writing.all(f"SELECT * FROM ratings$ WHERE player IN ({marks})", sorted(players))  # noqa: S608 - our words
    return {(row["ruleset"], row["profile"], row["player"]): _read(row) for row in rows}


RATINGS = Projection("ratings", 5, TABLES, _write, needs_only_lobby=True)


def leaderboard(
    cursor: Cursor, ruleset: str, profile: str, after: tuple[int, str] | None, limit: int, *, provisional: bool = False
) -> list[LeaderboardEntry]:
    """Return a page of a leaderboard, best first, after an ordinal and its player.

    It has the ranked players, or those whose ratings are provisional, with their places among them. Deleted players are
    left out, and the players after them move up.
    """
    board = (ruleset, profile, int(provisional))
    conditions, values = ["ruleset = ? AND profile = ? AND provisional = ?", _KNOWN], list[object](board)
    if after is not None:
        conditions.append("(ordinal < ? OR (ordinal = ? AND player > ?))")
        values += (after[0], *after)
    statement = f"SELECT * FROM ratings WHERE {' AND '.join(conditions)} ORDER BY ordinal DESC, player LIMIT ?"  # noqa: S608 - our words
    page = [_read(row) for row in cursor.all(statement, [*values, limit])]
    if not page:
        return []
    best = page[0].rating.ordinal
    above = _count(cursor, "ordinal > ?", *board, best)
    ahead = above + _count(cursor, "ordinal = ? AND player < ?", *board, best, page[0].player)
    ranked: list[LeaderboardEntry] = []
    for place, player_rating in enumerate(page, ahead + 1):
        ordinal = ranked[-1].player_rating.rating.ordinal if ranked else best
        shares = player_rating.rating.ordinal == ordinal
        rank = (ranked[-1].rank if ranked else above + 1) if shares else place
        ranked.append(LeaderboardEntry(rank, player_rating))
    return ranked


def _count(cursor: Cursor, condition: str, *values: object) -> int:
    return cursor.count(
        f"ratings WHERE ruleset = ? AND profile = ? AND provisional = ? AND {_KNOWN} AND {condition}", values
    )


def ratings_of(cursor: Cursor, player: str) -> list[PlayerRating]:
    """Return the ratings of a player in each title and profile, ordered by name."""
    statement = "SELECT * FROM ratings WHERE player = ? ORDER BY ruleset, profile"
    return [_read(row) for row in cursor.all(statement, (player,))]


def history(
    cursor: Cursor, player: str, ruleset: str | None, profile: str, after: int, limit: int
) -> list[RatingChange]:
    """Return the rating changes of a player, oldest first, after a number."""
    only, values = ("", []) if ruleset is None else ("AND ruleset = ? ", [ruleset])
    statement = (
        "SELECT * FROM rating_history WHERE player = ? AND profile = ? AND number > ? "  # noqa: S608 - our words
        f"{only}ORDER BY number LIMIT ?"
    )
    return [
        RatingChange(
            *(row["number"], row["ruleset"], row["game"], row["at"], row["ranked"]),
            Rating(row["mu"], row["sigma"]),
            row["weight"],
            bool(row["is_withheld"]),
        )
        for row in cursor.all(statement, [player, profile, after, *values, limit])
    ]


def ratings_after(cursor: Cursor, position: int) -> list[PlayerRating]:
    """Return the ratings of all players after the last game that ended at a position of the log, or before it.

    Deleted players are among them: the log keeps their ids. They are ordered by title, profile and player.
    """
    cursor.disable_timeouts()
    found = cursor.one(
        "SELECT h.number FROM rating_history h JOIN ends e ON e.game = h.game WHERE e.position <= ? "
        "ORDER BY h.number DESC LIMIT 1",
        (position,),
    )
    ratings: dict[Key, PlayerRating] = {}
    place: tuple[str, str, int] | None = None if found is None else ("", "", 0)
    while place is not None:
        page = list(
            cursor.all(
                "SELECT * FROM rating_history WHERE (player, profile, number) > (?, ?, ?) "
                "ORDER BY player, profile, number LIMIT ?",
                (*place, _PAGE),
            )
        )
        for row in page:
            if found is not None and row["number"] <= found["number"]:
                key = (row["ruleset"], row["profile"], row["player"])
                before = ratings.get(key)
                games, wins = (0, 0) if before is None else (before.games, before.wins)
                rating = Rating(row["mu"], row["sigma"])
                won = int(row["ranked"] == 1)
                ratings[key] = PlayerRating(key[2], key[0], key[1], rating, games + 1, wins + won)
        place = (page[-1]["player"], page[-1]["profile"], page[-1]["number"]) if len(page) == _PAGE else None
    return [ratings[key] for key in sorted(ratings)]


def _read(row: Row) -> PlayerRating:
    rating = Rating(row["mu"], row["sigma"])
    return PlayerRating(row["player"], row["ruleset"], row["profile"], rating, row["games"], row["wins"])
