"""What a crowd attacks, and how its clients ended."""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence

from domain.kernel.values import Value
from tests.abuse.crowds.wire import Line, Line1, Line2, opened

AT_A_TIME = 100
"""Connections that are being opened at once."""


class Target(Value, frozen=True):
    """A service, and what a crowd needs to know of it."""

    port: int
    http: int
    """The version of HTTP, 1 or 2."""
    seconds: float
    count: int
    """How many clients there are."""
    game: str
    """A running game."""
    tokens: tuple[str, ...]
    """Tokens of players of the crowd."""
    pace: float
    """Seconds between two bursts of requests that are reset."""


class Report(Value, frozen=True):
    """How the clients of a crowd ended."""

    connections: int
    requests: int
    ended: dict[str, int]
    """How often a client was answered with a status, was closed, or was still open at the end."""
    seconds: tuple[float, ...]
    """When clients were cut off: the seconds since they began, in order."""
    cpu: float
    """Seconds of processor time of the crowd."""


class Attack:
    """An attack that goes on."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.kind: type[Line] = Line1 if target.http == 1 else Line2
        self.ended = Counter[str]()
        self.seconds: list[float] = []
        self.connections = 0
        self.requests = 0
        self._until = time.monotonic() + target.seconds
        self._gate = asyncio.Semaphore(AT_A_TIME)

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return self._until - time.monotonic()

    async def open(
        self, kind: type[Line] | None = None, address: str = "127.0.0.1", receive_buffer: int = 0
    ) -> Line | None:
        """Return a new connection; None if the server refuses it."""
        async with self._gate:
            line = await opened(self.target.port, kind or self.kind, address, receive_buffer)
        self.connections += 1
        if line is None:
            self.ended["refused"] += 1
        return line

    def cut(self, how: str, since: float) -> None:
        """Note that the server has cut off a client that began then."""
        self.ended[how] += 1
        self.seconds.append(time.monotonic() - since)

    async def all(self, client: Callable[["Attack", int], Awaitable[None]]) -> None:
        """Let all clients act at once."""
        await asyncio.gather(*(client(self, number) for number in range(self.target.count)))

    def report(self) -> Report:
        """Return how the clients have ended."""
        return Report(
            connections=self.connections,
            requests=self.requests,
            ended=dict(sorted(self.ended.items())),
            seconds=tuple(sorted(round(each, 1) for each in self.seconds)),
            cpu=time.process_time(),
        )


def address_of(number: int, among: int, network: int) -> str:
    """Return one of so many addresses of this machine in the network 127.0.`network`.0/24."""
    return f"127.0.{network}.{number % among + 1}"


def share(values: Sequence[float], part: float) -> float:
    """Return the value that this part of ordered values does not exceed."""
    return values[min(len(values) - 1, int(len(values) * part))]
