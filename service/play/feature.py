"""Games over HTTP: open, sit down, play, watch, replay."""

import logging
from collections.abc import Iterable

from service.core.feature import Feature
from service.core.parts import Parts
from service.core.settings import Settings
from service.core.store.store import Store
from service.core.worker import Background, Worker
from service.people.accounts import Accounts
from service.people.api.auth import Gate
from service.people.quotas.open_streams import OpenStreams
from service.play.api.access import Access
from service.play.api.commands import routes as play
from service.play.api.events import routes as history
from service.play.api.games import clocks
from service.play.api.games import routes as games
from service.play.api.loading import Games
from service.play.api.owning import Owners
from service.play.api.problems import PROBLEM_OF
from service.play.api.replay import routes as replay
from service.play.api.rulings import routes as rulings
from service.play.api.seats import routes as seats
from service.play.api.seats.admission import Admission
from service.play.api.stream import ticket_routes as tickets
from service.play.api.stream.sending import EventStreams
from service.play.log_poller import LogPoller
from service.play.play import Play
from service.play.steady_clock import CHECK_INTERVAL, SteadyClock

_log = logging.getLogger(__name__)


def build(parts: Parts) -> None:
    """Build who may do what over the use case."""
    settings, store, use_case, people = parts.get(Settings), parts.get(Store), parts.get(Play), parts.get(Accounts)
    access = parts.add(Access(people, use_case))
    parts.add(Owners(access))
    parts.add(Admission())
    parts.add(Games(use_case, access))
    parts.add(EventStreams(people, use_case.notifier, parts.get(OpenStreams)))
    if store.is_shared:
        # other processes append to the log, too
        partitions = store.application.rows.partitions
        poller = parts.add(LogPoller(settings.database, use_case, people, settings.database_direct, partitions))
        parts.get(Gate).follow(poller)


def background(parts: Parts) -> Iterable[Background]:
    """Follow the log, and watch the clock."""
    poller = parts.find(LogPoller)
    clock, database = parts.get(Play).clock, parts.get(Store).database
    if isinstance(clock, SteadyClock):
        yield Worker(
            lambda: clock.look(database),
            every=CHECK_INTERVAL,
            outage="the time is not noted",
            failure="the time cannot be noted",
            log=_log,
        )
    if poller is not None:
        yield poller


def drain(parts: Parts) -> None:
    """End streams and long polls."""
    parts.get(Play).notifier.close()


feature = Feature(
    "games",
    routes=(
        clocks.presets_router,
        games.router,
        seats.router,
        clocks.router,
        rulings.router,
        play.router,
        history.router,
        replay.router,
        tickets.router,
    ),
    parts={
        "play": Play,
        "access": Access,
        "games": Games,
        "owners": Owners,
        "admission": Admission,
        "event_streams": EventStreams,
        "log_poller": LogPoller,
    },
    problems=PROBLEM_OF,
    build=build,
    background=background,
    drain=drain,
)
