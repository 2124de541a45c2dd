"""Clients, requests, codes and tokens as Authlib asks for them."""

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportMissingTypeStubs=false
# Authlib has no types
# ruff: noqa: ARG002, D102
# the names and parameters of the methods are those that the library calls and documents

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from authlib.oauth2.rfc6749 import ClientMixin, OAuth2Request
from authlib.oauth2.rfc6749.requests import BasicOAuth2Payload
from authlib.oauth2.rfc8628 import DEVICE_CODE_GRANT_TYPE

from domain.kernel.values import Value
from service.apps import rows
from service.apps.redirects import shown_host
from service.apps.values import DEFAULT_SCOPE
from service.core.store.times import timestamp_now
from service.people.credentials import ScopeName, ordered
from service.people.tokens import Token

GRANT_TYPES = ("authorization_code", "refresh_token", DEVICE_CODE_GRANT_TYPE)

_PLAIN = re.compile(r"[ !#-\[\]-~]*")

MOST_CLIENT = 200
"""The maximum length of a `client_id`."""

_ANYWHERE = "https://service.invalid/"
"""The library wants the address of a request to be secure. The service does not see what is in front of it."""


def is_client(text: str) -> bool:
    """Return whether a text is a `client_id`: visible ASCII with spaces inside (RFC 6749 A.1), of a bounded length."""
    return 0 < len(text) <= MOST_CLIENT and is_plain(text) and text == text.strip()


def is_plain(text: str) -> bool:
    """Return whether a text is of the characters that errors may repeat (RFC 6749 4.1.2.1)."""
    return _PLAIN.fullmatch(text) is not None


class App(ClientMixin):
    """A public client. It is registered nowhere: it is what its requests say."""

    def __init__(self, client: str) -> None:
        self.client = client

    def get_client_id(self) -> str:
        return self.client

    def get_default_redirect_uri(self) -> Any:
        return None

    def get_allowed_scope(self, scope: Any) -> str:
        """Return the scopes in their order, each once; without any, the default."""
        asked: Any = (scope or "").split()
        return " ".join(ordered(asked)) or DEFAULT_SCOPE

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        return shown_host(redirect_uri) is not None

    def check_client_secret(self, client_secret: str) -> bool:
        return False

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        return method in {"none", Caller.METHOD}

    def check_response_type(self, response_type: str) -> bool:
        return response_type == "code"

    def check_grant_type(self, grant_type: str) -> bool:
        return grant_type in GRANT_TYPES


class Caller(App):
    """Who introspects a token with a bearer token of one's own (RFC 7662 2.1)."""

    METHOD = "bearer"

    def __init__(self, token: Token) -> None:
        super().__init__("")
        self.token = token


class AppRequest(OAuth2Request):
    """A request, by its parameters."""

    def __init__(self, method: str, parameters: Mapping[str, str]) -> None:
        super().__init__(method, _ANYWHERE)
        self.parameters = dict(parameters)
        self.payload: Any = BasicOAuth2Payload(self.parameters)

    @property
    def form(self) -> dict[str, str]:
        return self.parameters


class CodeAsked(NamedTuple):
    """An authorization code, as the library asks for it."""

    row: rows.CodeRow

    @property
    def code_challenge(self) -> str:
        return self.row.asked.challenge

    @property
    def code_challenge_method(self) -> str:
        return "S256"

    def get_redirect_uri(self) -> str | None:
        return self.row.asked.redirect_uri

    def get_scope(self) -> str:
        return " ".join(self.row.asked.scopes)


class DeviceAsked(NamedTuple):
    """The code of a device, as the library asks for it."""

    row: rows.DeviceRow

    def get_client_id(self) -> str:
        return self.row.asked.client

    def get_scope(self) -> str:
        return " ".join(self.row.asked.scopes)

    def get_user_code(self) -> str:
        return self.row.user_code

    def is_expired(self) -> bool:
        return self.row.expires_at <= timestamp_now()


class KnownToken(Value, frozen=True):
    """A token that is in force, as the library asks for it."""

    player: str
    scopes: tuple[ScopeName, ...]
    created_at: str
    expires_at: str | None
    client: str | None
    """The client of its grant; None: it is a personal token."""
    grant: str | None
    digest: str = ""
    """The digest of a refresh token."""

    def check_client(self, client: App) -> bool:
        return self.client is None or self.client == client.client

    def get_scope(self) -> str:
        return " ".join(self.scopes)

    def is_expired(self) -> bool:
        return False

    def is_revoked(self) -> bool:
        return False


def known_refresh_token(row: rows.RefreshRow) -> KnownToken:
    """Return a refresh token as the library asks for it."""
    grant = row.grant
    return KnownToken(
        player=grant.player,
        scopes=grant.scopes,
        created_at=grant.created_at,
        expires_at=grant.expires_at,
        client=grant.client,
        grant=grant.id,
        digest=row.digest,
    )


def seconds_of(moment: str) -> int:
    """Return a moment in whole seconds since 1970, as JSON of OAuth has it."""
    return int(moment_of(moment))


def moment_of(moment: str) -> float:
    """Return a moment in seconds since 1970."""
    return datetime.fromisoformat(moment).timestamp()
