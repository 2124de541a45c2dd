"""What an operator has to look after, for the metrics. Without metrics, nothing is read."""

import logging
from collections.abc import Iterable

from service.core.connections.activity import Activity
from service.core.feature import Feature
from service.core.parts import Parts
from service.core.settings import Settings
from service.core.store.store import Store
from service.core.worker import Background, Worker
from service.due.sweep import Sweep
from service.monitoring.telemetry.metrics import Metrics
from service.monitoring.upkeep.metrics import UpkeepCollector, Watched
from service.monitoring.upkeep.upkeep import CERTIFICATE_EVERY, EVERY, Upkeep
from service.retention.retention import Retention

_log = logging.getLogger(__name__)


def build(parts: Parts) -> None:
    """Build what reads."""
    if parts.find(Metrics) is not None:
        parts.add(Upkeep(parts.get(Settings), parts.get(Store).database))


def connect(parts: Parts) -> None:
    """Let the metrics show what was read."""
    upkeep, measured = parts.find(Upkeep), parts.find(Metrics)
    if upkeep is not None and measured is not None:
        erased = parts.get(Retention).list
        watched = Watched(upkeep, parts.get(Store), parts.find(Sweep), erased, parts.find(Activity))
        measured.register(UpkeepCollector(watched))


def background(parts: Parts) -> Iterable[Background]:
    """Read now and then."""
    upkeep = parts.find(Upkeep)
    if upkeep is None:
        return
    yield Worker(
        upkeep.step,
        every=EVERY,
        outage="metrics of queues and standbys are missing",
        failure="metrics of queues and standbys cannot be read",
        log=_log,
    )
    if upkeep.certificate is not None:
        yield Worker(
            upkeep.read_certificate,
            every=CERTIFICATE_EVERY,
            outage="the certificate is read later",
            failure="the certificate cannot be read",
            log=_log,
        )


feature = Feature("upkeep", build=build, connect=connect, background=background)
