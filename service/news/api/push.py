"""Routes of browsers that show notifications (Web Push)."""

import msgspec
from litestar import Response, Router, delete, get, post

from service.core.http.problems import problems
from service.core.http.response.responses import PrivateResponse
from service.core.site_address import SiteAddress
from service.core.store.timeouts import with_timeout
from service.news.api.messages import DeliveryReply, NewPush, PushReplies, PushReply
from service.news.api.receivers import delete_receiver, make_receiver, try_receiver
from service.news.api.replies import NO_STORE, PROBLEMS, push_reply
from service.news.notifications import Notifications
from service.people.api.callers import account_of
from service.people.api.idempotency import IdempotencyKey, replay_headers
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.people.request_keys import RequestKeys
from service.play.play import Play


@get(
    "/",
    summary="List your browsers with notifications",
    operation_id="pushes",
    security=with_scope("webhooks"),
    responses=problems(*PROBLEMS),
)
async def pushes(request: PlayerRequest, notifications: Notifications) -> Response[PushReplies]:
    """Return the browsers that show notifications of yours, and the key with which a browser subscribes."""
    player = account_of(request, "webhooks").player
    found = await with_timeout(notifications.of, player, "push")
    return PrivateResponse(PushReplies(notifications.push_key, tuple(map(push_reply, found))))


@post(
    "/",
    summary="Subscribe a browser",
    operation_id="subscribe",
    security=with_scope("webhooks"),
    responses=problems(*PROBLEMS, "invalid-value", "limit-reached", "not-found", "key-reused"),
)
async def subscribe(
    request: PlayerRequest,
    play: Play,
    notifications: Notifications,
    site: SiteAddress,
    data: NewPush,
    key: IdempotencyKey = None,
) -> Response[PushReply]:
    """Let a browser show a notification when it is your turn: Web Push (RFC 8030), encrypted for it (RFC 8291).

    It is sent if the decision is still open after `delay`, once for each game until you have answered, and replaces an
    earlier one about the game. A subscription that the push service has ended is deleted. The same endpoint again
    replaces the subscription, also that of another player. It ends with the token that made it; that of a session, with
    what started the session, and not by signing out.
    """
    made, is_replayed = await make_receiver(request, play, notifications, site, data, msgspec.to_builtins(data), key)
    return Response(push_reply(made), headers=NO_STORE | replay_headers(is_replayed))


@delete(
    "/{push:str}",
    summary="Unsubscribe a browser",
    operation_id="unsubscribe",
    security=with_scope("webhooks"),
    responses=problems("token-needed", "scope-missing", "not-found", "key-reused"),
)
async def unsubscribe(
    request: PlayerRequest,
    notifications: Notifications,
    request_keys: RequestKeys,
    push: str,
    key: IdempotencyKey = None,
) -> Response[None]:
    """Delete the subscription of a browser with the messages that wait for it."""
    return await delete_receiver(request, notifications, request_keys, "push", push, key)


@post(
    "/{push:str}/tests",
    summary="Test a browser",
    operation_id="testPush",
    security=with_scope("webhooks"),
    status_code=200,
    responses=problems("token-needed", "scope-missing", "not-found", "not-possible", "too-many-requests", "key-reused"),
)
async def try_push(
    request: PlayerRequest,
    notifications: Notifications,
    request_keys: RequestKeys,
    push: str,
    key: IdempotencyKey = None,
) -> Response[DeliveryReply]:
    """Send a notification at once, and return what came of it. A repetition with the key sends nothing.

    The response is 200 even if the test failed: read `state`, `status` and `error`. A browser whose subscription has
    ended is deleted with its deliveries, so that a repetition with the key returns 404; `detail` says that the test was
    sent.
    """
    return await try_receiver(request, notifications, request_keys, "push", push, key)


router = Router(
    "/v1/me/push",
    route_handlers=[pushes, subscribe, unsubscribe, try_push],
    tags=["notifications"],
)
