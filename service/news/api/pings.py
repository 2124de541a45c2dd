"""Routes of pings."""

from litestar import Response, Router, delete, get, post, put
from msgspec.structs import asdict

from service.core.http.problems import problems
from service.core.http.response.responses import PrivateResponse
from service.core.site_address import SiteAddress
from service.core.store.timeouts import with_timeout
from service.news.api.messages import Deliveries, DeliveryReply, NewPing, PingReply, Pings
from service.news.api.receivers import (
    change_receiver,
    delete_receiver,
    make_receiver,
    own_receiver,
    try_receiver,
)
from service.news.api.replies import NO_STORE, PROBLEMS, delivery_reply, ping_reply
from service.news.notifications import Notifications
from service.news.queue.deliveries import DeliveryQuery
from service.people.api.callers import account_of
from service.people.api.idempotency import IdempotencyKey, replay_headers
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.people.request_keys import RequestKeys
from service.play.play import Play

MOST_SHOWN = 20
"""Deliveries of a ping that are shown."""


@get(
    "/", summary="List your pings", operation_id="pings", security=with_scope("webhooks"), responses=problems(*PROBLEMS)
)
async def pings(request: PlayerRequest, notifications: Notifications) -> Response[Pings]:
    """Return your pings. They contain URLs that others could write to, so the scope `organise` is needed.

    A ping is shown with its URL, which can contain a credential of yours.
    """
    player = account_of(request, "webhooks").player
    found = await with_timeout(notifications.of, player, "ping")
    return PrivateResponse(Pings(tuple(map(ping_reply, found))))


@post(
    "/",
    summary="Create a ping",
    operation_id="makePing",
    security=with_scope("webhooks"),
    responses=problems(*PROBLEMS, "invalid-value", "limit-reached", "not-found", "key-reused"),
)
async def make_ping(
    request: PlayerRequest,
    play: Play,
    notifications: Notifications,
    site: SiteAddress,
    data: NewPing,
    key: IdempotencyKey = None,
) -> Response[PingReply]:
    """Create a ping: a message to a URL of yours when it is your turn.

    It is sent if the decision is still open after `delay`, once for each game until you have answered. The message has
    at most 200 characters, in the language of this request. It ends with the token that made or last changed it; that
    of a session, with what started the session, and not by signing out.

    On Discord create a webhook of a channel and give its URL; send a test before you rely on it.
    """
    made, is_replayed = await make_receiver(request, play, notifications, site, data, asdict(data), key)
    return Response(ping_reply(made), headers=NO_STORE | replay_headers(is_replayed))


@put(
    "/{ping:str}",
    summary="Change a ping",
    operation_id="changePing",
    security=with_scope("webhooks"),
    responses=problems(*PROBLEMS, "not-found", "invalid-value", "key-reused"),
)
async def change_ping(
    request: PlayerRequest,
    play: Play,
    notifications: Notifications,
    site: SiteAddress,
    ping: str,
    data: NewPing,
    key: IdempotencyKey = None,
) -> Response[PingReply]:
    """Replace all fields of a ping. From then on it ends with the token of this request.

    Enabling a ping that was disabled forgets its failures.
    """
    found = await own_receiver(request, notifications, "ping", ping)
    after, is_replayed = await change_receiver(request, play, notifications, site, found, data, (asdict(data), key))
    return PrivateResponse(ping_reply(after), headers=replay_headers(is_replayed))


@delete(
    "/{ping:str}",
    summary="Delete a ping",
    operation_id="deletePing",
    security=with_scope("webhooks"),
    responses=problems("token-needed", "scope-missing", "not-found", "key-reused"),
)
async def delete_ping(
    request: PlayerRequest,
    notifications: Notifications,
    request_keys: RequestKeys,
    ping: str,
    key: IdempotencyKey = None,
) -> Response[None]:
    """Delete a ping and its deliveries.

    Nothing more is sent. The response has no body.
    """
    return await delete_receiver(request, notifications, request_keys, "ping", ping, key)


@post(
    "/{ping:str}/tests",
    summary="Test a ping",
    operation_id="testPing",
    security=with_scope("webhooks"),
    status_code=200,
    responses=problems("token-needed", "scope-missing", "not-found", "not-possible", "too-many-requests", "key-reused"),
)
async def try_ping(
    request: PlayerRequest,
    notifications: Notifications,
    request_keys: RequestKeys,
    ping: str,
    key: IdempotencyKey = None,
) -> Response[DeliveryReply]:
    """Send a test at once, and return what came of it. A repetition with the key of the request sends nothing.

    The response is 200 even if the test failed: read `state`, `status` and `error`.
    """
    return await try_receiver(request, notifications, request_keys, "ping", ping, key)


@get(
    "/{ping:str}/deliveries",
    summary="List the deliveries of a ping",
    operation_id="pingDeliveries",
    security=with_scope("webhooks"),
    responses=problems("token-needed", "scope-missing", "not-found"),
)
async def ping_deliveries(request: PlayerRequest, notifications: Notifications, ping: str) -> Response[Deliveries]:
    """Return the last 20 deliveries.

    Decisions that were answered before their ping are not listed.
    """
    found = await own_receiver(request, notifications, "ping", ping)
    query = DeliveryQuery(found.id, limit=MOST_SHOWN)
    rows = await with_timeout(notifications.deliveries, query)
    return PrivateResponse(Deliveries(tuple(map(delivery_reply, rows)), None))


router = Router(
    "/v1/me/pings",
    route_handlers=[pings, make_ping, change_ping, delete_ping, try_ping, ping_deliveries],
    tags=["notifications"],
)
