"""The orders in the stream of a game: those of the seat that reads it, when one acts, ends or is set."""

from collections.abc import Callable

import msgspec

from domain.game.game import Game, seat_of
from service.orders.api.replies import order_reply
from service.orders.orders import Orders
from service.people.api.request import PlayerRequest
from service.play.api.access import Access
from service.play.play import Play

PAGE = 500
"""Changes in one read."""


class OrdersAside:
    """What one stream sends of the orders of its seat. Its only position is the number of the last change."""

    def __init__(
        self, streams: "OrderStreams", request: PlayerRequest, game: str, position: int, *, as_sse: bool
    ) -> None:
        self._streams = streams
        self._request = request
        self.game = game
        self._position = position
        self.upto = position
        self._as_sse = as_sse
        self.wake: Callable[[], None] = _no_op

    def rewind(self, last: int) -> None:
        """Go on after the last change that the database still has."""
        self._position = min(self._position, last)
        self.upto = min(self.upto, last)

    def follow(self, wake: Callable[[], None]) -> None:
        """Call `wake` when orders have changed in this game."""
        self.wake = wake
        self._streams.join(self, self._position)

    def leave(self) -> None:
        """Wake the reader no longer."""
        self._streams.leave(self)

    @property
    def has_new(self) -> bool:
        """Whether orders in this game, of any seat, have changed after the position."""
        return self._position < self.upto

    async def take(self, game: Game) -> bytes:
        """Return the orders of the own seat that have changed."""
        position, self._position = self._position, self.upto
        player = self._streams.access.player_in(self._request, game)
        seat = None if player is None else seat_of(game, player)
        token = self._request.reader
        if player is None or seat is None or token is None or not token.allows("games:play"):
            return b""
        loaded = await self._streams.play.load(game.id)
        found = await self._streams.orders.of_seat(loaded, seat, player)
        frames = (msgspec.json.encode(order_reply(each, loaded)) for each in found if each.changed > position)
        return b"".join(
            b"event: order\ndata: %b\n\n" % body if self._as_sse else b'{"order":%b}\n' % body for body in frames
        )


class OrderStreams:
    """Makes what the streams of games send of orders, and follows the changes once for all streams of the process."""

    def __init__(self, orders: Orders, access: Access, play: Play) -> None:
        self.orders = orders
        self.access = access
        self.play = play
        self._asides: dict[str, set[OrdersAside]] = {}
        self._position = 0

    async def aside_of(self, request: PlayerRequest, game: str, *, as_sse: bool) -> OrdersAside:
        """Return the orders of the stream of a request, from the last change on."""
        return OrdersAside(self, request, game, await self.orders.last_change(), as_sse=as_sse)

    def join(self, aside: OrdersAside, position: int) -> None:
        """Wake an aside after changes. It has those up to a position."""
        self._position = min(self._position, position) if self._asides else position
        self._asides.setdefault(aside.game, set()).add(aside)

    def leave(self, aside: OrdersAside) -> None:
        """Wake an aside no longer."""
        others = self._asides.get(aside.game, set())
        others.discard(aside)
        if not others:
            self._asides.pop(aside.game, None)

    async def follow(self) -> None:
        """Read the changes since the last call, and wake the streams of their games. Without streams: none."""
        while self._asides:
            position = self._position
            found, last = await self.orders.changes(position, PAGE)
            if self._position != position:
                # a stream with an earlier position has joined
                continue
            if last < position:
                # a server that took over after a failover has lost commits
                self._position = last
                for asides in self._asides.values():
                    for aside in asides:
                        aside.rewind(last)
                continue
            for order in found:
                self._position = max(self._position, order.changed)
                for aside in list(self._asides.get(order.game, ())):
                    if order.changed > aside.upto:
                        aside.upto = order.changed
                        aside.wake()
            if len(found) < PAGE:
                return


def _no_op() -> None:
    """Do nothing."""
