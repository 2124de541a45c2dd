"""Claims on the pairing of a round: of several processes on one database, one pairs it."""

import asyncio
import contextlib
import logging
import uuid
from collections.abc import AsyncGenerator

from domain.ledger.times import SECOND, micros
from projections.times import moment
from service.core.store.outage import STORE_ERRORS
from service.core.store.timeouts import TimedLock, with_timeout
from service.play.play import Play

_log = logging.getLogger(__name__)

LEASE = 10.0
"""Seconds for which a claim is valid. If its process dies, another one pairs the round after this time."""

RENEWED_EVERY = 3.0
"""Seconds after which a process renews its claim."""

LOOKED_EVERY = 0.25
"""Seconds between two attempts of a request that waits for a claim."""


class _Hold:
    """A claim that a block holds. A thread that renews it may continue after its task was cancelled."""

    def __init__(self) -> None:
        self.lock = TimedLock()
        self.is_over = False


class Claims:
    """The claims of this process. A database of one process needs none."""

    def __init__(self, play: Play) -> None:
        self._store = play.store
        self._now = play.now
        self._holder = str(uuid.uuid4())

    @contextlib.asynccontextmanager
    async def held(self, tournament: str, *, waits: bool) -> AsyncGenerator[bool]:
        """Hold the claim on a tournament in the block; yields whether this process has it.

        With `waits`, wait for another process to release its claim or to die. The log accepts a round once in any
        case: a claim saves work, and nothing depends on it.
        """
        if not self._store.is_shared:
            yield True
            return
        while not (is_mine := await with_timeout(self._take, tournament)) and waits:
            await asyncio.sleep(LOOKED_EVERY)
        if not is_mine:
            yield False
            return
        hold = _Hold()
        renewing = asyncio.create_task(self._renew(tournament, hold))
        try:
            yield True
        finally:
            hold.is_over = True
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)
            try:
                await with_timeout(self._release, tournament, hold)
            except (*STORE_ERRORS, TimeoutError):
                _log.debug("the claim on tournament %s was not released: it ends by itself", tournament)

    async def _renew(self, tournament: str, hold: _Hold) -> None:
        while True:
            await asyncio.sleep(RENEWED_EVERY)
            with contextlib.suppress(*STORE_ERRORS, TimeoutError):
                await with_timeout(self._take_again, tournament, hold)

    def _take_again(self, tournament: str, hold: _Hold) -> None:
        """Renew a claim unless its block has ended."""
        with hold.lock:
            if not hold.is_over:
                self._take(tournament)

    def _take(self, tournament: str) -> bool:
        """Take or renew a claim unless another process has it."""
        now = self._now()
        until = moment(micros(now) + round(LEASE * SECOND))
        with self._store.in_use(), self._store.database.writing() as cursor:
            cursor.execute(
                "INSERT INTO tournament_claims (tournament, holder, valid_until) VALUES (?,?,?) "
                "ON CONFLICT (tournament) DO UPDATE SET holder=excluded.holder, valid_until=excluded.valid_until "
                "WHERE tournament_claims.holder=excluded.holder OR tournament_claims.valid_until<=?",
                (tournament, self._holder, until, now),
            )
            row = cursor.one("SELECT holder FROM tournament_claims WHERE tournament=?", (tournament,))
        return row is not None and row["holder"] == self._holder

    def _release(self, tournament: str, hold: _Hold) -> None:
        """Release a claim, after a renewal that is under way in its thread."""
        with hold.lock, self._store.in_use(), self._store.database.writing() as cursor:
            cursor.execute("DELETE FROM tournament_claims WHERE tournament=? AND holder=?", (tournament, self._holder))
