"""The projection of the results: every public game that was played to its end, in the order of the log."""

from collections import defaultdict
from collections.abc import Sequence

from domain.kernel.values import Value
from projections.following import Part
from projections.results import ResultRow, SeatResult, result_row
from service.database import Cursor
from service.readmodels.tables import Projection, Table, Writing

TABLES = (
    Table(
        "results",
        "number BIGINT PRIMARY KEY, game TEXT NOT NULL, ruleset TEXT NOT NULL, ruleset_version INTEGER NOT NULL, "
        "version BIGINT NOT NULL, ended_at TEXT NOT NULL",
        ("ruleset, number",),
    ),
    Table(
        "result_seats",
        "number BIGINT NOT NULL, place INTEGER NOT NULL, seat INTEGER NOT NULL, player TEXT NOT NULL, "
        "ranked INTEGER NOT NULL, score BIGINT NOT NULL, resigned INTEGER NOT NULL, bot TEXT, won INTEGER NOT NULL, "
        "PRIMARY KEY (number, place)",
        ("player, number",),
    ),
)


class NumberedResult(Value, frozen=True):
    """A result and its number, from 1, in the order in which public games have ended."""

    number: int
    result: ResultRow


class WantedResults(Value, frozen=True):
    """Which results are wanted, oldest first, after the number with which the last page ended."""

    since: str | None = None
    ruleset: str | None = None
    player: str | None = None
    after: int = 0
    limit: int = 50


def _write(writing: Writing, parts: Sequence[Part]) -> None:
    ended = [row for part in parts if part.has_ended and (row := result_row(part.after))]
    if not ended:
        return
    last = writing.one("SELECT MAX(number) AS last FROM results$")
    first = 1 + (last["last"] or 0 if last else 0)
    numbered = list(enumerate(ended, first))
    writing.execute_many(
        "INSERT INTO results$ (number, game, ruleset, ruleset_version, version, ended_at) VALUES (?,?,?,?,?,?)",
        [(number, row.game, row.ruleset, row.ruleset_version, row.version, row.ended_at) for number, row in numbered],
    )
    writing.execute_many(
        "INSERT INTO result_seats$ (number, place, seat, player, ranked, score, resigned, bot, won) "
        "VALUES (?,?,?,?,?,?,?,?,?)",
        [
            (
                *(number, place, seat.seat, seat.player, seat.rank, seat.score),
                *(int(seat.resigned), seat.bot, int(seat.won)),
            )
            for number, row in numbered
            for place, seat in enumerate(row.seats)
        ],
    )


RESULTS = Projection("results", 2, TABLES, _write)


def results(cursor: Cursor, wanted: WantedResults) -> list[NumberedResult]:
    """Return results, oldest first."""
    conditions, values = ["number > ?"], list[object]([wanted.after])
    if wanted.since is not None:
        conditions.append("ended_at >= ?")
        values.append(wanted.since)
    if wanted.ruleset is not None:
        conditions.append("ruleset = ?")
        values.append(wanted.ruleset)
    if wanted.player is not None:
        conditions.append("number IN (SELECT number FROM result_seats WHERE player = ?)")
        values.append(wanted.player)
    chosen = f"SELECT * FROM results WHERE {' AND '.join(conditions)} ORDER BY number LIMIT ?"  # noqa: S608 - our words
    # one statement, so that no seat is missing if the tables are exchanged meanwhile
    statement = (
        f"SELECT r.*, s.seat, s.player, s.ranked, s.score, s.resigned, s.bot, s.won FROM ({chosen}) r "  # noqa: S608 - as above
        "JOIN result_seats s ON s.number = r.number ORDER BY r.number, s.place"
    )
    found: dict[int, tuple[str, str, int, int, str]] = {}
    seats: defaultdict[int, list[SeatResult]] = defaultdict(list)
    for row in cursor.all(statement, [*values, wanted.limit]):
        number: int = row["number"]
        found[number] = (row["game"], row["ruleset"], row["ruleset_version"], row["version"], row["ended_at"])
        seats[number].append(
            SeatResult(
                *(row["seat"], row["player"], row["ranked"], row["score"]),
                *(bool(row["resigned"]), row["bot"], bool(row["won"])),
            )
        )
    return [NumberedResult(number, ResultRow(*what, tuple(seats[number]))) for number, what in found.items()]
