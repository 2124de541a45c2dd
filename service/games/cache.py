"""The games that are held in memory: each as far as its log is known to go, and no more of them than fit."""

import asyncio
import logging
import re
from collections.abc import Sequence

from cachetools import LRUCache

from domain.game.fold import fold, fold_lobby
from domain.game.game import Game
from domain.rulesets import UnknownDataSet
from service.games.loaded import Loaded
from service.store.recorder import StoredEntry
from service.store.store import Store
from service.store.timeouts import STORE_TIMEOUT

_log = logging.getLogger(__name__)

CACHED_GAMES = 256

_GAME_ID = re.compile(r"[0-9a-f-]{36}")
"""What every id of a game looks like: anything else need not be looked for, and may be what no database takes."""


class UnknownGameError(Exception):
    """There is no such game."""


class UnreadGameError(Exception):
    """The printed tables of a game are not at hand; carries the game without its table, by which to see whose it is."""

    def __init__(self, game: Game, reason: str) -> None:
        super().__init__(reason)
        self.game = game


class Cache:
    """Games read from a store; those that were asked for last are kept."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._loaded: LRUCache[str, Loaded] = LRUCache(CACHED_GAMES)
        self._loading: dict[str, asyncio.Task[Loaded]] = {}
        self._newest: dict[str, int] = {}
        """The versions up to which games are known to stand in the log, where that may be ahead of what is held."""
        self._foreign: set[str] = set()
        """Games read here that were played elsewhere."""
        self._unread: LRUCache[str, tuple[Game, str]] = LRUCache(CACHED_GAMES)
        """Games whose printed tables are not at hand, as far as the lobby tells of them, and why they are not."""
        self._logs = 0
        """How many logs were forgotten: what was read from one of them is not kept."""

    def __len__(self) -> int:
        return len(self._loaded)

    async def load(self, game: str) -> Loaded:
        """Return a game, at least as far as its log is known to go; raises UnknownGameError and UnreadGameError."""
        loaded = self._loaded.get(game)
        if loaded is not None and loaded.game.version >= self._newest.get(game, 0):
            return loaded
        reading = self._loading.get(game)
        if reading is None:
            if not _GAME_ID.fullmatch(game):
                raise UnknownGameError(game)
            if game in self._unread:
                # a data set that was not there when the process began is not looked for again
                raise UnreadGameError(*self._unread[game])
            reading = self._loading[game] = asyncio.create_task(self._read(game))
            reading.add_done_callback(lambda _: self._loading.pop(game, None))
        async with asyncio.timeout(STORE_TIMEOUT):
            return await asyncio.shield(reading)

    def is_foreign(self, game: Game) -> bool:
        """Whether a game that was loaded here was played elsewhere and came here as a file."""
        return game.id in self._foreign

    def moved(self, game: str, version: int) -> bool:
        """Take in that the log of a game goes up to this version; returns whether that is news."""
        loaded = self._loaded.get(game)
        if loaded is not None and loaded.game.version >= version:
            return False
        if loaded is not None or game in self._loading:
            self.outdated(game, version)
        return True

    def outdated(self, game: str, version: int) -> None:
        """Read a game again before it is used, unless it is held up to this version."""
        self._newest[game] = max(version, self._newest.get(game, 0))

    def stored(self, loaded: Loaded | None, game: Game, entries: list[StoredEntry]) -> None:
        """Take in a batch that is durable, and was decided on `loaded`, if on any."""
        self.outdated(game.id, game.version)
        held = self._loaded.get(game.id)
        if held is None and loaded is not None:
            # put out meanwhile, or forgotten: whoever asks next reads it
            return
        if held is None:
            held = Loaded(game, entries)
        elif held.game.version == entries[0].record.version - 1:
            # whoever follows the log may have seen this batch before its writer hears that it is durable
            held.advance(game, entries)
        self._remember(held)

    def forget(self) -> None:
        """Know nothing of any game any more: the log is another one."""
        self._logs += 1
        self._loaded.clear()
        self._newest.clear()
        self._unread.clear()

    async def _read(self, game: str) -> Loaded:
        """Read what is not held yet, until that is all that is known to be there."""
        while True:
            log, before, known = self._logs, self._loaded.get(game), self._newest.get(game, 0)
            tip = before and before.game.tip
            # with the last one that is known: a server that has lost commits has another one there, or none
            entries = await asyncio.to_thread(self._store.read, game, tip.version - 1 if tip else 0)
            if log != self._logs:
                continue
            if tip is not None and (not entries or entries[0].head != tip.head):
                self._loaded.pop(game, None)
                continue
            loaded = self._loaded.get(game)
            if loaded is not None:
                _advance(loaded, entries)
            elif before is None:
                folded = self._folded(game, entries)
                if folded is None:
                    raise UnknownGameError(game)
                loaded = Loaded(folded, entries)
            else:
                # put out of the cache meanwhile: the beginning is missing
                continue
            self._remember(loaded)
            if self._newest.get(game, 0) <= max(known, loaded.game.version):
                # what was known before the log was read is in what was read, or was never there
                self._newest.pop(game, None)
                return loaded

    def _folded(self, game: str, entries: Sequence[StoredEntry]) -> Game | None:
        try:
            return fold(entries)
        except UnknownDataSet as unknown:
            reason = str(unknown)
        lobby = fold_lobby(entries)
        assert lobby is not None
        self._unread[game] = lobby, reason
        _log.error("the game %s is answered with 503: %s", game, reason)
        raise UnreadGameError(lobby, reason)

    def _remember(self, loaded: Loaded) -> None:
        self._loaded[loaded.game.id] = loaded
        if loaded.is_foreign:
            self._foreign.add(loaded.game.id)
        if len(self._newest) > 4 * CACHED_GAMES:
            kept = self._loaded.keys() | self._loading.keys()
            self._newest = {game: version for game, version in self._newest.items() if game in kept}


def _advance(loaded: Loaded, entries: Sequence[StoredEntry]) -> None:
    """Take in those of these entries that are new."""
    fresh = [entry for entry in entries if entry.record.version > loaded.game.version]
    game = fold(fresh, loaded.game)
    if fresh and game is not None:
        loaded.advance(game, fresh)
