"""Reads the log of all games for projections: in pages of whole batches, each event folded once."""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from cachetools import LRUCache
from msgspec.structs import replace

from domain.game.codecs import LOBBY_CODEC
from domain.ledger.integrity import DamagedLogError, check_ledger, check_versions
from domain.ledger.records import next_head
from projections.changes import OF_ALL_PLAYERS
from projections.following import Followed, Part, follow, follow_lobby, part_of
from projections.played import Played, count_played
from projections.rows.results import needs_decisions
from service.core.store.outage import STORE_ERRORS
from service.core.store.reading import (
    DamagedRow,
    Line,
    PlacedEntry,
    is_corrupt,
    read_lines,
    reason_of,
    unfolded,
)
from service.core.store.recorder import LedgerApplication, StoredEntry, entries_of

_log = logging.getLogger(__name__)

PAGE = 2_000
"""Events per page."""

LOBBY_SPAN = 50_000
"""The maximum number of positions in a page of lobby events, so that no statement reads the whole log."""

_BATCH = 64
"""Events that are read to find the end of a batch."""

_OPENING = 64
"""Events of a game that are read at a time, until each seat has decided often enough for a rated game."""

LOBBY_TOPICS = tuple(
    f"{name}:{shape}" for name, event in LOBBY_CODEC.types.items() for shape in range(1, event.shape + 1)
)
"""The topics of lobby events."""

_CHANGE_TOPICS = tuple(topic for topic in LOBBY_TOPICS if topic.partition(":")[0] in {"game.opened", *OF_ALL_PLAYERS})
"""The topics of events that every stream of games reports."""

CACHED_GAMES = 4_096
"""Folded games in memory. Games that are over are not cached."""


LogEvent: TypeAlias = PlacedEntry
"""An event and its position in the log."""


class LogPage(list[LogEvent]):
    """The events of a page in order. The damaged rows of the page are apart."""

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        lines = tuple(lines)
        super().__init__(line for line in lines if isinstance(line, PlacedEntry))
        self.damaged = tuple(line for line in lines if isinstance(line, DamagedRow))
        self.end = lines[-1].position if lines else None
        """The position of the last row; None: there is no row."""


class Log:
    """The log, read in the order of its commits."""

    def __init__(self, application: LedgerApplication) -> None:
        self._recorder = application.recorder
        self._rows = application.rows

    def last(self) -> int:
        """Return the position of the last event; 0 in an empty log."""
        return self._recorder.max_notification_id() or 0

    def last_change(self) -> int:
        """Return the position of the last event that every stream of games reports; 0: there is none."""
        return self._rows.last_position(_CHANGE_TOPICS)

    def page(self, after: int, upto: int | None = None, limit: int = PAGE) -> LogPage:
        """Return the events after a position, up to `limit` or more: the page ends with a whole batch."""
        while True:
            lines = read_lines(self._rows, after, limit, upto)
            if len(lines) < limit:
                return LogPage(lines)
            if whole := _whole_batches(lines):
                return LogPage(whole)
            # the batch is longer than the page
            limit *= 2

    def lobby_page(self, after: int, upto: int | None = None, limit: int = PAGE) -> tuple[LogPage, int]:
        """Return the lobby events after a position, about `limit` at most, and the position up to which these are all.

        That is the end of a batch. Other events are not decoded.
        """
        last = self.last()
        end = min(after + LOBBY_SPAN, last if upto is None else min(upto, last))
        if end <= after:
            return LogPage(), after
        end = self._batch_end(end)
        while True:
            lines = read_lines(self._rows, after, limit, end, LOBBY_TOPICS)
            if len(lines) < limit:
                return LogPage(lines), end
            if whole := _whole_batches(lines):
                return LogPage(whole), self._batch_end(whole[-1].position)
            limit *= 2

    def last_batch_end(self, upto: int) -> int:
        """Return the position at which the batch before the one at a position ends; 0 if there is none.

        If no event has the position, the last batch below it counts as the one at the position. A damaged row counts as
        a batch of its own.
        """
        span = _BATCH
        while True:
            after = max(0, upto - span)
            lines = read_lines(self._rows, after, span, upto)
            begun = [place for place, line in enumerate(lines) if _begins_batch(line)]
            if begun and begun[-1]:
                return lines[begun[-1] - 1].position
            if not after:
                return 0
            span *= 2

    def _batch_end(self, position: int) -> int:
        """Return the position of the last event of the batch at a position, or of the first one after it."""
        end = None
        after = position - 1
        while lines := read_lines(self._rows, after, _BATCH):
            for line in lines:
                after = line.position
                if end is not None and _begins_batch(line):
                    return end
                end = after
        return position if end is None else end

    def broken_logs(self, games: Sequence[str]) -> dict[str, str]:
        """Return which of these games lack a version before their last one, with the reason."""
        return dict.fromkeys(self._rows.broken_logs(games), "a version is missing")

    def played(self, game: str, seats: int) -> Played:
        """Return the decisions of the seats of a game, reading its log only as far as further ones count."""
        played: Played | None = None
        after = 0
        while found := entries_of(self._rows.states(game, after, after + _OPENING)):
            played = count_played(played, (entry.record for entry in found), seats)
            if played.is_enough:
                break
            after += _OPENING
        return played or count_played(None, (), seats)

    def game(self, game: str, upto: int | None = None, topics: Sequence[str] = ()) -> list[StoredEntry]:
        """Return the entries of a game up to a version (None: all), or those of these topics."""
        return entries_of(self._rows.states(game, 0, upto, topics))


def _begins_batch(line: Line) -> bool:
    return isinstance(line, DamagedRow) or line.entry.record.version == line.entry.record.cause


def _whole_batches(lines: Sequence[Line]) -> Sequence[Line]:
    """Return the lines without the last batch, which may be incomplete. A damaged row ends the batch before it."""
    if not isinstance(last := lines[-1], PlacedEntry):
        return lines
    batch, end = (last.entry.record.game, last.entry.record.cause), len(lines)
    while end and isinstance(line := lines[end - 1], PlacedEntry):
        if (line.entry.record.game, line.entry.record.cause) != batch:
            break
        end -= 1
    return lines[:end]


class Grouped:
    """The events of a page by game, with their positions by version."""

    def __init__(self, page: Iterable[LogEvent]) -> None:
        self.entries: dict[str, list[StoredEntry]] = {}
        self.positions: dict[str, dict[int, int]] = {}
        ends: dict[str, int] = {}
        for line in page:
            record = line.entry.record
            self.entries.setdefault(record.game, []).append(line.entry)
            self.positions.setdefault(record.game, {})[record.version] = line.position
            ends[record.game] = line.position
        self.games = sorted(ends, key=ends.__getitem__)
        """The games, ordered by the last position of each."""


class Parts(list[Part]):
    """The parts of the games in a page, and the games that cannot be followed because their logs are damaged."""

    def __init__(self, read: Callable[[str], Sequence[StoredEntry]]) -> None:
        """`read` returns all entries of a game."""
        super().__init__()
        self._read = read
        self.damaged: dict[str, str] = {}
        """Why each damaged game cannot be followed."""
        self.unfolded: dict[str, str] = {}
        """Why games with a whole log cannot be followed by this release."""
        self.unknown: dict[str, str] = {}
        """What is known of damaged rows that name no game, by `position N`."""

    def note(self, page: LogPage) -> None:
        """Note the damaged rows of a page."""
        self.damaged |= {line.game: line.reason for line in reversed(page.damaged) if line.game is not None}
        self.unknown = {f"position {line.position}": line.reason for line in page.damaged if line.game is None}

    def add(self, game: str, follow_it: Callable[[], Part]) -> None:
        """Add the part of a game, or note why it is damaged. Raises errors of the database itself."""
        if game in self.damaged:
            return
        try:
            try:
                self.append(follow_it())
            except (*STORE_ERRORS, DamagedLogError):
                raise
            except Exception as error:  # noqa: BLE001 - one game must not stop the lists of all others
                _log.debug("the game %s cannot be folded", game, exc_info=error)
                check_ledger(game, self._read(game))
                # a later release has written it
                self.unfolded[game] = unfolded(error)
        except STORE_ERRORS as error:
            if not is_corrupt(error):
                raise
            self.damaged[game] = f"the database cannot read the game: {reason_of(error)}"
        except DamagedLogError as damaged:
            self.damaged[game] = reason_of(damaged)
        except Exception as error:  # noqa: BLE001 - damaged bytes may cause any error
            self.damaged[game] = f"an event cannot be decoded: {reason_of(error)}"


def lobby_parts(log: Log, page: LogPage) -> Parts:
    """Return the part of each game in a page of lobby events, ordered by the last position of each part.

    Nothing is kept between pages: the few earlier lobby events of a game are read again.
    """
    grouped, parts = Grouped(page), Parts(log.game)
    parts.note(page)
    # the other events are not read, so the index says whether any of them is missing
    parts.damaged = log.broken_logs(grouped.games) | parts.damaged
    for game in grouped.games:
        parts.add(game, partial(_lobby_part, log, game, grouped))
    return parts


def _lobby_part(log: Log, game: str, grouped: Grouped) -> Part:
    news = grouped.entries[game]
    first = news[0].record.version
    entries = news if first == 1 else [*log.game(game, first - 1, LOBBY_TOPICS), *news]
    origin = entries[0].origin
    after = follow_lobby(entries, is_foreign=origin is not None and origin.is_import)
    if needs_decisions(after):
        after = replace(after, played=log.played(game, after.game.opened.seats))
    return part_of(after, news, grouped.positions[game])


class GameFolder:
    """Folds the games of successive pages. A game that is not cached is read from its beginning."""

    def __init__(self, log: Log, cached: int = CACHED_GAMES) -> None:
        self._log = log
        self._games: LRUCache[str, tuple[Followed, str]] = LRUCache(cached)
        """Folded games, each with its head."""
        self._logged = set[str]()
        """Games for which the error was logged."""

    def parts(self, page: LogPage) -> Parts:
        """Return the part of each game in a page, ordered by the last position of each part."""
        grouped, parts = Grouped(page), Parts(self.read)
        parts.note(page)
        for game in grouped.games:
            parts.add(game, partial(self._part, game, grouped.entries[game], grouped.positions[game]))
        return parts

    def _part(self, game: str, entries: Sequence[StoredEntry], positions: Mapping[int, int]) -> Part:
        after = self._follow(game, entries)
        self._games.pop(game, None)
        if not after.game.is_over:
            self._games[game] = after, entries[-1].head
        return part_of(after, entries, positions)

    def _follow(self, game: str, entries: Sequence[StoredEntry]) -> Followed:
        first = entries[0].record.version
        before, head = self._games.get(game, (None, ""))
        # compared with the head: a server that has lost commits has other events at these versions
        if before is not None and before.version == first - 1 and next_head(head, entries[0].record) == entries[0].head:
            check_versions(game, entries, before.version)
            return follow(before, entries, is_foreign=before.is_foreign)
        if first > 1:
            entries = [*self._log.game(game, first - 1), *entries]
        return self._from_first(game, entries)

    def read(self, game: str) -> list[StoredEntry]:
        """Return all entries of a game."""
        return self._log.game(game)

    def whole(self, game: str) -> Followed:
        """Return a game after all events of its log. It is not cached."""
        return self._from_first(game, self.read(game))

    def _from_first(self, game: str, entries: Sequence[StoredEntry]) -> Followed:
        if not entries:
            message = "the log is empty"
            raise DamagedLogError(message)
        check_versions(game, entries)
        origin = entries[0].origin
        followed = follow(None, entries, is_foreign=origin is not None and origin.is_import)
        if followed.unread and game not in self._logged:
            self._logged.add(game)
            _log.error("nothing is asked in the game %s: %s; then run `ludolog rebuild`", game, followed.unread)
        return followed
