"""The kinds of crowds, and `python -m tests.abuse.crowds.kinds NAME TARGET`, the process of one."""

import asyncio
import os
import resource
import sys
from collections.abc import Awaitable, Callable, Mapping

import msgspec

from domain.kernel.values import Value
from tests.abuse.crowds.attack import Attack, Report, Target
from tests.abuse.crowds.floods import guesses, resets, sign_ups
from tests.abuse.crowds.priority import set_nice
from tests.abuse.crowds.slow import idle, slow_bodies, slow_heads, unread
from tests.abuse.crowds.streams import live_streams
from tests.abuse.crowds.uploads import bundles

NICE = 10
"""The niceness of the crowd, which shares the processors with the service."""


class Kind(Value, frozen=True):
    """A kind of hostile clients."""

    run: Callable[[Attack], Awaitable[None]]
    count: int
    """How many clients a long run has."""
    memory: float = 0.0
    """MiB that the service may use for each client, as long as it is there."""


KINDS: Mapping[str, Kind] = {
    "slow heads": Kind(slow_heads, 500),
    "slow bodies": Kind(slow_bodies, 500),
    "idle": Kind(idle, 500),
    "resets": Kind(resets, 6),
    "unread": Kind(unread, 200),
    "live streams": Kind(live_streams, 2000, memory=64 / 1024),
    "sign-ups": Kind(sign_ups, 32),
    "guesses": Kind(guesses, 32),
    "bundles": Kind(bundles, 8, memory=4),
}


async def attacked(name: str, target: Target) -> Report:
    """Let a crowd attack, and return how it ended."""
    attack = Attack(target)
    await KINDS[name].run(attack)
    return attack.report()


def main(name: str, target: str, nice: str) -> None:
    """Run a crowd as a process with a priority, and write its report."""
    set_nice(os.getpid(), int(nice))
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    report = asyncio.run(attacked(name, msgspec.json.decode(target, type=Target)))
    sys.stdout.buffer.write(msgspec.json.encode(report))


if __name__ == "__main__":
    main(*sys.argv[1:])
