"""What the process tells of itself, where it is set that it does."""

from litestar import Response, get
from litestar.datastructures import State

from service.metrics import MEDIA_TYPE, Metrics


@get("/metrics", include_in_schema=False)
async def metrics(state: State) -> Response[bytes]:
    """Return the metrics of this process, in the form of Prometheus."""
    told: Metrics = state.metrics
    return Response(told.text(), media_type=MEDIA_TYPE, headers={"Cache-Control": "no-store"})
