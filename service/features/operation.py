"""Health and metrics, for the operator."""

from service.accounts.quotas.open_streams import OpenStreams
from service.api.operation import health
from service.api.operation.health import Checkup
from service.api.operation.operators import Operators
from service.bots.runner import BotRunner
from service.clocks.sweep import Sweep
from service.connections.addresses import Addresses
from service.feature import Feature
from service.games.log_poller import LogPoller
from service.games.play import Play
from service.integrity.background import Integrity
from service.notifications.notifications import Notifications
from service.parts import Parts
from service.readmodels.monitoring import WorkerWatch
from service.readmodels.reading import ReadModels
from service.settings import Settings
from service.store.storage_watch import StorageWatch
from service.telemetry.metrics import Metrics


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
        )
    )


def connect(parts: Parts) -> None:
    """Let the metrics watch the other parts."""
    measured = parts.find(Metrics)
    if measured is not None:
        measured.watch(parts.get(Play), parts.find(LogPoller), parts.get(WorkerWatch))
        measured.watch_streams(parts.get(OpenStreams).by_kind)
        measured.watch_integrity(parts.get(Integrity))
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
