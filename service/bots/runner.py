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
from service.play import Play

_log = logging.getLogger(__name__)


class BotRunner:
    """Lets bots decide whenever a game awaits one; games take turns, decision by decision."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._woken: asyncio.Queue[str] = asyncio.Queue()
        self._queued: set[str] = set()
        self._task: asyncio.Task[None] | None = None
        self._whim = random.Random()  # noqa: S311 - a bot's whims decide nothing that the ledger has to prove

    async def start(self) -> None:
        """Take up the games that run already."""
        for row in self._play.lobby.rows():
            if row.status == "running" and any(player and player.startswith(BOT) for player in row.players):
                self.wake(row.game)
        self._task = asyncio.create_task(self._run())

    def wake(self, game: str) -> None:
        """Look at a game soon: it has moved on."""
        if game not in self._queued:
            self._queued.add(game)
            self._woken.put_nowait(game)

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
            except (games.NotPossible, ValueError, OSError, RuntimeError):
                _log.exception("the bots of game %s could not decide", game)
            # others get their turn between two decisions
            await asyncio.sleep(0)


async def act(play: Play, game: str, whim: random.Random) -> bool:
    """Let one bot of a game decide, if one is awaited; returns whether one did."""
    state = (await play.load(game)).game
    for seat in sorted(games.awaiting(state)):
        occupant = state.occupants[seat]
        if occupant is not None and occupant.is_bot:
            command = choose(state, seat, occupant.player.removeprefix(BOT), whim)
            await play.command(game, seat, games.decision_id(state, seat), command)
            return True
    return False


def choose(state: Game, seat: Seat, bot: str, whim: random.Random) -> games.Command:
    """Return what a bot decides, from its seat's view and choices alone."""
    name = state.opened.ruleset
    return BOTS[name][bot](VIEWS[name](state, seat), seat, games.legal_commands(state, seat), whim)
