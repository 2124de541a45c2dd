"""The deliveries of a webhook, and how to send them again."""

import datetime
from typing import Annotated, Literal

import msgspec
from litestar import Response, get, post
from litestar.params import QueryParameter

from service.core.http.problems import ProblemError, field_problem, problems
from service.core.http.request.cursors import cursor_of, next_link, paged, time_and_text_in
from service.core.http.request.page_parameters import Cursor, EntryLimit
from service.core.http.response.responses import PrivateResponse
from service.core.store.timeouts import with_timeout
from service.core.store.times import timestamp_of
from service.news.api.messages import Deliveries, RedeliveryReply, RedeliveryRequest
from service.news.api.receivers import own_receiver
from service.news.api.replies import PROBLEMS, delivery_reply
from service.news.notifications import Notifications
from service.news.queue.deliveries import DeliveryQuery
from service.news.queue.redelivery import Range
from service.people.api.callers import account_of
from service.people.api.idempotency import IdempotencyKey, keyed_of, replay_headers
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.play.play import Play

StateAsked = Annotated[
    Literal["waiting", "delivered", "failed"] | None,
    QueryParameter(name="state", description="Only deliveries in this state."),
]


@get(
    "/{webhook:str}/deliveries",
    summary="List the deliveries of a webhook",
    operation_id="webhookDeliveries",
    security=with_scope("webhooks"),
    responses=problems(*PROBLEMS, "not-found"),
)
async def webhook_deliveries(
    request: PlayerRequest,
    notifications: Notifications,
    webhook: str,
    in_state: StateAsked = None,
    limit: EntryLimit = 20,
    cursor: Cursor = None,
) -> Response[Deliveries]:
    """Return the deliveries of the last 14 days, newest first.

    `body` is what was sent; the signature of each attempt differs.
    """
    found = await own_receiver(request, notifications, "webhook", webhook)
    after = None if cursor is None else time_and_text_in(cursor)
    query = DeliveryQuery(found.id, in_state, after, limit + 1)
    rows = await with_timeout(notifications.deliveries, query)
    page, following = paged(rows, limit, lambda each: cursor_of(each.created_at, each.id))
    reply = Deliveries(tuple(map(delivery_reply, page)), following)
    return PrivateResponse(reply, headers=next_link(request, following))


@post(
    "/{webhook:str}/redeliveries",
    summary="Send deliveries of a webhook again",
    operation_id="redeliver",
    security=with_scope("webhooks"),
    responses=problems(*PROBLEMS, "not-found", "invalid-value", "not-possible", "key-reused"),
)
async def redeliver(
    request: PlayerRequest,
    play: Play,
    notifications: Notifications,
    webhook: str,
    data: RedeliveryRequest,
    key: IdempotencyKey = None,
) -> Response[RedeliveryReply]:
    """Send one delivery again, or the deliveries of a range of time. They keep their ids and bodies.

    To catch up after a long failure, the feed named in the payloads is faster for the types that it has.

    A delivery that waits already is not queued twice.
    """
    own = account_of(request, "webhooks")
    found = await own_receiver(request, notifications, "webhook", webhook)
    asked = _asked(data, play.now())
    keyed = keyed_of(request, own, key, msgspec.to_builtins(data))
    done = await with_timeout(notifications.redeliver, found, asked, keyed)
    if done is None:
        raise ProblemError("not-found", "this webhook has no such delivery")
    headers = {"Cache-Control": "no-store", **replay_headers(done.is_replayed)}
    return Response(RedeliveryReply(done.queued, done.is_all), headers=headers)


def _asked(data: RedeliveryRequest, now: str) -> str | Range:
    """Return the id of a delivery, or the range. Raises a 422 problem unless there is exactly one of them."""
    if data.delivery is not None:
        if data.since is not None or data.until is not None:
            raise field_problem("invalid-value", "delivery", "give either `delivery`, or `since` and perhaps `until`")
        return data.delivery
    if data.since is None:
        raise field_problem("invalid-value", "since", "give `delivery`, or `since` for a range")
    until = now if data.until is None else _moment("until", data.until)
    return Range(_moment("since", data.since), until, ("failed",) if data.only == "failed" else ("failed", "delivered"))


def _moment(field: str, text: str) -> str:
    try:
        found = datetime.datetime.fromisoformat(text)
    except ValueError:
        found = None
    if found is None or found.tzinfo is None:
        raise field_problem("invalid-value", field, "this is not a time with an offset, such as 2026-11-20T12:00:00Z")
    try:
        return timestamp_of(found)
    except (OverflowError, ValueError):
        raise field_problem("invalid-value", field, "this time is out of range") from None
