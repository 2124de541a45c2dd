"""Plays the seats of bots, through the same use case as everybody else."""

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeAlias

from eventsourcing.persistence import PersistenceError

from domain.game.events import BOT
from domain.game.game import Game, awaiting, decision_id, legal_commands
from domain.kernel.values import Command, Seat
from projections.views import VIEWS
from service.bots import BOTS
from service.games.cache import DataSetMissingError
from service.games.play import Play
from service.games.requests import Answer, DecisionClosedError, SeatIn
from service.store.errors import StoreError, VersionConflictError
from service.store.outage import OUTAGE, is_outage
from service.store.retry import Backoff
from service.store.times import timestamp_at

_log = logging.getLogger(__name__)


FIRST_RETRY, LAST_RETRY = 0.5, 60.0
"""Seconds before the next attempt in a game; each failure of a bot doubles them, a failure of the store does not."""

LEFT_ALONE = 5.0
"""Seconds after which a bot that has not answered is nobody's: the process that played it is gone."""

_STORE_ERRORS = (StoreError, VersionConflictError, PersistenceError, TimeoutError)

AwaitingSince: TypeAlias = Callable[[str], Awaitable[Iterable[str]]]
"""Returns the games in which a bot was asked something before a time, and has not answered."""


class BotRunner:
    """Lets bots decide whenever a game awaits one; games take turns, decision by decision."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._woken: asyncio.Queue[str] = asyncio.Queue()
        self._queued: set[str] = set()
        self._task: asyncio.Task[None] | None = None
        self._taking_up: asyncio.Task[None] | None = None
        self._retries: dict[str, Backoff] = {}
        """The delays for each game in which a bot has failed."""
        self._unreadable: set[str] = set()
        """Games that cannot be read; they are not tried again."""
        self._whim = random.Random()  # noqa: S311 - a bot's whims decide nothing that the ledger has to prove

    async def start(self, awaiting: AwaitingSince | None = None) -> None:
        """Begin; take up the games in which a bot is awaited, and later those that another process has left alone."""
        self._task = asyncio.create_task(self._run())
        if awaiting is not None:
            self._taking_up = asyncio.create_task(self._take_up(awaiting))

    async def _take_up(self, awaiting: AwaitingSince) -> None:
        before = timestamp_at(time.time())
        while True:
            for game in await awaiting(before):
                if game not in self._retries and game not in self._unreadable:
                    self.wake(game)
            # at times of their own, so that processes do not all take up the same games
            await asyncio.sleep(LEFT_ALONE * self._whim.uniform(0.5, 1.5))
            before = timestamp_at(time.time() - LEFT_ALONE)

    def wake(self, game: str) -> None:
        """Look at a game soon: it has moved on."""
        if game not in self._queued:
            self._queued.add(game)
            self._woken.put_nowait(game)

    @property
    def is_running(self) -> bool:
        """Whether bots decide."""
        return self._task is not None and not self._task.done()

    async def stop(self) -> None:
        """Decide nothing any more."""
        tasks = [task for task in (self._task, self._taking_up) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            game = await self._woken.get()
            self._queued.discard(game)
            try:
                await act(self._play, game, self._whim)
                self._retries.pop(game, None)
            except DecisionClosedError:
                # another process has decided for the bot, and goes on with the game
                self._retries.pop(game, None)
            except _STORE_ERRORS as error:
                # a database comes back, and then bots are not to be waited for
                if is_outage(error):
                    OUTAGE.report("bots cannot decide", error)
                else:
                    _log.warning("the bots of game %s could not decide: %s: %s", game, type(error).__name__, error)
                self._retry(game, Backoff(FIRST_RETRY, LAST_RETRY))
            except DataSetMissingError:
                # told in the log where it was read; who brings the file back starts the process again
                self._unreadable.add(game)
            except Exception:  # noqa: BLE001 - as the next line says
                # whatever it was, the other games go on, and this one is tried again
                _log.exception("the bots of game %s could not decide", game)
                self._retry(game, self._retries.get(game) or Backoff(FIRST_RETRY, LAST_RETRY))
            # others get their turn between two decisions
            await asyncio.sleep(0)

    def _retry(self, game: str, retries: Backoff) -> None:
        self._retries[game] = retries
        asyncio.get_running_loop().call_later(retries.delay(), self.wake, game)


async def act(play: Play, game: str, whim: random.Random) -> bool:
    """Let one bot of a game decide, if one is awaited; returns whether one did."""
    loaded = await play.load(game)
    state = loaded.game
    for seat in sorted(awaiting(state)):
        occupant = state.occupants[seat]
        if occupant is not None and occupant.is_bot:
            command = choose(state, seat, occupant.player.removeprefix(BOT), whim)
            await play.command(loaded, _always(seat), Answer(decision_id(state, seat), command))
            return True
    return False


def _always(seat: Seat) -> SeatIn:
    return lambda _: seat


def choose(state: Game, seat: Seat, bot: str, whim: random.Random) -> Command:
    """Return what a bot decides, from its seat's view and choices alone."""
    name = state.opened.ruleset
    return BOTS[name][bot](VIEWS[name](state, seat), seat, legal_commands(state, seat), whim)
