"""Starts games at their start time. Any number of processes may do this at once."""

import asyncio
import logging
import random
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from domain.game.game import Game
from domain.game.schedule import decide_due
from domain.ledger.records import ENTROPY_BYTES
from service.games.cache import DataSetMissingError
from service.games.play import Decision, Play
from service.store.outage import STORE_ERRORS, report_store_error

POLL_INTERVAL = 0.5
"""Seconds between two looks at the schedule."""


_log = logging.getLogger(__name__)

Schedule: TypeAlias = Callable[[], Awaitable[Sequence[tuple[str, str]]]]
"""Returns games with the times of their next steps, earliest first."""


class Scheduler:
    """Takes the steps of games that are due. Every step is decided on the game itself, so that none is taken twice."""

    def __init__(self, play: Play, schedule: Schedule, every: float = POLL_INTERVAL) -> None:
        self._play = play
        self._schedule = schedule
        self._every = every
        self._rng = random.Random()  # noqa: S311 - jitter

    async def run(self) -> None:
        """Look at the schedule periodically until cancelled."""
        while True:
            try:
                await self.sweep()
            except STORE_ERRORS as error:
                report_store_error(_log, "the schedule cannot be read", "the schedule cannot be read", error)
            except Exception:  # noqa: BLE001 - games must start on time after any error
                _log.exception("the schedule cannot be read")
            # jitter, so that the processes do not all act at the same moment
            await asyncio.sleep(self._every * self._rng.uniform(0.5, 1.5))

    async def sweep(self) -> None:
        """Take all steps that are due now."""
        scheduled = await self._schedule()
        now = self._play.now() if scheduled else ""
        for game in [game for game, at in scheduled if at <= now]:
            try:
                await take_due_steps(self._play, game)
            except DataSetMissingError:
                # the cache has logged it
                continue
            except STORE_ERRORS as error:
                # one game must not stop the others: the next look at the schedule tries again
                report_store_error(_log, "games cannot start on time", f"a step of game {game} failed", error)
            except Exception:  # noqa: BLE001 - as above
                _log.exception("the step of game %s that is due failed", game)


async def take_due_steps(play: Play, game: str) -> None:
    """Take the steps of a game that are due now, each in a batch of its own."""
    loaded = await play.load(game)
    while True:
        done = await play.act_at(loaded, _next_step, None)
        if done.last < done.first:
            return
        loaded = done.loaded


def _next_step(game: Game, at: str) -> Decision | None:
    return decide_due(game, at, secrets.token_hex(ENTROPY_BYTES))
