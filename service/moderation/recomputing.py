"""Computes the ratings again after a result was voided: a rebuild of their tables, next to the old ones."""

import asyncio
import threading

from service.core.store.database import Database
from service.core.store.timeouts import with_timeout
from service.lists.reading import ReadModels
from service.lists.rebuild.rebuild import Rebuild
from service.lists.registry import RebuildRunningError
from service.lists.set_aside import note_ratings, wanted_ratings

EVERY = 2.0
"""Seconds between two looks whether another process has voided a result and was stopped before the rebuild."""

STOPS_WITHIN = 10.0
"""Seconds within which a page of a rebuild is written."""

PAGE = 500
"""Events per transaction: games continue in the meantime."""


class Recomputing:
    """Rebuilds what was wanted. Of several processes, one does it; if it is killed, another one begins again."""

    def __init__(self, database: Database, models: ReadModels) -> None:
        self._database = database
        self._models = models
        self._is_stopping = False
        self._idle = threading.Event()
        self._idle.set()

    async def step(self) -> None:
        """Rebuild the ratings if an act has changed what counts since the last rebuild began."""
        wanted = await with_timeout(self._wanted)
        if wanted is None:
            return
        try:
            await asyncio.to_thread(self._rebuild)
        except RebuildRunningError:
            return
        if not self._is_stopping:
            await with_timeout(self._note_done, wanted)

    async def stop(self) -> None:
        """Let a rebuild end early, and wait for it. The next start begins again."""
        self._is_stopping = True
        await asyncio.to_thread(self._idle.wait, STOPS_WITHIN)

    def is_due(self) -> bool:
        """Return whether the ratings do not count the last acts yet."""
        return self._wanted() is not None

    def _wanted(self) -> int | None:
        with self._database.reading() as cursor:
            return wanted_ratings(cursor)

    def _note_done(self, wanted: int) -> None:
        with self._database.writing() as cursor:
            note_ratings(cursor, wanted)

    def _rebuild(self) -> None:
        self._idle.clear()
        try:
            rebuild = Rebuild(self._models.registry, self._models.log, ("ratings",))
            with rebuild.running():
                while not self._is_stopping and not rebuild.step(PAGE):
                    pass
        finally:
            self._idle.set()
