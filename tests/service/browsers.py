"""A browser: it keeps cookies, and says which page sends a request."""

import uuid
from typing import Any, NamedTuple

import httpx
from cryptography.hazmat.primitives.asymmetric import ec

from openapi.authenticator import Passkey
from tests.replies import ok
from tests.service.server import Server


class Browser:
    """A browser with a page of the service."""

    def __init__(self, server: Server, origin: str | None = None, base: str | None = None) -> None:
        self.server = server
        self.origin = origin or server.base
        self.page = server.client()
        self.page.base_url = httpx.URL(base or server.base)
        self.page.headers.update({"Origin": self.origin, "Sec-Fetch-Site": "same-origin"})
        self.elsewhere = server.client()
        """Sends the cookies of the browser without saying which page sends the request."""
        self.elsewhere.cookies = self.page.cookies.jar  # pyright: ignore[reportAttributeAccessIssue] - the setter takes it
        self.request = self.page.request
        self.get, self.post, self.put, self.delete = self.page.get, self.page.post, self.page.put, self.page.delete
        self.token = ""
        """The token of the last sign-up."""

    @property
    def secret(self) -> str:
        """The secret in the cookie."""
        (cookie,) = self.page.cookies.jar
        assert cookie.value is not None
        return cookie.value

    def sign_in(self, **body: Any) -> httpx.Response:
        """Sign in as the page does."""
        return self.post("/v1/sessions", json=body)

    def sign_up(self, name: str = "Ada") -> httpx.Response:
        """Sign up a new player, and keep the token."""
        unique = f"{name} {uuid.uuid4().hex[:12]}"
        reply = self.sign_in(type="sign_up", name=unique, label="Firefox")
        assert reply.status_code == 201, reply.text
        self.token = reply.json()["token"]
        return reply

    def new_passkey(self, passkey: Passkey, label: str = "Phone") -> httpx.Response:
        """Register a passkey of an authenticator."""
        begun = self.post("/v1/me/passkeys/registrations")
        assert begun.status_code == 201, begun.text
        credential = passkey.create(begun.json()["options"], self.origin)
        return self.post("/v1/me/passkeys", json={"label": label, "credential": credential})

    def with_passkey(self, passkey: Passkey) -> httpx.Response:
        """Sign in with a passkey."""
        begun = self.post("/v1/sessions/challenges")
        assert begun.status_code == 201, begun.text
        return self.sign_in(type="passkey", credential=passkey.get(begun.json()["options"], self.origin))


def passkey() -> Passkey:
    """Return a new key of an authenticator."""
    return Passkey(uuid.uuid4().bytes, ec.generate_private_key(ec.SECP256R1()))


class StartedSessions(NamedTuple):
    """Browsers whose sessions began with a token, with a sign-up and with a passkey of the account that signed up."""

    browsers: tuple[Browser, Browser, Browser]
    token: str
    """The id of the token."""
    passkey: str
    """The id of the passkey."""


def started_sessions(server: Server, player: httpx.Client) -> StartedSessions:
    """Start three sessions: one with a new token of a player, two of a new account."""
    made = ok(
        player.post("/v1/me/tokens", json={"label": "desk", "scopes": ["read", "play", "organise", "account"]})
    ).json()
    # passkeys need a name of the site
    base = f"http://localhost:{server.port}"
    by_token, by_sign_up, by_passkey = (Browser(server, base, base) for _ in range(3))
    assert by_token.sign_in(type="token", token=made["token"]).status_code == 201
    by_sign_up.sign_up()
    key = passkey()
    registered = ok(by_sign_up.new_passkey(key)).json()["id"]
    by_passkey.with_passkey(key)
    return StartedSessions((by_token, by_sign_up, by_passkey), made["id"], registered)
