"""Replies of pings, webhooks and deliveries, and what their requests have in common."""

from msgspec.structs import replace

from service.api.access import account_of
from service.api.clocks.durations import duration_of, seconds_in
from service.api.notifications.messages import (
    DeliveryReply,
    Disabling,
    NewPing,
    NewWebhook,
    Notice,
    PingReply,
    WebhookReply,
    decoded_body,
)
from service.api.request import PlayerRequest
from service.connections.origins import OriginError, own_origin, parsed_origin
from service.http.problems import FieldError, ProblemError
from service.http.request.languages import language_accepted
from service.notifications.notifications import Notifications
from service.notifications.outgoing.targets import TargetError, target_of
from service.notifications.queue.deliveries import Delivery
from service.notifications.queue.receivers import Kind, PingTerms, Receiver, WebhookTerms
from service.store.timeouts import with_timeout

NO_STORE = {"Cache-Control": "no-store"}

LONGEST_DELAY = 7 * 24 * 3600
"""The longest delay of a ping in seconds."""

PROBLEMS = ("bad-request", "token-needed", "scope-missing")


async def own_receiver(request: PlayerRequest, kind: Kind, receiver: str) -> Receiver:
    """Return a ping or webhook of the player. Raises a 404 problem."""
    player = account_of(request, "organise").player
    found = await with_timeout(request.services.notifications.find, player, kind, receiver)
    if found is None:
        raise ProblemError("not-found", f"you have no such {kind}")
    return found


def new_receiver(request: PlayerRequest, player: str, data: NewPing | NewWebhook) -> Receiver:
    """Return the ping or webhook of a request. Raises a 422 problem."""
    try:
        url = target_of(data.url, request.services.notifications.client.policy).url
    except TargetError as error:
        raise _invalid("url", str(error)) from None
    terms = _ping(request, data) if isinstance(data, NewPing) else _webhook(data)
    is_off = not data.enabled
    return Receiver(
        id="",
        player=player,
        url=url,
        site=_site(request),
        terms=terms,
        created_at="",
        active_since="",
        disabled_at=request.services.play.now() if is_off else None,
        disabled_because="owner" if is_off else None,
    )


def changed(before: Receiver, new: Receiver, now: str) -> Receiver:
    """Return a ping or webhook after a change at a time. Enabling it forgets its failures."""
    if new.disabled_at is not None and before.disabled_at is not None:
        new = replace(new, disabled_at=before.disabled_at, disabled_because=before.disabled_because)
    is_enabled = before.disabled_at is not None and new.disabled_at is None
    return replace(
        before,
        url=new.url,
        site=new.site,
        terms=new.terms,
        disabled_at=new.disabled_at,
        disabled_because=new.disabled_because,
        active_since=now if is_enabled else before.active_since,
        failing_since=None if is_enabled else before.failing_since,
    )


def ping_reply(ping: Receiver) -> PingReply:
    """Return the reply for a ping."""
    assert isinstance(ping.terms, PingTerms)
    return PingReply(
        *(ping.id, ping.url, ping.disabled_at is None, _disabling(ping), ping.failing_since, ping.created_at),
        format=ping.terms.form,
        mention=ping.terms.mention,
        delay=duration_of(ping.terms.delay),
        language=ping.terms.language,
    )


def webhook_reply(notifications: Notifications, hook: Receiver) -> WebhookReply:
    """Return the reply for a webhook. It reads the queue."""
    assert isinstance(hook.terms, WebhookTerms)
    return WebhookReply(
        *(hook.id, hook.url, hook.disabled_at is None, _disabling(hook), hook.failing_since, hook.created_at),
        label=hook.terms.label,
        types=list(hook.terms.types),
        games=hook.terms.games,
        public_key=notifications.keys(hook).shown_public_key,
        rotated_at=hook.rotated_at,
        waiting=notifications.waiting(hook.id),
        dropped=hook.dropped,
    )


def delivery_reply(delivery: Delivery) -> DeliveryReply:
    """Return the reply for a delivery."""
    return DeliveryReply(
        id=delivery.id,
        type=delivery.type,
        game=delivery.game,
        state=delivery.state,
        created_at=delivery.created_at,
        attempts=delivery.attempts,
        attempted_at=delivery.attempted_at,
        next_at=delivery.next_at if delivery.state == "waiting" else None,
        status=delivery.status,
        error=delivery.error,
        reply=delivery.reply,
        body=decoded_body(delivery.body),
    )


def notices_of(receivers: list[Receiver]) -> tuple[Notice, ...]:
    """Return the notices for pings and webhooks that were disabled."""
    return tuple(
        Notice(each.kind, each.id, disabling) for each in receivers if (disabling := _disabling(each)) is not None
    )


def _disabling(receiver: Receiver) -> Disabling | None:
    if receiver.disabled_at is None or receiver.disabled_because is None:
        return None
    return Disabling(receiver.disabled_at, receiver.disabled_because)


def _ping(request: PlayerRequest, data: NewPing) -> PingTerms:
    try:
        delay = seconds_in(data.delay, "delay")
    except ProblemError as error:
        raise _invalid("delay", error.detail) from None
    if delay > LONGEST_DELAY:
        raise _invalid("delay", "the delay is at most P7D")
    return PingTerms(data.format, language_accepted(request) or "en", data.mention.strip(), delay)


def _webhook(data: NewWebhook) -> WebhookTerms:
    return WebhookTerms(tuple(dict.fromkeys(data.types)), data.label, data.games)


def _invalid(field: str, reason: str) -> ProblemError:
    return ProblemError("invalid-receiver", f"`{field}`: {reason}", errors=(FieldError(f"/{field}", reason),))


def _site(request: PlayerRequest) -> str:
    """Return the address of the site for links: the configured one, or the one of the request."""
    own = own_origin(request.services.origin, request.scope["headers"])
    if own is not None:
        return own
    try:
        return parsed_origin(f"{request.url.scheme}://{request.headers.get('host', '')}")
    except OriginError:
        return ""
