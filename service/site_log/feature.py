"""The transparency log of the site."""

import logging
from collections.abc import Iterable

from service.core.feature import Feature
from service.core.keys.signing import Signer
from service.core.parts import Parts
from service.core.personal import Without
from service.core.settings import Settings
from service.core.store.store import Store
from service.core.worker import Background, Worker
from service.lists.api.games.results import ResultProofs
from service.play.play import Play
from service.site_log.api import routes
from service.site_log.keeper import LogKeeper
from service.site_log.proofs import GameProofs
from service.site_log.reading import LogReader
from service.site_log.rows import CACHES, TABLES

PACE = 0.5
"""Seconds between the end of a game and a look at the log of games: many commits need one look."""

_log = logging.getLogger(__name__)


def build(parts: Parts) -> None:
    """Build what keeps and reads the log."""
    settings, store, signer = parts.get(Settings), parts.get(Store), parts.get(Signer)
    reader = parts.add(LogReader(store))
    interval = float(settings.checkpoint_interval)
    keeper = parts.add(LogKeeper(store, signer, settings.site_origin, interval))
    parts.add(GameProofs(reader, keeper))


def connect(parts: Parts) -> None:
    """Let results have their proofs."""
    parts.get(ResultProofs).of = parts.get(GameProofs).of


def background(parts: Parts) -> Iterable[Background]:
    """Add what the site promises to the log, and sign checkpoints."""
    worker = Worker(
        parts.get(LogKeeper).step,
        every=float(parts.get(Settings).checkpoint_interval),
        pace=PACE,
        outage="the transparency log is continued later",
        failure="the transparency log cannot be continued",
        log=_log,
    )
    parts.get(Play).notifier.listeners.append(lambda _game: worker.wake())
    yield worker


PERSONAL = (
    Without("site_events", "the transparency log: ids of games and tournaments, digests, and no person"),
    *(Without(table, "follows from the transparency log") for table in CACHES),
)

feature = Feature(
    "site-log",
    routes=(routes.router,),
    pages=(routes.files,),
    parts={"site_log": LogReader, "game_proofs": GameProofs},
    tables=TABLES,
    personal=PERSONAL,
    build=build,
    connect=connect,
    background=background,
)
