"""Appends decided batches to the log, and updates the cache and the waiters once they are durable."""

import asyncio
from collections.abc import Sequence

from domain.game.game import Game
from domain.kernel.values import Value
from service.games.cache import Cache
from service.games.loaded import Loaded
from service.games.notifier import Notifier
from service.store.failpoints import at_point
from service.store.recorder import StoredEntry
from service.store.store import Store


class Batch(Value, frozen=True):
    """A decided batch: the game that it was decided on (None: it opens the game), the game after it, its entries."""

    loaded: Loaded | None
    game: Game
    entries: Sequence[StoredEntry]


class Committer:
    """Commits batches over a store."""

    def __init__(self, store: Store, cache: Cache, notifier: Notifier) -> None:
        self._store = store
        self._cache = cache
        self._notifier = notifier

    async def commit(self, batches: Sequence[Batch]) -> list[Loaded]:
        """Append batches in one transaction; returns their games once they are durable and this process knows them.

        Several batches all open games. Raises VersionConflictError and what the database raises.
        """
        result: asyncio.Future[list[Loaded]] = asyncio.get_running_loop().create_future()

        def on_stored(error: Exception | None) -> None:
            # called even if the client has gone away: the cache must not fall behind the log
            after: list[Loaded] = []
            if error is None:
                at_point("stored")
                after = [self._cache.stored(batch.loaded, batch.game, list(batch.entries)) for batch in batches]
                at_point("publish")
                for batch in batches:
                    self._notifier.publish(batch.game.id)
            if not result.done():
                result.set_result(after) if error is None else result.set_exception(error)

        entries = [entry for batch in batches for entry in batch.entries]
        before = batches[0].loaded
        appended = self._store.append(entries, on_stored, None if before is None else before.game.tip.head)
        try:
            return await result
        except asyncio.CancelledError:
            # a batch whose commit has not begun is withdrawn
            appended.cancel()
            raise
