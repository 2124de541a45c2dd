"""The projection of the results: every public game that has ended, in the order of the log."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import accumulate
from typing import Any

import msgspec

from domain.game.events import BOT
from domain.kernel.values import Value
from projections.following import Part
from projections.rows.results import ResultRow, SeatResult, completions, result_row
from projections.rows.terms import terms_of
from service.core.store.database import Cursor, Row, marks_for
from service.lists.projection import GenerationWriter, Projection, ProjectionTable

TABLES = (
    ProjectionTable(
        "results",
        "number BIGINT PRIMARY KEY, game TEXT NOT NULL, ruleset TEXT NOT NULL, ruleset_version INTEGER NOT NULL, "
        "version BIGINT NOT NULL, ended_at TEXT NOT NULL, opened_at TEXT NOT NULL, started_at TEXT NOT NULL, "
        "owner TEXT NOT NULL, data_set TEXT NOT NULL, profile TEXT, options TEXT NOT NULL, rated INTEGER, "
        "ending TEXT NOT NULL, latest_at TEXT NOT NULL, earliest_at TEXT NOT NULL",
        ("ruleset, number", "profile, number", "owner, number", "latest_at, number", "earliest_at, number", "game"),
        withholds="rows",
        shows_void=True,
    ),
    ProjectionTable(
        "result_seats",
        "number BIGINT NOT NULL, place INTEGER NOT NULL, seat INTEGER NOT NULL, player TEXT NOT NULL, "
        "ranked INTEGER NOT NULL, score BIGINT NOT NULL, resigned INTEGER NOT NULL, bot TEXT, won INTEGER NOT NULL, "
        "former TEXT NOT NULL, decisions INTEGER, "
        "PRIMARY KEY (number, place)",
        ("player, number",),
        is_of_games=False,
    ),
    # the tags of public games: those of private rated games are not public
    ProjectionTable(
        "result_tags", "tag TEXT NOT NULL, number BIGINT NOT NULL, PRIMARY KEY (tag, number)", is_of_games=False
    ),
    # whether players have finished the games that they started
    ProjectionTable(
        "completions",
        "player TEXT NOT NULL, number BIGINT NOT NULL, completed INTEGER NOT NULL, PRIMARY KEY (player, number)",
        ("number",),
        is_of_games=False,
    ),
)


# `latest_at` is the latest `ended_at` of a result and of all before it, `earliest_at` the earliest of a result and of
# all after it. The order of the log follows the time only nearly; these columns follow both, so their indexes find
# where the results since a time begin, and where those until a time end.
FIRST_SINCE = "(SELECT number FROM results WHERE latest_at >= ? ORDER BY latest_at, number LIMIT 1)"
_LAST_UNTIL = "(SELECT number FROM results WHERE earliest_at < ? ORDER BY earliest_at DESC, number DESC LIMIT 1)"

_COLUMNS = tuple(name for name in ResultRow.__struct_fields__ if name != "seats")


class NumberedResult(Value, frozen=True):
    """A result and its number; numbers start at 1 and follow the order in which games ended."""

    number: int
    result: ResultRow
    is_void: bool = False
    """Whether a moderator has voided the result, so that it counts for no rating."""

    @property
    def place(self) -> tuple[int, int]:
        """The place of the row in the table."""
        return self.number, 0


class ResultQuery(Value, frozen=True):
    """The filters of a list of results: ended in `[since, until)`, after the number of the last page."""

    since: str | None = None
    until: str | None = None
    ruleset: str | None = None
    profile: str | None = None
    player: str | None = None
    owner: str | None = None
    tag: str | None = None
    is_public: bool | None = None
    """Whether only games that every visitor may see are listed, without private rated games. It reads the lobby."""
    is_newest_first: bool = False
    after: int | None = None
    limit: int = 50
    opponents: tuple[str, ...] = ()
    """Players and bots who all have a seat."""
    among: tuple[str, ...] | None = None
    """Only results of some of these games."""


def _write(writing: GenerationWriter, parts: Sequence[Part]) -> None:
    games = [(part.after, row) for part in parts if part.has_ended and (row := result_row(part.after))]
    ended = [row for _, row in games]
    if not ended:
        return
    last = writing.one("SELECT number, latest_at FROM results$ ORDER BY number DESC LIMIT 1")
    first, latest_before = (last["number"] + 1, last["latest_at"]) if last else (1, "")
    numbered = list(enumerate(ended, first))
    times = [row.ended_at for row in ended]
    latest_at = [max(latest_before, time) for time in accumulate(times, max)]
    earliest_at = [*accumulate(reversed(times), min)][::-1]
    # changes earlier results with a later time; most often there are none
    writing.execute("UPDATE results$ SET earliest_at = ? WHERE earliest_at > ?", (earliest_at[0], earliest_at[0]))
    writing.insert(
        "results",
        f"number, latest_at, earliest_at, {', '.join(_COLUMNS)}",
        [
            (number, latest, earliest, *_values(row))
            for (number, row), latest, earliest in zip(numbered, latest_at, earliest_at, strict=True)
        ],
    )
    writing.insert(
        "result_seats",
        "number, place, seat, player, ranked, score, resigned, bot, won, former, decisions",
        [
            (
                *(number, place, seat.seat, seat.player, seat.rank, seat.score),
                *(int(seat.resigned), seat.bot, int(seat.won), msgspec.json.encode(seat.former).decode()),
                seat.decisions,
            )
            for number, row in numbered
            for place, seat in enumerate(row.seats)
        ],
    )
    tags = [
        (tag, number)
        for number, (after, _) in enumerate(games, first)
        if after.game.opened.visibility == "public"
        for tag in terms_of(after.game.opened).tags
    ]
    writing.insert("result_tags", "tag, number", tags)
    finished = [
        (player, number, int(has_finished))
        for number, (after, _) in enumerate(games, first)
        for player, has_finished in completions(after)
    ]
    writing.insert("completions", "player, number, completed", finished)


def _values(row: ResultRow) -> tuple[object, ...]:
    values = msgspec.structs.asdict(row) | {
        "options": msgspec.json.encode(row.options).decode(),
        "rated": None if row.rated is None else int(row.rated),
    }
    return tuple(values[column] for column in _COLUMNS)


RESULTS = Projection("results", 10, TABLES, _write, needs_only_lobby=True)


_OF_PLAYER = (
    "(SELECT number AS listed_number, player AS listed_player FROM result_seats s WHERE NOT EXISTS (SELECT 1 "
    "FROM result_seats e WHERE e.number = s.number AND e.player = s.player AND e.place < s.place)) AS listed "
    "CROSS JOIN results"
)
"""Each result once for each of its players: a bot may have several seats.

SQLite reads the left side of a CROSS JOIN first.
"""

_OF_TAG = "(SELECT number AS listed_number, tag AS listed_tag FROM result_tags) AS listed CROSS JOIN results"
"""Each result once for each of its tags."""


def last_result(cursor: Cursor) -> tuple[int, int]:
    """Return the place of the last result, also of one that is withheld: a stream goes on after it."""
    row = cursor.one("SELECT MAX(number) AS last FROM result_seats")
    return (row["last"] or 0 if row else 0, 0)


def _page(wanted: ResultQuery, order: str) -> tuple[str, list[object]]:
    """Return the query of the results of a page, and its parameters."""
    fewest, others = _people(wanted)
    source, place = _source(wanted, fewest)
    has_tag = "EXISTS (SELECT 1 FROM result_tags t WHERE t.number = results.number AND t.tag = ?)"
    filters = {
        f"{place} {'<' if wanted.is_newest_first else '>'} ?": wanted.after,
        f"{place} >= {FIRST_SINCE}": wanted.since,
        "ended_at >= ?": wanted.since,
        f"{place} <= {_LAST_UNTIL}": wanted.until,
        "ended_at < ?": wanted.until,
        "ruleset = ?": wanted.ruleset,
        "profile = ?": wanted.profile,
        "owner = ?": wanted.owner,
        "number = listed_number AND listed_player = ?": fewest,
        "number = listed_number AND listed_tag = ?" if source is _OF_TAG else has_tag: wanted.tag,
        "EXISTS (SELECT 1 FROM lobby l WHERE l.game = results.game AND l.is_public = ?)": wanted.is_public and 1,
    }
    chosen = [(condition, value) for condition, value in filters.items() if value is not None]
    sits = "EXISTS (SELECT 1 FROM result_seats o WHERE o.number = results.number AND o.player = ?)"
    chosen += [(sits, player) for player in others]
    conditions = [condition for condition, _ in chosen]
    if wanted.among is not None:
        conditions.append(f"game IN ({marks_for(wanted.among)})")
    where = " AND ".join(conditions) or "1 = 1"
    page = f"SELECT results.* FROM {source} WHERE {where} ORDER BY {place} {order} LIMIT ?"  # noqa: S608 - our words
    return page, [*(value for _, value in chosen), *(wanted.among or ()), wanted.limit]


def _people(wanted: ResultQuery) -> tuple[str | None, tuple[str, ...]]:
    """Return the player whose results are read in order, a person if there is one, and the others who have seats."""
    people = (*(() if wanted.player is None else (wanted.player,)), *wanted.opponents)
    fewest = min(people, key=lambda player: player.startswith(BOT), default=None)
    return fewest, tuple(player for player in people if player != fewest)


def _source(wanted: ResultQuery, fewest: str | None) -> tuple[str, str]:
    """Return the tables of which the results of a page are read in order, and the column of their numbers."""
    if fewest is not None:
        return _OF_PLAYER, "listed_number"
    return ("results", "number") if wanted.tag is None else (_OF_TAG, "listed_number")


def results(cursor: Cursor, wanted: ResultQuery) -> list[NumberedResult]:
    """Return a page of results, oldest or newest first."""
    order = "DESC" if wanted.is_newest_first else "ASC"
    page, values = _page(wanted, order)
    # one statement: the tables may be swapped between two
    statement = (
        "SELECT r.*, s.seat, s.player, s.ranked, s.score, s.resigned, s.bot, s.won, s.former, s.decisions "  # noqa: S608 - as above
        f"FROM ({page}) r "
        f"JOIN result_seats s ON s.number = r.number ORDER BY r.number {order}, s.place"
    )
    return _numbered(cursor.all(statement, values))


def results_of(cursor: Cursor, games: Collection[str]) -> dict[str, ResultRow]:
    """Return the results of games by game. Games that were abandoned have none."""
    rows = cursor.among(
        "SELECT r.*, s.place, s.seat, s.player, s.ranked, s.score, s.resigned, s.bot, s.won, s.former, s.decisions "
        "FROM results r JOIN result_seats s ON s.number = r.number WHERE r.game IN",
        games,
    )
    ordered = sorted(rows, key=lambda row: (row["number"], row["place"]))
    return {found.result.game: found.result for found in _numbered(ordered)}


def _numbered(rows: Iterable[Row]) -> list[NumberedResult]:
    """Return the results of rows, one for each seat, in their order."""
    found: dict[int, dict[str, Any]] = {}
    void: set[int] = set()
    seats: defaultdict[int, list[SeatResult]] = defaultdict(list)
    for row in rows:
        number: int = row["number"]
        found[number] = {column: row[column] for column in _COLUMNS}
        if row["is_void"]:
            void.add(number)
        seats[number].append(
            SeatResult(
                *(row["seat"], row["player"], row["ranked"], row["score"]),
                *(bool(row["resigned"]), row["bot"], bool(row["won"])),
                former=msgspec.json.decode(row["former"], type=tuple[str, ...]),
                decisions=row["decisions"],
            )
        )
    return [
        NumberedResult(number, ResultRow(**_read(what), seats=tuple(seats[number])), number in void)
        for number, what in found.items()
    ]


def _read(columns: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a result from its columns."""
    return columns | {
        "options": msgspec.json.decode(columns["options"]),
        "rated": None if columns["rated"] is None else bool(columns["rated"]),
    }
