"""The read models: the lobby, results, ratings, and the streams of their rows."""

import asyncio
import logging
from collections.abc import Iterable
from functools import partial

from service.core.feature import Feature
from service.core.parts import Parts
from service.core.settings import Settings
from service.core.store.store import Store
from service.core.worker import Background, Started, Worker
from service.lists.api.games import listing, own_games, results
from service.lists.api.games.entry import EntryCheck
from service.lists.api.players import routes as players
from service.lists.api.scoreboard import routes as scoreboard
from service.lists.api.streams import routes as streams
from service.lists.api.streams.asides import OwnAsides
from service.lists.api.tournament_games import TournamentGames
from service.lists.embedded import EmbeddedProjector
from service.lists.monitoring import CHECK_INTERVAL, GameCounts, WorkerWatch
from service.lists.personal import PERSONAL
from service.lists.reading import ReadModels
from service.lists.rebuild.request import rebuild_request_file
from service.lists.row_relay import RowRelays
from service.play.api.loading import Games
from service.play.api.seats.admission import Admission
from service.play.log_poller import LogPoller
from service.play.play import Play

_log = logging.getLogger(__name__)


def build(parts: Parts) -> None:
    """Open the tables."""
    settings = parts.get(Settings)
    models = parts.add(ReadModels.of(parts.get(Store)))
    parts.add(RowRelays(models))
    parts.add(OwnAsides())
    parts.add(results.ResultProofs())
    parts.add(TournamentGames())
    parts.add(GameCounts(models))
    parts.add(WorkerWatch(models, is_needed=not settings.keeps_projections))
    if settings.keeps_projections:
        # this process updates the tables, otherwise a worker process does
        parts.add(EmbeddedProjector.of(models, rebuild_request_file(settings)))


def connect(parts: Parts) -> None:
    """Follow the log."""
    notifier, rows = parts.get(Play).notifier, parts.get(RowRelays)
    projector, poller = parts.find(EmbeddedProjector), parts.find(LogPoller)
    if projector is not None:
        parts.get(ReadModels).flush = projector.flush
        notifier.listeners.append(projector.wake)
    notifier.listeners.append(rows.wake)
    parts.get(Admission).checks.append(EntryCheck(parts.get(ReadModels)).check)
    parts.get(Games).is_listed_for = partial(listing.is_listed_for, parts.get(ReadModels))
    if poller is not None:
        poller.reconnected.append(rows.forget)
        poller.listeners.append(rows.wake)


def background(parts: Parts) -> Iterable[Background]:
    """Update the tables, or check that a worker does."""
    projector, watch = parts.find(EmbeddedProjector), parts.get(WorkerWatch)
    if projector is not None:

        async def start() -> None:
            projector.start()

        async def stop() -> None:
            await asyncio.to_thread(projector.stop)

        yield Started(start, stop)
    if watch.is_needed:
        yield Worker(
            watch.check,
            every=CHECK_INTERVAL,
            outage="the worker is looked for later",
            failure="the worker cannot be looked for",
            log=_log,
        )


def drain(parts: Parts) -> None:
    """End the streams of rows."""
    parts.get(RowRelays).close()


feature = Feature(
    "lists",
    routes=(listing.list_games, results.router, own_games.router, players.router, scoreboard.router, streams.router),
    parts={
        "models": ReadModels,
        "rows": RowRelays,
        "own_asides": OwnAsides,
        "result_proofs": results.ResultProofs,
        "tournament_games": TournamentGames,
        "game_counts": GameCounts,
    },
    personal=PERSONAL,
    build=build,
    connect=connect,
    background=background,
    drain=drain,
)
