"""Routes of webhooks."""

import msgspec
from litestar import Response, Router, delete, get, post, put

from service.core.http.messages import reply_from
from service.core.http.problems import problems
from service.core.http.response.responses import PrivateResponse
from service.core.site_address import SiteAddress
from service.core.store.timeouts import with_timeout
from service.news.api.messages import DeliveryReply, NewWebhook, WebhookMade, WebhookReply, Webhooks
from service.news.api.receivers import (
    change_receiver,
    delete_receiver,
    make_receiver,
    own_receiver,
    try_receiver,
)
from service.news.api.redelivery import redeliver, webhook_deliveries
from service.news.api.replies import NO_STORE, PROBLEMS, webhook_reply
from service.news.notifications import Notifications
from service.news.queue.receivers import Receiver
from service.people.api.callers import account_of
from service.people.api.idempotency import IdempotencyKey, keyed_of, replay_headers
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.people.request_keys import RequestKeys
from service.play.play import Play


@get(
    "/",
    summary="List your webhooks",
    operation_id="webhooks",
    security=with_scope("webhooks"),
    responses=problems(*PROBLEMS),
)
async def webhooks(request: PlayerRequest, notifications: Notifications) -> Response[Webhooks]:
    """Return your webhooks without their secrets.

    `waiting` and `failing_since` show whether your receiver keeps up.
    """
    player = account_of(request, "webhooks").player

    def found() -> Webhooks:
        return Webhooks(tuple(webhook_reply(notifications, each) for each in notifications.of(player, "webhook")))

    return PrivateResponse(await with_timeout(found))


@get(
    "/{webhook:str}",
    summary="Read a webhook",
    operation_id="webhook",
    security=with_scope("webhooks"),
    responses=problems("token-needed", "scope-missing", "not-found"),
)
async def webhook(request: PlayerRequest, notifications: Notifications, webhook: str) -> Response[WebhookReply]:
    """Return one of your webhooks without its secret.

    `public_key` verifies `v1a` signatures, so that your receiver needs no secret.
    """
    return PrivateResponse(await _shown(notifications, await own_receiver(request, notifications, "webhook", webhook)))


@post(
    "/",
    summary="Create a webhook",
    operation_id="makeWebhook",
    security=with_scope("webhooks"),
    responses=problems(*PROBLEMS, "invalid-value", "limit-reached", "not-found", "key-reused"),
)
async def make_webhook(
    request: PlayerRequest,
    play: Play,
    notifications: Notifications,
    site: SiteAddress,
    data: NewWebhook,
    key: IdempotencyKey = None,
) -> Response[WebhookMade]:
    """Create a webhook: a POST to your URL for each event, signed as Standard Webhooks (v1 and v1a) describe.

    The body is `{type, timestamp, data: {game, version, url, cursor, feed, links}}`: what happened, not its content.
    `url` is a page, and `links` has the resources of the API. Events of rounds have `tournament` and `round` in place
    of `game`. `result.published` also has `ruleset`, `ending` and `seats`, best first: `seat`, `player`, `rank`,
    `score`, `resigned` and `won` of each, and `links.result`. Answer 2xx within 6 seconds. Otherwise it is repeated
    after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, with the same `webhook-id`. After a longer failure read `feed`
    after the last `cursor`: it has what was missed, except `seat.abandoned`, and `deadline.near` of games that you
    organise. Send these again by `POST /v1/webhooks/{webhook}/redeliveries`, or read `GET /v1/me/organised`. A receiver
    that answers 410, or fails for five days, is disabled. A webhook ends with the token that made or last changed it;
    that of a session, with what started the session, and not by signing out.

    Verify the signature with a library of Standard Webhooks in your language. Events can arrive more than once and out
    of order: ignore a `webhook-id` that you know. `ludolog webhooks listen` needs no public address.
    """
    made, is_replayed = await make_receiver(request, play, notifications, site, data, msgspec.to_builtins(data), key)
    headers = {"Location": f"/v1/webhooks/{made.id}", **NO_STORE, **replay_headers(is_replayed)}
    return Response(await _made(notifications, made), headers=headers)


@put(
    "/{webhook:str}",
    summary="Change a webhook",
    operation_id="changeWebhook",
    security=with_scope("webhooks"),
    responses=problems(*PROBLEMS, "not-found", "invalid-value", "key-reused"),
)
async def change_webhook(
    request: PlayerRequest,
    play: Play,
    notifications: Notifications,
    site: SiteAddress,
    webhook: str,
    data: NewWebhook,
    key: IdempotencyKey = None,
) -> Response[WebhookReply]:
    """Replace all fields of a webhook. Its secret stays. Disabling it ends the deliveries that wait.

    From then on the webhook ends with the token of this request.

    Enabling a webhook that was disabled forgets its failures; what happened before is in the feeds.
    """
    found = await own_receiver(request, notifications, "webhook", webhook)
    after, is_replayed = await change_receiver(
        request, play, notifications, site, found, data, (msgspec.to_builtins(data), key)
    )
    return PrivateResponse(await _shown(notifications, after), headers=replay_headers(is_replayed))


@delete(
    "/{webhook:str}",
    summary="Delete a webhook",
    operation_id="deleteWebhook",
    security=with_scope("webhooks"),
    responses=problems("token-needed", "scope-missing", "not-found", "key-reused"),
)
async def delete_webhook(
    request: PlayerRequest,
    notifications: Notifications,
    request_keys: RequestKeys,
    webhook: str,
    key: IdempotencyKey = None,
) -> Response[None]:
    """Delete a webhook and its deliveries.

    Nothing more is sent. The response has no body.
    """
    return await delete_receiver(request, notifications, request_keys, "webhook", webhook, key)


@post(
    "/{webhook:str}/tests",
    summary="Test a webhook",
    operation_id="testWebhook",
    security=with_scope("webhooks"),
    status_code=200,
    responses=problems("token-needed", "scope-missing", "not-found", "not-possible", "too-many-requests", "key-reused"),
)
async def try_webhook(
    request: PlayerRequest,
    notifications: Notifications,
    request_keys: RequestKeys,
    webhook: str,
    key: IdempotencyKey = None,
) -> Response[DeliveryReply]:
    """Send a signed event `webhook.test` at once, and return what came of it. It is not retried.

    A repetition with the key of the request sends nothing.

    The response is 200 even if the test failed: read `state`, `status` and `error`.
    """
    return await try_receiver(request, notifications, request_keys, "webhook", webhook, key)


@post(
    "/{webhook:str}/rotations",
    summary="Rotate the secret of a webhook",
    operation_id="rotateSecret",
    security=with_scope("webhooks"),
    responses=problems("token-needed", "scope-missing", "not-found", "key-reused"),
)
async def rotate_secret(
    request: PlayerRequest, notifications: Notifications, webhook: str, key: IdempotencyKey = None
) -> Response[WebhookMade]:
    """Give a webhook a new secret and a new public key. For 24 hours, requests also have signatures of the old ones.

    The webhook still ends with the token that made or last changed it.

    Configure the new secret within 24 hours: until then both are good.
    """
    own = account_of(request, "webhooks")
    found = await own_receiver(request, notifications, "webhook", webhook)
    rotate = notifications.rotate
    after, is_replayed = await with_timeout(rotate, found.id, keyed_of(request, own, key), own.id)
    return Response(await _made(notifications, after), headers=NO_STORE | replay_headers(is_replayed))


async def _shown(notifications: Notifications, found: Receiver) -> WebhookReply:
    return await with_timeout(webhook_reply, notifications, found)


async def _made(notifications: Notifications, made: Receiver) -> WebhookMade:
    reply, secret = await _shown(notifications, made), notifications.keys(made).shown_secret
    return reply_from(WebhookMade, reply, secret=secret)


router = Router(
    "/v1/webhooks",
    route_handlers=[
        webhooks, webhook, make_webhook, change_webhook, delete_webhook, try_webhook, rotate_secret,
        webhook_deliveries, redeliver,
    ],
    tags=["notifications"],
)  # fmt: skip
