"""Moderation in numbers, for all."""

import msgspec
from litestar import Response, Router, get

from service.core.http.response.conditional import digest_of, represented
from service.core.store.timeouts import with_timeout
from service.people.api.request import PlayerRequest
from service.reports.api.messages import ActsInMonth, AppealsInMonth, ReportsInMonth, Transparency
from service.reports.numbers import Counting


@get("/transparency", summary="Read moderation in numbers", operation_id="transparency")
async def transparency(request: PlayerRequest, counting: Counting) -> Response[Transparency]:
    """Return how many reports players made, what moderators did, and what came of appeals, by month, without names.

    The numbers are up to ten seconds old.
    """
    found = await with_timeout(counting.numbers)
    body = msgspec.json.encode(
        Transparency(
            tuple(ReportsInMonth(each.month, each.type, each.state, each.reports) for each in found.reports),
            tuple(ActsInMonth(*each) for each in found.acts),
            tuple(AppealsInMonth(*each) for each in found.appeals),
        )
    )
    return represented(request, digest_of(body), lambda: body, public=True, for_all=True)


router = Router("/v1", route_handlers=[transparency], tags=["moderation"])
