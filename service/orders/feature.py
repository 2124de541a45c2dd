"""Standing orders of seats."""

import logging
from collections.abc import Iterable

from service.core.feature import Feature
from service.core.http.problems import ProblemError
from service.core.keys.signing import Signer
from service.core.parts import Parts
from service.core.store.store import Store
from service.core.worker import Background, Worker
from service.orders.api import routes
from service.orders.api.aside import OrderStreams
from service.orders.api.replies import bad_field
from service.orders.checking import BadOrderError
from service.orders.orders import OrderOverError, Orders, TooManyOrdersError
from service.orders.personal import PERSONAL
from service.orders.rows import TABLES
from service.orders.runner import INTERVAL, OrderRunner
from service.people.accounts import Accounts
from service.play.api.access import Access
from service.play.api.stream.sending import EventStreams
from service.play.play import Play

_log = logging.getLogger(__name__)


def build(parts: Parts) -> None:
    """Build the use case over accounts and games."""
    play = parts.get(Play)
    orders = parts.add(Orders(parts.get(Store), parts.get(Accounts), play, parts.get(Signer)))
    streams = parts.add(OrderStreams(orders, parts.get(Access), play))
    parts.add(OrderRunner(orders, play, streams.follow))


def connect(parts: Parts) -> None:
    """Let the streams of games send orders."""
    parts.get(EventStreams).orders_of = parts.get(OrderStreams).aside_of
    parts.get(Play).mended_listeners.append(parts.get(OrderRunner).mended)


def background(parts: Parts) -> Iterable[Background]:
    """Carry out the orders."""
    worker = Worker(
        parts.get(OrderRunner).step,
        every=INTERVAL,
        outage="standing orders are carried out later",
        failure="standing orders cannot be carried out",
        log=_log,
    )
    parts.get(Orders).changed.append(worker.wake)
    yield worker


feature = Feature(
    "orders",
    routes=(routes.router,),
    parts={"standing_orders": Orders},
    tables=TABLES,
    personal=PERSONAL,
    problems={
        BadOrderError: lambda _, error: bad_field(error.field, str(error)),
        OrderOverError: lambda _, error: bad_field(error.field, str(error)),
        TooManyOrdersError: lambda _, error: ProblemError("limit-reached", str(error)),
    },
    build=build,
    connect=connect,
    background=background,
)
