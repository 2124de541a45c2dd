"""Routes of the daily e-mail."""

from collections.abc import Callable
from typing import TypeVar

import msgspec
from litestar import Response, Router, delete, get, post, put

from service.core.http.problems import ProblemError, field_problem, problems
from service.core.http.request.languages import language_accepted
from service.core.http.response.responses import PrivateResponse
from service.core.site_address import SiteAddress
from service.core.store.timeouts import with_timeout
from service.news.api.digest_messages import Confirmation, DigestReply, NewDigest
from service.news.api.replies import PROBLEMS
from service.news.digest.digests import Asked, Digests, WrongLinkError, is_address
from service.news.digest.hours import TimeZoneError, zone_named
from service.news.digest.rows import Digest
from service.people.api.callers import account_of
from service.people.api.idempotency import IdempotencyKey, keyed_of, no_content, replay_headers
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope

T = TypeVar("T")


@get(
    "/digest",
    summary="Read your daily e-mail",
    operation_id="digest",
    security=with_scope("webhooks"),
    responses=problems(*PROBLEMS),
)
async def digest(request: PlayerRequest, digests: Digests) -> Response[DigestReply]:
    """Return your daily e-mail, and whether this server sends e-mails."""
    player = account_of(request, "webhooks").player
    found, wants = await with_timeout(digests.of, player), await with_timeout(digests.wants_messages, player)
    return PrivateResponse(_reply(digests, found, wants=wants))


@put(
    "/digest",
    summary="Ask for a daily e-mail",
    operation_id="askDigest",
    security=with_scope("webhooks"),
    responses=problems(*PROBLEMS, "invalid-value", "not-possible", "too-many-requests", "key-reused"),
)
async def ask_digest(
    request: PlayerRequest, digests: Digests, site: SiteAddress, data: NewDigest, key: IdempotencyKey = None
) -> Response[DigestReply]:
    """Ask for an e-mail once a day, at a local hour, in the language of this request, only if something waits.

    These are open decisions with their deadlines, rounds that open, challenges, and with `messages` what is not read.
    A new address gets one e-mail with a link that confirms it. The daily e-mail ends with the token of the last such
    request; that of a session ends with what started the session, and not by signing out. A late repetition of a
    request returns what there is now.
    """
    own = account_of(request, "webhooks")
    if digests.mailer is None:
        raise ProblemError("not-possible", "this server sends no e-mails")
    if not is_address(data.address):
        raise field_problem("invalid-value", "address", "no e-mail can be sent to this address")
    try:
        zone_named(data.time_zone)
    except TimeZoneError:
        raise field_problem("invalid-value", "time_zone", "there is no such time zone") from None
    language = language_accepted(request) or "en"
    ends = own.creates_until, own.ends_with
    site_of = site.address_of(request)
    asked = Asked(data.address, language, data.time_zone, data.hour, site_of, *ends, messages=data.messages)
    keyed = keyed_of(request, own, key, msgspec.to_builtins(data))
    found, is_replayed = await with_timeout(digests.ask, own.player, asked, keyed)
    digests.mailer.wake()
    wants = await with_timeout(digests.wants_messages, own.player)
    return PrivateResponse(_reply(digests, found, wants=wants), headers=replay_headers(is_replayed))


@delete(
    "/digest",
    summary="End your daily e-mail",
    operation_id="endDigest",
    security=with_scope("webhooks"),
    responses=problems("token-needed", "scope-missing", "key-reused"),
)
async def end_digest(request: PlayerRequest, digests: Digests, key: IdempotencyKey = None) -> Response[None]:
    """Delete the daily e-mail with its address, whether there is one or not."""
    own = account_of(request, "webhooks")
    return no_content(replayed=await with_timeout(digests.remove, own.player, keyed_of(request, own, key)))


@post(
    "/confirmations",
    summary="Confirm an e-mail address",
    operation_id="confirmDigest",
    status_code=200,
    responses=problems("bad-request", "not-found"),
)
async def confirm_digest(digests: Digests, data: Confirmation) -> Response[DigestReply]:
    """Confirm an address by the token in the link. It needs no session: the e-mail may be read on another device."""
    found = await with_timeout(_known, digests.confirm, data.token)
    return PrivateResponse(DigestReply(digests.mailer is not None, found.state, hour=found.hour))


@post(
    "/unsubscriptions/{unsubscription:str}",
    summary="Unsubscribe from a daily e-mail",
    operation_id="endDigestByLink",
    status_code=204,
    responses=problems("not-found"),
)
async def end_digest_by_link(digests: Digests, unsubscription: str) -> Response[None]:
    """Delete the daily e-mail to which a link belongs: the one-click request of mail programs (RFC 8058).

    The body is ignored. It needs no session, and can be repeated.
    """
    await with_timeout(_known, digests.unsubscribe, unsubscription)
    return no_content(replayed=False)


def _known(act: Callable[[str], T], token: str) -> T:
    """Return what an act with a token returns. Raises a 404 problem for a wrong one."""
    try:
        return act(token)
    except WrongLinkError:
        raise ProblemError("not-found", "this link is unknown, or no longer valid") from None


def _reply(digests: Digests, found: Digest | None, *, wants: bool) -> DigestReply:
    is_available = digests.mailer is not None
    if found is None:
        return DigestReply(is_available)
    return DigestReply(
        *(is_available, found.state, found.address, found.hour, found.time_zone, found.language),
        messages=wants,
        next_at=found.next_at if found.state == "confirmed" else None,
        sent_at=found.sent_at,
        failed_at=found.failed_at,
        expires_at=found.expires_at,
    )


router = Router("/v1/me", route_handlers=[digest, ask_digest, end_digest], tags=["notifications"])
open_router = Router("/v1/digests", route_handlers=[confirm_digest, end_digest_by_link], tags=["notifications"])
