"""Reports that operators ask for: rows that wait, are computed in the background, and are kept for a while."""

import datetime
import time
from collections.abc import Callable
from typing import Literal, TypeAlias

import msgspec

from domain.kernel.values import Value
from service.core.store.database import Cursor, Database, Row
from service.core.store.feature_tables import Step
from service.core.store.times import timestamp_now, timestamp_of
from service.fair_play.method import FairPlayReport
from service.fair_play.report import report_of
from service.moderation.log import Act, log_act
from service.moderation.roles import check_role
from service.people.accounts import Accounts
from service.people.request_keys import KeyedRequest, id_of_request, is_repeated
from service.people.rows import erased_among
from service.people.tokens import Token

ReportState: TypeAlias = Literal["waiting", "running", "done", "failed"]

MOST_KEPT = 20
"""Reports that are kept, the latest ones."""

MOST_WAITING = 3
"""Reports that wait or are computed."""

LEASE = 300.0
"""Seconds without a sign after which another process computes a report again."""

SIGN_EVERY = 20.0
"""Seconds between two signs of life of a report that is computed."""

JOBS_LOCK = 0x6C75646F_44
"""The advisory lock of a transaction that asks for, claims, ends or deletes reports: they follow one another."""

TABLES: tuple[Step, ...] = (
    """CREATE TABLE fair_play_reports (
        id TEXT PRIMARY KEY, asked_at TEXT NOT NULL, asked_by TEXT, since TEXT NOT NULL, until TEXT NOT NULL,
        state TEXT NOT NULL, games INTEGER NOT NULL, alive_at TEXT, done_at TEXT, body TEXT)""",
    "CREATE TABLE fair_play_players (report TEXT NOT NULL, player TEXT NOT NULL, PRIMARY KEY (report, player))",
    "CREATE INDEX fair_play_players_of ON fair_play_players (player)",
)


class Asked(Value, frozen=True):
    """A report that an operator has asked for."""

    id: str
    asked_at: str
    asked_by: str | None
    since: str
    until: str
    state: ReportState
    games: int
    """The games that were read so far."""
    done_at: str | None
    report: FairPlayReport | None


class TooManyWaitingError(Exception):
    """As many reports wait as may wait."""


class StoppedError(Exception):
    """The process stops. The report that was computed waits again."""


def reports_waiting(cursor: Cursor) -> int:
    """Return how many reports wait or are computed."""
    return cursor.count("fair_play_reports WHERE state IN ('waiting','running')")


class FairPlayReports:
    """The reports of operators."""

    def __init__(self, database: Database, accounts: Accounts) -> None:
        self._database = database
        self.asked: list[Callable[[], None]] = []
        """Called in the event loop after a report was asked for."""
        accounts.erasing_locks.append(JOBS_LOCK)
        accounts.erasing.append(_forget)

    def notify(self) -> None:
        """Let a report be computed. Call it in the event loop."""
        for listener in self.asked:
            listener()

    def ask(self, since: str, until: str, by: Token, keyed: KeyedRequest | None) -> tuple[Asked, bool]:
        """Ask for the report of a period. Return it, and whether an earlier request with the same key did.

        Raises TooManyWaitingError, KeyReusedError and TokenRevokedError.
        """
        with self._database.writing() as cursor:
            is_replayed = is_repeated(cursor, keyed)
            name = id_of_request(cursor, keyed, "fair play")
            if is_replayed and (earlier := _find(cursor, name)) is not None:
                return earlier, True
            check_role(cursor, by, "operator")
            cursor.lock(JOBS_LOCK)
            if reports_waiting(cursor) >= MOST_WAITING:
                raise TooManyWaitingError
            cursor.execute(
                "INSERT INTO fair_play_reports (id, asked_at, asked_by, since, until, state, games)"
                " VALUES (?,?,?,?,?,'waiting',0)",
                (name, timestamp_now(), by.player, since, until),
            )
            # who looks into the affairs of players is in the log, too
            details = {"since": since, "until": until}
            log_act(
                cursor, Act("fair_play.asked", by.player, "site", "", "a report about unfair play", details=details)
            )
            found = _find(cursor, name)
            assert found is not None
            return found, False

    def all(self) -> list[Asked]:
        """Return the reports, the latest first, without what they find."""
        with self._database.reading() as cursor:
            rows = cursor.all("SELECT * FROM fair_play_reports ORDER BY asked_at DESC, id LIMIT ?", (MOST_KEPT,))
            return [_read(row, with_body=False) for row in rows]

    def one(self, report: str) -> Asked | None:
        """Return a report."""
        with self._database.reading() as cursor:
            return _find(cursor, report)

    def compute_next(self, pause: Callable[[], None]) -> bool:
        """Compute the oldest report that waits; return False if none does.

        `pause` is called after each game. If it raises StoppedError, the report waits again, for the next start or
        another process.
        """
        claimed = self._claim()
        if claimed is None:
            return False
        seen_at = time.monotonic()

        def after_game(games: int) -> None:
            nonlocal seen_at
            if time.monotonic() - seen_at >= SIGN_EVERY:
                seen_at = time.monotonic()
                self._live(claimed.id, games)
            pause()

        try:
            found = report_of(self._database.reading, claimed.since, claimed.until, after_game)
        except StoppedError:
            self._put_back(claimed.id)
            raise
        except Exception:
            self._end(claimed.id, "failed", None)
            raise
        self._end(claimed.id, "done", found)
        return True

    def _claim(self) -> Asked | None:
        now = timestamp_now()
        late = timestamp_of(datetime.datetime.fromisoformat(now) - datetime.timedelta(seconds=LEASE))
        with self._database.writing() as cursor:
            cursor.lock(JOBS_LOCK)
            row = cursor.one(
                "SELECT * FROM fair_play_reports WHERE state='waiting' OR (state='running' AND alive_at < ?)"
                " ORDER BY asked_at LIMIT 1",
                (late,),
            )
            if row is None:
                return None
            cursor.execute("UPDATE fair_play_reports SET state='running', alive_at=? WHERE id=?", (now, row["id"]))
            return _read(row, with_body=False)

    def _put_back(self, report: str) -> None:
        with self._database.writing() as cursor:
            cursor.execute("UPDATE fair_play_reports SET state='waiting' WHERE id=? AND state='running'", (report,))

    def _live(self, report: str, games: int) -> None:
        with self._database.writing() as cursor:
            cursor.execute(
                "UPDATE fair_play_reports SET alive_at=?, games=? WHERE id=?", (timestamp_now(), games, report)
            )

    def _end(self, report: str, state: ReportState, found: FairPlayReport | None) -> None:
        """Store what came of a report, unless another process did, or it was deleted."""
        body = None if found is None else msgspec.json.encode(found).decode()
        with self._database.writing() as cursor:
            # an erasure comes before, and is seen, or after, and finds the players of the report
            cursor.lock(JOBS_LOCK)
            players = found.players if found is not None else frozenset[str]()
            if erased_among(cursor, players):
                # deleted while it was computed: it is computed again without this account
                cursor.execute("UPDATE fair_play_reports SET state='waiting' WHERE id=? AND state='running'", (report,))
                return
            is_ended = cursor.one(
                "UPDATE fair_play_reports SET state=?, done_at=?, games=?, body=? WHERE id=? AND state='running'"
                " RETURNING id",
                (state, timestamp_now(), 0 if found is None else found.games, body, report),
            )
            if is_ended is None:
                return
            for player in sorted(players):
                cursor.execute("INSERT INTO fair_play_players (report, player) VALUES (?,?)", (report, player))
            old = [
                row["id"]
                for row in cursor.all(
                    "SELECT id FROM fair_play_reports ORDER BY asked_at DESC, id LIMIT 1000 OFFSET ?", (MOST_KEPT,)
                )
            ]
            for each in old:
                _delete(cursor, each)


def _delete(cursor: Cursor, report: str) -> None:
    cursor.execute("DELETE FROM fair_play_players WHERE report=?", (report,))
    cursor.execute("DELETE FROM fair_play_reports WHERE id=?", (report,))


def _forget(cursor: Cursor, player: str, now: str) -> None:
    """Delete the reports that name a player: what they found can be computed again without this account."""
    del now
    cursor.lock(JOBS_LOCK)
    named = [row["report"] for row in cursor.all("SELECT report FROM fair_play_players WHERE player=?", (player,))]
    for report in named:
        _delete(cursor, report)
    cursor.execute("UPDATE fair_play_reports SET asked_by=NULL WHERE asked_by=?", (player,))


def _find(cursor: Cursor, report: str) -> Asked | None:
    row = cursor.one("SELECT * FROM fair_play_reports WHERE id=?", (report,))
    return None if row is None else _read(row, with_body=True)


def _read(row: Row, *, with_body: bool) -> Asked:
    body = row["body"] if with_body else None
    return Asked(
        *(row["id"], row["asked_at"], row["asked_by"], row["since"], row["until"], row["state"], row["games"]),
        row["done_at"],
        None if body is None else msgspec.json.decode(body, type=FairPlayReport),
    )
