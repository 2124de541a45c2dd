"""What requests for pings and for webhooks have in common: make, change, delete, test."""

from functools import partial

from litestar import Response
from msgspec.structs import replace

from service.api.access import account_of
from service.api.clocks.durations import seconds_in
from service.api.idempotency import executed, keyed_of, missing_unless_executed, no_content
from service.api.notifications.messages import DeliveryReply, NewPing, NewWebhook
from service.api.notifications.replies import delivery_reply
from service.api.request import PlayerRequest
from service.connections.origins import OriginError, own_origin, parsed_origin
from service.http.problems import FieldError, ProblemError
from service.http.request.languages import language_accepted
from service.http.response.responses import PrivateResponse
from service.notifications.outgoing.targets import TargetError, target_of
from service.notifications.queue.receivers import Kind, PingTerms, Receiver, WebhookTerms
from service.store.timeouts import with_timeout

LONGEST_DELAY = 7 * 24 * 3600
"""The longest delay of a ping in seconds."""


async def make_receiver(
    request: PlayerRequest, data: NewPing | NewWebhook, content: object, key: str | None
) -> tuple[Receiver, bool]:
    """Create a ping or webhook; returns it, and whether an earlier request with the key did.

    `content` is the body as its idempotency key covers it.
    """
    own, notifications = account_of(request, "organise"), request.services.notifications
    new = new_receiver(request, own.player, data)
    made = await with_timeout(notifications.make, new, keyed_of(request, own, key, content))
    notifications.follower.receiver_made()
    return made


async def change_receiver(
    request: PlayerRequest, before: Receiver, data: NewPing | NewWebhook, keyed: tuple[object, str | None]
) -> tuple[Receiver, bool]:
    """Replace all fields of a ping or webhook; returns it, and whether an earlier request with the key did.

    `keyed` is the body as its idempotency key covers it, and the key.
    """
    own, notifications = account_of(request, "organise"), request.services.notifications
    new = new_receiver(request, own.player, data)
    content, key = keyed
    change = partial(changed, new=new, now=request.services.play.now())
    after = await with_timeout(notifications.change, before.id, change, keyed_of(request, own, key, content))
    notifications.follower.receiver_made()
    return after


async def delete_receiver(request: PlayerRequest, kind: Kind, receiver: str, key: str | None) -> Response[None]:
    """Delete a ping or webhook and its deliveries. Raises a 404 problem."""
    own, notifications = account_of(request, "organise"), request.services.notifications
    keyed = keyed_of(request, own, key)
    if await executed(request, keyed) is not None:
        return no_content(replayed=True)
    found = await with_timeout(notifications.find, own.player, kind, receiver)
    if found is None:
        return await missing_unless_executed(request, keyed, f"you have no such {kind}")
    return no_content(replayed=await with_timeout(notifications.remove, found.id, keyed))


async def try_receiver(request: PlayerRequest, kind: Kind, receiver: str) -> Response[DeliveryReply]:
    """Send a test to a ping or webhook at once, and return what came of it. Raises a 404 problem."""
    found = await own_receiver(request, kind, receiver)
    return PrivateResponse(delivery_reply(await request.services.notifications.test(found)))


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
