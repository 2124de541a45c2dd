"""Reads the log of all games for projections: in pages of whole batches, each event folded once."""

import logging
from collections.abc import Iterable, Mapping, Sequence

from cachetools import LRUCache

from domain.kernel.values import Value
from domain.ledger.records import next_head
from projections.following import Followed, Part, follow, part_of
from service.store.recorder import LedgerApplication, StoredEntry, entries_of, entry_of

_log = logging.getLogger(__name__)

PAGE = 2_000
"""Events per page."""

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

    def page(self, after: int, upto: int | None = None, limit: int = PAGE) -> list[LogEvent]:
        """Return the events after a position, up to `limit` or more: the page ends with a whole batch."""
        while True:
            rows = self._rows.placed_states(after, limit, upto)
            lines = [LogEvent(position, entry_of(state)) for position, state in rows]
            if len(rows) < limit:
                return lines
            last = lines[-1].entry.record
            end = len(lines)
            while end and _is_same_batch(lines[end - 1].entry, last.game, last.cause):
                end -= 1
            if end:
                return lines[:end]
            # the batch is longer than the page
            limit *= 2

    def game(self, game: str, upto: int) -> list[StoredEntry]:
        """Return the entries of a game up to a version."""
        return entries_of(self._rows.states(game, 0, upto))


def _is_same_batch(entry: StoredEntry, game: str, cause: int) -> bool:
    return entry.record.game == game and entry.record.cause == cause


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
        of_game: dict[str, list[StoredEntry]] = {}
        positions: dict[str, dict[int, int]] = {}
        for line in page:
            game = line.entry.record.game
            of_game.setdefault(game, []).append(line.entry)
            positions.setdefault(game, {})[line.entry.record.version] = line.position
        ends = {game: max(versions.values()) for game, versions in positions.items()}
        return [self._part(game, of_game[game], positions[game]) for game in sorted(ends, key=ends.__getitem__)]

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
        origin = entries[0].origin
        followed = follow(None, entries, is_foreign=origin is not None and origin.is_import)
        if followed.unread and game not in self._logged:
            self._logged.add(game)
            _log.error("nothing is asked in the game %s: %s; then run `ludolog rebuild`", game, followed.unread)
        return followed
