"""Routes of sessions: sign in, see who is signed in, sign out."""

import asyncio
import hashlib
from typing import Any

import msgspec
from litestar import Response, Router, delete, get, post

from domain.kernel.values import Value
from service.core.http.cookies import clear_cookie, set_cookie
from service.core.http.messages import reply_from
from service.core.http.problems import ProblemError, problems
from service.core.http.request.parameters import bad_parameter
from service.core.http.response.responses import PrivateResponse
from service.core.site_address import SiteAddress
from service.core.store.timeouts import with_timeout
from service.people.accounts import MIN_SIGN_UP_KEY, Accounts
from service.people.api.callers import address_of, check_no_app
from service.people.api.idempotency import IdempotencyKey, no_content, replay_headers
from service.people.api.identity import SESSION_ENDED
from service.people.api.messages import PlayerReply
from service.people.api.names import printable_name
from service.people.api.problems import invalid_token
from service.people.api.request import PlayerRequest
from service.people.api.sessions.devices import device_named
from service.people.api.sessions.messages import (
    AnySignIn,
    CurrentSession,
    PasskeySignIn,
    SessionReply,
    SignedIn,
    SignInOptions,
    SignUpSignIn,
    TokenSignIn,
)
from service.people.api.sessions.passkeys import (
    NO_STORE,
    begin_passkey,
    delete_passkey,
    make_passkey,
    passkey_site_of,
    passkeys,
)
from service.people.api.sessions.webauthn import RequestOptions
from service.people.api.signing_in import note_sign_in
from service.people.sessions.passkeys import Passkeys
from service.people.sessions.sessions import KeyedSignIn, NewSession, Sessions
from service.people.sign_ups import SignUps
from service.people.tokens import LONGEST, Made, SigningUp, Token

SET_COOKIE = "Set-Cookie"


@post(
    "/sessions/challenges",
    summary="Request the options to sign in with a passkey",
    operation_id="beginSignIn",
    responses=problems("foreign-origin", "passkeys-unavailable"),
)
async def begin_sign_in(request: PlayerRequest, passkeys: Passkeys, site: SiteAddress) -> Response[SignInOptions]:
    """Return the options for `navigator.credentials.get`, with a challenge that is valid once, within 5 minutes.

    Pass `options` through `PublicKeyCredential.parseRequestOptionsFromJSON` to `navigator.credentials.get`. The
    authenticator offers its passkeys of this site, so that no name is needed.
    """
    # the first one imports the library
    begun = await asyncio.to_thread(passkeys.begin_sign_in, passkey_site_of(request, site))
    options = msgspec.convert(begun.options, RequestOptions)
    return Response(SignInOptions(options, begun.expires_at), headers=NO_STORE)


class _Started(Value, frozen=True):
    """A session that was started, and after a sign-up the first token of the player."""

    session: Made
    token: str | None = None


@post(
    "/sessions",
    summary="Sign in",
    operation_id="signIn",
    responses=problems(
        "bad-request", "token-needed", "scope-missing", "foreign-origin", "passkeys-unavailable", "passkey-refused",
        "invalid-name", "name-taken", "invalid-key", "key-reused", "sign-up-limit", "sign-ups-closed",
        "sign-up-code-needed", "terms-not-accepted",
    ),
)  # fmt: skip
async def sign_in(
    request: PlayerRequest,
    accounts: Accounts,
    sign_ups: SignUps,
    sessions: Sessions,
    passkeys: Passkeys,
    site: SiteAddress,
    data: AnySignIn,
    key: IdempotencyKey = None,
) -> Response[SignedIn]:
    """Start a session with a passkey or a token, or sign up, and set its cookie.

    For pages of this site only: the request needs the `Origin` of the site. A session of the same browser ends.

    A session is listed in GET /v1/me/tokens, as `session`, and can be revoked there. It ends after 30 days without use,
    after 180 days in any case, and with the passkey or token that started it. An `Idempotency-Key` is as secret as the
    session: use at least 32 random characters.
    """
    origin = site.check_origin(request.scope)
    keyed = _keyed(data, key)
    started = await _start(request, accounts, sign_ups, sessions, passkeys, site, data, keyed)
    made, former = started.session, request.user
    note_sign_in(request.scope, made.token.player)
    if former is not None and former.is_session and former.id != made.token.id:
        await with_timeout(accounts.revoke, former)
        for listener in sessions.replaced:
            listener(former.player, made.token.player)
    session = _session(accounts, made.token)
    cookie = set_cookie(origin, made.secret, int(LONGEST))
    headers = {SET_COOKIE: cookie, **NO_STORE, **replay_headers(made.replayed)}
    return Response(reply_from(SignedIn, session, token=started.token), headers=headers)


def _keyed(data: AnySignIn, key: str | None) -> KeyedSignIn | None:
    if key is None:
        return None
    if len(key) < MIN_SIGN_UP_KEY:
        message = (
            f"the key of a sign-in needs {MIN_SIGN_UP_KEY} random characters or more: it is as secret as the session"
        )
        raise bad_parameter("Idempotency-Key", message, "invalid-key")
    return KeyedSignIn(key, hashlib.sha256(msgspec.json.encode(data)).hexdigest())


async def _start(
    request: PlayerRequest,
    accounts: Accounts,
    sign_ups: SignUps,
    sessions: Sessions,
    passkeys: Passkeys,
    site: SiteAddress,
    data: AnySignIn,
    keyed: KeyedSignIn | None,
) -> _Started:
    label = device_named(printable_name(data.label, "label"), request.headers.get("User-Agent"))
    match data:
        case SignUpSignIn():
            return await _signed_up(request, sign_ups, sessions, data, label, keyed)
        case TokenSignIn():
            return _Started(await _with_token(accounts, sessions, data, label, keyed))
        case PasskeySignIn():
            passkey_site = passkey_site_of(request, site)
            earlier = await with_timeout(sessions.earlier, keyed)
            sign_in = passkeys.sign_in
            credential: Any = msgspec.to_builtins(data.credential)
            return _Started(earlier or await with_timeout(sign_in, passkey_site, credential, label, keyed))


async def _signed_up(
    request: PlayerRequest,
    sign_ups: SignUps,
    sessions: Sessions,
    data: SignUpSignIn,
    label: str,
    keyed: KeyedSignIn | None,
) -> _Started:
    name, asked = printable_name(data.name, "name"), SigningUp(data.invitation, data.terms)
    made = await sign_ups.sign_up(name, keyed and keyed.key, address_of(request), asked)
    # not tied to the token: who revokes it, since it was seen by others, stays signed in
    new = NewSession(made.token.player, label, made.token.scopes, token_at="")
    return _Started(await with_timeout(sessions.start, new, keyed), made.secret)


async def _with_token(
    accounts: Accounts, sessions: Sessions, data: TokenSignIn, label: str, keyed: KeyedSignIn | None
) -> Made:
    token = accounts.holder(data.token)
    if token is None:
        raise invalid_token()
    check_no_app(token, "sessions")
    new = NewSession(token.player, label, token.scopes, token.game, token.seat, token.id, token.expires_at)
    return await with_timeout(sessions.start, new, keyed)


@get("/sessions/current", summary="Read your session", operation_id="currentSession")
async def current_session(request: PlayerRequest, accounts: Accounts, site: SiteAddress) -> Response[CurrentSession]:
    """Return the session of the cookie, and its player; null without one.

    The response is 200 in both cases, so that a page can find out whether there is a session.
    """
    token = request.user
    session = None if token is None or not token.is_session else _session(accounts, token)
    return PrivateResponse(CurrentSession(session), headers=_cleared(request, site))


@delete(
    "/sessions/current",
    summary="Sign out",
    operation_id="signOut",
    responses=problems("foreign-origin", "not-found"),
)
async def sign_out(request: PlayerRequest, accounts: Accounts, site: SiteAddress) -> Response[None]:
    """End the session of the cookie, and delete the cookie. Without a session, the response is the same.

    Other devices stay signed in. The response has no body.
    """
    token = request.user
    if token is not None and not token.is_session:
        message = "a token in Authorization is no session: revoke it with DELETE /v1/me/tokens/{token}"
        raise ProblemError("not-found", message)
    if token is not None:
        await with_timeout(accounts.revoke, token)
    reply = no_content(replayed=False)
    reply.headers.update(_cleared(request, site))
    return reply


def _cleared(request: PlayerRequest, site: SiteAddress) -> dict[str, str]:
    """Return the header that deletes the cookie of a session that has ended."""
    origin = site.origin_at(request.scope)
    return {SET_COOKIE: clear_cookie(origin), **NO_STORE} if origin and SESSION_ENDED in request.scope else {}


def _session(accounts: Accounts, token: Token) -> SessionReply:
    player = accounts.player(token.player)
    assert token.expires_at is not None
    assert token.ends_at is not None
    shown = PlayerReply(token.player, player.name if player else "", player.created_at if player else "")
    return reply_from(SessionReply, token, player=shown)


router = Router(
    "/v1",
    route_handlers=[
        begin_sign_in, sign_in, current_session, sign_out, begin_passkey, make_passkey, passkeys, delete_passkey,
    ],
    tags=["sessions"],
)  # fmt: skip
