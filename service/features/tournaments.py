"""Tournaments, and the steward that takes their steps."""

import asyncio
from collections.abc import Iterable

from service.api.tournaments import routes as tournaments
from service.feature import Feature
from service.games.play import Play
from service.games.steady_clock import SteadyClock
from service.parts import Parts
from service.tournaments.steward import Steward
from service.tournaments.tournaments import Tournaments
from service.worker import Background, Started


def build(parts: Parts) -> None:
    """Build the use case and, on the time of the service, the steward."""
    use_case = parts.add(Tournaments(parts.get(Play)))
    if isinstance(use_case.play.clock, SteadyClock):
        parts.add(Steward(use_case))


def connect(parts: Parts) -> None:
    """Tell the steward of what happens."""
    steward = parts.find(Steward)
    if steward is not None:
        parts.get(Tournaments).changed.append(steward.wake)
        parts.get(Play).notifier.listeners.append(steward.game_changed)


def background(parts: Parts) -> Iterable[Background]:
    """Take the steps, and end the process that draws pairings."""
    use_case, steward = parts.get(Tournaments), parts.find(Steward)

    async def nothing() -> None:
        return None

    yield Started(nothing, lambda: asyncio.to_thread(use_case.pairing.close))
    if steward is not None:
        yield steward


feature = Feature(
    "tournaments",
    routes=(tournaments.router, tournaments.own_router),
    parts={"tournaments": Tournaments},
    build=build,
    connect=connect,
    background=background,
)
