"""Health and metrics, for the operator."""

from service.core.connections.addresses import Addresses
from service.core.feature import Feature
from service.core.parts import Parts
from service.core.settings import Settings
from service.core.store.storage_watch import StorageWatch
from service.due.bot_runner import BotRunner
from service.due.sweep import Sweep
from service.lists.monitoring import WorkerWatch
from service.lists.reading import ReadModels
from service.monitoring.api import health
from service.monitoring.api.health import Checkup
from service.monitoring.api.operators import Operators
from service.monitoring.integrity.background import Integrity
from service.monitoring.telemetry.metrics import Metrics
from service.news.notifications import Notifications
from service.people.quotas.open_streams import OpenStreams
from service.play.log_poller import LogPoller
from service.play.play import Play
from service.replicas.replicas import Replicas
from service.replicas.requests import Answering
from service.site_log.keeper import LogKeeper
from service.witnesses.submitting import Submitters


def build(parts: Parts) -> None:
    """Build the checks."""
    parts.add(Operators(parts.get(Settings), parts.get(Addresses)))
    parts.add(
        Checkup(
            parts.get(Play),
            parts.get(StorageWatch),
            parts.get(ReadModels),
            parts.get(BotRunner),
            parts.get(Integrity),
            parts.find(Sweep),
            parts.find(LogPoller),
            parts.get(LogKeeper),
            parts.get(Submitters),
        )
    )


def connect(parts: Parts) -> None:
    """Let the metrics watch the other parts."""
    measured = parts.find(Metrics)
    if measured is not None:
        measured.watch(parts.get(Play), parts.find(LogPoller), parts.get(WorkerWatch))
        measured.watch_streams(parts.get(OpenStreams).by_kind)
        measured.watch_integrity(parts.get(Integrity))
        measured.watch_site_log(parts.get(LogKeeper), parts.get(Submitters))
        replicas = parts.find(Replicas)
        if replicas is not None:
            measured.watch_replicas(replicas, parts.get(Answering))
        parts.get(Notifications).sender.ended = measured.sent
        sweep = parts.find(Sweep)
        if sweep is not None:
            sweep.swept = measured.swept


feature = Feature(
    "operation",
    routes=(health.router,),
    parts={"checkup": Checkup, "operators": Operators, "measured": Metrics},
    build=build,
    connect=connect,
)
