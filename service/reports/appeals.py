"""Appeals of players against acts of moderators: one for each act, answered by another moderator where there is one."""

from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase
from typing import Literal, TypeAlias

from domain.kernel.values import Value
from service.core.store.database import Cursor, Database, Row
from service.core.store.feature_tables import Step
from service.moderation.log import Act, log_act
from service.moderation.roles import check_role
from service.people.accounts import Accounts
from service.people.request_keys import KeyedRequest, is_repeated
from service.people.rows import lock_account
from service.people.tokens import Token
from service.reports.reports import check_act, has_others
from service.reports.rows import REPORTS_LOCK, link_act, lock_reports, read_until

AppealState: TypeAlias = Literal["open", "granted", "refused", "withdrawn"]
"""`withdrawn`: the account was deleted while the appeal was open."""

Outcome: TypeAlias = Literal["granted", "refused"]

MOST_ACTS = 200
"""The latest acts about a player that the player sees."""

OWN_BUSINESS = (
    "role.%",
    "report.%",
    "appeal.%",
    "player.recovery%",
    "player.suspension_lifted",
    "%.restored",
    "game.shown",
)
"""Acts that are none against a player: the work of moderators, and help."""

TABLES: tuple[Step, ...] = (
    """CREATE TABLE appeals (
        act BIGINT PRIMARY KEY, at TEXT NOT NULL, player TEXT, text TEXT, state TEXT NOT NULL, answer TEXT,
        answered_by TEXT, answered_at TEXT)""",
    "CREATE INDEX appeals_in_state ON appeals (state, act)",
    "CREATE INDEX appeals_of_player ON appeals (player, act)",
)


class Appeal(Value, frozen=True):
    """An appeal against an act."""

    act: int
    at: str
    player: str | None
    text: str | None
    state: AppealState
    answer: str | None
    answered_by: str | None
    answered_at: str | None


class Against(Value, frozen=True):
    """An act of a moderator, as the player whom it concerns sees it: without the moderator."""

    number: int
    at: str
    action: str
    kind: str
    about: str
    reason: str
    until: str | None
    appeal: Appeal | None


class Contested(Value, frozen=True):
    """An appeal with its act, as moderators see it."""

    appeal: Appeal
    action: str
    by: str | None
    reason: str
    until: str | None
    done_at: str


class AppealAnswer(Value, frozen=True):
    """The answer of a moderator to an appeal."""

    outcome: Outcome
    text: str
    reason: str
    """Why, for the log of moderation."""
    acts: Sequence[int] = ()
    """The numbers of the acts that undo what was granted."""


class AppealRefusedError(Exception):
    """An appeal, or the answer to one, is not possible. The message says why and what to do."""


class AppealUnknownError(Exception):
    """There is no such act or appeal."""


class Appeals:
    """The appeals of players."""

    def __init__(self, database: Database, accounts: Accounts) -> None:
        self._database = database
        self.answered: list[Callable[[Cursor, str, int, str], None]] = []
        """Called with a player, the act and the time, in the transaction that answers the appeal."""
        accounts.erasing_locks.append(REPORTS_LOCK)
        accounts.erasing.append(erase_appeals)

    def against(self, player: str) -> tuple[list[Against], int]:
        """Return the acts that concern a player, newest first, with the appeals, and how many are not read."""
        unlike = " AND ".join("action NOT LIKE ?" for _ in OWN_BUSINESS)
        with self._database.reading() as cursor:
            rows = list(
                cursor.all(
                    f"SELECT * FROM moderation_log WHERE player=? AND {unlike} ORDER BY number DESC LIMIT ?",  # noqa: S608
                    (player, *OWN_BUSINESS, MOST_ACTS),
                )
            )
            found = [
                Against(
                    *(row["number"], row["at"], row["action"], row["kind"], row["about"], row["reason"], row["until"]),
                    appeal=appeal_of(cursor, row["number"]),
                )
                for row in rows
            ]
            read_at = read_until(cursor, player)
        return found, sum(max(act.at, (act.appeal and act.appeal.answered_at) or "") > read_at for act in found)

    def make(self, act: int, text: str, by: Token, now: str, keyed: KeyedRequest | None) -> tuple[Appeal, bool]:
        """Store the appeal of a player; return it, and whether an earlier request with the same key did.

        Raises AppealUnknownError for an act that does not concern the player, AppealRefusedError for a second appeal,
        KeyReusedError, and TokenRevokedError.
        """
        with self._database.writing() as cursor:
            if is_repeated(cursor, keyed) and (earlier := appeal_of(cursor, act)) is not None:
                return earlier, True
            lock_account(cursor, by.player, by.id)
            lock_reports(cursor)
            row = cursor.one("SELECT * FROM moderation_log WHERE number=?", (act,))
            if row is None or row["player"] != by.player or is_business(row["action"]):
                raise AppealUnknownError
            if appeal_of(cursor, act) is not None:
                message = "you have appealed against this act: there is one appeal"
                raise AppealRefusedError(message)
            cursor.execute(
                "INSERT INTO appeals (act, at, player, text, state) VALUES (?,?,?,?,'open')",
                (act, now, by.player, text),
            )
            return Appeal(act, now, by.player, text, "open", None, None, None), False

    def queue(self, states: Sequence[AppealState], after: int, limit: int) -> list[Contested]:
        """Return a page of appeals in some states, in the order of their acts."""
        marks = ",".join("?" * len(states))
        with self._database.reading() as cursor:
            rows = list(
                cursor.all(
                    f"SELECT * FROM appeals WHERE state IN ({marks}) AND act > ? ORDER BY act LIMIT ?",  # noqa: S608
                    [*states, after, limit],
                )
            )
            return [_contested(cursor, _read(row)) for row in rows]

    def one(self, act: int) -> Contested:
        """Return the appeal against an act. Raises AppealUnknownError."""
        with self._database.reading() as cursor:
            return _contested(cursor, _found(cursor, act))

    def answer(
        self, act: int, answer: AppealAnswer, by: Token, now: str, keyed: KeyedRequest | None
    ) -> tuple[Contested, bool]:
        """Answer an appeal. Return it, and whether an earlier request with the same key did.

        Raises AppealUnknownError, AppealRefusedError if it was answered, or if the moderator did the act and another
        one could answer, ActUnknownError, KeyReusedError, and TokenRevokedError.
        """
        with self._database.writing() as cursor:
            if is_repeated(cursor, keyed):
                return _contested(cursor, _found(cursor, act)), True
            check_role(cursor, by, "moderator")
            lock_reports(cursor)
            found = _contested(cursor, _found(cursor, act))
            if found.appeal.state != "open":
                message = "this appeal was answered already"
                raise AppealRefusedError(message)
            if by.player == found.appeal.player:
                message = "this appeal is yours"
                raise AppealRefusedError(message)
            if by.player == found.by and has_others(cursor, {by.player, found.appeal.player}):
                message = "you did what the appeal is against: another moderator answers it"
                raise AppealRefusedError(message)
            for each in answer.acts:
                check_act(cursor, each)
            for row in list(cursor.all("SELECT case_id FROM report_acts WHERE act=?", (act,))):
                for each in answer.acts:
                    link_act(cursor, row["case_id"], each)
            cursor.execute(
                "UPDATE appeals SET state=?, answer=?, answered_by=?, answered_at=? WHERE act=?",
                (answer.outcome, answer.text, by.player, now, act),
            )
            player = found.appeal.player
            details = {"acts": list(answer.acts)}
            log_act(
                cursor, Act(f"appeal.{answer.outcome}", by.player, "report", str(act), answer.reason, details=details)
            )
            if player is not None:
                for tell in self.answered:
                    tell(cursor, player, act, now)
            return _contested(cursor, _found(cursor, act)), False

    def numbers(self) -> list[tuple[str, AppealState, int]]:
        """Return the numbers of appeals by month and state."""
        with self._database.reading() as cursor:
            rows = cursor.all(
                "SELECT SUBSTR(at, 1, 7) AS month, state, COUNT(*) AS number FROM appeals"
                " GROUP BY SUBSTR(at, 1, 7), state ORDER BY 1, 2"
            )
            return [(row["month"], row["state"], int(row["number"])) for row in rows]

    def acts_in_numbers(self) -> list[tuple[str, str, int]]:
        """Return the numbers of acts of moderation by month and action."""
        with self._database.reading() as cursor:
            rows = cursor.all(
                "SELECT SUBSTR(at, 1, 7) AS month, action, COUNT(*) AS number FROM moderation_log"
                " GROUP BY SUBSTR(at, 1, 7), action ORDER BY 1, 2"
            )
            return [(row["month"], row["action"], int(row["number"])) for row in rows]

    def forget(self, before: str) -> None:
        """Delete the texts and players of appeals that were answered before a time."""
        with self._database.writing() as cursor:
            lock_reports(cursor)
            cursor.execute(
                "UPDATE appeals SET player=NULL, text=NULL, answer=NULL, answered_by=NULL WHERE answered_at < ?",
                (before,),
            )


def untold(cursor: Cursor) -> list[tuple[int, str, str]]:
    """Return the acts whose players are not told yet, as (number, player, time), and note them as told.

    The first time it returns none: acts of before are in the list that players read.
    """
    lock_reports(cursor)
    told = cursor.one("SELECT last FROM acts_told")
    row = cursor.one("SELECT COALESCE(MAX(number), 0) AS last FROM moderation_log")
    assert row is not None
    last = int(row["last"])
    if told is None:
        cursor.execute("INSERT INTO acts_told (last) VALUES (?)", (last,))
        return []
    if last == told["last"]:
        return []
    cursor.execute("UPDATE acts_told SET last=?", (last,))
    rows = cursor.all(
        "SELECT number, player, at, action FROM moderation_log WHERE number > ? AND number <= ? AND player IS NOT NULL"
        " ORDER BY number",
        (told["last"], last),
    )
    return [(row["number"], row["player"], row["at"]) for row in rows if not is_business(row["action"])]


def appeal_of(cursor: Cursor, act: int) -> Appeal | None:
    """Return the appeal against an act."""
    row = cursor.one("SELECT * FROM appeals WHERE act=?", (act,))
    return None if row is None else _read(row)


def erase_appeals(cursor: Cursor, player: str, now: str) -> None:
    """Delete the texts of a player in appeals, and the answers. An open appeal is withdrawn."""
    lock_reports(cursor)
    cursor.execute("UPDATE appeals SET state='withdrawn', answered_at=? WHERE player=? AND state='open'", (now, player))
    cursor.execute("UPDATE appeals SET player=NULL, text=NULL, answer=NULL WHERE player=?", (player,))
    cursor.execute("UPDATE appeals SET answered_by=NULL WHERE answered_by=?", (player,))


def is_business(action: str) -> bool:
    """Return whether an act is none against a player."""
    return any(fnmatchcase(action, each.replace("%", "*")) for each in OWN_BUSINESS)


def _found(cursor: Cursor, act: int) -> Appeal:
    found = appeal_of(cursor, act)
    if found is None:
        raise AppealUnknownError
    return found


def _contested(cursor: Cursor, appeal: Appeal) -> Contested:
    row = cursor.one("SELECT * FROM moderation_log WHERE number=?", (appeal.act,))
    assert row is not None
    return Contested(appeal, row["action"], row["actor"], row["reason"], row["until"], row["at"])


def _read(row: Row) -> Appeal:
    return Appeal(
        *(row["act"], row["at"], row["player"], row["text"], row["state"], row["answer"], row["answered_by"]),
        row["answered_at"],
    )
