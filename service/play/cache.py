"""The cache of loaded games: least recently used, each at least at the last version that this process knows of.

Its size is limited in bytes: a game of a thousand events takes a hundred times the memory of one that was just opened.
"""

import asyncio
import logging
import re
from collections.abc import Callable, Sequence

from cachetools import LRUCache
from eventsourcing.persistence import PersistenceError

from domain.game.fold import fold, fold_lobby
from domain.game.game import Game
from domain.ledger.integrity import DamagedLogError, check_chain, check_ledger, check_versions
from domain.ledger.records import Tip, tip_of_new
from domain.rulesets import UnknownDataSet
from service.core.store.errors import StoreError
from service.core.store.freshness import FRESHNESS
from service.core.store.lru import peek
from service.core.store.reading import is_corrupt, reason_of, unfolded
from service.core.store.recorder import StoredEntry
from service.core.store.store import Store
from service.core.store.timeouts import STORE_TIMEOUT
from service.play.loaded import Loaded, Shown

_log = logging.getLogger(__name__)

GAME_MEMORY = 256 << 20
"""The default size of the cache in bytes."""

SHOWN_PART = 4
"""One of so many parts of the cache holds representations and encoded events, the others games."""

NOTED_GAMES = 1_024
"""The number of games above which notes about games that are not used now are dropped."""

_GAME_ID = re.compile(r"[0-9a-f-]{36}")
"""The form of a game id. Other texts are not queried: a database may not accept them."""


_ONLY_HERE = 2**63 - 1
"""A version that no other server has."""


class UnknownGameError(Exception):
    """There is no such game."""


class UnreadableGameError(Exception):
    """The log of a game cannot be folded. `game` has the lobby only, which access checks need; None: not even that."""

    def __init__(self, game: Game | None, reason: str) -> None:
        super().__init__(reason)
        self.game = game


class DataSetMissingError(UnreadableGameError):
    """The data set of a game is missing."""


class UnfoldedGameError(UnreadableGameError):
    """The log of a game is whole, but this release cannot fold it: a later one has written it."""


class DamagedGameError(UnreadableGameError):
    """The log of a game is damaged."""


class Cache:
    """Loaded games by id, least recently used. Concurrent loads of a game share one read."""

    def __init__(self, store: Store, memory: int = GAME_MEMORY) -> None:
        """`memory` is the size in bytes. One game is held, however large it is."""
        self._store = store
        self._shown = Shown(max(1, memory // SHOWN_PART))
        limit = max(1, memory - memory // SHOWN_PART)
        self._loaded: LRUCache[str, Loaded] = LRUCache(limit, getsizeof=lambda loaded: min(loaded.size, limit))
        self._loading: dict[str, asyncio.Task[Loaded]] = {}
        self._newest: dict[str, int] = {}
        """The last known version of games in the log, where it may be ahead of the cached game."""
        self._foreign: set[str] = set()
        """Imported games that this process has read."""
        self._unreadable: LRUCache[str, UnreadableGameError] = LRUCache(NOTED_GAMES)
        """The games that this process cannot fold: their data set is missing, or a later release has written them."""
        self._damaged: dict[str, DamagedGameError] = {}
        """The damaged games that this process has found, or that the register names."""
        self.found_damage: Callable[[str, str], None] = _no_op
        """Called with a game whose log this process has found damaged, and the reason."""
        self._logs = 0
        """The number of calls of `forget`. A read that began before the last call is discarded."""

    def __len__(self) -> int:
        return len(self._loaded)

    @property
    def size(self) -> int:
        """The memory of the games in bytes, about.

        It follows from their numbers of events. The size of representations would depend on what they hide.
        """
        return int(self._loaded.currsize)

    async def load(self, game: str) -> Loaded:
        """Return a game, at least at its last known version. Raises UnknownGameError and UnreadableGameError."""
        loaded = self._loaded.get(game)
        if loaded is not None and loaded.game.version >= self._newest.get(game, 0):
            return loaded
        reading = self._loading.get(game)
        if reading is None:
            if not _GAME_ID.fullmatch(game):
                raise UnknownGameError(game)
            if game in self._damaged:
                raise _again(self._damaged[game])
            if game in self._unreadable:
                # data sets are read once, when the process starts, and its release does not change
                raise _again(self._unreadable[game])
            reading = self._loading[game] = asyncio.create_task(self._read(game))
            reading.add_done_callback(lambda _: self._loading.pop(game, None))
        async with asyncio.timeout(STORE_TIMEOUT):
            return await asyncio.shield(reading)

    async def latest(self, loaded: Loaded) -> Loaded:
        """Return a loaded game at least at its last known version, usually the same object."""
        game = loaded.game
        if self._loaded.get(game.id) is loaded and game.version >= self._newest.get(game.id, 0):
            return loaded
        return await self.load(game.id)

    def peek(self, game: str) -> Loaded | None:
        """Return a cached game without counting this as a use; None if it is not cached."""
        return peek(self._loaded, game)

    def is_foreign(self, game: Game) -> bool:
        """Whether a loaded game was imported."""
        return game.id in self._foreign

    def moved(self, game: str, version: int) -> bool:
        """Record that the log of a game has this version. Return whether the cached game may be older."""
        # not counted as a use: games that other processes play would evict those played here
        loaded = peek(self._loaded, game)
        if loaded is not None and loaded.game.version >= version:
            return False
        if loaded is not None or game in self._loading:
            self.outdated(game, version)
        return True

    def outdated(self, game: str, version: int) -> None:
        """Make the next load read the game again, unless the cached game has this version."""
        self._newest[game] = max(version, self._newest.get(game, 0))

    def stored(self, loaded: Loaded | None, game: Game, entries: list[StoredEntry]) -> Loaded:
        """Add a durable batch decided on `loaded` (None: it opens the game). Return the game with the batch."""
        self.outdated(game.id, game.version)
        held = self._loaded.get(game.id)
        if held is None and loaded is None:
            held = Loaded(game, entries, self._shown)
        if held is not None:
            _advance_by(held, game, entries)
            self._remember(held)
            if held.game.version >= game.version:
                return held
        # evicted or forgotten since the decision: the next load reads the log, this request needs only its own batch
        assert loaded is not None
        _advance_by(loaded, game, entries)
        return loaded

    def forget(self) -> None:
        """Drop all games: the log may be a different one, for example after a failover."""
        self._logs += 1
        # representations are not found any more, as each belongs to a game in memory: newer ones replace them
        self._loaded.clear()
        self._newest.clear()
        self._unreadable.clear()

    async def _read(self, game: str) -> Loaded:
        """Read the missing entries until the game has the last known version."""
        while True:
            log, before, known = self._logs, self._loaded.get(game), self._newest.get(game, 0)
            tip = before and before.game.tip
            # read the last known entry again: a server that lost commits has a different one, or none
            entries, damage = await asyncio.to_thread(self._checked, game, tip, known)
            if log != self._logs:
                continue
            if damage is not None:
                raise self._note_damage(game, _lobby_of(entries), damage)
            if tip is not None and (not entries or entries[0].head != tip.head):
                self._loaded.pop(game, None)
                continue
            loaded = self._loaded.get(game)
            if loaded is not None:
                if not self._has_advanced(loaded, entries):
                    # the whole log tells whether it is damaged
                    self._loaded.pop(game, None)
                    continue
            elif before is None:
                loaded = self._folded(game, entries)
                if loaded is None:
                    raise UnknownGameError(game)
            else:
                # evicted during the read, so the first entries are missing
                continue
            self._remember(loaded)
            if self._newest.get(game, 0) <= max(known, loaded.game.version):
                # every version known before the read was read, or does not exist
                self._newest.pop(game, None)
                return loaded

    async def damaged(self, game: str, reason: str) -> None:
        """Answer no more requests for a game until `mended`: its log is damaged."""
        loaded = self._loaded.pop(game, None)
        if game not in self._damaged:
            lobby = None if loaded is None else loaded.game
            self._damaged[game] = DamagedGameError(lobby, reason)
            if lobby is None:
                entries, _ = await asyncio.to_thread(self._checked, game, None)
                if game in self._damaged:
                    self._damaged[game] = DamagedGameError(_lobby_of(entries), reason)

    def mended(self, game: str) -> None:
        """Read a game again with the next request: its log is whole again."""
        self._damaged.pop(game, None)
        self._unreadable.pop(game, None)
        self._loaded.pop(game, None)

    @property
    def known_damage(self) -> frozenset[str]:
        """The games that are not answered because their logs are damaged."""
        return frozenset(self._damaged)

    def _note_damage(self, game: str, lobby: Game | None, reason: str) -> DamagedGameError:
        self._loaded.pop(game, None)
        error = self._damaged[game] = DamagedGameError(lobby, reason)
        self.found_damage(game, reason)
        return error

    def _folded(self, game: str, entries: Sequence[StoredEntry]) -> Loaded | None:
        """Return a game that is read from its first entry on. Raises UnreadableGameError."""
        if not entries:
            return None
        try:
            check_versions(game, entries)
            folded = fold(entries)
            assert folded is not None
            return Loaded(folded, list(entries), self._shown)
        except UnknownDataSet as unknown:
            error = DataSetMissingError(_lobby_of(entries), str(unknown))
        except Exception as failure:  # noqa: BLE001 - damaged entries may cause any error
            if (reason := ledger_damage(game, entries)) is not None:
                raise self._note_damage(game, _lobby_of(entries), reason) from None
            error = UnfoldedGameError(_lobby_of(entries), unfolded(failure))
        self._unreadable[game] = error
        _log.error("the game %s is answered with 503: %s", game, error)
        raise _again(error)

    def _has_advanced(self, loaded: Loaded, entries: Sequence[StoredEntry]) -> bool:
        """Add the entries that are new; returns whether they can be added."""
        fresh = [entry for entry in entries if entry.record.version > loaded.game.version]
        try:
            check_versions(loaded.game.id, fresh, loaded.game.version)
            game = fold(fresh, loaded.game)
            if fresh and game is not None:
                loaded.advance(game, fresh)
        except Exception as error:  # noqa: BLE001 - damaged entries may cause any error
            _log.debug("the game %s is read again", loaded.game.id, exc_info=error)
            return False
        return True

    def _checked(self, game: str, tip: Tip | None, known: int = 0) -> tuple[list[StoredEntry], str | None]:
        """Return what `_checked_once` does. A replica cannot say that a game is damaged."""
        entries, damage = self._checked_once(game, tip, known)
        if damage is not None and FRESHNESS.get() is not None:
            return self._checked_once(game, tip, _ONLY_HERE)
        return entries, damage

    def _checked_once(self, game: str, tip: Tip | None, known: int) -> tuple[list[StoredEntry], str | None]:
        """Return the entries of a game from its tip on, or all, and how they are damaged; None: they are not.

        `known` is the last version that the log is known to have.
        The heads are computed again, so that nobody plays on, and nothing is signed, after a changed entry.
        """
        try:
            entries = self._store.read(game, tip.version - 1 if tip else 0, known=known)
        except PersistenceError as error:
            if not is_corrupt(error):
                raise
            return [], f"the database cannot read the game: {reason_of(error)}"
        except (StoreError, TimeoutError, OSError):
            raise
        except Exception as error:  # noqa: BLE001 - damaged bytes may cause any error
            return [], f"an event cannot be decoded: {reason_of(error)}"
        try:
            if tip is None and entries:
                check_versions(game, entries)
                check_chain(entries, tip_of_new(game))
        except DamagedLogError as damaged:
            return entries, reason_of(damaged)
        return entries, None

    def _remember(self, loaded: Loaded) -> None:
        self._loaded[loaded.game.id] = loaded
        if loaded.is_foreign:
            self._foreign.add(loaded.game.id)
        # twice as many as can be kept, so that this happens once in many calls
        if len(self._newest) > NOTED_GAMES + 2 * len(self._loaded):
            kept = self._loaded.keys() | self._loading.keys()
            self._newest = {game: version for game, version in self._newest.items() if game in kept}


def _advance_by(loaded: Loaded, game: Game, entries: Sequence[StoredEntry]) -> None:
    """Add a batch, unless the log poller has read it before the writer reported it as durable."""
    if loaded.game.version == entries[0].record.version - 1:
        loaded.advance(game, entries)


def _again(error: UnreadableGameError) -> UnreadableGameError:
    """Return an error to raise: the kept one would collect the tracebacks of all requests."""
    return type(error)(error.game, str(error))


def _lobby_of(entries: Sequence[StoredEntry]) -> Game | None:
    """Return what the lobby events of a damaged log say; None if they cannot be folded either."""
    try:
        return fold_lobby(entries)
    except Exception:  # noqa: BLE001 - damaged entries may cause any error
        return None


def ledger_damage(log: str, entries: Sequence[StoredEntry]) -> str | None:
    """Return how the ledger of a log that cannot be folded is damaged; None: it is whole, so a later release wrote it.

    The register of damage concerns all processes, and those of a later release can fold the log.
    """
    try:
        check_ledger(log, entries)
    except DamagedLogError as damaged:
        return reason_of(damaged)
    return None


def _no_op(_game: str, _reason: str) -> None:
    """Do nothing."""
