"""Routes of passkeys."""

import msgspec
from litestar import Response, delete, get, post

from service.core.connections.origins import domain_of
from service.core.http.messages import reply_from
from service.core.http.problems import ProblemError, problems
from service.core.http.response.responses import PrivateResponse
from service.core.site_address import SiteAddress
from service.core.store.timeouts import with_timeout
from service.people.api.callers import account_of, check_no_app
from service.people.api.idempotency import (
    IdempotencyKey,
    keyed_of,
    missing_unless_executed,
    no_content,
    replay_headers,
)
from service.people.api.names import printable_name
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.people.api.sessions.messages import NewPasskey, PasskeyList, PasskeyOptions, PasskeyReply
from service.people.api.sessions.webauthn import CreationOptions
from service.people.credentials import allowed_by
from service.people.request_keys import RequestKeys
from service.people.sessions.keys import Site
from service.people.sessions.passkeys import NewPasskey as NewPasskeyOf
from service.people.sessions.passkeys import Passkeys

NO_STORE = {"Cache-Control": "no-store"}


def passkey_site_of(request: PlayerRequest, site: SiteAddress) -> Site:
    """Return the site of a request from its own pages. Raises 403 and 409 problems."""
    origin = site.check_origin(request.scope)
    domain = domain_of(origin)
    if domain is None:
        raise ProblemError("passkeys-unavailable", f"{origin} has no domain name: open the site under its name")
    return Site(origin, domain)


@post(
    "/me/passkeys/registrations",
    summary="Request the options of a new passkey",
    operation_id="beginPasskey",
    security=with_scope("account"),
    responses=problems("token-needed", "scope-missing", "foreign-origin", "passkeys-unavailable", "limit-reached"),
)
async def begin_passkey(request: PlayerRequest, passkeys: Passkeys, site: SiteAddress) -> Response[PasskeyOptions]:
    """Return the options for `navigator.credentials.create`, with a challenge that is valid once, within 5 minutes.

    Pass `options` through `PublicKeyCredential.parseCreationOptionsFromJSON` to `navigator.credentials.create`.
    """
    own = account_of(request, "account")
    check_no_app(own, "passkeys")
    player = own.player
    begun = await with_timeout(passkeys.begin_registration, passkey_site_of(request, site), player)
    options = msgspec.convert(begun.options, CreationOptions)
    return Response(PasskeyOptions(options, begun.expires_at), headers=NO_STORE)


@post(
    "/me/passkeys",
    summary="Register a passkey",
    operation_id="makePasskey",
    security=with_scope("account"),
    responses=problems(
        "bad-request", "token-needed", "scope-missing", "foreign-origin", "passkeys-unavailable", "limit-reached",
        "passkey-refused", "invalid-name", "key-reused",
    ),
)  # fmt: skip
async def make_passkey(
    request: PlayerRequest, passkeys: Passkeys, site: SiteAddress, data: NewPasskey, key: IdempotencyKey = None
) -> Response[PasskeyReply]:
    """Register the passkey that an authenticator has created with the options.

    A session that it starts has the scopes of the token of this request. The passkey expires with that token, and is
    deleted when that token is revoked.

    `credential` is what `toJSON()` of the new credential returns. Register one for each device.
    """
    own, passkey_site = account_of(request, "account"), passkey_site_of(request, site)
    check_no_app(own, "passkeys")
    label = printable_name(data.label, "label")
    credential = msgspec.to_builtins(data.credential)
    keyed = keyed_of(request, own, key, msgspec.to_builtins(data))
    new = NewPasskeyOf(label, credential, own)
    passkey, is_replayed = await with_timeout(passkeys.add, passkey_site, new, keyed)
    return Response(reply_from(PasskeyReply, passkey), headers=NO_STORE | replay_headers(is_replayed))


@get(
    "/me/passkeys",
    summary="List your passkeys",
    operation_id="passkeys",
    security=with_scope("account"),
    responses=problems("token-needed", "scope-missing"),
)
async def passkeys(request: PlayerRequest, passkeys: Passkeys) -> Response[PasskeyList]:
    """Return your passkeys, oldest first.

    A passkey of which no device has a copy any more can be deleted.
    """
    found = await with_timeout(passkeys.of, account_of(request, "account").player)
    return PrivateResponse(PasskeyList(tuple(reply_from(PasskeyReply, each) for each in found)))


@delete(
    "/me/passkeys/{passkey:str}",
    summary="Delete a passkey",
    operation_id="deletePasskey",
    security=with_scope("account"),
    responses=problems("token-needed", "scope-missing", "not-found", "key-reused"),
)
async def delete_passkey(
    request: PlayerRequest, passkeys: Passkeys, request_keys: RequestKeys, passkey: str, key: IdempotencyKey = None
) -> Response[None]:
    """Delete one of your passkeys, and end all that was made with it, except the session of this request.

    That is what `revokeToken` lists.

    The passkey no longer signs in. The response has no body. The calendar links, pings, webhooks, browsers and daily
    e-mail that its sessions made end, too.
    """
    own, stored = account_of(request, "account"), passkeys
    keyed = keyed_of(request, own, key)
    found = next((each for each in await with_timeout(stored.of, own.player) if each.id == passkey), None)
    if found is None:
        return await missing_unless_executed(request_keys, keyed, "you have no such passkey")
    if not allowed_by(found.scopes) <= allowed_by(own.scopes):
        raise ProblemError("scope-missing", "this token cannot delete a passkey that may do more")
    return no_content(replayed=await with_timeout(stored.remove, found, own, keyed))
