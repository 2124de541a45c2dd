"""The SQL of messages, their settings and marks.

A topic is a game or a tournament. Its messages are in two rooms. `place` counts the messages of a room from 1, so that
it says nothing of the other room. `changed` orders all changes of all messages by their commits; no reply has it.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Literal, TypeAlias

from msgspec.structs import replace

from domain.kernel.values import Seat, Value
from service.core.store.database import Cursor, Row
from service.core.store.feature_tables import Step

Room: TypeAlias = Literal["table", "spectators"]
"""`table`: of the players; `spectators`: of those who watch."""

Level: TypeAlias = Literal["off", "players", "all"]
"""Who may write: no one, only players at the table, or spectators in their room, too."""

LEVELS: tuple[Level, ...] = ("off", "players", "all")
"""The levels, the strictest first."""

TALK_LOCK = 0x6C75646F_05
"""The advisory lock of a transaction that changes messages: they get their numbers in the order of the commits."""

TABLES: tuple[Step, ...] = (
    """CREATE TABLE talk_messages (
        id TEXT PRIMARY KEY, topic TEXT NOT NULL, room TEXT NOT NULL, place BIGINT NOT NULL,
        changed BIGINT NOT NULL UNIQUE, at TEXT NOT NULL, player TEXT, account TEXT, seat INTEGER, text TEXT,
        level TEXT, removed_at TEXT, UNIQUE (topic, room, place))""",
    "CREATE INDEX talk_messages_of_topic ON talk_messages (topic, changed)",
    "CREATE INDEX talk_messages_of_player ON talk_messages (player, topic, at)",
    "CREATE INDEX talk_messages_of_account ON talk_messages (account, at)",
    "CREATE TABLE talk_levels (topic TEXT PRIMARY KEY, own TEXT, games TEXT)",
    """CREATE TABLE talk_marks (
        player TEXT NOT NULL, topic TEXT NOT NULL, muted INTEGER NOT NULL, read_at TEXT,
        PRIMARY KEY (player, topic))""",
    """CREATE TABLE game_notes (
        player TEXT NOT NULL, game TEXT NOT NULL, version BIGINT NOT NULL, seat INTEGER, text TEXT NOT NULL,
        at TEXT NOT NULL, PRIMARY KEY (player, game, version))""",
    """CREATE TABLE player_notes (
        player TEXT NOT NULL, about TEXT NOT NULL, text TEXT NOT NULL, at TEXT NOT NULL,
        PRIMARY KEY (player, about))""",
    "CREATE INDEX player_notes_about ON player_notes (about)",
    "CREATE TABLE absences (player TEXT PRIMARY KEY, until TEXT NOT NULL)",
)


class Message(Value, frozen=True):
    """A message, or a line that says who changed the level."""

    id: str
    topic: str
    room: Room
    place: int
    changed: int
    at: str
    player: str | None
    """The author; None: the account was deleted."""
    seat: Seat | None
    text: str | None
    """None: removed, or a change of the level."""
    level: Level | None
    is_removed: bool
    account: str | None = None
    """The account for which the author counts; None: the account was deleted."""

    def is_by_any(self, authors: Collection[str]) -> bool:
        """Whether one of these players has written it, or a guest whom one of them has seated."""
        return self.player in authors or self.account in authors


class NewMessage(Value, frozen=True):
    """A message to store."""

    id: str
    topic: str
    room: Room
    at: str
    player: str
    account: str
    """The account for which the player counts: that of a guest is the one that seated the guest."""
    seat: Seat | None
    text: str | None
    level: Level | None = None


class Mark(Value, frozen=True):
    """What a player has set for himself or herself in a topic."""

    is_muted: bool = False
    read_at: str | None = None
    """The time of the last message that the player has read; None: none."""


def lock_talk(cursor: Cursor) -> None:
    """Let transactions that change messages follow one another."""
    cursor.lock(TALK_LOCK)


def last_change(cursor: Cursor) -> int:
    """Return the number of the last change."""
    row = cursor.one("SELECT COALESCE(MAX(changed), 0) AS last FROM talk_messages")
    assert row is not None
    return int(row["last"])


def insert_message(cursor: Cursor, new: NewMessage) -> Message:
    """Store a message. The transaction holds `lock_talk`.

    No message of a room is earlier than the one before it: what was written until a message that was read is read.
    """
    row = cursor.one(
        "SELECT place, at FROM talk_messages WHERE topic=? AND room=? ORDER BY place DESC LIMIT 1",
        (new.topic, new.room),
    )
    if row is not None:
        new = replace(new, at=max(new.at, row["at"]))
    place, changed = 1 if row is None else int(row["place"]) + 1, last_change(cursor) + 1
    cursor.execute(
        "INSERT INTO talk_messages (id, topic, room, place, changed, at, player, account, seat, text, level)"
        " VALUES (?,?,?,?,?,?,?,?,?,?,?)",
        (
            *(new.id, new.topic, new.room, place, changed, new.at),
            *(new.player, new.account, new.seat, new.text, new.level),
        ),
    )
    return Message(
        *(new.id, new.topic, new.room, place, changed, new.at, new.player, new.seat, new.text, new.level),
        is_removed=False,
        account=new.account,
    )


def message_of(cursor: Cursor, message: str) -> Message | None:
    """Return a message by its id."""
    row = cursor.one("SELECT * FROM talk_messages WHERE id=?", (message,))
    return None if row is None else _read(row)


def remove_message(cursor: Cursor, message: str, now: str) -> None:
    """Delete the text of a message; its place stays. The transaction holds `lock_talk`."""
    cursor.execute(
        "UPDATE talk_messages SET text=NULL, removed_at=?, changed=? WHERE id=?",
        (now, last_change(cursor) + 1, message),
    )


def page_of(cursor: Cursor, topic: str, room: Room, before: int | None, limit: int) -> list[Message]:
    """Return messages of a room, newest first; `before`: only those with lower places."""
    earlier, values = ("", []) if before is None else (" AND place < ?", [before])
    rows = cursor.all(
        f"SELECT * FROM talk_messages WHERE topic=? AND room=?{earlier} ORDER BY place DESC LIMIT ?",  # noqa: S608
        [topic, room, *values, limit],
    )
    return [_read(row) for row in rows]


def changes_after(cursor: Cursor, changed: int, limit: int) -> list[Message]:
    """Return the messages of all topics that changed after a number, in the order of the changes."""
    rows = cursor.all("SELECT * FROM talk_messages WHERE changed > ? ORDER BY changed LIMIT ?", (changed, limit))
    return [_read(row) for row in rows]


def changes_of(cursor: Cursor, topic: str, changed: int, limit: int) -> list[Message]:
    """Return the messages of a topic that changed after a number, in the order of the changes."""
    rows = cursor.all(
        "SELECT * FROM talk_messages WHERE topic=? AND changed > ? ORDER BY changed LIMIT ?", (topic, changed, limit)
    )
    return [_read(row) for row in rows]


def times_of(cursor: Cursor, new: NewMessage, since: str, *, of_account: bool) -> Sequence[str]:
    """Return the times of what a player wrote in the topic, or an account anywhere, after a time; the latest first."""
    who, values = ("account=?", [new.account]) if of_account else ("player=? AND topic=?", [new.player, new.topic])
    rows = cursor.all(f"SELECT at FROM talk_messages WHERE {who} AND at > ? ORDER BY at DESC", [*values, since])  # noqa: S608
    return [row["at"] for row in rows]


def own_level(cursor: Cursor, topic: str) -> Level | None:
    """Return the level that was set for a topic; None: none was."""
    row = cursor.one("SELECT own FROM talk_levels WHERE topic=?", (topic,))
    return None if row is None else row["own"]


def level_for_games(cursor: Cursor, topic: str) -> Level | None:
    """Return the level that a tournament sets for its games; None: none."""
    row = cursor.one("SELECT games FROM talk_levels WHERE topic=?", (topic,))
    return None if row is None else row["games"]


def set_level(cursor: Cursor, topic: str, own: Level | None, games: Level | None) -> None:
    """Store the levels of a topic."""
    cursor.execute(
        "INSERT INTO talk_levels (topic, own, games) VALUES (?,?,?)"
        " ON CONFLICT (topic) DO UPDATE SET own=excluded.own, games=excluded.games",
        (topic, own, games),
    )


def mark_of(cursor: Cursor, player: str, topic: str) -> Mark:
    """Return what a player has set in a topic."""
    row = cursor.one("SELECT muted, read_at FROM talk_marks WHERE player=? AND topic=?", (player, topic))
    return Mark() if row is None else Mark(bool(row["muted"]), row["read_at"])


def set_mark(cursor: Cursor, player: str, topic: str, mark: Mark) -> None:
    """Store what a player has set in a topic."""
    cursor.execute(
        "INSERT INTO talk_marks (player, topic, muted, read_at) VALUES (?,?,?,?)"
        " ON CONFLICT (player, topic) DO UPDATE SET muted=excluded.muted, read_at=excluded.read_at",
        (player, topic, int(mark.is_muted), mark.read_at),
    )


def unread(cursor: Cursor, topic: str, rooms: Sequence[Room], player: str, hidden: Collection[str], most: int) -> int:
    """Return how many messages a player has not read in rooms, at most a number.

    Neither those of the player count, nor those of `hidden` authors and of the guests of these.
    """
    since = mark_of(cursor, player, topic).read_at or ""
    authors, marks = sorted(hidden), ",".join("?" * len(rooms))
    others = ",".join("?" * len(authors))
    unhidden = (
        f" AND (player IS NULL OR player NOT IN ({others})) AND (account IS NULL OR account NOT IN ({others}))"
        if authors
        else ""
    )
    row = cursor.one(
        "SELECT COUNT(*) AS number FROM (SELECT 1 FROM talk_messages"  # noqa: S608 - marks
        f" WHERE topic=? AND room IN ({marks}) AND at > ? AND text IS NOT NULL"
        f" AND (player IS NULL OR player<>?){unhidden} LIMIT ?) AS later",
        [topic, *rooms, since, player, *authors, *authors, most],
    )
    assert row is not None
    return int(row["number"])


def absence_of(cursor: Cursor, player: str, now: str) -> str | None:
    """Return until when a player is away; None: the player is here."""
    row = cursor.one("SELECT until FROM absences WHERE player=? AND until > ?", (player, now))
    return None if row is None else row["until"]


def absences_among(cursor: Cursor, players: Sequence[str], now: str) -> dict[str, str]:
    """Return until when players are away, of those who are."""
    rows = cursor.among("SELECT player, until FROM absences WHERE player IN", players)
    return {row["player"]: row["until"] for row in rows if row["until"] > now}


def set_absence(cursor: Cursor, player: str, until: str | None) -> None:
    """Store until when a player is away; None: the player is back."""
    cursor.execute("DELETE FROM absences WHERE player=?", (player,))
    if until is not None:
        cursor.execute("INSERT INTO absences (player, until) VALUES (?,?)", (player, until))


def erase_talk(cursor: Cursor, player: str, now: str) -> None:
    """Delete the texts and notes of a player, the notes of others about this player, settings and the absence.

    The places of the messages stay, without their author.
    """
    lock_talk(cursor)
    # each is a change, so that streams send it, and no process keeps the text
    cursor.execute(
        "UPDATE talk_messages SET text=NULL, player=NULL, account=NULL, changed=later.number + ?,"
        " removed_at=CASE WHEN level IS NULL THEN COALESCE(removed_at, ?) END FROM"
        " (SELECT id, ROW_NUMBER() OVER (ORDER BY changed) AS number FROM talk_messages WHERE player=?) AS later"
        " WHERE talk_messages.id=later.id",
        (last_change(cursor), now, player),
    )
    # those of guests of this account
    cursor.execute("UPDATE talk_messages SET account=NULL WHERE account=?", (player,))
    cursor.execute("DELETE FROM talk_marks WHERE player=?", (player,))
    cursor.execute("DELETE FROM game_notes WHERE player=?", (player,))
    cursor.execute("DELETE FROM player_notes WHERE player=? OR about=?", (player, player))
    cursor.execute("DELETE FROM absences WHERE player=?", (player,))


def _read(row: Row) -> Message:
    return Message(
        *(row["id"], row["topic"], row["room"], row["place"], row["changed"], row["at"], row["player"], row["seat"]),
        *(row["text"], row["level"]),
        is_removed=row["removed_at"] is not None,
        account=row["account"],
    )


class Note(Value, frozen=True):
    """A note of a player about a game at a version."""

    version: int
    seat: Seat | None
    text: str
    at: str


def notes_of(cursor: Cursor, player: str, game: str) -> Iterator[Note]:
    """Return the notes of a player about a game, in the order of the versions."""
    rows = cursor.all("SELECT * FROM game_notes WHERE player=? AND game=? ORDER BY version", (player, game))
    return (Note(row["version"], row["seat"], row["text"], row["at"]) for row in rows)


def put_note(cursor: Cursor, player: str, game: str, note: Note) -> None:
    """Store a note in the place of the one at its version; an empty text deletes it."""
    cursor.execute("DELETE FROM game_notes WHERE player=? AND game=? AND version=?", (player, game, note.version))
    if note.text:
        cursor.execute(
            "INSERT INTO game_notes (player, game, version, seat, text, at) VALUES (?,?,?,?,?,?)",
            (player, game, note.version, note.seat, note.text, note.at),
        )


def player_note(cursor: Cursor, player: str, about: str) -> tuple[str, str] | None:
    """Return the note of a player about another one and its time; None: there is none."""
    row = cursor.one("SELECT text, at FROM player_notes WHERE player=? AND about=?", (player, about))
    return None if row is None else (row["text"], row["at"])


def put_player_note(cursor: Cursor, player: str, about: str, text: str, now: str) -> None:
    """Store the note of a player about another one; an empty text deletes it."""
    cursor.execute("DELETE FROM player_notes WHERE player=? AND about=?", (player, about))
    if text:
        cursor.execute(
            "INSERT INTO player_notes (player, about, text, at) VALUES (?,?,?,?)", (player, about, text, now)
        )
