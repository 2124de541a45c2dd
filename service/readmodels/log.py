"""Reads the log of all games for projections: in pages of whole batches, each event folded once."""

import logging
from collections.abc import Iterable, Mapping, Sequence

from cachetools import LRUCache

from domain.game.codecs import LOBBY_CODEC
from domain.kernel.values import Value
from domain.ledger.records import next_head
from projections.changes import OF_ALL_PLAYERS
from projections.following import Followed, Part, follow, follow_lobby, part_of
from service.store.recorder import LedgerApplication, StoredEntry, entries_of, entry_of

_log = logging.getLogger(__name__)

PAGE = 2_000
"""Events per page."""

LOBBY_SPAN = 50_000
"""The maximum number of positions in a page of lobby events, so that no statement reads the whole log."""

_BATCH = 64
"""Events that are read to find the end of a batch."""

LOBBY_TOPICS = tuple(
    f"{name}:{shape}" for name, event in LOBBY_CODEC.types.items() for shape in range(1, event.shape + 1)
)
"""The topics of lobby events."""

_CHANGE_TOPICS = tuple(topic for topic in LOBBY_TOPICS if topic.partition(":")[0] in {"game.opened", *OF_ALL_PLAYERS})
"""The topics of events that every stream of games reports."""

CACHED_GAMES = 4_096
"""Folded games in memory. Games that are over are not cached."""


class LogEvent(Value, frozen=True):
    """An event and its position in the log."""

    position: int
    entry: StoredEntry


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

    def page(self, after: int, upto: int | None = None, limit: int = PAGE) -> list[LogEvent]:
        """Return the events after a position, up to `limit` or more: the page ends with a whole batch."""
        while True:
            rows = self._rows.placed_states(after, limit, upto)
            lines = [LogEvent(position, entry_of(state)) for position, state in rows]
            if len(rows) < limit:
                return lines
            if whole := _whole_batches(lines):
                return whole
            # the batch is longer than the page
            limit *= 2

    def lobby_page(self, after: int, upto: int | None = None, limit: int = PAGE) -> tuple[list[LogEvent], int]:
        """Return the lobby events after a position, about `limit` at most, and the position up to which these are all.

        That is the end of a batch. Other events are not decoded.
        """
        last = self.last()
        end = min(after + LOBBY_SPAN, last if upto is None else min(upto, last))
        if end <= after:
            return [], after
        end = self._batch_end(end)
        while True:
            rows = self._rows.placed_states(after, limit, end, LOBBY_TOPICS)
            lines = [LogEvent(position, entry_of(state)) for position, state in rows]
            if len(rows) < limit:
                return lines, end
            if whole := _whole_batches(lines):
                return whole, self._batch_end(whole[-1].position)
            limit *= 2

    def last_batch_end(self, upto: int) -> int:
        """Return the position at which the batch before the one at a position ends; 0 if there is none.

        If no event has the position, the last batch below it counts as the one at the position.
        """
        span = _BATCH
        while True:
            after = max(0, upto - span)
            rows = self._rows.placed_states(after, span, upto)
            records = [entry_of(state).record for _, state in rows]
            begun = [place for place, record in enumerate(records) if record.version == record.cause]
            if begun and begun[-1]:
                return rows[begun[-1] - 1][0]
            if not after:
                return 0
            span *= 2

    def _batch_end(self, position: int) -> int:
        """Return the position of the last event of the batch at a position, or of the first one after it."""
        end = None
        after = position - 1
        while rows := self._rows.placed_states(after, _BATCH, None):
            for after, state in rows:
                record = entry_of(state).record
                if end is not None and record.version == record.cause:
                    return end
                end = after
        return position if end is None else end

    def game(self, game: str, upto: int | None = None, topics: Sequence[str] = ()) -> list[StoredEntry]:
        """Return the entries of a game up to a version (None: all), or those of these topics."""
        return entries_of(self._rows.states(game, 0, upto, topics))


def _whole_batches(lines: list[LogEvent]) -> list[LogEvent]:
    """Return the events without the last batch, which may be incomplete."""
    last = lines[-1].entry.record
    end = len(lines)
    while end and (record := lines[end - 1].entry.record).game == last.game and record.cause == last.cause:
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


def lobby_parts(log: Log, page: Iterable[LogEvent]) -> list[Part]:
    """Return the part of each game in a page of lobby events, ordered by the last position of each part.

    Nothing is kept between pages: the few earlier lobby events of a game are read again.
    """
    grouped, parts = Grouped(page), list[Part]()
    for game in grouped.games:
        news = grouped.entries[game]
        first = news[0].record.version
        entries = news if first == 1 else [*log.game(game, first - 1, LOBBY_TOPICS), *news]
        origin = entries[0].origin
        after = follow_lobby(entries, is_foreign=origin is not None and origin.is_import)
        parts.append(part_of(after, news, grouped.positions[game]))
    return parts


class GameFolder:
    """Folds the games of successive pages. A game that is not cached is read from its beginning."""

    def __init__(self, log: Log, cached: int = CACHED_GAMES) -> None:
        self._log = log
        self._games: LRUCache[str, tuple[Followed, str]] = LRUCache(cached)
        """Folded games, each with its head."""
        self._logged = set[str]()
        """Games for which the error was logged."""

    def parts(self, page: Iterable[LogEvent]) -> list[Part]:
        """Return the part of each game in a page, ordered by the last position of each part."""
        grouped = Grouped(page)
        return [self._part(game, grouped.entries[game], grouped.positions[game]) for game in grouped.games]

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
            return follow(before, entries, is_foreign=before.is_foreign)
        if first > 1:
            entries = [*self._log.game(game, first - 1), *entries]
        return self._from_first(game, entries)

    def whole(self, game: str) -> Followed:
        """Return a game after all events of its log. It is not cached."""
        return self._from_first(game, self._log.game(game))

    def _from_first(self, game: str, entries: Sequence[StoredEntry]) -> Followed:
        origin = entries[0].origin
        followed = follow(None, entries, is_foreign=origin is not None and origin.is_import)
        if followed.unread and game not in self._logged:
            self._logged.add(game)
            _log.error("nothing is asked in the game %s: %s; then run `ludolog rebuild`", game, followed.unread)
        return followed
