"""The router of feeds and calendars. Badges have addresses of their own."""

from litestar import Router

from service.news.api.feeds import players, results, tournaments

router = Router(
    "/v1",
    route_handlers=[*results.routes, *tournaments.routes, *players.routes],
    tags=["feeds"],
)
