"""The metrics of the process, if the settings switch them on."""

import contextlib

from eventsourcing.persistence import PersistenceError
from litestar import Response, get
from litestar.exceptions import NotFoundException

from service.api.operation.operators import is_operator
from service.api.request import PlayerRequest
from service.store.errors import StoreError
from service.telemetry.metrics import MEDIA_TYPE


@get("/metrics", include_in_schema=False)
async def metrics(request: PlayerRequest) -> Response[bytes]:
    """Return the metrics of this process in the Prometheus text format."""
    services = request.services
    assert services.metrics is not None  # otherwise there is no such route
    if services.settings.operator_networks is not None and not is_operator(request):
        raise NotFoundException
    lags: dict[str, int] = {}
    numbers: dict[str, int] = {}
    waiting = 0
    # the metrics of the process itself do not need the database
    with contextlib.suppress(StoreError, PersistenceError, TimeoutError):
        lags = await services.models.lag()
        numbers = await services.games.by_status()
        waiting = await services.notifications.queue_length()
    text = services.metrics.text(lags, numbers, waiting, is_operator=is_operator(request))
    return Response(text, media_type=MEDIA_TYPE, headers={"Cache-Control": "no-store"})
