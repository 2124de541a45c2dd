"""Checks one log after the other, in the order of their ids, so that a check can continue where another one ended."""

import contextlib
import re
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from eventsourcing.persistence import PersistenceError

from domain.kernel.values import Value
from domain.ledger.integrity import DamagedLogError
from domain.ledger.records import Tip, tip_after
from domain.ledger.signing import Keys
from domain.tournaments.state import Tournament
from service.core.store.damage import Damage, Kind
from service.core.store.database import Cursor
from service.core.store.reading import is_corrupt, reason_of, unfolded
from service.core.store.recorder import StoredEntry
from service.lists.positions import tracking_table
from service.lists.registry import PROJECTIONS, ProjectionState, states_in
from service.monitoring.integrity import heads
from service.monitoring.integrity.checks import (
    StatedHead,
    UntrustedHeadError,
    check_game,
    check_heads,
    check_signed,
    check_tournament,
    results_in,
)
from service.monitoring.integrity.source import (
    Reading,
    entries_in,
    events_in,
    games_after,
    has_log,
    log_of,
    rows_of_game,
    rows_of_tournament,
    tournaments_after,
)
from service.monitoring.integrity.tables import TableCheck, Tabled, tabled
from service.site_log.checking import check_logged, problems_of
from service.tournaments.rows import COLUMNS, games_of, people_of, row_in, row_of

_BY_RESULT = re.compile(r"the tournament (\S+) states another head")
"""The beginning of the reason of a game that differs from its result in a tournament."""

PAGE = 100
"""Ids that are read at a time."""

GAMES, TOURNAMENTS, WHOLE = "game", "tournament", "whole"
"""The parts of a check: the games, the tournaments, and what concerns the database as a whole."""


class Place(NamedTuple):
    """Where a check is: after the log with this id, among the games or the tournaments; at first after none."""

    part: str = GAMES
    id: str = ""

    def __str__(self) -> str:
        return f"{self.part}:{self.id}"

    @classmethod
    def parsed(cls, text: str) -> "Place":
        """Return the place of a text; raises ValueError."""
        part, _, id_ = text.partition(":")
        if part not in {GAMES, TOURNAMENTS, WHOLE}:
            message = f"{text!r} is no position of a check: it has the form game:ID or tournament:ID"
            raise ValueError(message)
        return cls(part, id_)


class Problem(Value, frozen=True):
    """What is damaged, and why."""

    kind: Kind
    id: str
    reason: str

    def __str__(self) -> str:
        return f"{self.kind} {self.id}: {self.reason}"


@dataclass
class Checked:
    """The outcome of the check of one log: its events, what is damaged, and its end if it is whole."""

    kind: Kind
    id: str
    events: int = 0
    problems: list[Problem] = field(default_factory=list[Problem])
    tip: Tip | None = None
    stated_version: int | None = None
    """The version whose head a signed statement in the database states; None: there is none."""
    is_folded: bool = False
    """Whether this release can fold the log."""
    tabled: Tabled | None = None
    """What the tables have to say about a game; None: it is damaged, or its data set is missing."""


class Scan:
    """The checks of a database. They read, and change nothing."""

    def __init__(self, reading: Reading, keys: Callable[[], Keys]) -> None:
        """`keys` returns the keys that are trusted now."""
        self._reading = reading
        self._keys = keys
        self._tables = TableCheck()

    def close(self) -> None:
        """Free the memory of the checks."""
        self._tables.close()

    def logs(self, after: Place = Place()) -> Iterator[Place]:  # noqa: B008 - immutable
        """Yield the place of each log after a place."""
        part, last = after
        if part == GAMES:
            yield from self._ids(GAMES, last)
            part, last = TOURNAMENTS, ""
        if part == TOURNAMENTS:
            yield from self._ids(TOURNAMENTS, last)

    def _ids(self, part: str, last: str) -> Iterator[Place]:
        while True:
            with self._reading() as cursor:
                if part == GAMES:
                    page = games_after(cursor, last, PAGE) if has_log(cursor) else []
                else:
                    page = tournaments_after(cursor, last, PAGE) if cursor.has_table("tournament_events") else []
            if not page:
                return
            yield from (Place(part, name) for name in page)
            last = page[-1]

    def check_marked(self, mark: Damage) -> Checked:
        """Check the log that a mark concerns; that of a table names a game, or a tournament after `tournament `.

        A game that differs from a result counts as damaged until the tournament has no such difference any more: its
        own log may be whole.
        """
        part, _, name = mark.id.rpartition(" ")
        if TOURNAMENTS in {mark.kind, part}:
            return self.tournament(name)
        done = self.game(mark.id)
        if mark.kind == GAMES and (by := _BY_RESULT.match(mark.reason)) is not None:
            tournament = self.tournament(by[1])
            if not tournament.is_folded or any(each.id in {mark.id, tournament.id} for each in tournament.problems):
                done.problems.append(Problem(GAMES, mark.id, mark.reason))
        return done

    def check(self, place: Place) -> Checked:
        """Check the log at a place. Raises errors of the database as a whole."""
        return self.game(place.id) if place.part == GAMES else self.tournament(place.id)

    def game(self, game: str) -> Checked:
        """Check a game, and the tables about it."""
        done = Checked("game", game)
        try:
            with self._snapshot() as cursor:
                rows = rows_of_game(cursor, game)
                done.events = len(rows)
                entries = entries_in(game, rows)
                folded = check_game(game, entries, self._keys())
                self._check_stated(cursor, done, entries)
                check_logged(cursor, game, entries)
                done.is_folded = folded is not None
                if folded is not None:
                    done.tabled = _tabled(done, entries, [row.position or 0 for row in rows])
                if done.tabled is not None:
                    done.problems += self._differing(cursor, game, done.tabled)
        except Exception as error:  # noqa: BLE001 - damaged bytes may cause any error
            done.problems.append(Problem("game", game, _damage(error)))
            return done
        done.tip = tip_after(entries[-1])
        return done

    def _check_stated(self, cursor: Cursor, done: Checked, entries: Sequence[StoredEntry]) -> None:
        """Note the version whose head a stored statement states, or that the statement is not valid.

        Raises DamagedLogError if the log has another head.
        """
        if not cursor.has_table(heads.TABLE) or (signed := heads.stated_head(cursor, done.kind, done.id)) is None:
            return
        try:
            stated = check_signed(signed, done.id, self._keys())
        except UntrustedHeadError as untrusted:
            name = done.id if done.kind == GAMES else f"{done.kind} {done.id}"
            done.problems.append(Problem("table", name, reason_of(untrusted)))
            return
        check_heads(entries, [stated])
        done.stated_version = stated.version

    def _differing(self, cursor: Cursor, game: str, about: Tabled) -> list[Problem]:
        """Return a problem with the tables whose rows differ from the log of a game."""
        if not cursor.has_table("projections"):
            return []
        states = [each for each in states_in(cursor, tracking_table(cursor)) if each.name in PROJECTIONS]
        names = self._tables.differing(cursor, about, states)
        reason = f"{', '.join(names)} differ from the log, or its last events are missing"
        return [Problem("table", game, reason)] if names else []

    @contextlib.contextmanager
    def _snapshot(self) -> Generator[Cursor]:
        """Yield the cursor of a transaction that sees the database at one moment, while others write."""
        with self._reading() as cursor:
            if cursor.is_postgres:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            cursor.disable_timeouts()
            yield cursor

    def tournament(self, tournament: str) -> Checked:
        """Check a tournament, its rows, and the heads of the games whose results it has."""
        done = Checked("tournament", tournament)
        try:
            with self._snapshot() as cursor:
                rows = rows_of_tournament(cursor, tournament)
                done.events = len(rows)
                entries = entries_in(tournament, rows)
                found = check_tournament(tournament, entries)
                self._check_stated(cursor, done, entries)
                done.is_folded = found is not None
                if found is not None:
                    done.problems += _rows_differing(cursor, found, entries)
                    done.problems += _rewritten(cursor, entries, tournament)
        except Exception as error:  # noqa: BLE001 - damaged bytes may cause any error
            done.problems.append(Problem("tournament", tournament, _damage(error)))
            return done
        done.tip = tip_after(entries[-1])
        return done

    def whole(self) -> list[Problem]:
        """Check what concerns the database as a whole: positions, and rows about games that the log does not have."""
        with self._snapshot() as cursor:
            if not has_log(cursor):
                return []
            return [*_positions(cursor), *_ahead(cursor), *_strangers(cursor), *_site_log(cursor)]


def _tabled(done: Checked, entries: Sequence[StoredEntry], positions: Sequence[int]) -> Tabled | None:
    """Return what the tables have to say about a game whose log is whole; None: this release cannot compute it."""
    try:
        return tabled(entries, positions)
    except Exception as error:  # noqa: BLE001 - events of a later release may cause any error
        done.problems.append(Problem("table", done.id, unfolded(error)))
        return None


def _damage(error: Exception) -> str:
    """Return why a log is damaged. Raises errors of the database as a whole again."""
    if isinstance(error, DamagedLogError):
        return reason_of(error)
    if is_corrupt(error):
        return f"the database cannot read the events: {reason_of(error)}"
    if isinstance(error, PersistenceError | OSError | TimeoutError) or type(error).__module__.startswith(
        ("sqlite3", "psycopg")
    ):
        raise error
    return f"{type(error).__name__}: {reason_of(error)}"


def _rows_differing(cursor: Cursor, found: Tournament, entries: Sequence[StoredEntry]) -> list[Problem]:
    """Return a problem with the rows of a tournament if they are not those that follow from its log.

    Raises DamagedLogError if the log has another head than the list knows, or ends before it. Other differences do not
    concern the log: earlier releases wrote other rows of games.
    """
    row = cursor.one(f"SELECT {', '.join(COLUMNS)} FROM tournaments WHERE id = ?", (found.id,))  # noqa: S608 - constants
    if row is None:
        return [_of_rows(found.id, "the list of tournaments does not have it")]
    if row["version"] > 0:
        check_heads(entries, [StatedHead(row["version"], row["head"], "the list of tournaments")])
    stored, expected = row_in(row), row_of(found)
    wrong = [name for name in COLUMNS if getattr(stored, name) != getattr(expected, name)]
    people: set[tuple[str, str]] = {
        (each["player"], each["role"])
        for each in cursor.all("SELECT player, role FROM tournament_people WHERE tournament = ?", (found.id,))
    }
    games: set[tuple[str, str]] = {
        (each["game"], each["state"])
        for each in cursor.all("SELECT game, state FROM tournament_games WHERE tournament = ?", (found.id,))
    }
    wrong += ["people"] * (people != {*people_of(found)}) + ["games"] * (games != {*games_of(found)})
    return [_of_rows(found.id, f"its rows differ from the log: {', '.join(wrong)}")] if wrong else []


def _of_rows(tournament: str, reason: str) -> Problem:
    return Problem("table", f"{TOURNAMENTS} {tournament}", reason)


def _rewritten(cursor: Cursor, entries: Sequence[StoredEntry], tournament: str) -> Iterator[Problem]:
    """Yield the games whose log has another head than the result in a tournament states."""
    table, _ = log_of(cursor)
    for game, stated in results_in(entries, tournament).items():
        row = cursor.one(
            f"SELECT state FROM {table} WHERE originator_id = ? AND originator_version = ?",  # noqa: S608 - a constant
            (game, stated.version),
        )
        if row is None or stated.head.encode() not in bytes(row["state"]):
            reason = f"{stated.source} states another head of version {stated.version}: the log was rewritten or cut"
            yield Problem("game", game, reason)


def _positions(cursor: Cursor) -> Iterator[Problem]:
    """Yield positions that several events have (PostgreSQL), or none (SQLite, which leaves no gaps)."""
    table, position = log_of(cursor)
    if cursor.is_postgres:
        doubled = cursor.all(
            f"SELECT {position} AS position FROM {table} WHERE {position} IS NOT NULL "  # noqa: S608 - our names
            f"GROUP BY {position} HAVING COUNT(*) > 1 ORDER BY 1 LIMIT 10"
        )
        for row in doubled:
            yield Problem("log", f"position {row['position']}", "several events have this position")
        return
    last = cursor.one("SELECT seq FROM sqlite_sequence WHERE name = 'stored_events'")
    end = 0 if last is None else last["seq"]
    gaps = cursor.all(
        "SELECT before + 1 AS first, rowid - 1 AS last FROM "
        "(SELECT rowid, LAG(rowid, 1, 0) OVER (ORDER BY rowid) AS before FROM stored_events) WHERE rowid > before + 1 "
        "UNION ALL SELECT COALESCE(MAX(rowid), 0) + 1, ? FROM stored_events HAVING COALESCE(MAX(rowid), 0) < ? "
        "ORDER BY 1 LIMIT 10",
        (end, end),
    )
    for row in gaps:
        yield Problem(
            "log", f"positions {row['first']} to {row['last']}", "no events have these positions: rows are missing"
        )


def _ahead(cursor: Cursor) -> Iterator[Problem]:
    """Yield a problem if the tables have taken in more than the log has."""
    if not cursor.has_table("projections"):
        return
    states: list[ProjectionState] = states_in(cursor, tracking_table(cursor))
    last = events_in(cursor)
    furthest = max((each.position for each in states), default=0)
    if furthest > last:
        reason = (
            f"the tables have the log up to position {furthest}, but it ends at {last}: its last events are missing"
        )
        yield Problem("log", f"positions after {last}", reason)


def _site_log(cursor: Cursor) -> Iterator[Problem]:
    """Yield what is wrong with the transparency log."""
    for reason in problems_of(cursor):
        yield Problem("log", "the transparency log", reason_of(ValueError(reason)))


def _strangers(cursor: Cursor) -> Iterator[Problem]:
    """Yield the games of the list and of the results that the log does not have."""
    if not cursor.has_table("projections"):
        return
    table, _ = log_of(cursor)
    current = {each.name: each.generation for each in states_in(cursor, tracking_table(cursor))}
    for name in ("lobby", "results"):
        if name not in current:
            continue
        rows = cursor.all(
            f"SELECT t.game FROM {name}_g{current[name]} t WHERE NOT EXISTS "  # noqa: S608 - our names
            f"(SELECT 1 FROM {table} e WHERE e.originator_id = t.game) ORDER BY t.game LIMIT 100"
        )
        for row in rows:
            yield Problem("table", row["game"], f"{name} has a game of which the log has no event")
