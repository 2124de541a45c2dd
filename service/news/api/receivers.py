"""What requests for pings and for webhooks have in common: make, change, delete, test."""

from functools import partial

from litestar import Response
from msgspec.structs import replace

from service.core.http.problems import ProblemError, field_problem
from service.core.http.request.languages import language_accepted
from service.core.http.response.responses import PrivateResponse
from service.core.keys.base64url import decoded, encoded
from service.core.site_address import SiteAddress
from service.core.store.timeouts import with_timeout
from service.news.api.messages import DeliveryReply, NewPing, NewPush, NewWebhook
from service.news.api.replies import delivery_reply
from service.news.notifications import Notifications
from service.news.outgoing.targets import TargetError, target_of
from service.news.push.encryption import BrowserKeys, SubscriptionError
from service.news.queue.receivers import Kind, PingTerms, PushTerms, Receiver, WebhookTerms
from service.people.api.callers import account_of
from service.people.api.idempotency import (
    executed,
    keyed_of,
    missing_unless_executed,
    no_content,
    replay_headers,
)
from service.people.api.request import PlayerRequest
from service.people.request_keys import RequestKeys
from service.people.tokens import Token
from service.play.api.clocks.durations import seconds_in
from service.play.play import Play

_NAMES: dict[Kind, str] = {"ping": "ping", "webhook": "webhook", "push": "browser"}

LONGEST_DELAY = 7 * 24 * 3600
"""The longest delay of a ping in seconds."""


async def make_receiver(
    request: PlayerRequest,
    play: Play,
    notifications: Notifications,
    site: SiteAddress,
    data: NewPing | NewWebhook | NewPush,
    content: object,
    key: str | None,
) -> tuple[Receiver, bool]:
    """Create a ping or webhook; returns it, and whether an earlier request with the key did.

    `content` is the body as its idempotency key covers it.
    """
    own = account_of(request, "webhooks")
    new = _new_receiver(request, play, notifications, site, own, data)
    made = await with_timeout(notifications.make, new, keyed_of(request, own, key, content), own.id)
    notifications.follower.receiver_made()
    return made


async def change_receiver(
    request: PlayerRequest,
    play: Play,
    notifications: Notifications,
    site: SiteAddress,
    before: Receiver,
    data: NewPing | NewWebhook,
    keyed: tuple[object, str | None],
) -> tuple[Receiver, bool]:
    """Replace all fields of a ping or webhook; returns it, and whether an earlier request with the key did.

    `keyed` is the body as its idempotency key covers it, and the key.
    """
    own = account_of(request, "webhooks")
    new = _new_receiver(request, play, notifications, site, own, data)
    content, key = keyed
    change = partial(changed, new=new, now=play.now())
    after = await with_timeout(notifications.change, before.id, change, keyed_of(request, own, key, content), own.id)
    notifications.follower.receiver_made()
    return after


async def delete_receiver(
    request: PlayerRequest,
    notifications: Notifications,
    request_keys: RequestKeys,
    kind: Kind,
    receiver: str,
    key: str | None,
) -> Response[None]:
    """Delete a ping or webhook and its deliveries. Raises a 404 problem."""
    own = account_of(request, "webhooks")
    keyed = keyed_of(request, own, key)
    found = await with_timeout(notifications.find, own.player, kind, receiver)
    if found is None:
        return await missing_unless_executed(request_keys, keyed, f"you have no such {_NAMES[kind]}")
    return no_content(replayed=await with_timeout(notifications.remove, found.id, keyed))


async def try_receiver(
    request: PlayerRequest,
    notifications: Notifications,
    request_keys: RequestKeys,
    kind: Kind,
    receiver: str,
    key: str | None,
) -> Response[DeliveryReply]:
    """Send a test to a ping or webhook at once, and return what came of it.

    Raises a 404 problem, also for a repetition after the ping or webhook was deleted: its deliveries are deleted, too.
    """
    own = account_of(request, "webhooks")
    keyed = keyed_of(request, own, key)
    found = await with_timeout(notifications.find, own.player, kind, receiver)
    if found is None:
        is_sent = await executed(request_keys, keyed) is not None
        since = f"the test was sent, and the {_NAMES[kind]} was deleted since"
        raise ProblemError("not-found", since if is_sent else f"you have no such {_NAMES[kind]}")
    delivery, is_replayed = await notifications.test(found, keyed)
    return PrivateResponse(delivery_reply(delivery), headers=replay_headers(is_replayed))


async def own_receiver(request: PlayerRequest, notifications: Notifications, kind: Kind, receiver: str) -> Receiver:
    """Return a ping or webhook of the player. Raises a 404 problem."""
    player = account_of(request, "webhooks").player
    found = await with_timeout(notifications.find, player, kind, receiver)
    if found is None:
        raise ProblemError("not-found", f"you have no such {_NAMES[kind]}")
    return found


def _new_receiver(
    request: PlayerRequest,
    play: Play,
    notifications: Notifications,
    site: SiteAddress,
    own: Token,
    data: NewPing | NewWebhook | NewPush,
) -> Receiver:
    """Return the ping, webhook or browser of a request. Raises a 422 problem."""
    asked, field = (data.endpoint, "endpoint") if isinstance(data, NewPush) else (data.url, "url")
    try:
        url = target_of(asked, notifications.client.policy).url
    except TargetError as error:
        raise field_problem("invalid-value", field, str(error)) from None
    is_off = not isinstance(data, NewPush) and not data.enabled
    return Receiver(
        id="",
        player=own.player,
        url=url,
        site=site.address_of(request),
        terms=_terms(request, data),
        created_at="",
        active_since="",
        disabled_at=play.now() if is_off else None,
        disabled_because="owner" if is_off else None,
        expires_at=own.creates_until,
        made_with=own.ends_with,
    )


def changed(before: Receiver, new: Receiver, now: str) -> Receiver:
    """Return a ping or webhook after a change at a time. Enabling it, or another URL, forgets its failures."""
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
        failing_since=None if is_enabled or new.url != before.url else before.failing_since,
        expires_at=new.expires_at,
        made_with=new.made_with,
    )


def _terms(request: PlayerRequest, data: NewPing | NewWebhook | NewPush) -> PingTerms | WebhookTerms:
    if isinstance(data, NewWebhook):
        return _webhook(data)
    delay, language = _delay(data.delay), language_accepted(request) or "en"
    if isinstance(data, NewPing):
        mention = data.mention.strip()
        return PingTerms(data.format, language, mention, delay, data.messages, data.challenges, data.orders)
    return _push(data, language, delay)


def _delay(text: str) -> int:
    try:
        delay = seconds_in(text, "delay", "delay")
    except ProblemError as error:
        raise field_problem("invalid-value", "delay", error.detail) from None
    if delay > LONGEST_DELAY:
        raise field_problem("invalid-value", "delay", "the delay is at most P7D")
    return delay


def _push(data: NewPush, language: str, delay: int) -> PushTerms:
    try:
        keys = BrowserKeys(decoded(data.keys.p256dh), decoded(data.keys.auth))
        keys.check()
    except SubscriptionError as error:
        raise field_problem("invalid-value", "keys", str(error)) from None
    except ValueError:
        raise field_problem("invalid-value", "keys", "the keys are not base64url") from None
    public, auth = encoded(keys.public_key), encoded(keys.auth)
    return PushTerms(
        *("json", language),
        delay=delay,
        messages=data.messages,
        challenges=data.challenges,
        orders=data.orders,
        public_key=public,
        auth=auth,
        label=data.label,
    )


def _webhook(data: NewWebhook) -> WebhookTerms:
    return WebhookTerms(tuple(dict.fromkeys(data.types)), data.label, data.games)
