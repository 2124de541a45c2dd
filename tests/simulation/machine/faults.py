"""Faults of the store and of processes: errors, lost replies, batches that arrive twice, delays, kills."""

import random
from typing import TYPE_CHECKING, NamedTuple

from eventsourcing.persistence import OperationalError

from tests.simulation.machine.disk import Operation
from tests.simulation.machine.loop import Killed

if TYPE_CHECKING:
    from tests.simulation.world import World


class Rates(NamedTuple):
    """How often each fault happens at an operation that it can hit."""

    error: float = 0.0
    """The operation fails before it begins."""
    lost_reply: float = 0.0
    """A transaction is committed, and its process gets an error."""
    repeat: float = 0.0
    """A batch arrives twice, as after a retry of the driver."""
    kill: float = 0.0
    """The process dies before an operation, or after it, when its transaction is committed."""
    kill_at_point: float = 0.0
    """The process dies at a failpoint of the service."""
    slow: float = 0.0
    """A thread hangs for up to eight seconds, longer than the timeouts of requests."""
    lost_notification: float = 0.0


NONE = Rates()


def rates_of(rng: random.Random) -> Rates:
    """Return the rates of a seed: of each kind of fault none, few or many."""
    kills = rng.choice((0.0, 0.0005, 0.002))
    return Rates(
        error=rng.choice((0.0, 0.002, 0.02)),
        lost_reply=rng.choice((0.0, 0.01, 0.05)),
        repeat=rng.choice((0.0, 0.05, 0.3)),
        kill=kills,
        kill_at_point=kills * rng.choice((0, 2, 10)),
        slow=rng.choice((0.0, 0.0, 0.001, 0.005)),
        lost_notification=rng.choice((0.0, 0.1, 1.0)),
    )


class Faults(Operation):
    """The faults of one simulation. They hit the process that runs."""

    def __init__(self, world: "World", rng: random.Random, rates: Rates) -> None:
        self._world = world
        self._rng = rng
        self.rates = rates
        self.is_out = False
        """Whether no server answers, as in a failover."""

    def begin(self) -> None:
        loop = self._world.scheduler.running
        if loop is not None and self.is_out:
            message = "simulated: the server is starting"
            raise OperationalError(message)
        if loop is None or self.rates is NONE:
            return
        chance = self._rng.random()
        if chance < self.rates.error:
            self._world.happened(loop.name, "the store fails")
            message = "simulated: the connection failed before the operation"
            raise OperationalError(message)
        if chance > 1 - self.rates.kill:
            self._kill("before an operation of the store")

    def end(self, *, writes: bool) -> None:
        loop = self._world.scheduler.running
        if loop is None or self.rates is NONE or not writes:
            return
        chance = self._rng.random()
        if chance < self.rates.lost_reply:
            self._world.happened(loop.name, "the store commits, and its reply is lost")
            message = "simulated: the connection failed after the commit"
            raise OperationalError(message)
        if chance > 1 - 4 * self.rates.kill:
            self._kill("after a commit")

    def repeats(self) -> bool:
        return self.rates is not NONE and self._rng.random() < self.rates.repeat

    def at_point(self, point: str) -> None:
        """Pass a failpoint of the service."""
        is_armed = self.rates is not NONE and self._world.scheduler.running is not None
        if is_armed and self._rng.random() < self.rates.kill_at_point:
            self._kill(f"at the failpoint {point}")

    def loses_notification(self) -> bool:
        """Return whether a notification of a commit gets lost."""
        return self.rates is not NONE and self._rng.random() < self.rates.lost_notification

    def _kill(self, when: str) -> None:
        loop = self._world.scheduler.running
        assert loop is not None
        self._world.kill(loop, when)
        raise Killed
