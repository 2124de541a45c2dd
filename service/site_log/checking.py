"""Checks the log: its events, the tables, which have to be what follows from them, and what the games promise."""

from collections.abc import Iterator, Sequence

from domain.game.codecs import LOBBY_CODEC
from domain.kernel.codec import canonical
from domain.ledger.integrity import DamagedLogError
from domain.ledger.records import Entry
from domain.transparency.entries import GAME_KINDS, TOURNAMENT_KINDS
from domain.transparency.site import About, Signed, SiteLog, follow
from domain.transparency.tiles import tiles_in
from service.core.keys.signing import is_signed_by
from service.core.store.database import Cursor
from service.core.store.postgres_connection import EVENTS
from service.core.store.reading import is_corrupt
from service.core.store.recorder import StoredEntry
from service.site_log.gathering import GAME, POSITIONS, TOPICS, TOURNAMENT
from service.site_log.promised import UNDECODABLE, decoded, is_known, is_of_lobby, promises_of_game
from service.site_log.rows import checkpoints_in, entries_in, events_after, skipped_in, state_of, stored_tile

BROKEN = "the transparency log is damaged"
"""How a reason begins if the events themselves are damaged. Otherwise `ludolog rebuild log` mends the tables."""

LACKS = "the transparency log lacks"
"""How a reason begins if something that the site has promised is not in the log."""

MOST_NAMED = 10
"""Games and tournaments that are named one by one."""


class _Folded:
    """What follows from the events of the log, compared with the entries in the table on the way."""

    def __init__(self) -> None:
        self.state = SiteLog()
        self.tiles: dict[tuple[int, int], bytes] = {}
        self.checkpoints: list[Signed] = []
        self.skipped = frozenset[About]()
        self.has_entries = True

    def take(self, cursor: Cursor, entry: Entry) -> None:
        """Follow an event. Raises DamagedLogError."""
        step = follow(self.state, entry, tiles_in(self.tiles), is_signed_by)
        wanted = [(about.kind, about.subject, data.decode()) for about, data in step.entries]
        if wanted and wanted != entries_in(cursor, self.state.size, len(wanted)):
            self.has_entries = False
        self.state = step.state
        self.tiles.update(step.tiles)
        self.checkpoints += [step.checkpoint] if step.checkpoint else []
        self.skipped = (self.skipped | {*step.skipped}) - {*step.mended}

    def differing(self, cursor: Cursor) -> Iterator[str]:
        """Yield the tables that differ."""
        if self.checkpoints != checkpoints_in(cursor):
            yield "log_checkpoints"
        if not self.has_entries:
            yield "log_entries"
        if self.skipped != skipped_in(cursor):
            yield "log_skipped"
        if self.state != state_of(cursor):
            yield "log_state"
        if any(stored_tile(cursor, *place) != hashes for place, hashes in self.tiles.items()):
            yield "log_tiles"


def problems_of(cursor: Cursor) -> Iterator[str]:
    """Yield what is wrong with the log. The cursor sees the database at one moment."""
    if not cursor.has_table("site_events"):
        return
    folded = _Folded()
    try:
        while found := list(events_after(cursor, folded.state.tip.version)):
            for entry in found:
                folded.take(cursor, entry)
    except DamagedLogError as damaged:
        yield f"{BROKEN}: {damaged}"
        return
    if differing := list(folded.differing(cursor)):
        yield f"{', '.join(differing)} differ from the transparency log: run `ludolog rebuild log`"
        return
    yield from _lacking(cursor, folded.state)


def check_logged(cursor: Cursor, game: str, entries: Sequence[StoredEntry]) -> None:
    """Raise DamagedLogError if the log has another opening or end of a game than its whole log of events says.

    What a later release has written is left to it.
    """
    is_later = any(is_of_lobby(each.record) and not is_known(LOBBY_CODEC, each.record) for each in entries)
    if is_later or not cursor.has_table("log_entries"):
        return
    rows = list(cursor.all("SELECT number, kind, data FROM log_entries WHERE subject = ? ORDER BY number", (game,)))
    if not rows:
        return
    promised = {promise.kind: canonical(promise.entry).decode() for promise in promises_of_game(entries)}
    # a second end in the log is no damage of the game
    agreeing = {row["kind"] for row in rows if promised.get(row["kind"]) == row["data"]}
    if other := next((row for row in rows if row["kind"] not in agreeing), None):
        message = f"the log was rewritten: the transparency log has another {other['kind']} at {other['number']}"
        raise DamagedLogError(message)


def _lacking(cursor: Cursor, state: SiteLog) -> Iterator[str]:
    """Yield what the site has promised, by its games and tournaments, and the log does not have.

    What was skipped because it was damaged is named elsewhere, and waits for its repair.
    """
    skipped = skipped_in(cursor)
    if not state.is_open:
        return
    for what, missing in ((GAME, _missing_games(cursor, state)), (TOURNAMENT, _missing_tournaments(cursor, state))):
        names = [name for name in missing if About(what, name) not in skipped]
        if names:
            more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
            # the words of the terminal would load its library
            those = f"1 {what}" if len(names) == 1 else f"{len(names)} {what}s"
            yield f"{LACKS} entries of {those}: {', '.join(names[:MOST_NAMED])}{more}"


def _missing_games(cursor: Cursor, state: SiteLog) -> list[str]:
    """Return the games of this site whose opening or end, up to where the log has looked, is not in the log."""
    table, position = (EVENTS, "notification_id") if cursor.is_postgres else ("stored_events", "rowid")
    ranges = [_range(about) for about in skipped_in(cursor) if about.kind == POSITIONS]
    missing: dict[str, None] = {}
    try:
        for type_, kind in GAME_KINDS.items():
            topics = [topic for topic in TOPICS if topic.partition(":")[0] == type_]
            rows = cursor.all(
                f"SELECT e.originator_id AS game, e.{position} AS position FROM {table} e "  # noqa: S608 - our names
                f"WHERE e.topic IN ({','.join('?' * len(topics))}) AND e.{position} <= ? AND NOT EXISTS "
                "(SELECT 1 FROM log_entries l WHERE l.subject = e.originator_id AND l.kind = ?) ORDER BY 2",
                (*topics, state.games, kind),
            )
            missing |= {row["game"]: None for row in rows if not any(row["position"] in each for each in ranges)}
        return [game for game in missing if not _is_imported(cursor, table, game)]
    except Exception as error:
        if is_corrupt(error):
            # the check of each game names what cannot be read
            return []
        raise


def _is_imported(cursor: Cursor, table: str, game: str) -> bool:
    """Whether a game was played elsewhere. One that is damaged counts as such here: it is named elsewhere."""
    row = cursor.one(
        f"SELECT state FROM {table} WHERE originator_id = ? AND originator_version = 1",  # noqa: S608 - our names
        (game,),
    )
    try:
        [opened] = decoded([] if row is None else [bytes(row["state"])])
    except (DamagedLogError, *UNDECODABLE):
        return True
    return opened.origin is not None and opened.origin.is_import


def _range(about: About) -> range:
    first, last = map(int, about.subject.split("-"))
    return range(first, last + 1)


def _missing_tournaments(cursor: Cursor, state: SiteLog) -> list[str]:
    """Return the tournaments with more or fewer events, up to where the log has looked, than entries in the log."""
    if not cursor.has_table("tournament_events"):
        return []
    logged = {
        row["subject"]: row["number"]
        for row in cursor.all(
            "SELECT subject, COUNT(*) AS number FROM log_entries WHERE kind IN "  # noqa: S608 - our names
            f"({','.join('?' * len(TOURNAMENT_KINDS))}) GROUP BY subject",
            tuple(TOURNAMENT_KINDS.values()),
        )
    }
    missing: list[str] = []
    names = cursor.all("SELECT DISTINCT tournament FROM tournament_events WHERE number <= ?", (state.tournaments,))
    for name in sorted(row["tournament"] for row in names):
        rows = cursor.all(
            "SELECT entry FROM tournament_events WHERE tournament = ? AND number <= ?", (name, state.tournaments)
        )
        try:
            entries = decoded(row["entry"].encode() for row in list(rows))
        except (DamagedLogError, *UNDECODABLE):
            continue
        if sum(entry.record.type in TOURNAMENT_KINDS for entry in entries) != logged.get(name, 0):
            missing.append(name)
    return missing
