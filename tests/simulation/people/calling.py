"""How simulated clients reach the service: requests to any process, replies that get lost, and retries."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from contextvars import Context, copy_context
from typing import TYPE_CHECKING, Any, TypeVar

from domain.game.decide import NotPossible
from domain.kernel.codec import canonical
from domain.kernel.values import IllegalCommand
from domain.tournaments.refusals import Refused
from service.core.parts import Parts
from service.core.store.outage import STORE_ERRORS
from service.core.store.recorder import Origin
from service.play.cache import UnknownGameError
from service.play.log_poller import LogPoller
from service.play.requests import DecisionClosedError
from service.tournaments.tournaments import UnknownTournamentError
from tests.simulation.machine.failover import EPOCH

if TYPE_CHECKING:
    from tests.simulation.machine.process import Process
    from tests.simulation.world import World

T = TypeVar("T")

REFUSALS = (DecisionClosedError, NotPossible, IllegalCommand, Refused, UnknownGameError, UnknownTournamentError)
"""Definite replies: the request has no effect."""

TIMEOUT = 12.0
"""Seconds for which a client waits for a reply."""


class Unknown(Exception):
    """No reply, or 503: the request may have had its effect."""


class Caller:
    """Sends the requests of all clients."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._numbers = 0
        self.is_lossy = True

    def origin(self, sender: str, asked: object) -> Origin:
        """Return the origin of a new request, with a new idempotency key."""
        self._numbers += 1
        digest = hashlib.sha256(canonical(asked)).hexdigest()
        return Origin(sender, f"request-{self._numbers}", digest)

    async def call(self, work: Callable[[Parts], Awaitable[T]]) -> T:
        """Send a request to one process. Raises Unknown, and what the service refuses with."""
        world = self._world
        up = [process for process in world.processes if process is not None and process.is_up]
        if not up:
            await asyncio.sleep(0.25)
            raise Unknown("no process answers")
        process = up[int(world.rng.random() * len(up))]
        reply: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        world.scheduler.at(
            world.scheduler.now + self._latency(),
            process.loop,
            process.loop.timer(lambda: self._arrive(process, work, reply)),
        )
        process.loop.open.append(reply)
        try:
            async with asyncio.timeout(TIMEOUT):
                return await reply
        except (*STORE_ERRORS, TimeoutError) as error:
            raise Unknown(repr(error)) from error

    def _latency(self) -> int:
        return int(200 + self._world.rng.random() * 2_000)

    def _arrive(self, process: "Process", work: Callable[[Parts], Awaitable[Any]], reply: asyncio.Future[Any]) -> None:
        parts, world = process.parts, self._world
        if parts is None:
            self._reply(reply, None, Unknown("the process has stopped"))
            return
        task = process.loop.create_task(_served(parts, work), context=_context(world.epoch))
        process.loop.tasks_of_clients.add(task)

        def ended(task: asyncio.Task[Any]) -> None:
            process.loop.tasks_of_clients.discard(task)
            if task.cancelled():
                self._reply(reply, None, Unknown("cancelled"))
            else:
                error = task.exception()
                self._reply(reply, None if error else task.result(), error)

        task.add_done_callback(ended)

    def _reply(self, reply: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
        """Send a reply, which may get lost."""
        world = self._world
        if self.is_lossy and world.rng.random() < world.lost_replies:
            result, error = None, Unknown("the reply is lost")
        world.reply(reply, result, error, self._latency())

    async def insist(self, work: Callable[[Parts], Awaitable[T]], most: int = 60) -> T:
        """Send a request until a definite reply comes. Raises what the service refuses with, and Unknown in the end."""
        pause = 0.05
        for _ in range(most):
            try:
                return await self.call(work)
            except Unknown:
                await asyncio.sleep(pause * (0.5 + self._world.rng.random()))
                pause = min(2.0, 2 * pause)
        raise Unknown("no definite reply")


def _context(epoch: int) -> Context:
    context = copy_context()
    context.run(EPOCH.set, epoch)
    return context


async def _served(parts: Parts, work: Callable[[Parts], Awaitable[T]]) -> T:
    """Serve a request as the routes do: no reply is based on an outdated log."""
    if (poller := parts.find(LogPoller)) is not None:
        await poller.catch_up()
    return await work(parts)
