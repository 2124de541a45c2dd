"""The log of all games as projections read it: page by page, in whole batches, each game folded once."""

import logging
from collections.abc import Iterable, Sequence
from typing import Protocol

from cachetools import LRUCache
from eventsourcing.persistence import Mapper, Notification, StoredEvent

from domain.kernel.values import Value
from projections.following import Followed, Part, follow, part_of
from service.store.recorder import StoredEntry

_log = logging.getLogger(__name__)

PAGE = 2_000
"""Events that are read at a time."""

KEPT_GAMES = 4_096
"""Folded games in memory; those that are over need not be kept."""


class Recorder(Protocol):
    """What is asked of the library's recorder."""

    def select_notifications(
        self, start: int | None, limit: int, stop: int | None = None, topics: Sequence[str] = ()
    ) -> Sequence[Notification]:
        """Return events in the order of the log."""
        ...

    def select_events(
        self, originator_id: str, *, gt: int | None = None, lte: int | None = None
    ) -> Sequence[StoredEvent]:
        """Return events of a game."""
        ...

    def max_notification_id(self) -> int | None:
        """Return the position of the last event."""
        ...


class Line(Value, frozen=True):
    """An event of a page, with its position in the log."""

    position: int
    entry: StoredEntry


class Log:
    """The log, read in the order of its commits."""

    def __init__(self, recorder: Recorder, mapper: Mapper[str]) -> None:
        self._recorder = recorder
        self._mapper = mapper

    def last(self) -> int:
        """Return the position of the last event; 0 in an empty log."""
        return self._recorder.max_notification_id() or 0

    def page(self, after: int, upto: int | None = None, limit: int = PAGE) -> list[Line]:
        """Return events after a position, without a batch that would be cut off at the end of the page."""
        while True:
            rows = self._recorder.select_notifications(after + 1, limit, upto)
            lines = [Line(row.id, entry) for row in rows if (entry := self._entry(row)) is not None]
            if len(rows) < limit:
                return lines
            last = lines[-1].entry.record
            end = len(lines)
            while end and _is_same_batch(lines[end - 1].entry, last.game, last.cause):
                end -= 1
            if end:
                return lines[:end]
            # a batch longer than the page
            limit *= 2

    def game(self, game: str, upto: int) -> list[StoredEntry]:
        """Return the entries of a game up to a version."""
        rows = self._recorder.select_events(game, lte=upto)
        return [entry for row in rows if (entry := self._entry(row)) is not None]

    def _entry(self, row: StoredEvent) -> StoredEntry | None:
        entry = self._mapper.to_domain_event(row)
        return entry if isinstance(entry, StoredEntry) else None


def _is_same_batch(entry: StoredEntry, game: str, cause: int) -> bool:
    return entry.record.game == game and entry.record.cause == cause


class Folding:
    """Folds the games of page after page; a game that is not in memory any more is read again from its beginning."""

    def __init__(self, log: Log, kept: int = KEPT_GAMES) -> None:
        self._log = log
        self._games: LRUCache[str, Followed] = LRUCache(kept)
        self._told = set[str]()
        """The games of which it was told that they cannot be read."""

    def parts(self, page: Iterable[Line]) -> list[Part]:
        """Return what a page brings of each game, in the order in which the games come to the end of their part."""
        of_game: dict[str, list[StoredEntry]] = {}
        ends: dict[str, int] = {}
        for line in page:
            game = line.entry.record.game
            of_game.setdefault(game, []).append(line.entry)
            ends[game] = line.position
        return [self._part(game, of_game[game]) for game in sorted(ends, key=ends.__getitem__)]

    def _part(self, game: str, entries: Sequence[StoredEntry]) -> Part:
        after = self._follow(game, entries)
        self._games.pop(game, None)
        if not after.game.is_over:
            self._games[game] = after
        return part_of(after, entries)

    def _follow(self, game: str, entries: Sequence[StoredEntry]) -> Followed:
        first = entries[0].record.version
        before = None if first == 1 else self._games.get(game)
        if before is not None and before.version == first - 1:
            return follow(before, entries, is_foreign=before.is_foreign)
        if first > 1:
            entries = [*self._log.game(game, first - 1), *entries]
        origin = entries[0].origin
        followed = follow(None, entries, is_foreign=origin is not None and origin.is_import)
        if followed.unread and game not in self._told:
            self._told.add(game)
            _log.error("nothing is asked in the game %s: %s; then run `ludolog rebuild`", game, followed.unread)
        return followed
