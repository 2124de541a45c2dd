"""The use case of reports: make, list, take, answer, and forget what is kept long enough."""

import uuid
from collections.abc import Callable, Collection, Sequence
from typing import Literal, TypeAlias

from msgspec.structs import replace

from domain.kernel.values import Value
from service.core.store.database import Cursor, Database
from service.moderation.log import Act, log_act
from service.moderation.roles import check_role
from service.people.accounts import Accounts
from service.people.request_keys import KeyedRequest, id_of_request, is_repeated
from service.people.rows import lock_account
from service.people.tokens import Token
from service.reports.limits import ReportLimits
from service.reports.rows import (
    CLOSED,
    REPORTS_LOCK,
    Case,
    NewCase,
    NewReport,
    Number,
    Own,
    Report,
    State,
    acts_of,
    case_of,
    cases_about,
    cases_in,
    erase_reports,
    forget_closed,
    insert_case,
    insert_report,
    last_case,
    link_act,
    lock_reports,
    mark_read,
    number_of_reports,
    numbers_of_reports,
    own_report,
    own_reports,
    report_in,
    reporters_of,
    reports_of,
    unread_answers,
    update_case,
)

MOST_SHOWN = 100
"""Reports of one case, and earlier cases about one player, that a moderator sees."""

Verdict: TypeAlias = Literal["answered", "dismissed"]


class ReportRefusedError(Exception):
    """A report, or an act about it, is not possible. The message says why and what to do."""


class CaseUnknownError(Exception):
    """There is no such case."""


class ActUnknownError(Exception):
    """A case cannot follow from an act of moderation that is not in the log."""


class Made(Value, frozen=True):
    """A report of a player. `is_replayed` if an earlier request with the same key has made it."""

    own: Own
    is_replayed: bool = False


class Whole(Value, frozen=True):
    """A case with all that a moderator sees."""

    case: Case
    reports: Sequence[Report]
    number: int
    """How many players have reported it: not all are in `reports`."""
    acts: Sequence[int]
    """The numbers of the acts of moderation that followed."""
    earlier: Sequence[tuple[Case, int]]
    """Other cases about the same player, newest first, with the numbers of their reports."""


class Answer(Value, frozen=True):
    """The answer of a moderator to all who have reported a subject."""

    state: Verdict
    text: str
    reason: str
    """Why, for the log of moderation."""
    acts: Sequence[int] = ()


class Reports:
    """The reports of players, and the queue of the moderators."""

    def __init__(self, database: Database, accounts: Accounts, limits: ReportLimits) -> None:
        self._database = database
        self._accounts = accounts
        self._limits = limits
        self.answered: list[Callable[[Cursor, str, str, str], None]] = []
        """Called with a reporter, the id of the report and the time, in the transaction that answers it."""
        self.notifying: list[Callable[[], None]] = []
        """Called in the event loop after reports or appeals were answered."""
        # in the transaction that deletes the account
        accounts.erasing_locks.append(REPORTS_LOCK)
        accounts.erasing.append(erase_reports)

    def notify(self) -> None:
        """Let the notices of answers be sent. Call it in the event loop."""
        for listener in self.notifying:
            listener()

    def source_of(self, address: str) -> str:
        """Return the keyed digest of the network of an address, from which the address cannot be computed."""
        return self._accounts.derived("report source", address).hex()

    def make(
        self,
        find: Callable[[Cursor], NewCase],
        new: NewReport,
        by: Token,
        source: str,
        keyed: KeyedRequest | None,
    ) -> Made:
        """Store a report about what `find` returns. One player reports a subject once: a repetition returns the first.

        A message or name that was decided about gets no new case: the report has the answer at once. Raises what `find`
        raises, ReportRefusedError, TooManyReportsError, KeyReusedError, and TokenRevokedError.
        """
        with self._database.writing() as cursor:
            is_replayed = is_repeated(cursor, keyed)
            name = id_of_request(cursor, keyed, "report")
            if is_replayed and (earlier := own_report(cursor, name, new.reporter)) is not None:
                return Made(earlier, is_replayed=True)
            lock_account(cursor, by.player, by.id)
            lock_reports(cursor)
            subject = find(cursor)
            if self._accounts.account_of(subject.player) == new.reporter:
                message = "this is yours: you need no moderator to change it"
                raise ReportRefusedError(message)
            case = last_case(cursor, subject.subject)
            if case is not None and case.state in CLOSED and subject.type == "play":
                # the game has gone on
                case = None
            if case is not None and (earlier := report_in(cursor, case.id, new.reporter)) is not None:
                return Made(earlier)
            self._limits.take(cursor, new.reporter, source, new.at)
            if case is None:
                case = insert_case(cursor, str(uuid.uuid4()), subject, new.at)
            return Made(Own(insert_report(cursor, name, case.id, new), case))

    def own(self, reporter: str, before: tuple[str, str] | None, limit: int) -> tuple[list[Own], int]:
        """Return a page of the reports of a player, newest first, and how many answers are not read."""
        with self._database.reading() as cursor:
            return own_reports(cursor, reporter, before, limit), unread_answers(cursor, reporter)

    def mark(self, player: str, token: str, read_at: str) -> str:
        """Store up to when a player has read answers and acts, and return it. Raises TokenRevokedError."""
        with self._database.writing() as cursor:
            lock_account(cursor, player, token)
            return mark_read(cursor, player, read_at)

    def queue(self, states: Sequence[State], after: int, limit: int, *, newest: bool) -> list[tuple[Case, int]]:
        """Return a page of cases with the numbers of their reports."""
        with self._database.reading() as cursor:
            found = cases_in(cursor, states, after, limit, newest=newest)
            return [(case, number_of_reports(cursor, case.id)) for case in found]

    def whole(self, case: str) -> Whole:
        """Return a case. Raises CaseUnknownError."""
        with self._database.reading() as cursor:
            return _whole(cursor, _found(cursor, case))

    def take(self, case: str, by: Token, now: str, *, takes_over: bool) -> Whole:
        """Let a moderator look at a case; with `takes_over` also one that another moderator has taken.

        Raises CaseUnknownError, ReportRefusedError, and TokenRevokedError.
        """
        with self._database.writing() as cursor:
            check_role(cursor, by, "moderator")
            lock_reports(cursor)
            found = _found(cursor, case)
            self._check_unconcerned(cursor, found, by.player)
            if found.state in CLOSED:
                message = "this case is closed: it was decided already"
                raise ReportRefusedError(message)
            if found.state == "taken" and found.taken_by == by.player:
                return _whole(cursor, found)
            if found.state == "taken" and not takes_over:
                message = "another moderator looks at this case: take it over with `takes_over`"
                raise ReportRefusedError(message)
            changed = replace(found, state="taken", taken_by=by.player, taken_at=now)
            update_case(cursor, changed)
            log_act(cursor, Act("report.taken", by.player, "report", case, "to look at it"))
            return _whole(cursor, changed)

    def release(self, case: str, by: Token) -> Whole:
        """Put a case back into the queue that the moderator has taken. Raises as `take` does."""
        with self._database.writing() as cursor:
            check_role(cursor, by, "moderator")
            lock_reports(cursor)
            found = _found(cursor, case)
            if found.state == "open":
                return _whole(cursor, found)
            _check_taken(found, by.player)
            changed = replace(found, state="open", taken_by=None, taken_at=None)
            update_case(cursor, changed)
            log_act(cursor, Act("report.released", by.player, "report", case, "for others to look at"))
            return _whole(cursor, changed)

    def answer(self, case: str, answer: Answer, by: Token, now: str, keyed: KeyedRequest | None) -> tuple[Whole, bool]:
        """Close a case that the moderator has taken, with an answer to all who reported it.

        Return the case, and whether an earlier request with the same key closed it. Raises as `take` does,
        ActUnknownError and KeyReusedError.
        """
        with self._database.writing() as cursor:
            if is_repeated(cursor, keyed):
                return _whole(cursor, _found(cursor, case)), True
            check_role(cursor, by, "moderator")
            lock_reports(cursor)
            found = _found(cursor, case)
            self._check_unconcerned(cursor, found, by.player)
            _check_taken(found, by.player)
            for act in answer.acts:
                check_act(cursor, act)
                link_act(cursor, case, act)
            changed = replace(found, state=answer.state, answer=answer.text, answered_by=by.player, answered_at=now)
            update_case(cursor, changed)
            details = {"reports": number_of_reports(cursor, case), "type": found.type, "acts": list(answer.acts)}
            log_act(cursor, Act(f"report.{answer.state}", by.player, "report", case, answer.reason, details=details))
            for report in reports_of(cursor, case, 10 * MOST_SHOWN):
                if report.reporter is not None:
                    for tell in self.answered:
                        tell(cursor, report.reporter, report.id, now)
            return _whole(cursor, changed), False

    def _check_unconcerned(self, cursor: Cursor, case: Case, moderator: str) -> None:
        """Raise ReportRefusedError if a moderator is the reporter or the reported one, and another could decide."""
        reported = None if case.player is None else self._accounts.account_of(case.player)
        concerned = {reported, *reporters_of(cursor, case.id)}
        if moderator in concerned and has_others(cursor, concerned):
            message = "you are concerned by this case: another moderator decides about it"
            raise ReportRefusedError(message)

    def numbers(self) -> list[Number]:
        """Return the numbers of reports by month, kind and state."""
        with self._database.reading() as cursor:
            return numbers_of_reports(cursor)

    def forget(self, before: str) -> int:
        """Delete texts, names and ids of cases that were closed before a time. Return how many cases there were."""
        with self._database.writing() as cursor:
            return forget_closed(cursor, before)


def has_others(cursor: Cursor, concerned: Collection[str | None]) -> bool:
    """Return whether there is a moderator or operator who is not concerned."""
    rows = cursor.all("SELECT DISTINCT player FROM player_roles")
    return any(row["player"] not in concerned for row in rows)


def check_act(cursor: Cursor, act: int) -> None:
    """Raise ActUnknownError unless the log of moderation has an act."""
    if cursor.one("SELECT 1 AS found FROM moderation_log WHERE number=?", (act,)) is None:
        message = f"the log of moderation has no act {act}"
        raise ActUnknownError(message)


def _found(cursor: Cursor, case: str) -> Case:
    found = case_of(cursor, case)
    if found is None:
        raise CaseUnknownError
    return found


def _check_taken(case: Case, moderator: str) -> None:
    """Raise ReportRefusedError unless a moderator has taken a case."""
    if case.state in CLOSED:
        message = "this case is closed: it was decided already"
        raise ReportRefusedError(message)
    if case.state != "taken" or case.taken_by != moderator:
        message = "take this case first, so that no two moderators decide about it"
        raise ReportRefusedError(message)


def _whole(cursor: Cursor, case: Case) -> Whole:
    about = [] if case.player is None else cases_about(cursor, case.player, MOST_SHOWN)
    return Whole(
        case=case,
        reports=reports_of(cursor, case.id, MOST_SHOWN),
        number=number_of_reports(cursor, case.id),
        acts=acts_of(cursor, case.id),
        earlier=[(each, number_of_reports(cursor, each.id)) for each in about if each.id != case.id],
    )
