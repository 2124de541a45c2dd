"""The SQL of reports.

A case is one subject: a message, a name, or the play of a player in a game. The reports about it are merged. The queue
of moderators lists cases in the order in which they were opened. `evidence` is the text as it was when it was reported.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from domain.kernel.values import Value
from service.core.store.database import Cursor, Row
from service.core.store.feature_tables import Step

Subject: TypeAlias = Literal["message", "name", "play"]
"""What is reported."""

State: TypeAlias = Literal["open", "taken", "answered", "dismissed"]
"""`open`: it waits; `taken`: a moderator looks at it; `answered`: something was wrong; `dismissed`: nothing was."""

CLOSED: frozenset[State] = frozenset({"answered", "dismissed"})

Reason: TypeAlias = Literal[
    "insult",
    "threat",
    "spam",
    "private_data",
    "impersonation",
    "illegal",
    "stalling",
    "losing_on_purpose",
    "collusion",
    "computer_help",
    "several_accounts",
    "other",
]

REPORTS_LOCK = 0x6C75646F_43
"""The advisory lock of a transaction that changes cases: two reports about one subject make one case."""

TABLES: tuple[Step, ...] = (
    """CREATE TABLE report_cases (
        id TEXT PRIMARY KEY, number BIGINT NOT NULL UNIQUE, type TEXT NOT NULL, subject TEXT, game TEXT,
        tournament TEXT, message TEXT, version BIGINT, player TEXT, named TEXT, evidence TEXT, state TEXT NOT NULL,
        opened_at TEXT NOT NULL, taken_by TEXT, taken_at TEXT, answer TEXT, answered_by TEXT, answered_at TEXT,
        is_erased INTEGER NOT NULL)""",
    "CREATE INDEX report_cases_of_subject ON report_cases (subject, number)",
    "CREATE INDEX report_cases_in_state ON report_cases (state, number)",
    "CREATE INDEX report_cases_about ON report_cases (player, number)",
    """CREATE TABLE reports (
        id TEXT PRIMARY KEY, case_id TEXT NOT NULL, at TEXT NOT NULL, reporter TEXT, reason TEXT NOT NULL,
        text TEXT)""",
    "CREATE INDEX reports_of_case ON reports (case_id, at)",
    "CREATE INDEX reports_of_reporter ON reports (reporter, at)",
    "CREATE TABLE report_acts (case_id TEXT NOT NULL, act BIGINT NOT NULL, PRIMARY KEY (case_id, act))",
    "CREATE INDEX report_acts_of ON report_acts (act)",
    "CREATE TABLE report_sources (source TEXT NOT NULL, at TEXT NOT NULL)",
    "CREATE INDEX report_sources_of ON report_sources (source, at)",
    "CREATE TABLE report_marks (player TEXT PRIMARY KEY, read_at TEXT NOT NULL)",
    "CREATE TABLE acts_told (last BIGINT NOT NULL)",
)


class Case(Value, frozen=True):
    """What one or several players have reported."""

    id: str
    number: int
    type: Subject
    game: str | None
    tournament: str | None
    message: str | None
    version: int | None
    """The version of the game when its play was first reported."""
    player: str | None
    """The reported player; None: the account was deleted, or the retention is over."""
    named: str | None
    """The name of this player at the time."""
    evidence: str | None
    """The text or the name as it was; None: of play, and after the retention."""
    state: State
    opened_at: str
    taken_by: str | None
    taken_at: str | None
    answer: str | None
    answered_by: str | None
    answered_at: str | None
    is_erased: bool
    """Whether the reported account was deleted while the case was open, which closed it."""


class NewCase(Value, frozen=True):
    """A subject of which a report is made."""

    type: Subject
    subject: str
    """The key by which reports are merged."""
    game: str | None
    tournament: str | None
    message: str | None
    version: int | None
    player: str
    """The reported player."""
    named: str
    evidence: str | None


class Report(Value, frozen=True):
    """The report of one player."""

    id: str
    case: str
    at: str
    reporter: str | None
    reason: Reason
    text: str | None


class NewReport(Value, frozen=True):
    """A report to store."""

    at: str
    reporter: str
    reason: Reason
    text: str | None


class Own(Value, frozen=True):
    """A report with its case, for the player who made it."""

    report: Report
    case: Case


def cases_waiting(cursor: Cursor) -> int:
    """Return how many cases wait for an answer."""
    return cursor.count("report_cases WHERE state IN ('open', 'taken')")


def oldest_case(cursor: Cursor) -> str | None:
    """Return since when the oldest case waits for an answer; None: none waits."""
    row = cursor.one("SELECT MIN(opened_at) AS at FROM report_cases WHERE state IN ('open', 'taken')")
    return None if row is None else row["at"]


def lock_reports(cursor: Cursor) -> None:
    """Let the transactions that change cases follow one another."""
    cursor.lock(REPORTS_LOCK)


def case_of(cursor: Cursor, case: str) -> Case | None:
    """Return a case by its id."""
    row = cursor.one("SELECT * FROM report_cases WHERE id=?", (case,))
    return None if row is None else _read_case(row)


def last_case(cursor: Cursor, subject: str) -> Case | None:
    """Return the last case of a subject."""
    row = cursor.one("SELECT * FROM report_cases WHERE subject=? ORDER BY number DESC LIMIT 1", (subject,))
    return None if row is None else _read_case(row)


def insert_case(cursor: Cursor, case: str, new: NewCase, now: str) -> Case:
    """Open a case. The transaction holds `lock_reports`."""
    row = cursor.one("SELECT COALESCE(MAX(number), 0) AS last FROM report_cases")
    assert row is not None
    number = int(row["last"]) + 1
    cursor.execute(
        "INSERT INTO report_cases (id, number, type, subject, game, tournament, message, version, player, named,"
        " evidence, state, opened_at, is_erased) VALUES (?,?,?,?,?,?,?,?,?,?,?,'open',?,0)",
        (
            *(case, number, new.type, new.subject, new.game, new.tournament, new.message, new.version),
            *(new.player, new.named, new.evidence, now),
        ),
    )
    found = case_of(cursor, case)
    assert found is not None
    return found


def update_case(cursor: Cursor, case: Case) -> None:
    """Store what a moderator has changed."""
    cursor.execute(
        "UPDATE report_cases SET state=?, taken_by=?, taken_at=?, answer=?, answered_by=?, answered_at=? WHERE id=?",
        (case.state, case.taken_by, case.taken_at, case.answer, case.answered_by, case.answered_at, case.id),
    )


def cases_in(cursor: Cursor, states: Sequence[State], after: int, limit: int, *, newest: bool) -> list[Case]:
    """Return a page of the cases in some states, oldest first, or newest first. `after` is a number; 0: none."""
    marks = ",".join("?" * len(states))
    beyond = ("" if not after else " AND number < ?") if newest else " AND number > ?"
    values = [] if newest and not after else [after]
    order = "DESC" if newest else "ASC"
    rows = cursor.all(
        f"SELECT * FROM report_cases WHERE state IN ({marks}){beyond} ORDER BY number {order} LIMIT ?",  # noqa: S608 - constants
        [*states, *values, limit],
    )
    return [_read_case(row) for row in rows]


def cases_about(cursor: Cursor, player: str, limit: int) -> list[Case]:
    """Return the cases about a player, newest first."""
    rows = cursor.all("SELECT * FROM report_cases WHERE player=? ORDER BY number DESC LIMIT ?", (player, limit))
    return [_read_case(row) for row in rows]


def insert_report(cursor: Cursor, name: str, case: str, new: NewReport) -> Report:
    """Store a report under an id."""
    cursor.execute(
        "INSERT INTO reports (id, case_id, at, reporter, reason, text) VALUES (?,?,?,?,?,?)",
        (name, case, new.at, new.reporter, new.reason, new.text),
    )
    return Report(name, case, new.at, new.reporter, new.reason, new.text)


def own_report(cursor: Cursor, report: str, reporter: str) -> Own | None:
    """Return a report of a player by its id."""
    row = cursor.one("SELECT * FROM reports WHERE id=? AND reporter=?", (report, reporter))
    return None if row is None else _own(cursor, row)


def report_in(cursor: Cursor, case: str, reporter: str) -> Own | None:
    """Return the report of a player about a case."""
    row = cursor.one("SELECT * FROM reports WHERE case_id=? AND reporter=?", (case, reporter))
    return None if row is None else _own(cursor, row)


def own_reports(cursor: Cursor, reporter: str, before: tuple[str, str] | None, limit: int) -> list[Own]:
    """Return reports of a player, newest first; `before`: those before this time and id."""
    earlier, values = ("", ()) if before is None else (" AND (at < ? OR (at = ? AND id < ?))", (before[0], *before))
    rows = cursor.all(
        f"SELECT * FROM reports WHERE reporter=?{earlier} ORDER BY at DESC, id DESC LIMIT ?",  # noqa: S608 - a constant
        (reporter, *values, limit),
    )
    return [_own(cursor, row) for row in list(rows)]


def reports_of(cursor: Cursor, case: str, limit: int) -> list[Report]:
    """Return the reports about a case, oldest first."""
    rows = cursor.all("SELECT * FROM reports WHERE case_id=? ORDER BY at, id LIMIT ?", (case, limit))
    return [_read_report(row) for row in rows]


def reporters_of(cursor: Cursor, case: str) -> list[str]:
    """Return who has reported a case, without deleted accounts."""
    rows = cursor.all("SELECT reporter FROM reports WHERE case_id=? AND reporter IS NOT NULL", (case,))
    return [row["reporter"] for row in rows]


def number_of_reports(cursor: Cursor, case: str) -> int:
    """Return how many players have reported a case."""
    return cursor.count("reports WHERE case_id=?", (case,))


def unread_answers(cursor: Cursor, reporter: str) -> int:
    """Return how many answers to reports a player has not read."""
    return cursor.count(
        "reports JOIN report_cases ON report_cases.id = reports.case_id WHERE reports.reporter=?"
        " AND report_cases.answered_at > ?",
        (reporter, read_until(cursor, reporter)),
    )


def read_until(cursor: Cursor, player: str) -> str:
    """Return up to when a player has read answers and acts; empty: nothing."""
    row = cursor.one("SELECT read_at FROM report_marks WHERE player=?", (player,))
    return "" if row is None else row["read_at"]


def mark_read(cursor: Cursor, player: str, read_at: str) -> str:
    """Store up to when a player has read answers and acts, and return it. What was read stays read."""
    latest = max(read_until(cursor, player), read_at)
    cursor.execute(
        "INSERT INTO report_marks (player, read_at) VALUES (?,?) ON CONFLICT (player) DO UPDATE"
        " SET read_at=excluded.read_at",
        (player, latest),
    )
    return latest


def acts_of(cursor: Cursor, case: str) -> list[int]:
    """Return the numbers of the acts of moderation that followed from a case."""
    return [int(row["act"]) for row in cursor.all("SELECT act FROM report_acts WHERE case_id=? ORDER BY act", (case,))]


def link_act(cursor: Cursor, case: str, act: int) -> None:
    """Note that an act of moderation followed from a case."""
    cursor.execute(
        "INSERT INTO report_acts (case_id, act) VALUES (?,?) ON CONFLICT (case_id, act) DO NOTHING", (case, act)
    )


def times_of_reports(cursor: Cursor, reporter: str, since: str) -> Sequence[str]:
    """Return the times of the reports of an account after a time, the latest first."""
    rows = cursor.all("SELECT at FROM reports WHERE reporter=? AND at > ? ORDER BY at DESC", (reporter, since))
    return [row["at"] for row in rows]


def times_from(cursor: Cursor, source: str, since: str) -> Sequence[str]:
    """Return the times of the reports from a network after a time, the latest first. Delete older ones of all."""
    cursor.execute("DELETE FROM report_sources WHERE at <= ?", (since,))
    rows = cursor.all("SELECT at FROM report_sources WHERE source=? ORDER BY at DESC", (source,))
    return [row["at"] for row in rows]


def note_source(cursor: Cursor, source: str, now: str) -> None:
    """Store from which network a report came, as a keyed digest."""
    cursor.execute("INSERT INTO report_sources (source, at) VALUES (?,?)", (source, now))


def erase_reports(cursor: Cursor, player: str, now: str) -> None:
    """Delete the texts of a player in reports, and the evidence about this player. The rows stay as numbers.

    An open case about the player is closed: there is no account any more. An answer is deleted with its last reader.
    """
    lock_reports(cursor)
    own = [row["case_id"] for row in cursor.all("SELECT case_id FROM reports WHERE reporter=?", (player,))]
    cursor.execute("UPDATE reports SET reporter=NULL, text=NULL WHERE reporter=?", (player,))
    for case in own:
        if not reporters_of(cursor, case):
            cursor.execute("UPDATE report_cases SET answer=NULL WHERE id=?", (case,))
    about = [row["id"] for row in cursor.all("SELECT id FROM report_cases WHERE player=?", (player,))]
    for case in about:
        # what others wrote about the player goes with the player
        cursor.execute("UPDATE reports SET text=NULL WHERE case_id=?", (case,))
    cursor.execute(
        "UPDATE report_cases SET state='dismissed', answered_at=?, is_erased=1"
        " WHERE player=? AND state IN ('open','taken')",
        (now, player),
    )
    cursor.execute(
        "UPDATE report_cases SET player=NULL, named=NULL, evidence=NULL, subject=NULL, message=NULL, answer=NULL"
        " WHERE player=?",
        (player,),
    )
    cursor.execute("UPDATE report_cases SET taken_by=NULL WHERE taken_by=?", (player,))
    cursor.execute("UPDATE report_cases SET answered_by=NULL WHERE answered_by=?", (player,))
    cursor.execute("DELETE FROM report_marks WHERE player=?", (player,))
    cursor.execute("UPDATE report_cases SET state='open', taken_at=NULL WHERE state='taken' AND taken_by IS NULL")


def forget_closed(cursor: Cursor, before: str) -> int:
    """Delete what identifies people in cases that were closed before a time. Return how many there were."""
    lock_reports(cursor)
    found = [
        row["id"]
        for row in cursor.all(
            "SELECT id FROM report_cases WHERE answered_at < ? AND subject IS NOT NULL ORDER BY number LIMIT 1000",
            (before,),
        )
    ]
    for case in found:
        cursor.execute("UPDATE reports SET reporter=NULL, text=NULL WHERE case_id=?", (case,))
        cursor.execute(
            "UPDATE report_cases SET player=NULL, named=NULL, evidence=NULL, subject=NULL, game=NULL, tournament=NULL,"
            " message=NULL, version=NULL, answer=NULL, taken_by=NULL, answered_by=NULL WHERE id=?",
            (case,),
        )
    return len(found)


class Number(Value, frozen=True):
    """How many reports of a kind were made in a month, by the state of their case."""

    month: str
    type: Subject
    state: State
    reports: int


def numbers_of_reports(cursor: Cursor) -> list[Number]:
    """Return the numbers of reports by month, kind and state."""
    rows = cursor.all(
        "SELECT SUBSTR(reports.at, 1, 7) AS month, report_cases.type AS type, report_cases.state AS state,"
        " COUNT(*) AS number FROM reports JOIN report_cases ON report_cases.id = reports.case_id"
        " GROUP BY SUBSTR(reports.at, 1, 7), report_cases.type, report_cases.state ORDER BY 1, 2, 3"
    )
    return [Number(row["month"], row["type"], row["state"], int(row["number"])) for row in rows]


def _own(cursor: Cursor, row: Row) -> Own:
    report = _read_report(row)
    case = case_of(cursor, report.case)
    assert case is not None
    return Own(report, case)


def _read_report(row: Row) -> Report:
    return Report(row["id"], row["case_id"], row["at"], row["reporter"], row["reason"], row["text"])


def _read_case(row: Row) -> Case:
    return Case(
        *(row["id"], row["number"], row["type"], row["game"], row["tournament"], row["message"], row["version"]),
        *(row["player"], row["named"], row["evidence"], row["state"], row["opened_at"]),
        *(row["taken_by"], row["taken_at"], row["answer"], row["answered_by"], row["answered_at"]),
        is_erased=bool(row["is_erased"]),
    )
