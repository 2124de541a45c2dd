"""Replies of pings, webhooks and deliveries."""

from service.core.http.messages import reply_from
from service.news.api.messages import (
    DeliveryReply,
    Disabling,
    Notice,
    PingReply,
    PushReply,
    WebhookReply,
    decoded_body,
)
from service.news.notifications import Notifications
from service.news.queue.deliveries import Delivery
from service.news.queue.receivers import PingTerms, PushTerms, Receiver, WebhookTerms
from service.play.api.clocks.durations import duration_of

NO_STORE = {"Cache-Control": "no-store"}

PROBLEMS = ("bad-request", "token-needed", "scope-missing")


def ping_reply(ping: Receiver) -> PingReply:
    """Return the reply for a ping."""
    assert isinstance(ping.terms, PingTerms)
    return PingReply(
        *(ping.id, ping.url, ping.disabled_at is None, _disabling(ping), ping.failing_since, ping.created_at),
        expires_at=ping.expires_at,
        format=ping.terms.form,
        mention=ping.terms.mention,
        delay=duration_of(ping.terms.delay),
        messages=ping.terms.messages,
        challenges=ping.terms.challenges,
        orders=ping.terms.orders,
        language=ping.terms.language,
    )


def webhook_reply(notifications: Notifications, hook: Receiver) -> WebhookReply:
    """Return the reply for a webhook. It reads the queue."""
    assert isinstance(hook.terms, WebhookTerms)
    return WebhookReply(
        *(hook.id, hook.url, hook.disabled_at is None, _disabling(hook), hook.failing_since, hook.created_at),
        expires_at=hook.expires_at,
        label=hook.terms.label,
        types=list(hook.terms.types),
        games=hook.terms.games,
        public_key=notifications.keys(hook).shown_public_key,
        rotated_at=hook.rotated_at,
        waiting=notifications.waiting(hook.id),
        dropped=hook.dropped,
    )


def push_reply(browser: Receiver) -> PushReply:
    """Return the reply for a browser. Its keys are for the service only."""
    assert isinstance(browser.terms, PushTerms)
    return PushReply(
        id=browser.id,
        endpoint=browser.url,
        label=browser.terms.label,
        delay=duration_of(browser.terms.delay),
        messages=browser.terms.messages,
        challenges=browser.terms.challenges,
        orders=browser.terms.orders,
        language=browser.terms.language,
        failing_since=browser.failing_since,
        created_at=browser.created_at,
        expires_at=browser.expires_at,
    )


def delivery_reply(delivery: Delivery) -> DeliveryReply:
    """Return the reply for a delivery."""
    next_at = delivery.next_at if delivery.state == "waiting" else None
    return reply_from(DeliveryReply, delivery, next_at=next_at, body=decoded_body(delivery.body))


def notices_of(receivers: list[Receiver]) -> tuple[Notice, ...]:
    """Return the notices for pings and webhooks that were disabled."""
    return tuple(
        Notice("ping" if each.kind == "ping" else "webhook", each.id, disabling)
        for each in receivers
        if (disabling := _disabling(each)) is not None
    )


def _disabling(receiver: Receiver) -> Disabling | None:
    if receiver.disabled_at is None or receiver.disabled_because is None:
        return None
    return Disabling(receiver.disabled_at, receiver.disabled_because)
