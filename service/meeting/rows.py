"""The SQL of challenges, rematches and pairings. All three are meetings: players who agree on a game, or do not.

The game of a meeting has the id of the meeting, so that the log opens it once. `changed` orders all changes of all
meetings by their commits; no reply has it.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Literal, TypeAlias

import msgspec

from domain.kernel.values import Seat, Value
from service.core.store.database import Cursor, Row
from service.core.store.feature_tables import Step
from service.meeting.terms import MeetingTerms

Kind: TypeAlias = Literal["challenge", "rematch", "pool"]

State: TypeAlias = Literal["open", "accepted", "started", "declined", "cancelled", "expired", "failed"]
"""`open`: answers are missing; `accepted`: the game is about to be opened; `failed`: it could not be opened."""

Reason: TypeAlias = Literal["not_now", "clock", "rules", "rating", "no"]
"""Why a player declines."""

MEETING_LOCK = 0x6C75646F_07
"""The advisory lock of a transaction that changes meetings: of two presses at once, one is the first."""

KEPT_FOR = 30 * 24 * 3600
"""Seconds for which a meeting is kept after its end."""

TABLES: tuple[Step, ...] = (
    """CREATE TABLE meetings (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, before_game TEXT, asked_by TEXT, at TEXT NOT NULL,
        expires_at TEXT NOT NULL, state TEXT NOT NULL, reason TEXT, ended_by TEXT, ended_at TEXT,
        terms TEXT NOT NULL, wish INTEGER, seating TEXT, owner TEXT NOT NULL, changed BIGINT NOT NULL UNIQUE)""",
    "CREATE INDEX meetings_of_game ON meetings (before_game)",
    "CREATE INDEX meetings_by ON meetings (asked_by, at)",
    "CREATE INDEX meetings_due ON meetings (state, expires_at)",
    """CREATE TABLE meeting_players (
        meeting TEXT NOT NULL, number INTEGER NOT NULL, player TEXT NOT NULL, has_agreed INTEGER NOT NULL,
        PRIMARY KEY (meeting, player))""",
    "CREATE INDEX meeting_players_of ON meeting_players (player, meeting)",
    "CREATE TABLE meeting_changes (last BIGINT NOT NULL)",
    "INSERT INTO meeting_changes (last) VALUES (0)",
    """CREATE TABLE pool_entries (
        player TEXT PRIMARY KEY, ruleset TEXT NOT NULL, clock TEXT NOT NULL, skill BIGINT NOT NULL,
        since TEXT NOT NULL, seen_at TEXT NOT NULL, meeting TEXT)""",
    "CREATE INDEX pool_entries_of ON pool_entries (ruleset, clock, since)",
    # the time of the last change, by which lists are in order: a cursor must not have the number of all changes
    "ALTER TABLE meetings ADD COLUMN changed_at TEXT",
    "UPDATE meetings SET changed_at = COALESCE(ended_at, at)",
    "CREATE TABLE refused_requests (player TEXT NOT NULL, at TEXT NOT NULL)",
    "CREATE INDEX refused_requests_of ON refused_requests (player, at)",
)


class Invited(Value, frozen=True):
    """A player of a meeting, and whether the player has agreed."""

    player: str
    has_agreed: bool


class Meeting(Value, frozen=True):
    """A challenge, a rematch, or a pairing of a pool."""

    id: str
    kind: Kind
    before: str | None
    """The game that was played before; None: no rematch."""
    by: str | None
    """Who asked; None: a pool has paired, or the account was deleted."""
    at: str
    expires_at: str
    state: State
    terms: MeetingTerms
    players: tuple[Invited, ...]
    """Who plays, the one who asked first."""
    owner: str
    """The owner of the game."""
    wish: Seat | None = None
    """The seat that the one who asked wants."""
    seating: tuple[str, ...] | None = None
    """The players and bots by seat; None: not decided yet."""
    reason: Reason | None = None
    ended_by: str | None = None
    ended_at: str | None = None
    changed: int = 0
    changed_at: str = ""
    """The time of the last change."""

    def has(self, player: str) -> bool:
        """Whether a player takes part."""
        return any(each.player == player for each in self.players)

    def others(self, player: str) -> tuple[str, ...]:
        """Return who takes part besides a player."""
        return tuple(each.player for each in self.players if each.player != player)

    def missing(self) -> tuple[str, ...]:
        """Return who has not agreed."""
        return tuple(each.player for each in self.players if not each.has_agreed)


def lock_meetings(cursor: Cursor) -> None:
    """Let transactions that change meetings follow one another."""
    cursor.lock(MEETING_LOCK)


def last_change(cursor: Cursor) -> int:
    """Return the number of the last change."""
    row = cursor.one("SELECT last FROM meeting_changes")
    assert row is not None
    return int(row["last"])


def next_change(cursor: Cursor) -> int:
    """Return the number of a new change. The transaction holds `lock_meetings`."""
    cursor.execute("UPDATE meeting_changes SET last = last + 1")
    return last_change(cursor)


def insert_meeting(cursor: Cursor, new: Meeting) -> Meeting:
    """Store a meeting. The transaction holds `lock_meetings`."""
    made = msgspec.structs.replace(new, changed=next_change(cursor), changed_at=new.at)
    cursor.execute(
        "INSERT INTO meetings (id, kind, before_game, asked_by, at, expires_at, state, terms, wish, seating, owner,"
        " changed, changed_at) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)",
        (
            *(made.id, made.kind, made.before, made.by, made.at, made.expires_at, made.state),
            *(msgspec.json.encode(made.terms).decode(), made.wish, _encoded(made.seating), made.owner),
            *(made.changed, made.changed_at),
        ),
    )
    cursor.execute_many(
        "INSERT INTO meeting_players (meeting, number, player, has_agreed) VALUES (?,?,?,?)",
        [(made.id, number, each.player, int(each.has_agreed)) for number, each in enumerate(made.players)],
    )
    return made


def agree(cursor: Cursor, meeting: Meeting, player: str, now: str) -> Meeting:
    """Store that a player agrees. The transaction holds `lock_meetings`."""
    cursor.execute("UPDATE meeting_players SET has_agreed=1 WHERE meeting=? AND player=?", (meeting.id, player))
    players = tuple(Invited(each.player, each.has_agreed or each.player == player) for each in meeting.players)
    return change(cursor, msgspec.structs.replace(meeting, players=players), now)


def change(cursor: Cursor, meeting: Meeting, now: str) -> Meeting:
    """Store the state of a meeting. The transaction holds `lock_meetings`."""
    changed = msgspec.structs.replace(meeting, changed=next_change(cursor), changed_at=now)
    cursor.execute(
        "UPDATE meetings SET state=?, reason=?, ended_by=?, ended_at=?, seating=?, changed=?, changed_at=? WHERE id=?",
        (
            *(changed.state, changed.reason, changed.ended_by, changed.ended_at),
            *(_encoded(changed.seating), changed.changed, changed.changed_at, changed.id),
        ),
    )
    return changed


def meeting_of(cursor: Cursor, meeting: str) -> Meeting | None:
    """Return a meeting by its id."""
    return next(iter(_read_all(cursor, cursor.all("SELECT * FROM meetings WHERE id=?", (meeting,)))), None)


def rematch_of(cursor: Cursor, game: str) -> Meeting | None:
    """Return the last rematch of a game; None: nobody has asked."""
    found = cursor.all("SELECT * FROM meetings WHERE before_game=? ORDER BY changed DESC LIMIT 1", (game,))
    return next(iter(_read_all(cursor, found)), None)


def meetings_of(
    cursor: Cursor, player: str, states: Sequence[State] | None, before: tuple[str, str] | None, limit: int
) -> list[Meeting]:
    """Return the meetings of a player, the last changed first.

    `before`: only those after the one with this time of its last change and this id.
    """
    conditions, values = ["id IN (SELECT meeting FROM meeting_players WHERE player=?)"], list[object]([player])
    if states is not None:
        conditions.append(f"state IN ({','.join('?' * len(states))})")
        values += states
    if before is not None:
        conditions.append("(changed_at, id) < (?, ?)")
        values += before
    statement = f"SELECT * FROM meetings WHERE {' AND '.join(conditions)} ORDER BY changed_at DESC, id DESC LIMIT ?"  # noqa: S608
    return _read_all(cursor, cursor.all(statement, [*values, limit]))


def open_by(cursor: Cursor, player: str, now: str) -> int:
    """Return how many open challenges and rematches a player has asked for."""
    return cursor.count("meetings WHERE asked_by=? AND state='open' AND expires_at > ?", (player, now))


def open_for(cursor: Cursor, player: str, now: str) -> int:
    """Return how many open challenges wait for the answer of a player."""
    return cursor.count(
        "meetings m JOIN meeting_players p ON p.meeting=m.id"
        " WHERE m.state='open' AND m.expires_at > ? AND p.player=? AND p.has_agreed=0",
        (now, player),
    )


def open_between(cursor: Cursor, by: str, player: str, now: str) -> bool:
    """Whether a challenge of a player to another one is open."""
    return bool(
        cursor.count(
            "meetings m JOIN meeting_players p ON p.meeting=m.id"
            " WHERE m.state='open' AND m.expires_at > ? AND m.kind='challenge' AND m.asked_by=? AND p.player=?",
            (now, by, player),
        )
    )


def asked_since(cursor: Cursor, player: str, since: str) -> list[str]:
    """Return the times at which a player asked after a time, the latest first, also of what was refused."""
    rows = cursor.all(
        "SELECT at FROM meetings WHERE asked_by=? AND at > ?"
        " UNION ALL SELECT at FROM refused_requests WHERE player=? AND at > ? ORDER BY at DESC",
        (player, since, player, since),
    )
    return [row["at"] for row in rows]


def note_refused(cursor: Cursor, player: str, now: str, before: str) -> None:
    """Count a request that was refused because of the wish of another player; forget those before a time."""
    cursor.execute("DELETE FROM refused_requests WHERE at < ?", (before,))
    cursor.execute("INSERT INTO refused_requests (player, at) VALUES (?,?)", (player, now))


def are_known(cursor: Cursor, players: Collection[str]) -> bool:
    """Whether all of these players have an account.

    The transaction holds `lock_meetings`: an account that is deleted later finds what this transaction stores.
    """
    rows = cursor.among("SELECT id FROM players WHERE erased_at IS NULL AND id IN", players)
    return {row["id"] for row in rows} == set(players)


def refused_since(cursor: Cursor, by: str, player: str, since: str) -> list[str]:
    """Return when a player asked another one after a time in vain, the latest first."""
    rows = cursor.all(
        "SELECT m.at FROM meetings m JOIN meeting_players p ON p.meeting=m.id WHERE m.asked_by=? AND p.player=?"
        " AND m.at > ? AND m.state IN ('declined','cancelled','expired') ORDER BY m.at DESC",
        (by, player, since),
    )
    return [row["at"] for row in rows]


def is_any_pending(cursor: Cursor) -> bool:
    """Return whether a meeting waits for an answer or for its game."""
    return cursor.one("SELECT 1 AS found FROM meetings WHERE state IN ('open','accepted') LIMIT 1") is not None


def due_meetings(cursor: Cursor, now: str, limit: int) -> list[Meeting]:
    """Return the meetings whose game is to be opened, and open ones that have expired."""
    rows = cursor.all(
        "SELECT * FROM meetings WHERE state='accepted' OR (state='open' AND expires_at <= ?) ORDER BY changed LIMIT ?",
        (now, limit),
    )
    return _read_all(cursor, rows)


def delete_ended(cursor: Cursor, before: str) -> None:
    """Delete the meetings that ended before a time."""
    old = "SELECT id FROM meetings WHERE state NOT IN ('open','accepted') AND ended_at < ?"
    cursor.execute(f"DELETE FROM meeting_players WHERE meeting IN ({old})", (before,))  # noqa: S608 - a constant
    cursor.execute("DELETE FROM meetings WHERE state NOT IN ('open','accepted') AND ended_at < ?", (before,))


def changes_after(cursor: Cursor, changed: int, limit: int) -> list[Meeting]:
    """Return the meetings that changed after a number, in the order of the changes."""
    return _read_all(
        cursor, cursor.all("SELECT * FROM meetings WHERE changed > ? ORDER BY changed LIMIT ?", (changed, limit))
    )


def changes_of(cursor: Cursor, player: str, changed: int, limit: int) -> list[Meeting]:
    """Return the meetings of a player that changed after a number, in the order of the changes."""
    rows = cursor.all(
        "SELECT * FROM meetings WHERE changed > ? AND id IN (SELECT meeting FROM meeting_players WHERE player=?)"
        " ORDER BY changed LIMIT ?",
        (changed, player, limit),
    )
    return _read_all(cursor, rows)


def erase_meetings(cursor: Cursor, player: str, now: str) -> None:
    """End the open meetings of a player, and delete who took part and who asked."""
    lock_meetings(cursor)
    for found in meetings_of(cursor, player, ("open", "accepted"), None, _MANY):
        change(cursor, msgspec.structs.replace(found, state="cancelled", ended_at=now), now)
    for statement in (
        "UPDATE meetings SET asked_by=NULL WHERE asked_by=?",
        "UPDATE meetings SET ended_by=NULL WHERE ended_by=?",
        "DELETE FROM meeting_players WHERE player=?",
        "DELETE FROM pool_entries WHERE player=?",
        "DELETE FROM refused_requests WHERE player=?",
    ):
        cursor.execute(statement, (player,))
    # the seating of a game that is played is in its log
    cursor.execute("UPDATE meetings SET seating=NULL WHERE seating LIKE ?", (f'%"{player}"%',))


_MANY = 1_000_000


def _encoded(seating: tuple[str, ...] | None) -> str | None:
    return None if seating is None else msgspec.json.encode(seating).decode()


def _read_all(cursor: Cursor, rows: Iterator[Row]) -> list[Meeting]:
    found = list(rows)
    players: dict[str, list[Invited]] = {}
    statement = "SELECT meeting, player, has_agreed, number FROM meeting_players WHERE meeting IN"
    listed = sorted(cursor.among(statement, {row["id"] for row in found}), key=lambda row: row["number"])
    for row in listed:
        players.setdefault(row["meeting"], []).append(Invited(row["player"], bool(row["has_agreed"])))
    return [_read(row, tuple(players.get(row["id"], ()))) for row in found]


def _read(row: Row, players: tuple[Invited, ...]) -> Meeting:
    seating = row["seating"]
    return Meeting(
        id=row["id"],
        kind=row["kind"],
        before=row["before_game"],
        by=row["asked_by"],
        at=row["at"],
        expires_at=row["expires_at"],
        state=row["state"],
        terms=msgspec.json.decode(row["terms"], type=MeetingTerms),
        players=players,
        owner=row["owner"],
        wish=row["wish"],
        seating=None if seating is None else msgspec.json.decode(seating, type=tuple[str, ...]),
        reason=row["reason"],
        ended_by=row["ended_by"],
        ended_at=row["ended_at"],
        changed=row["changed"],
        changed_at=row["changed_at"],
    )
