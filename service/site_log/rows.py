"""The tables of the log: its events, and what follows from them (decision 080).

`site_events` is the log. All other tables are a cache of it: they are written in the transaction that appends an event,
and the same events give the same rows.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from domain.kernel.codec import canonical
from domain.kernel.values import Event
from domain.ledger.integrity import DamagedLogError
from domain.ledger.records import Entry, write_batch
from domain.transparency.site import SITE_CODEC, About, Signed, SiteLog, follow
from domain.transparency.tiles import Tiles
from service.core.keys.signing import is_signed_by
from service.core.store.database import Cursor
from service.core.store.failpoints import at_point
from service.core.store.recorder import StoredEntry, entry_of

TABLES = (
    "CREATE TABLE site_events (version BIGINT PRIMARY KEY, entry TEXT NOT NULL)",
    "CREATE TABLE log_state (name TEXT PRIMARY KEY, state TEXT NOT NULL)",
    """CREATE TABLE log_tiles (
        level INTEGER NOT NULL, number BIGINT NOT NULL, hashes TEXT NOT NULL, PRIMARY KEY (level, number))""",
    """CREATE TABLE log_entries (
        number BIGINT PRIMARY KEY, kind TEXT NOT NULL, subject TEXT NOT NULL, data TEXT NOT NULL)""",
    "CREATE INDEX log_entries_by_subject ON log_entries (subject)",
    "CREATE TABLE log_checkpoints (size BIGINT PRIMARY KEY, checkpoint TEXT NOT NULL)",
    "CREATE TABLE log_skipped (kind TEXT NOT NULL, subject TEXT NOT NULL, PRIMARY KEY (kind, subject))",
)

CACHES = ("log_state", "log_tiles", "log_entries", "log_checkpoints", "log_skipped")
"""The tables that follow from `site_events`."""

PAGE = 50
"""Events that are read at a time."""

_encode = msgspec.json.Encoder(order="sorted").encode


def state_of(cursor: Cursor) -> SiteLog:
    """Return the state of the log up to which the tables have been written."""
    row = cursor.one("SELECT state FROM log_state WHERE name = 'log'")
    return SiteLog() if row is None else msgspec.json.decode(row["state"], type=SiteLog)


def last_version(cursor: Cursor) -> int:
    """Return the version of the last event of the log; 0: it has none."""
    row = cursor.one("SELECT MAX(version) AS version FROM site_events")
    return 0 if row is None or row["version"] is None else int(row["version"])


def hold(cursor: Cursor) -> None:
    """Let no other process append until the end of the transaction. SQLite has one writer at a time."""
    if cursor.is_postgres:
        cursor.execute("LOCK TABLE site_events IN EXCLUSIVE MODE")


def append(cursor: Cursor, state: SiteLog, at: str, event: Event) -> SiteLog:
    """Append an event to the log and to the tables; returns the state after it."""
    [entry] = write_batch(state.tip, b"", at, None, [event], SITE_CODEC)
    at_point("site-log")
    stored = _encode(StoredEntry(entry.record, entry.head))
    cursor.execute("INSERT INTO site_events (version, entry) VALUES (?,?)", (entry.record.version, stored.decode()))
    return apply(cursor, state, entry)


def events_after(cursor: Cursor, version: int, limit: int = PAGE) -> Iterator[Entry]:
    """Return the first events after a version. Raises DamagedLogError for one that cannot be decoded."""
    rows = cursor.all(
        "SELECT version, entry FROM site_events WHERE version > ? ORDER BY version LIMIT ?", (version, limit)
    )
    for row in rows:
        try:
            yield entry_of(row["entry"].encode())
        except (msgspec.DecodeError, ValueError, AttributeError) as error:
            message = f"event {row['version']} of the transparency log cannot be decoded: {error}"
            raise DamagedLogError(message) from None


def apply(cursor: Cursor, state: SiteLog, entry: Entry) -> SiteLog:
    """Write what an event changes to the tables; returns the state after it. Raises DamagedLogError."""
    step = follow(state, entry, tiles_of(cursor), is_signed_by)
    for (level, number), hashes in step.tiles.items():
        cursor.execute(
            "INSERT INTO log_tiles (level, number, hashes) VALUES (?,?,?) "
            "ON CONFLICT (level, number) DO UPDATE SET hashes=excluded.hashes",
            (level, number, hashes.hex()),
        )
    rows = [
        (number, about.kind, about.subject, data.decode())
        for number, (about, data) in enumerate(step.entries, state.size)
    ]
    cursor.insert("log_entries", "number, kind, subject, data", rows)
    if step.checkpoint is not None:
        cursor.execute(
            "INSERT INTO log_checkpoints (size, checkpoint) VALUES (?,?) ON CONFLICT (size) DO NOTHING",
            (step.checkpoint.size, canonical(step.checkpoint).decode()),
        )
    for about in step.skipped:
        cursor.execute(
            "INSERT INTO log_skipped (kind, subject) VALUES (?,?) ON CONFLICT (kind, subject) DO NOTHING",
            (about.kind, about.subject),
        )
    for about in step.mended:
        cursor.execute("DELETE FROM log_skipped WHERE kind = ? AND subject = ?", (about.kind, about.subject))
    cursor.execute(
        "INSERT INTO log_state (name, state) VALUES ('log', ?) ON CONFLICT (name) DO UPDATE SET state=excluded.state",
        (canonical(step.state).decode(),),
    )
    return step.state


def catch_up(cursor: Cursor, state: SiteLog) -> SiteLog:
    """Write all events after a state to the tables, in one transaction: readers never see a smaller log."""
    while found := list(events_after(cursor, state.tip.version)):
        for entry in found:
            state = apply(cursor, state, entry)
    return state


def tiles_of(cursor: Cursor) -> Tiles:
    """Return the tiles in the table, each read once."""
    read: dict[tuple[int, int], bytes] = {}

    def tile(level: int, number: int) -> bytes:
        if (level, number) not in read:
            read[level, number] = stored_tile(cursor, level, number)
        return read[level, number]

    return tile


def stored_tile(cursor: Cursor, level: int, number: int) -> bytes:
    """Return the hashes of a tile, as many as there are; empty if there is none."""
    row = cursor.one("SELECT hashes FROM log_tiles WHERE level=? AND number=?", (level, number))
    return b"" if row is None else bytes.fromhex(row["hashes"])


def entries_between(cursor: Cursor, first: int, count: int) -> list[bytes]:
    """Return the data of entries in order, from a number on."""
    rows = cursor.all(
        "SELECT data FROM log_entries WHERE number >= ? AND number < ? ORDER BY number", (first, first + count)
    )
    return [row["data"].encode() for row in rows]


def entries_in(cursor: Cursor, first: int, count: int) -> list[tuple[str, str, str]]:
    """Return kind, subject and data of entries in order, from a number on."""
    rows = cursor.all(
        "SELECT kind, subject, data FROM log_entries WHERE number >= ? AND number < ? ORDER BY number",
        (first, first + count),
    )
    return [(row["kind"], row["subject"], row["data"]) for row in rows]


def checkpoints_in(cursor: Cursor) -> list[Signed]:
    """Return all checkpoints in the order of their sizes."""
    rows = cursor.all("SELECT checkpoint FROM log_checkpoints ORDER BY size")
    return [msgspec.json.decode(row["checkpoint"], type=Signed) for row in rows]


def numbers_of(cursor: Cursor, subject: str) -> dict[str, int]:
    """Return the numbers of the entries about a game or tournament by their kinds, the last one of each kind."""
    rows = cursor.all("SELECT number, kind FROM log_entries WHERE subject = ? ORDER BY number", (subject,))
    return {row["kind"]: row["number"] for row in rows}


def entries_about(cursor: Cursor, subject: str) -> list[tuple[int, bytes]]:
    """Return number and data of the entries about a game or tournament, in order."""
    rows = cursor.all("SELECT number, data FROM log_entries WHERE subject = ? ORDER BY number", (subject,))
    return [(row["number"], row["data"].encode()) for row in rows]


def kinds_of(cursor: Cursor, subjects: Iterable[str]) -> Mapping[str, set[str]]:
    """Return the kinds of the entries about games or tournaments; those without entries have none."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for row in cursor.among("SELECT subject, kind FROM log_entries WHERE subject IN", subjects):
        found[row["subject"]].add(row["kind"])
    return found


def skipped_in(cursor: Cursor) -> frozenset[About]:
    """Return what was damaged when the log came to it, and waits for its repair."""
    return frozenset(About(row["kind"], row["subject"]) for row in cursor.all("SELECT kind, subject FROM log_skipped"))


def checkpoint_after(cursor: Cursor, number: int) -> Signed | None:
    """Return the first checkpoint that covers an entry; None: there is none yet."""
    row = cursor.one("SELECT checkpoint FROM log_checkpoints WHERE size > ? ORDER BY size LIMIT 1", (number,))
    return None if row is None else msgspec.json.decode(row["checkpoint"], type=Signed)


def rebuild(cursor: Cursor) -> SiteLog:
    """Write all tables again from the events; returns the state of the log.

    Raises DamagedLogError, and then nothing is changed: a tree that does not continue a checkpoint is never shown.
    """
    hold(cursor)
    published = [signed for signed in checkpoints_in(cursor) if _is_authentic(state_of(cursor).origin, signed)]
    for table in CACHES:
        cursor.execute(f"DELETE FROM {table}")  # noqa: S608 - our names
    state = catch_up(cursor, SiteLog())
    rebuilt = {(signed.size, signed.root) for signed in checkpoints_in(cursor)}
    if lost := [signed.size for signed in published if (signed.size, signed.root) not in rebuilt]:
        message = f"its events do not have the checkpoint of size {max(lost)}, which was published"
        raise DamagedLogError(message)
    return state


def _is_authentic(origin: str, signed: Signed) -> bool:
    """Whether a checkpoint was really signed; a damaged row is not."""
    try:
        key, signature = bytes.fromhex(signed.public_key), bytes.fromhex(signed.signature)
        return is_signed_by(key, signed.note(origin).text.encode(), signature)
    except ValueError:
        return False
