"""The dumps of finished public games (decision 081)."""

import logging
from collections.abc import Iterable

from service.core.feature import Feature
from service.core.keys.signing import Signer
from service.core.parts import Parts
from service.core.settings import Settings
from service.core.store.store import Store
from service.core.worker import Background, Started, Worker
from service.dumps.api import routes
from service.dumps.archive import Archive
from service.dumps.dumper import BEGINS_AFTER, EVERY, Dumper
from service.lists.reading import ReadModels
from service.play.play import Play
from service.site_log.proofs import GameProofs

_log = logging.getLogger(__name__)


def build(parts: Parts) -> None:
    """Build what writes and serves the dumps, if there are any."""
    settings = parts.get(Settings)
    if settings.dump_path is None:
        return
    proofs, now = parts.get(GameProofs), parts.get(Play).now
    dumper = Dumper(parts.get(Store), parts.get(ReadModels), parts.get(Signer), proofs, settings, now)
    parts.add(dumper)
    parts.add(dumper.archive)


def background(parts: Parts) -> Iterable[Background]:
    """Write what is due."""
    dumper = parts.find(Dumper)
    if dumper is None:
        return
    yield Worker(
        dumper.step,
        every=EVERY,
        outage="dumps are written later",
        failure="a dump cannot be written",
        log=_log,
        begins_after=BEGINS_AFTER,
    )
    # stopped first: a thread is not cancelled
    yield Started(stop=dumper.stop)


feature = Feature(
    "dumps",
    pages=routes.pages,
    parts={"archive": Archive},
    build=build,
    background=background,
)
