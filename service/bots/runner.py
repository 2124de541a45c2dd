"""Plays the seats of bots, through the same use case as everybody else."""

import asyncio
import logging
import random

from domain import game as games
from domain.game import Game
from domain.kernel.values import Seat
from domain.lobby import BOT
from projections.views import VIEWS
from service.bots import BOTS
from service.play import DecisionClosedError, Play, SeatIn

_log = logging.getLogger(__name__)


FIRST_PAUSE, LONGEST_PAUSE = 0.5, 60.0
"""Seconds; each failure doubles the pause."""


class BotRunner:
    """Lets bots decide whenever a game awaits one; games take turns, decision by decision."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._woken: asyncio.Queue[str] = asyncio.Queue()
        self._queued: set[str] = set()
        self._task: asyncio.Task[None] | None = None
        self._pauses: dict[str, float] = {}
        """Seconds to wait before a game is looked at again whose bots could not decide."""
        self._whim = random.Random()  # noqa: S311 - a bot's whims decide nothing that the ledger has to prove

    async def start(self) -> None:
        """Take up the games that run already."""
        for row in self._play.lobby.newest_first():
            if row.status == "running" and any(player and player.startswith(BOT) for player in row.players):
                self.wake(row.game)
        self._task = asyncio.create_task(self._run())

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
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            game = await self._woken.get()
            self._queued.discard(game)
            try:
                await act(self._play, game, self._whim)
                self._pauses.pop(game, None)
            except DecisionClosedError:
                # another process has decided for the bot, and goes on with the game
                self._pauses.pop(game, None)
            except Exception:  # noqa: BLE001 - as the next line says
                # whatever it was, the other games go on, and this one is tried again
                pause = self._pauses[game] = min(2 * self._pauses.get(game, FIRST_PAUSE / 2), LONGEST_PAUSE)
                _log.exception("the bots of game %s could not decide: next try in %g s", game, pause)
                asyncio.get_running_loop().call_later(pause, self.wake, game)
            # others get their turn between two decisions
            await asyncio.sleep(0)


async def act(play: Play, game: str, whim: random.Random) -> bool:
    """Let one bot of a game decide, if one is awaited; returns whether one did."""
    state = (await play.load(game)).game
    for seat in sorted(games.awaiting(state)):
        occupant = state.occupants[seat]
        if occupant is not None and occupant.is_bot:
            command = choose(state, seat, occupant.player.removeprefix(BOT), whim)
            await play.command(game, _always(seat), games.decision_id(state, seat), command)
            return True
    return False


def _always(seat: Seat) -> SeatIn:
    return lambda _: seat


def choose(state: Game, seat: Seat, bot: str, whim: random.Random) -> games.Command:
    """Return what a bot decides, from its seat's view and choices alone."""
    name = state.opened.ruleset
    return BOTS[name][bot](VIEWS[name](state, seat), seat, games.legal_commands(state, seat), whim)
