"""Finds what the log has to have next: in the logs of games and tournaments, among the keys, and among the rules.

Nothing is dropped. What is damaged when the log comes to it is noted in the event of the log as skipped, and gets its
entries when it has been repaired. Any other error stops the step, which is taken again.
"""

import logging
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from domain.game.codecs import LOBBY_CODEC
from domain.kernel.codec import canonical
from domain.ledger.integrity import DamagedLogError, check_chain, check_ledger, check_versions
from domain.ledger.records import tip_after, tip_of_new
from domain.rulesets import BY_VERSION
from domain.tournaments.codec import TOURNAMENT_CODEC
from domain.transparency.entries import GAME_KINDS, TOURNAMENT_KINDS, Entry, Kind, key_published, rules_released
from domain.transparency.site import MOST_ENTRIES, About, Logged, SiteLog
from domain.transparency.tiles import MAX_ENTRY_BYTES
from service.core.keys.signing import Signer
from service.core.store.database import Cursor, Row
from service.core.store.outage import STORE_ERRORS
from service.core.store.reading import DamagedRow, Line, PlacedEntry, is_corrupt, read_lines, reason_of
from service.core.store.recorder import LedgerRecorder, StoredEntry
from service.lists.log import LOBBY_TOPICS
from service.site_log.promised import (
    OPENED,
    Promise,
    decoded,
    is_known,
    is_of_lobby,
    promises_of_game,
    promises_of_tournament,
)
from service.site_log.rows import kinds_of, skipped_in

SPAN = 50_000
"""The positions of the log of games that one statement looks at."""

MOST_OF_GAMES, MOST_OF_TOURNAMENTS = 128, 64
"""The most entries of one event about games and about tournaments, so that it has at most 256."""

MOST_LATE = 32
"""The most entries of one event about what has been repaired."""

OVERLAP = 2_000
"""Positions without an entry that are read again."""

LATE_EVERY = 15.0
"""Seconds between two looks at what was skipped."""

LATE_AT_ONCE = 50
"""Skipped games and tournaments that are looked at in a step."""

_TOURNAMENT_PAGE = 2_500
"""Events of tournaments that are read at a time."""

TOPICS = tuple(f"{name}:{shape}" for name in GAME_KINDS for shape in range(1, LOBBY_CODEC.types[name].shape + 1))
"""The topics of the events of games that are entries."""

GAME, TOURNAMENT, POSITIONS = "game", "tournament", "positions"
"""What is skipped: a game, a tournament, or a range of positions, `FIRST-LAST`, whose games cannot be read."""

_log = logging.getLogger(__name__)


@dataclass
class Gathered:
    """What the log has to have next, and the positions up to which the other logs have been looked at."""

    games: int
    tournaments: int
    waiting: set[About]
    """What was skipped before, or is: its later events wait for the repair, so that entries keep their order."""
    entries: list[Entry] = field(default_factory=list[Entry])
    about: list[About] = field(default_factory=list[About])
    skipped: list[About] = field(default_factory=list[About])
    mended: list[About] = field(default_factory=list[About])
    is_more: bool = False
    """Whether the other logs have more events now."""
    is_late: bool = False
    """Whether there is more that was skipped and may be repaired."""
    blocked: str | None = None
    """Why the other logs are not read any further; None: they are."""

    @property
    def is_news(self) -> bool:
        """Whether an event has to say something."""
        return bool(self.entries or self.skipped or self.mended)

    def add(self, kind: str, subject: str, entry: Entry) -> None:
        """Add an entry. Raises ValueError for one that no file of entries can have."""
        if (size := len(canonical(entry))) > MAX_ENTRY_BYTES:
            message = f"the entry {kind} of {subject} has {size} bytes; the log takes {MAX_ENTRY_BYTES}"
            raise ValueError(message)
        self.entries.append(entry)
        self.about.append(About(kind, subject))

    def skip(self, kind: str, subject: str, reason: str) -> None:
        """Note what is damaged."""
        about = About(kind, subject)
        if about not in self.waiting:
            _log.warning("the %s %s waits for its repair to be in the transparency log: %s", kind, subject, reason)
            self.waiting.add(about)
            self.skipped.append(about)

    def event(self) -> Logged:
        """Return the event that adds these entries."""
        return Logged(
            tuple(self.entries), tuple(self.about), self.games, self.tournaments,
            tuple(self.skipped), tuple(self.mended),
        )  # fmt: skip


class Gatherer:
    """Reads the logs of games and tournaments in the order of their commits."""

    def __init__(self, rows: LedgerRecorder, last: Callable[[], int], signer: Signer) -> None:
        """`last` returns the last position of the log of games."""
        self._rows = rows
        self._last = last
        self._signer = signer
        self._seen = (0, 0)
        """Positions up to which this process has found nothing after those of the log."""
        self._late_at = 0.0
        """The monotonic time of the next look at what was skipped."""
        self._late: list[About] = []
        """What this look has left."""

    def next(self, cursor: Cursor, state: SiteLog) -> Gathered:
        """Return the next entries after the state of the log. `cursor` reads."""
        last = self._last()
        # what was seen is looked at again: a server that takes over after a failover may have lost the last commits
        games = self._seen[0] - OVERLAP if self._seen[0] <= last else 0
        skipped = skipped_in(cursor)
        found = Gathered(max(state.games, games), max(state.tournaments, self._seen[1] - OVERLAP), waiting=set(skipped))
        self._add_games(cursor, found, last)
        self._add_tournaments(cursor, found)
        if not found.is_more:
            self._add_late(cursor, found, skipped)
        if found.entries:
            # the next event has the others
            for kind, subject, entry in islice(self._unknown(cursor), MOST_ENTRIES - len(found.entries)):
                found.add(kind, subject, entry)
        self._seen = (0, 0) if found.is_news else (found.games, found.tournaments)
        return found

    def _unknown(self, cursor: Cursor) -> Iterator[tuple[Kind, str, Entry]]:
        """Yield the entries of keys and rules that the log has not."""
        keys: list[tuple[Kind, str, Entry]] = [
            ("key", key.kid, key_published(key.kid, key.public_key.hex())) for key in self._signer.published.keys
        ]
        rules: list[tuple[Kind, str, Entry]] = [
            ("rules", f"{entry['ruleset']}/{entry['ruleset_version']}", entry) for entry in _all_rules()
        ]
        wanted = [*keys, *rules]
        rows = cursor.among(
            "SELECT number, kind, subject, data FROM log_entries WHERE subject IN", [each[1] for each in wanted]
        )
        known = {(row["kind"], row["subject"], row["data"]) for row in rows}
        for kind, subject, entry in wanted:
            if (kind, subject, canonical(entry).decode()) not in known:
                yield kind, subject, entry

    # games

    def _add_games(self, cursor: Cursor, found: Gathered, last: int) -> None:
        end = self._end_of_known(found, min(found.games + SPAN, last))
        if end <= found.games:
            return
        lines = read_lines(self._rows, found.games, MOST_OF_GAMES, end, TOPICS)
        known = kinds_of(cursor, {line.entry.record.game for line in lines if isinstance(line, PlacedEntry)})
        at = found.games
        for line in lines:
            if isinstance(line, DamagedRow):
                _skip_row(found, line, at)
            elif len(found.entries) < MOST_OF_GAMES:
                self._add_event_of_game(found, line.entry, known[line.entry.record.game])
            else:
                # those of earlier events were missing, too
                break
            at = line.position
        else:
            at = at if len(lines) >= MOST_OF_GAMES else end
        found.games = at
        found.is_more = at < (last if found.blocked is None else end)

    def _end_of_known(self, found: Gathered, end: int) -> int:
        """Return the last position up to `end` before an event that only a later release knows.

        It may be an end of a game in another shape: what is skipped now would never be an entry.
        """
        unknown = None if end <= found.games else self._first_unknown(found.games, end)
        if unknown is None:
            return end
        line = next(iter(read_lines(self._rows, unknown - 1, 1, unknown)), None)
        if isinstance(line, PlacedEntry) and not is_known(LOBBY_CODEC, line.entry.record):
            found.blocked = f"a later release has written the event at position {unknown} of the log of games"
            return unknown - 1
        # its topic is damaged
        _skip_row(found, DamagedRow(unknown, _game_of(line), "the topic of an event is unknown"), unknown - 1)
        return unknown

    def _first_unknown(self, after: int, upto: int) -> int | None:
        """Return the position of the first event in the range (after, upto] with a topic that is not known."""
        try:
            return self._rows.first_other(after, upto, LOBBY_TOPICS)
        except STORE_ERRORS as error:
            if not is_corrupt(error):
                raise
            # what can be read of a damaged file is read one by one
            return None

    def _add_event_of_game(self, found: Gathered, line: StoredEntry, known: set[str]) -> None:
        """Add what the log has to have by an event and does not have. `known` are the kinds of its entries."""
        record = line.record
        if About(GAME, record.game) in found.waiting or GAME_KINDS[record.type] in known:
            return
        try:
            if record.type == OPENED:
                check_ledger(record.game, [line])
                promises = promises_of_game([line])
            else:
                promises = self._promises_of_game(record.game, record.version)
        except DamagedLogError as damaged:
            found.skip(GAME, record.game, reason_of(damaged))
            return
        _add(found, record.game, [promise for promise in promises if promise.kind not in known])
        known.update(promise.kind for promise in promises)

    def _promises_of_game(self, game: str, upto: int | None = None) -> list[Promise]:
        """Return what the log has to have of a game up to a version. Raises DamagedLogError.

        Its whole log is checked before: what the site promises, it cannot take back.
        """
        try:
            entries = decoded(self._rows.states(game, 0, upto))
        except STORE_ERRORS as error:
            if not is_corrupt(error):
                raise
            message = f"the database cannot read its events: {reason_of(error)}"
            raise DamagedLogError(message) from None
        check_ledger(game, entries)
        for entry in entries:
            if is_of_lobby(entry.record) and not is_known(LOBBY_CODEC, entry.record):
                message = f"this release does not know the event of version {entry.record.version}"
                raise DamagedLogError(message)
        return promises_of_game(entries)

    # tournaments

    def _add_tournaments(self, cursor: Cursor, found: Gathered) -> None:
        rows = cursor.all(
            "SELECT number, tournament, version, entry FROM tournament_events WHERE number > ? ORDER BY number LIMIT ?",
            (found.tournaments, _TOURNAMENT_PAGE),
        )
        before, read = len(found.entries), 0
        for row in list(rows):
            if len(found.entries) - before >= MOST_OF_TOURNAMENTS:
                found.is_more = True
                return
            try:
                if not self._add_event_of_tournament(cursor, found, row):
                    found.blocked = f"a later release has written event {row['number']} of tournaments"
                    return
            except DamagedLogError as damaged:
                found.skip(TOURNAMENT, row["tournament"], reason_of(damaged))
            found.tournaments = row["number"]
            read += 1
        found.is_more = found.is_more or read == _TOURNAMENT_PAGE

    def _add_event_of_tournament(self, cursor: Cursor, found: Gathered, row: Row) -> bool:
        """Add what the log has to have by an event. Return whether this release knows the event.

        Raises DamagedLogError.
        """
        tournament = row["tournament"]
        [line] = decoded([_state_of(row)])
        check_versions(tournament, [line], row["version"] - 1)
        is_understood = is_known(TOURNAMENT_CODEC, line.record)
        if is_understood and (
            line.record.type not in TOURNAMENT_KINDS or About(TOURNAMENT, tournament) in found.waiting
        ):
            return True
        before = tip_of_new(tournament)
        if row["version"] > 1:
            previous = cursor.one(
                "SELECT entry FROM tournament_events WHERE tournament = ? AND version = ?",
                (tournament, row["version"] - 1),
            )
            before = tip_after(decoded([_state_of(previous)])[0])
        check_chain([line], before)
        if is_understood:
            _add(found, tournament, _promised(cursor, tournament, [line]))
        return is_understood

    # what was skipped

    def _add_late(self, cursor: Cursor, found: Gathered, skipped: Collection[About]) -> None:
        """Add the entries of what was skipped and has been repaired."""
        if not self._late:
            if not skipped or time.monotonic() < self._late_at:
                return
            self._late_at = time.monotonic() + LATE_EVERY
            self._late = sorted(skipped, key=lambda about: (about.kind, about.subject))
        looked, self._late = self._late[:LATE_AT_ONCE], self._late[LATE_AT_ONCE:]
        before = len(found.entries)
        for about in looked:
            if about not in skipped:
                # another process was faster
                continue
            try:
                promises = self._late_promises(cursor, found, about)
            except DamagedLogError:
                continue
            room = MOST_LATE - (len(found.entries) - before)
            _add(found, about.subject, promises[:room])
            if len(promises) > room:
                self._late.append(about)
                continue
            found.mended.append(about)
            _log.info("the transparency log has the %s %s, which was repaired", about.kind, about.subject)
        found.is_late = bool(self._late)

    def _late_promises(self, cursor: Cursor, found: Gathered, about: About) -> list[Promise]:
        """Return what the log has to have of what was skipped. Raises DamagedLogError if it is still damaged."""
        match about.kind:
            case "game":
                known = kinds_of(cursor, [about.subject])[about.subject]
                return [each for each in self._promises_of_game(about.subject) if each.kind not in known]
            case "tournament":
                rows = cursor.all(
                    "SELECT entry FROM tournament_events WHERE tournament = ? AND number <= ? ORDER BY version",
                    (about.subject, found.tournaments),
                )
                entries = decoded(map(_state_of, list(rows)))
                check_ledger(about.subject, entries)
                promises = _promised(cursor, about.subject, entries)
                # they are in the order of the events, and none is left out
                return promises[cursor.count("log_entries WHERE subject = ?", (about.subject,)) :]
            case _:
                first, last = map(int, about.subject.split("-"))
                for line in read_lines(self._rows, first - 1, last - first + 1, last, LOBBY_TOPICS):
                    if isinstance(line, DamagedRow):
                        raise DamagedLogError(line.reason)
                    found.skip(GAME, line.entry.record.game, "it was at a position that could not be read")
                return []


def _add(found: Gathered, subject: str, promises: Sequence[Promise]) -> None:
    for kind, _, entry in promises:
        found.add(kind, subject, entry)


def _skip_row(found: Gathered, row: DamagedRow, after: int) -> None:
    """Note a row that cannot be read, after a position: it may be of any game, also of another than it names."""
    if row.game is not None:
        found.skip(GAME, row.game, row.reason)
    found.skip(POSITIONS, f"{after + 1}-{row.position}", row.reason)


def _game_of(line: Line | None) -> str | None:
    return line.entry.record.game if isinstance(line, PlacedEntry) else None if line is None else line.game


def _state_of(row: Row | None) -> bytes:
    """Return the bytes of an event of a tournament; raises DamagedLogError."""
    state = None if row is None else row["entry"]
    if not isinstance(state, str):
        message = "an event is missing, or no text"
        raise DamagedLogError(message)
    return state.encode()


def _promised(cursor: Cursor, tournament: str, entries: Sequence[StoredEntry]) -> list[Promise]:
    """Return what the log has to have of events of a tournament, under a seal if it is private now."""

    def opened() -> StoredEntry:
        query = "SELECT entry FROM tournament_events WHERE tournament = ? AND version = 1"
        return decoded([_state_of(cursor.one(query, (tournament,)))])[0]

    listed = cursor.one("SELECT visibility FROM tournaments WHERE id = ?", (tournament,))
    return promises_of_tournament(entries, opened, is_public=listed is not None and listed["visibility"] == "public")


def _all_rules() -> list[Entry]:
    """Return the entries of all versions of all titles that this release has."""
    return [
        rules_released(name, version, {each: ruleset.data_set(each).digest for each in ruleset.data_sets()})
        for (name, version), ruleset in BY_VERSION.items()
    ]
