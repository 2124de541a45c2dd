"""The metrics of the process, if the settings switch them on."""

import contextlib

from eventsourcing.persistence import PersistenceError
from litestar import Response, get
from litestar.exceptions import NotFoundException

from service.core.store.errors import StoreError
from service.lists.monitoring import GameCounts
from service.lists.reading import ReadModels
from service.monitoring.api.health import Checkup
from service.monitoring.api.operators import Operators
from service.monitoring.telemetry.metrics import MEDIA_TYPE, Metrics
from service.news.notifications import Notifications
from service.people.api.request import PlayerRequest


@get("/metrics", include_in_schema=False)
async def metrics(
    request: PlayerRequest,
    operators: Operators,
    models: ReadModels,
    game_counts: GameCounts,
    notifications: Notifications,
    measured: Metrics,
    checkup: Checkup,
) -> Response[bytes]:
    """Return the metrics of this process in the Prometheus text format."""
    is_operator = operators.include(request)
    if operators.are_named and not is_operator:
        raise NotFoundException
    lags: dict[str, int] = {}
    numbers: dict[str, int] = {}
    waiting = 0
    is_ready = await checkup.is_ready()
    # the metrics of the process itself do not need the database; of one that does not answer, the rest would be late
    with contextlib.suppress(StoreError, PersistenceError, TimeoutError):
        if is_ready:
            lags = await models.lag()
            numbers = await game_counts.by_status()
            waiting = await notifications.queue_length()
    text = measured.text(lags, numbers, waiting, is_operator=is_operator, is_ready=is_ready)
    return Response(text, media_type=MEDIA_TYPE, headers={"Cache-Control": "no-store"})
