"""The tables of a dump: the results of a period, and the ratings after it."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.rulesets import ruleset_of
from projections.rows.ratings import SCALE, finishes
from projections.rows.results import ResultRow
from service.core.store.database import Cursor
from service.dumps.compression import Writable
from service.dumps.parquet import Column, ParquetWriter
from service.lists.set_aside import Uncounted
from service.lists.tables.ends import Span, ends_between
from service.lists.tables.ratings import TITLE, PlayerRating, ratings_after
from service.lists.tables.results import results_of

RESULTS: tuple[Column, ...] = (
    Column("game", "text"),
    Column("ruleset", "text"),
    Column("ruleset_version", "integer"),
    Column("version", "integer"),
    Column("opened_at", "time"),
    Column("started_at", "time"),
    Column("ended_at", "time"),
    Column("profile", "text", is_optional=True),
    Column("data_set", "text"),
    Column("options", "text"),
    Column("owner", "text"),
    Column("seat", "integer"),
    Column("player", "text"),
    Column("rank", "integer"),
    Column("score", "integer"),
    Column("unit", "text"),
    Column("won", "flag"),
    Column("resigned", "flag"),
    Column("bot", "text", is_optional=True),
    Column("former", "text"),
    Column("ending", "text"),
    Column("rated", "flag"),
    Column("counted", "flag"),
)
"""The results, a row for each seat, in the order in which the games ended, then by seat. New columns go to the end.

`former` has the ids of the players whom rulings replaced, separated by spaces. `counted` says whether the ratings
contain the game: it is rated, and no moderator has voided its result.
"""

RATINGS: tuple[Column, ...] = (
    Column("ruleset", "text"),
    Column("profile", "text", is_optional=True),
    Column("player", "text"),
    Column("rating", "number"),
    Column("mu", "number"),
    Column("sigma", "number"),
    Column("games", "integer"),
    Column("wins", "integer"),
    Column("provisional", "flag"),
)
"""The ratings after the last game of the period, by title, profile and player; without a profile, of a whole title."""

_GAMES = 200
"""Games whose results are read at once."""


class TableWriter:
    """Writes the rows of a table as CSV (RFC 4180, UTF-8) and as Parquet."""

    def __init__(self, columns: Sequence[Column], as_csv: Writable, as_parquet: Writable) -> None:
        self.rows = 0
        self._columns = columns
        self._csv = as_csv
        self._parquet = ParquetWriter(as_parquet, columns)
        self._write([[column.name for column in columns]])

    def add(self, rows: Sequence[Sequence[Any]]) -> None:
        """Write rows."""
        self.rows += len(rows)
        self._write([[_cell(value) for value in row] for row in rows])
        self._parquet.add(rows)

    def close(self) -> None:
        """End both files, which stay open."""
        self._parquet.close()

    def _write(self, rows: Sequence[Sequence[str]]) -> None:
        out = io.StringIO(newline="")
        csv.writer(out).writerows(rows)
        self._csv.write(out.getvalue().encode())


def _cell(value: Any) -> str:
    """Return a value as CSV. No text of a person is among them, so that none has to be disarmed for spreadsheets."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case _:
            return str(value)


def result_rows(cursor: Cursor, span: Span) -> Iterator[list[Sequence[Any]]]:
    """Yield the rows of the results of a span of the log, some games at a time."""
    ends = ends_between(cursor, span.first, span.last, is_public=False)
    for start in range(0, len(ends), _GAMES):
        games = [end.game for end in ends[start : start + _GAMES]]
        found, uncounted = results_of(cursor, games), Uncounted.among(cursor, games)
        yield [row for game in games if game in found for row in _of_result(found[game], uncounted)]


def _of_result(result: ResultRow, uncounted: Uncounted) -> Iterator[Sequence[Any]]:
    is_rated = bool(finishes(result))
    whole: Mapping[str, Any] = {
        **{name: getattr(result, name) for name in _OF_GAMES},
        "options": msgspec.json.encode(result.options, order="sorted").decode(),
        "unit": ruleset_of(result.ruleset, result.ruleset_version).score.unit,
        "rated": is_rated,
        "counted": is_rated and not uncounted.has(result.game, result.ruleset, result.ended_at),
    }
    for seat in sorted(result.seats, key=lambda one: one.seat):
        values = whole | {
            "seat": seat.seat,
            "player": seat.player,
            "rank": seat.rank,
            "score": seat.score,
            "won": seat.won,
            "resigned": seat.resigned,
            "bot": seat.bot,
            "former": " ".join(seat.former),
        }
        yield [values[column.name] for column in RESULTS]


_OF_GAMES = (
    *("game", "ruleset", "ruleset_version", "version", "opened_at", "started_at", "ended_at", "profile", "data_set"),
    *("owner", "ending"),
)


def rating_rows(cursor: Cursor, span: Span) -> list[Sequence[Any]]:
    """Return the rows of the ratings after a span of the log."""
    return [_of_rating(each) for each in ratings_after(cursor, span.last)]


def _of_rating(found: PlayerRating) -> Sequence[Any]:
    rating = found.rating
    return (
        found.ruleset,
        None if found.profile == TITLE else found.profile,
        found.player,
        *(value / SCALE for value in (rating.ordinal, rating.mu, rating.sigma)),
        *(found.games, found.wins, found.is_provisional),
    )
