"""The witnesses of the transparency log."""

import logging
from collections.abc import Iterable

from service.core.feature import Feature
from service.core.parts import Parts
from service.core.personal import Without
from service.core.settings import Settings
from service.core.store.store import Store
from service.core.worker import Background, Started, Worker
from service.news.outgoing.client import OutgoingClient
from service.news.outgoing.targets import Policy
from service.site_log.keeper import LogKeeper
from service.site_log.reading import LogReader
from service.witnesses.rows import TABLES, cosignatures
from service.witnesses.submitting import Submitter, Submitters

EVERY = 5.0
"""Seconds between two looks at the last checkpoint, which another process may have signed."""

_log = logging.getLogger(__name__)


def build(parts: Parts) -> None:
    """Build what submits to each witness."""
    settings, store, reader = parts.get(Settings), parts.get(Store), parts.get(LogReader)
    client = parts.add(WitnessClient(Policy(*settings.allowed_targets)))
    parts.add(Submitters(tuple(Submitter(key, url, store, reader, client) for key, url in settings.log_witnesses)))


def connect(parts: Parts) -> None:
    """Publish cosignatures with the checkpoint."""
    keys = parts.get(Submitters).keys
    parts.get(LogReader).cosignatures = lambda cursor, size: cosignatures(cursor, keys, size)


def background(parts: Parts) -> Iterable[Background]:
    """Submit, to each witness by itself: a slow one does not delay the others."""
    keeper = parts.get(LogKeeper)
    for submitter in parts.get(Submitters).each:
        worker = Worker(
            submitter.step,
            every=EVERY,
            outage="checkpoints are submitted to witnesses later",
            failure="a checkpoint cannot be submitted to a witness",
            log=_log,
        )
        keeper.listeners.append(worker.wake)
        yield worker

    async def close() -> None:
        parts.get(WitnessClient).close()

    yield Started(stop=close)


class WitnessClient(OutgoingClient):
    """Sends to witnesses."""


feature = Feature(
    "witnesses",
    tables=TABLES,
    personal=(Without("log_witnesses", "cosignatures of the transparency log, and no person"),),
    build=build,
    connect=connect,
    background=background,
)
