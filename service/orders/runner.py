"""Carries out standing orders: looks once a second for seats that have orders and an open decision."""

import logging
from collections.abc import Awaitable, Callable

from domain.game.refusals import NotPossible
from domain.kernel.values import IllegalCommand, Seat
from service.core.store.outage import STORE_ERRORS
from service.orders.orders import Orders
from service.orders.rows import Waiting
from service.play.cache import UnknownGameError, UnreadableGameError
from service.play.play import Play
from service.play.steady_clock import TimeInDoubtError, doubt_about

_log = logging.getLogger(__name__)

INTERVAL = 1.0
"""Seconds between two looks."""

AGAIN = 60_000_000
"""Microseconds after which a game is tried again whose orders could not be looked at."""


class OrderRunner:
    """Looks at orders in each process. The log accepts one answer to each decision."""

    def __init__(self, orders: Orders, play: Play, follow: Callable[[], Awaitable[None]]) -> None:
        """`follow` passes changes of orders on to streams, after each look."""
        self._orders = orders
        self._play = play
        self._follow = follow
        self._planned: dict[tuple[str, Seat, str], int] = {}
        """When to look again at a decision: an order acts then, or the last look has failed."""
        self._mended: set[str] = set()
        self._over_from = 0
        """When to look again for games that are over; 0: at the next step."""

    def mended(self, game: str) -> None:
        """Look again at the orders of a game whose log is whole again."""
        self._mended.add(game)

    async def step(self) -> float | None:
        """Look at what has changed, and carry out what is due. Return the seconds until an order acts."""
        while self._mended:
            await self._orders.forget(self._mended.pop())
        if doubt_about(self._play.clock) is None and not self._play.is_held:
            found = await self._orders.waiting()
            present = {_key(waiting) for waiting in found}
            self._planned = {key: due for key, due in self._planned.items() if key in present}
            for waiting in found:
                await self._attend(waiting)
            await self._end_over()
        await self._follow()
        next_due = min(self._planned.values(), default=None)
        if next_due is None:
            return INTERVAL
        now = self._play.micros()
        # not faster than a few times a second, whatever the clock
        return max(0.05, min(INTERVAL, (next_due - now) / 1_000_000))

    async def _end_over(self) -> None:
        """End the orders of games that are over. A game that cannot be read is tried again later."""
        if self._over_from and self._play.micros() < self._over_from:
            return
        self._over_from = self._play.micros() + AGAIN if await self._orders.end_over() else 0

    async def _attend(self, waiting: Waiting) -> None:
        key, now = _key(waiting), self._play.micros()
        if self._planned.get(key, now) > now:
            return
        self._planned.pop(key, None)
        try:
            due = await self._orders.attend(waiting)
            if due is not None:
                self._planned[key] = due
        except (NotPossible, UnknownGameError, TimeInDoubtError):
            # the game was paused or has ended meanwhile, or the clock has logged it
            self._planned[key] = now + 1_000_000
        except STORE_ERRORS:
            raise
        except UnreadableGameError:
            # it is logged
            self._planned[key] = now + AGAIN
        except IllegalCommand:
            _log.exception("an order of game %s chose an illegal command", waiting.game)
            self._planned[key] = now + AGAIN
        except Exception:  # noqa: BLE001 - one game must not stop the orders of the others
            _log.exception("the orders of game %s cannot be carried out", waiting.game)
            self._planned[key] = now + AGAIN


def _key(waiting: Waiting) -> tuple[str, Seat, str]:
    return waiting.game, waiting.seat, waiting.decision
