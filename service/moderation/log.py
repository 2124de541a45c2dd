"""The log of moderation: what operators and moderators have done, about whom or what, why, and until when.

Rows are appended and never change: triggers of the database refuse it. They contain ids. The names at the time of an
act are in a table of their own, from which the erasure of an account deletes them.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from domain.kernel.values import Value
from service.core.store.database import Cursor, Database, Row
from service.core.store.feature_tables import Step
from service.core.store.times import timestamp_now

LOG_LOCK = 0x6C75646F_7F
"""The advisory lock of a transaction that appends an act: acts get their numbers in the order of the commits.

It is the last one of the order: all slices append to the log, after they have taken their own locks.
"""

About: TypeAlias = Literal["player", "game", "tournament", "message", "period", "report", "site"]
"""The kind of what an act is about."""


class Act(Value, frozen=True):
    """An act of an operator or moderator."""

    action: str
    """What was done, as a stored name such as `role.granted`: it never changes."""
    by: str | None
    """The id of the player who did it; None: the operator, at the command line."""
    kind: About
    about: str
    """The id of a player, game, tournament, message or report; the name of a period; empty for the site."""
    reason: str
    """Why, in the words of the moderator."""
    until: str | None = None
    """Until when it holds; None: for ever, or it does not last."""
    details: Mapping[str, Any] = {}
    """More of the act, as JSON. It contains no name, no text of others and no secret."""
    player: str | None = None
    """The player whom it concerns, if it is not about a player itself, such as the author of a text."""


class LoggedAct(Act, frozen=True, kw_only=True):
    """An act in the log."""

    number: int
    at: str
    name: str | None
    """The name of the player at the time of the act; None: it concerns none, or the account was deleted."""
    by_name: str | None
    """The name of the moderator at the time of the act."""


class ActQuery(Value, frozen=True):
    """Which acts are wanted."""

    before: int | None = None
    """Only those with lower numbers."""
    limit: int = 50
    player: str | None = None
    """Only those that concern this player."""
    by: str | None = None
    action: str | None = None
    kind: About | None = None
    about: str | None = None


def _forbid_changes(cursor: Cursor) -> None:
    message = "the log of moderation is append-only"
    if cursor.is_postgres:
        cursor.execute(
            "CREATE FUNCTION moderation_log_stays() RETURNS trigger LANGUAGE plpgsql AS"
            f" 'BEGIN RAISE EXCEPTION ''{message}''; END'"
        )
        cursor.execute(
            "CREATE TRIGGER moderation_log_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON moderation_log"
            " FOR EACH STATEMENT EXECUTE FUNCTION moderation_log_stays()"
        )
        return
    for change in ("UPDATE", "DELETE"):
        cursor.execute(
            f"CREATE TRIGGER moderation_log_no_{change.lower()} BEFORE {change} ON moderation_log"
            f" BEGIN SELECT RAISE(ABORT, '{message}'); END"
        )


TABLES: tuple[Step, ...] = (
    """CREATE TABLE moderation_log (
        number BIGINT PRIMARY KEY, at TEXT NOT NULL, action TEXT NOT NULL, actor TEXT, kind TEXT NOT NULL,
        about TEXT NOT NULL, player TEXT, reason TEXT NOT NULL, until TEXT, details TEXT NOT NULL)""",
    "CREATE INDEX moderation_log_of_player ON moderation_log (player, number)",
    "CREATE INDEX moderation_log_of_thing ON moderation_log (kind, about, number)",
    _forbid_changes,
    """CREATE TABLE moderation_names (
        number BIGINT NOT NULL, player TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (number, player))""",
    "CREATE INDEX moderation_names_of_player ON moderation_names (player)",
)


def log_act(cursor: Cursor, act: Act) -> int:
    """Append an act to the log, in the transaction that does it. Return its number.

    This is the only way into the log, for all slices.
    """
    cursor.lock(LOG_LOCK)
    row = cursor.one("SELECT COALESCE(MAX(number), 0) AS last FROM moderation_log")
    assert row is not None
    number = int(row["last"]) + 1
    player = act.about if act.kind == "player" else act.player
    cursor.execute(
        "INSERT INTO moderation_log (number, at, action, actor, kind, about, player, reason, until, details)"
        " VALUES (?,?,?,?,?,?,?,?,?,?)",
        (
            *(number, timestamp_now(), act.action, act.by, act.kind, act.about, player, act.reason, act.until),
            json.dumps(act.details, sort_keys=True),
        ),
    )
    named = {each for each in (act.by, player) if each is not None}
    for each in cursor.among("SELECT id, name FROM players WHERE erased_at IS NULL AND id IN", named):
        cursor.execute(
            "INSERT INTO moderation_names (number, player, name) VALUES (?,?,?)", (number, each["id"], each["name"])
        )
    return number


def forget_names(cursor: Cursor, player: str, now: str) -> None:
    """Delete the names of a player who is erased. The acts keep the id."""
    del now
    cursor.execute("DELETE FROM moderation_names WHERE player=?", (player,))


class ModerationLog:
    """Reads the log."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def acts(self, query: ActQuery) -> list[LoggedAct]:
        """Return a page of acts, the newest first."""
        wanted = {
            "player": query.player,
            "actor": query.by,
            "action": query.action,
            "kind": query.kind,
            "about": query.about,
        }
        conditions = [f"{column}=?" for column, value in wanted.items() if value is not None]
        values: list[object] = [value for value in wanted.values() if value is not None]
        if query.before is not None:
            conditions.append("number < ?")
            values.append(query.before)
        where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
        statement = f"SELECT * FROM moderation_log{where} ORDER BY number DESC LIMIT ?"  # noqa: S608 - constants
        with self._database.reading() as cursor:
            rows = list(cursor.all(statement, [*values, query.limit]))
            return _with_names(cursor, rows)


def _with_names(cursor: Cursor, rows: Sequence[Row]) -> list[LoggedAct]:
    if not rows:
        return []
    between = "SELECT * FROM moderation_names WHERE number BETWEEN ? AND ?"
    found = cursor.all(between, (rows[-1]["number"], rows[0]["number"]))
    names = {(each["number"], each["player"]): each["name"] for each in found}
    return [
        LoggedAct(
            number=row["number"],
            at=row["at"],
            action=row["action"],
            by=row["actor"],
            kind=row["kind"],
            about=row["about"],
            player=row["player"],
            reason=row["reason"],
            until=row["until"],
            details=json.loads(row["details"]),
            name=names.get((row["number"], row["player"])),
            by_name=names.get((row["number"], row["actor"])),
        )
        for row in rows
    ]
