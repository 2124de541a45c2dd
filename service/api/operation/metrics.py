"""What the process tells of itself, where it is set that it does."""

import contextlib

from eventsourcing.persistence import PersistenceError
from litestar import Response, get
from litestar.datastructures import State

from service.readmodels.monitoring import GameCounts
from service.readmodels.reading import ReadModels
from service.store.errors import StoreError
from service.telemetry.metrics import MEDIA_TYPE, Metrics


@get("/metrics", include_in_schema=False)
async def metrics(state: State) -> Response[bytes]:
    """Return the metrics of this process, in the form of Prometheus."""
    told: Metrics = state.metrics
    models: ReadModels = state.models
    lags: dict[str, int] = {}
    numbers: dict[str, int] = {}
    games: GameCounts = state.games
    # what the process knows by itself is told whatever the database does
    with contextlib.suppress(StoreError, PersistenceError, TimeoutError):
        lags = await models.lag()
        numbers = await games.by_status()
    return Response(told.text(lags, numbers), media_type=MEDIA_TYPE, headers={"Cache-Control": "no-store"})
