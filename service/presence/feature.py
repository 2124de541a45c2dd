"""The numbers of players who are here and of those who watch."""

import logging
from collections.abc import Iterable

from service.core.feature import Feature
from service.core.parts import Parts
from service.core.store.store import Store
from service.core.worker import Background, Worker
from service.people.quotas.open_streams import OpenStreams
from service.play.api.access import Access
from service.play.play import Play
from service.presence import routes
from service.presence.presence import INTERVAL, PERSONAL, TABLES, Presence

_log = logging.getLogger(__name__)


def build(parts: Parts) -> None:
    """Build the numbers over the open streams."""
    access = parts.get(Access)

    def is_withheld(game: str) -> bool:
        # a later feature tells the access of it
        return access.is_withheld(game)

    parts.add(Presence(parts.get(Store), parts.get(OpenStreams), parts.get(Play).now, is_withheld))


def background(parts: Parts) -> Iterable[Background]:
    """Exchange the numbers with other processes."""
    yield Worker(
        parts.get(Presence).step,
        every=INTERVAL,
        begins_after=INTERVAL,
        outage="the numbers of those who are here grow old",
        failure="the numbers of those who are here cannot be exchanged",
        log=_log,
    )


feature = Feature(
    "presence",
    routes=(routes.router,),
    parts={"presence": Presence},
    tables=TABLES,
    personal=PERSONAL,
    build=build,
    background=background,
)
