"""OAuth by Authlib: authorization codes with PKCE, refresh tokens, devices, revocation and introspection.

The library checks requests in the order of the RFCs, and calls what this module stores and finds. It is synchronous:
all that one request stores is one transaction. Its server object is made for each request, over the transaction.
"""

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportUnknownParameterType=false, reportMissingParameterType=false, reportMissingTypeStubs=false
# pyright: reportIncompatibleMethodOverride=false
# Authlib has no types
# ruff: noqa: ARG002, D102, RUF012
# names, parameters and attributes are those that the library calls, documents and reads

import re
import secrets
import time
import uuid
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from authlib.oauth2.rfc6749 import (
    AuthorizationServer,
    InvalidClientError,
    InvalidGrantError,
    InvalidRequestError,
    OAuth2Error,
    grants,
)
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc7662 import IntrospectionEndpoint
from authlib.oauth2.rfc8628 import DeviceAuthorizationEndpoint, DeviceCodeGrant

from service.apps import rows
from service.apps.library import (
    GRANT_TYPES,
    App,
    AppRequest,
    Caller,
    CodeAsked,
    DeviceAsked,
    KnownToken,
    is_client,
    known_refresh_token,
    moment_of,
    seconds_of,
)
from service.apps.redirects import shown_host
from service.apps.values import ACCESS, DEVICE, DEVICE_LASTS, PAUSE, REFRESH, Allowed, Asked, Grant
from service.core.store.database import Cursor
from service.core.store.times import timestamp_at, timestamp_now
from service.people.accounts import AccountChange
from service.people.credentials import BUNDLES, SCOPES, digest_of, secret_of
from service.people.rows import lock_account, lock_player, read_token
from service.people.tokens import Token, TokenRevokedError

_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Reply(NamedTuple):
    """The status and the JSON body of a reply."""

    status: int
    body: Mapping[str, Any]


GRANTS_KNOWN = ", ".join(GRANT_TYPES)

REMEDIES: Mapping[str, str] = {
    "invalid_grant": "the code or token is unknown, used, expired or of another client, or its grant has ended: ask "
    "the player again",
    "unsupported_grant_type": f"grant_type has to be one of {GRANTS_KNOWN}",
    "invalid_scope": f"the scopes are {', '.join(SCOPES)}, and a refresh may not ask for more than before",
    "unsupported_response_type": "response_type has to be code",
    "authorization_pending": "the person has not decided yet: ask again after the interval",
    "slow_down": f"ask less often: the interval is {PAUSE} seconds longer from now on",
    "expired_token": "the device code has expired: begin again",
}
"""What to do on errors that the library describes in general, or not at all."""

_GENERIC = re.compile(r"Invalid '(?:code|refresh_token|device_code)' in request|The requested scope is")


def explained(body: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a reply; those of an error say what to do."""
    code, described = body.get("error", ""), body.get("error_description") or ""
    # the description of a response type is the type that was sent
    is_bare = not described or code == "unsupported_response_type" or _GENERIC.match(described)
    return {**body, "error_description": REMEDIES[code]} if code in REMEDIES and is_bare else body


class _PKCE(CodeChallenge):
    """PKCE with S256 only, for every request (OAuth 2.1)."""

    SUPPORTED_CODE_CHALLENGE_METHOD = ["S256"]

    def validate_code_challenge(self, grant: Any, redirect_uri: str) -> None:
        data = grant.request.payload.data
        if not data.get("code_challenge"):
            raise InvalidRequestError("send code_challenge, the S256 challenge of PKCE (RFC 7636)")
        if data.get("code_challenge_method") != "S256":
            raise InvalidRequestError("send code_challenge_method=S256: plain challenges are not accepted")
        super().validate_code_challenge(grant, redirect_uri)


class _CodeGrant(grants.AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none"]
    server: "Protocol"

    def query_authorization_code(self, code: str, client: App) -> CodeAsked | None:
        """Return a code. One that was exchanged before ends its grant (RFC 6749 4.1.2)."""
        digest = digest_of(code)
        row = rows.code_of(self.server.cursor, digest)
        if row is None:
            used = rows.grant_by_code(self.server.cursor, digest)
            # devices repeat a poll whose answer was lost
            if used is not None and used.redirect_uri is not None:
                self.server.end(used)
            return None
        return CodeAsked(row) if row.asked.client == client.client else None

    def authenticate_user(self, authorization_code: CodeAsked) -> str | None:
        return self.server.present(authorization_code.row.allowed)

    def delete_authorization_code(self, authorization_code: CodeAsked) -> None:
        rows.delete_code(self.server.cursor, authorization_code.row.digest)


class _RefreshGrant(grants.RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none"]
    INCLUDE_NEW_REFRESH_TOKEN = True
    server: "Protocol"

    def authenticate_refresh_token(self, refresh_token: str) -> KnownToken | None:
        """Return a refresh token. One that was used before ends its grant (RFC 9700 4.14.2)."""
        row = rows.refresh_token_of(self.server.cursor, digest_of(refresh_token))
        if row is None:
            return None
        if row.is_used:
            self.server.end(row.grant)
            return None
        return known_refresh_token(row)

    def authenticate_user(self, refresh_token: KnownToken) -> str | None:
        return self.server.present_player(refresh_token.player)

    def revoke_old_credential(self, refresh_token: KnownToken) -> None:
        rows.use_refresh_token(self.server.cursor, refresh_token.digest)


class _DeviceGrant(DeviceCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none"]
    server: "Protocol"

    def query_device_credential(self, device_code: str) -> DeviceAsked:
        row = rows.device_of(self.server.cursor, digest_of(device_code))
        if row is None or row.asked.client != cast("AppRequest", self.request).parameters.get("client_id"):
            raise InvalidGrantError("the device code is unknown, used, expired or of another client")
        return DeviceAsked(row)

    def query_user_grant(self, user_code: str) -> tuple[str, bool] | None:
        return None

    def validate_device_credential(self, credential: DeviceAsked) -> str:
        """Return the player who has allowed it. Raises the errors of RFC 8628 3.5."""
        allowed = credential.row.allowed
        if allowed is None or credential.is_expired():
            if credential.row.is_allowed is False and not credential.is_expired():
                raise OAuth2Error(error="access_denied", description="the person has refused the request")
            return super().validate_device_credential(credential)
        player = self.server.present(allowed) if rows.is_maker_in_force(self.server.cursor, credential.row) else None
        if player is None:
            raise InvalidGrantError("the sign-in by which the request was allowed has ended")
        return player

    def should_slow_down(self, credential: DeviceAsked) -> bool:
        return rows.write_poll(self.server.cursor, credential.row, time.time())


class _Revocation(RevocationEndpoint):
    CLIENT_AUTH_METHODS = ["none"]
    server: "Protocol"

    def query_token(self, token_string: str, token_type_hint: str | None) -> KnownToken | None:
        found = self.server.known(token_string)
        if found is not None and found.grant is None:
            message = "a personal token is revoked with DELETE /v1/me/tokens/{token}"
            raise OAuth2Error(error="unsupported_token_type", description=message)
        return found

    def revoke_token(self, token: KnownToken, request: Any) -> None:
        """End the whole grant: it is what the person sees and can revoke (RFC 7009 2.1)."""
        assert token.grant is not None
        grant = rows.grant_by_id(self.server.cursor, token.grant)
        if grant is not None:
            self.server.end(grant)


class _Introspection(IntrospectionEndpoint):
    CLIENT_AUTH_METHODS = [Caller.METHOD, "none"]
    server: "Protocol"

    def query_token(self, token_string: str, token_type_hint: str | None) -> KnownToken | None:
        return self.server.known(token_string)

    def check_permission(self, token: KnownToken, client: App, request: Any) -> bool:
        """Return whether the token is one's own: of the same app, or of the account of the bearer token."""
        if isinstance(client, Caller):
            by = client.token
            return by.player == token.player and (by.grant is None or by.grant == token.grant)
        return token.client == client.client

    def introspect_token(self, token: KnownToken) -> dict[str, Any]:
        return {
            "scope": " ".join(token.scopes),
            "token_type": "Bearer" if not token.digest else "refresh_token",
            "sub": token.player,
            "iss": self.server.issuer,
            "iat": seconds_of(token.created_at),
            **({} if token.client is None else {"client_id": token.client}),
            **({} if token.expires_at is None else {"exp": seconds_of(token.expires_at)}),
        }


class _DeviceEndpoint(DeviceAuthorizationEndpoint):
    CLIENT_AUTH_METHODS = ["none"]
    EXPIRES_IN = DEVICE_LASTS
    INTERVAL = PAUSE
    server: "Protocol"

    def get_verification_uri(self) -> str:
        return f"{self.server.issuer}/device"

    def generate_device_code(self) -> str:
        return secret_of(DEVICE, secrets.token_bytes(32))

    def generate_user_code(self) -> str:
        while rows.has_user_code(self.server.cursor, code := super().generate_user_code()):
            pass
        return code

    def save_device_credential(self, client_id: str, scope: str | None, data: Mapping[str, Any]) -> None:
        scopes = rows.scopes_in(App(client_id).get_allowed_scope(scope))
        digest = digest_of(data["device_code"])
        rows.insert_device(
            self.server.cursor,
            digest,
            data["user_code"],
            self.server.source,
            Asked(client_id, scopes, **_limit_in(self.server.parameters)),
        )


class Protocol(AuthorizationServer):
    """The server of one request, over its transaction."""

    def __init__(
        self,
        cursor: Cursor | None = None,
        change: AccountChange | None = None,
        issuer: str = "",
        source: str = "",
        caller: Token | None = None,
    ) -> None:
        """`cursor` is needed for all but the check of a request, `change` where tokens are made or ended.

        `source` is a digest of the address of a device.
        """
        super().__init__(scopes_supported=[*SCOPES, *BUNDLES])
        self._cursor, self._change, self.issuer, self.source, self._caller = cursor, change, issuer, source, caller
        self.parameters: Mapping[str, str] = {}
        self.register_grant(_CodeGrant, [_PKCE(required=True)])
        self.register_grant(_RefreshGrant)
        self.register_grant(_DeviceGrant)
        self.register_endpoint(_Revocation)
        self.register_endpoint(_Introspection)
        self.register_endpoint(_DeviceEndpoint)
        self.register_client_auth_method(Caller.METHOD, self._by_bearer)

    def checked(self, parameters: Mapping[str, str]) -> Asked:
        """Return what the parameters of an authorization request ask for. Raises OAuth2Error."""
        grant: Any = self.get_consent_grant(AppRequest("GET", parameters))
        return Asked(
            client=parameters["client_id"],
            scopes=rows.scopes_in(grant.request.scope),
            redirect_uri=grant.redirect_uri,
            challenge=parameters["code_challenge"],
            state=parameters.get("state"),
            host=shown_host(grant.redirect_uri),
            **_limit_in(parameters),
        )

    def token(self, parameters: Mapping[str, str]) -> Reply:
        """Answer a request to the token endpoint."""
        if not parameters.get("grant_type"):
            return Reply(400, {"error": "invalid_request", "error_description": f"send grant_type: {GRANTS_KNOWN}"})
        return self.create_token_response(AppRequest("POST", parameters))  # type: ignore[no-any-return] - as handle_response returns

    def endpoint(self, name: str, parameters: Mapping[str, str]) -> Reply:
        """Answer a request to another endpoint."""
        self.parameters = parameters
        return cast("Reply", self.create_endpoint_response(name, AppRequest("POST", parameters)))

    # what the library calls

    def query_client(self, client_id: str) -> App | None:
        return App(client_id) if is_client(client_id) else None

    def authenticate_client(self, request: Any, methods: Any, endpoint: str = "token") -> Any:
        try:
            return super().authenticate_client(request, methods, endpoint)
        except InvalidClientError:
            message = "send client_id, the name or address of the app in ASCII, and no secret"
            raise InvalidClientError(message) from None

    def create_oauth2_request(self, request: Any) -> Any:
        return request

    def handle_response(self, status: int, body: Any, headers: Sequence[tuple[str, str]]) -> Reply:
        return Reply(status, explained(dict(body)))

    def send_signal(self, name: str, *args: Any, **kwargs: Any) -> None:
        pass

    def generate_token(self, *_: Any, scope: str | None = None, **__: Any) -> dict[str, Any]:
        """Return the reply with a token. `save_token` adds when it expires."""
        access, refresh = (secret_of(prefix, secrets.token_bytes(32)) for prefix in (ACCESS, REFRESH))
        return {"access_token": access, "token_type": "Bearer", "refresh_token": refresh, "scope": scope or ""}

    def save_token(self, token: dict[str, Any], request: Any) -> None:
        """Store the tokens of a reply: of a new grant, or in place of those before."""
        if request.refresh_token is not None:
            known: KnownToken = request.refresh_token
            assert known.grant is not None
            grant = rows.grant_by_id(self.cursor, known.grant)
            assert grant is not None
            self.change.end(rows.access_tokens_of(self.cursor, grant.id))
        elif request.credential is not None:
            device: rows.DeviceRow = request.credential.row
            grant = self._granted(device.asked, device.allowed, device.digest)
            rows.delete_device(self.cursor, device.digest)
        else:
            code: rows.CodeRow = request.authorization_code.row
            grant = self._granted(code.asked, code.allowed, code.digest)
        scopes = rows.scopes_in(App(grant.client).get_allowed_scope(token["scope"]))
        now = time.time()
        made = Token(
            id=str(uuid.uuid4()),
            player=grant.player,
            label=grant.client,
            created_at=timestamp_at(now),
            scopes=scopes,
            expires_at=grant.expires_at,
            started_by=grant.id,
            grant=grant.id,
            within_game=grant.game,
            within_tournament=grant.tournament,
        )
        self.change.make(made, token["access_token"])
        rows.insert_refresh_token(self.cursor, digest_of(token["refresh_token"]), grant.id)
        token["scope"] = " ".join(scopes)
        token["expires_in"] = max(1, round(moment_of(grant.expires_at) - now))

    # what the grants above share

    @property
    def cursor(self) -> Cursor:
        """The transaction."""
        assert self._cursor is not None, "this request stores nothing"
        return self._cursor

    @property
    def change(self) -> AccountChange:
        """The transaction in which tokens are made and ended."""
        assert self._change is not None, "this request makes and ends no token"
        return self._change

    def present(self, allowed: Allowed) -> str | None:
        """Return the player who has allowed something, unless the account or what started the session has ended."""
        if allowed.until is not None and allowed.until <= timestamp_now():
            return None
        return self.present_player(allowed.player)

    def present_player(self, player: str) -> str | None:
        """Lock the account of a player and return the id; None if the account was deleted."""
        try:
            lock_account(self.cursor, player)
        except TokenRevokedError:
            return None
        return player

    def end(self, grant: Grant) -> None:
        """End a grant, with all that was made with it."""
        lock_player(self.cursor, grant.player)
        self.change.end_grants([grant.id])

    def known(self, secret: str) -> KnownToken | None:
        """Return the token in force with this secret: an access token, a personal token or a refresh token."""
        digest = digest_of(secret)
        found = "SELECT * FROM tokens WHERE hash=? AND revoked_at IS NULL AND ends_at IS NULL AND scopes<>''"
        row = self.cursor.one(found, (digest,))
        if row is None:
            refresh = rows.refresh_token_of(self.cursor, digest)
            return None if refresh is None or refresh.is_used else known_refresh_token(refresh)
        token = read_token(row)
        grant = None if token.grant is None else rows.grant_by_id(self.cursor, token.grant)
        if token.is_expired() or (token.grant is not None and grant is None):
            return None
        return KnownToken(
            player=token.player,
            scopes=token.scopes,
            created_at=token.created_at,
            expires_at=token.expires_at,
            client=grant and grant.client,
            grant=token.grant,
        )

    def _by_bearer(self, query_client: Any, request: Any) -> App | None:
        return None if self._caller is None else Caller(self._caller)

    def _granted(self, asked: Asked, allowed: Allowed | None, code: str) -> Grant:
        """Store the grant of what a player has allowed."""
        assert allowed is not None
        now = time.time()
        ends = timestamp_at(now + allowed.lasts)
        grant = Grant(
            id=str(uuid.uuid4()),
            player=allowed.player,
            client=asked.client,
            scopes=asked.scopes,
            created_at=timestamp_at(now),
            expires_at=ends if allowed.until is None else min(ends, allowed.until),
            redirect_uri=asked.redirect_uri,
            ends_with=allowed.made_with,
            game=asked.game,
            tournament=asked.tournament,
        )
        self.change.end_grants(rows.insert_grant(self.cursor, grant, code))
        return grant


def _limit_in(parameters: Mapping[str, str]) -> dict[str, Any]:
    """Return the one game or tournament to which a request is limited. Raises InvalidRequestError."""
    limit = {name: parameters[name] for name in ("game", "tournament") if name in parameters}
    if len(limit) > 1:
        raise InvalidRequestError("name a game or a tournament, not both")
    for name, value in limit.items():
        if not _ID.fullmatch(value):
            raise InvalidRequestError(f"{name} has to be an id, a UUID in lower case")
    return limit
