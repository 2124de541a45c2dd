"""An app, and a person who allows it what it asks for."""

import base64
import hashlib
import secrets
from typing import Any, NamedTuple
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import httpx

from service.people.credentials import SCOPES
from tests.replies import ok
from tests.service.browsers import Browser
from tests.service.kit import holder
from tests.service.server import Server

CLIENT = "Board app"
REDIRECT = "https://app.example/callback"
READ, PLAY, MORE = "games:read", "games:play", "games:read games:play profile:read"
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"


class Pkce(NamedTuple):
    """A verifier with its challenge (RFC 7636)."""

    verifier: str
    challenge: str


def pkce() -> Pkce:
    verifier = secrets.token_urlsafe(48)
    digest = hashlib.sha256(verifier.encode()).digest()
    return Pkce(verifier, base64.urlsafe_b64encode(digest).rstrip(b"=").decode())


def asking(proof: Pkce | None = None, /, **changes: str | None) -> dict[str, str]:
    """Return the parameters of an authorization request. A change to None leaves a parameter out."""
    proof = proof or pkce()
    parameters = {
        "response_type": "code",
        "client_id": CLIENT,
        "redirect_uri": REDIRECT,
        "scope": READ,
        "state": "s t&te",
        "code_challenge": proof.challenge,
        "code_challenge_method": "S256",
        **changes,
    }
    return {name: value for name, value in parameters.items() if value is not None}


def answered(location: str) -> dict[str, str]:
    """Return the parameters that the app gets at its redirect URI."""
    return dict(parse_qsl(urlsplit(location).query))


def begun(browser: Browser, parameters: dict[str, str]) -> dict[str, Any]:
    """Return the consent that the page begins."""
    return ok(browser.post("/v1/me/consents", json={"type": "app", "query": urlencode(parameters)}), 201).json()


def decided(
    browser: Browser, parameters: dict[str, str], decision: str = "allow", duration: str = "hour", **changes: str
) -> httpx.Response:
    """Decide as the page does."""
    body = {"type": "app", "query": urlencode(parameters), "decision": decision, "duration": duration}
    consent = changes.pop("consent", None) or begun(browser, parameters)["consent"]
    return browser.post("/v1/me/consents/decisions", json={**body, "consent": consent, **changes})


def location_of(reply: httpx.Response) -> str:
    return ok(reply, 201).json()["location"]


def code_for(browser: Browser, proof: Pkce, duration: str = "hour", **changes: str) -> str:
    """Return the code that an app gets when the person allows its request."""
    location = location_of(decided(browser, asking(proof, **changes), duration=duration))
    return parse_qs(urlsplit(location).query)["code"][0]


def exchange(server: Server, code: str, proof: Pkce, /, **changes: str | None) -> httpx.Response:
    """Exchange a code as an app does."""
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "client_id": CLIENT,
        "redirect_uri": REDIRECT,
        "code_verifier": proof.verifier,
        **changes,
    }
    return posted(server, "/oauth/token", {name: value for name, value in form.items() if value is not None})


def posted(server: Server, path: str, form: dict[str, str], **headers: str) -> httpx.Response:
    return server.client().post(path, data=form, headers=headers)


def refused(reply: httpx.Response) -> tuple[int, str]:
    """Return status and code of an error, which has to be one of OAuth (RFC 6749 5.2)."""
    assert reply.headers["content-type"] == "application/json", reply.text
    assert reply.headers["cache-control"] == "no-store"
    error = reply.json()
    assert error.keys() <= {"error", "error_description"}
    return reply.status_code, error["error"]


class App(NamedTuple):
    """An app with its tokens, and the person's browser that allowed it."""

    server: Server
    browser: Browser
    client: httpx.Client
    access: str
    refresh: str
    code: str
    proof: Pkce

    @property
    def grant(self) -> dict[str, Any]:
        """The grant as the person sees it."""
        (found,) = ok(self.browser.get("/v1/me/grants")).json()["items"]
        return found

    @property
    def is_in_force(self) -> bool:
        return self.client.get("/v1/me/games").status_code == 200


def app_of(server: Server, browser: Browser | None = None, duration: str = "month", scope: str | None = None) -> App:
    """Return an app that a person has allowed something: by default, all that the person may do."""
    if browser is None:
        browser = Browser(server)
        browser.sign_up()
    proof = pkce()
    code = code_for(browser, proof, duration, scope=" ".join(SCOPES) if scope is None else scope)
    made = ok(exchange(server, code, proof)).json()
    access, refresh = made["access_token"], made["refresh_token"]
    return App(server, browser, holder(server, access), access, refresh, code, proof)


def refreshed(server: Server, refresh: str, **changes: str) -> httpx.Response:
    form = {"grant_type": "refresh_token", "refresh_token": refresh, "client_id": CLIENT, **changes}
    return posted(server, "/oauth/token", form)


def device_begun(server: Server, **changes: str) -> dict[str, Any]:
    """Return the codes of a device."""
    return ok(posted(server, "/oauth/device", {"client_id": CLIENT, "scope": READ, **changes})).json()


def polled(server: Server, device_code: str, **changes: str) -> httpx.Response:
    form = {"grant_type": DEVICE_GRANT, "device_code": device_code, "client_id": CLIENT, **changes}
    return posted(server, "/oauth/token", form)


def device_decided(browser: Browser, user_code: str, decision: str = "allow", duration: str = "hour") -> httpx.Response:
    """Decide about a device as its page does."""
    asked = {"type": "device", "user_code": user_code}
    consent = ok(browser.post("/v1/me/consents", json=asked), 201).json()["consent"]
    body = {**asked, "consent": consent, "decision": decision, "duration": duration}
    return browser.post("/v1/me/consents/decisions", json=body)
