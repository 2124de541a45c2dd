"""Who is served first when something happens in a game."""

import asyncio
from typing import Any

from service.play.relay import AT_A_TIME, Relay
from tests.loops import in_loop


class Served:
    """A reader that notes its name when it is offered something."""

    def __init__(self, name: str, served: list[str], *, goes_first: bool) -> None:
        self.name = name
        self.served = served
        self.goes_first = goes_first

    def offer(self, relay: Relay[int], item: int) -> None:
        """Note the name."""
        del relay, item
        self.served.append(self.name)

    def wake(self) -> None:
        """Note nothing."""


@in_loop
async def test_players_are_served_before_those_who_watch() -> None:
    served: list[str] = []

    async def load() -> int:
        return 1

    def ended(_: Relay[Any]) -> None:
        served.append("end")

    relay = Relay(load, ended)
    watchers = [Served("watcher", served, goes_first=False) for _ in range(AT_A_TIME)]
    readers = [*watchers, Served("player", served, goes_first=True)]
    for reader in readers:
        relay.add(reader)
    relay.wake()
    while len(served) < len(readers):
        await asyncio.sleep(0)
    assert served == ["player", *["watcher"] * AT_A_TIME]
    for reader in readers:
        relay.discard(reader)
    assert served[-1] == "end"
