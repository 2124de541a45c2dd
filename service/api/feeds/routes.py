"""The router of feeds and calendars. Badges have addresses of their own."""

from litestar import Router

from service.api.feeds import own_calendar, players, results, tournaments

router = Router(
    "/v1",
    route_handlers=[*results.routes, *tournaments.routes, *players.routes, *own_calendar.routes],
    tags=["feeds"],
)
