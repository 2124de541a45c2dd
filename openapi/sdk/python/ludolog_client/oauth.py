"""Access by the consent of a person (OAuth 2.1): in the terminal by a code (RFC 8628), or in the browser (RFC 8252).

Requests to the token endpoint are not repeated after a lost reply: a code or refresh token that is used twice ends the
grant (RFC 9700 4.14.2). Then the person signs in again.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
import time
import webbrowser
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx

from ludolog_client.errors import AuthorizationError, problem_in

DEVICE_CODE = "urn:ietf:params:oauth:grant-type:device_code"
PAUSE = 5
"""Seconds between two polls, and how much longer they become if the server asks for it (RFC 8628 3.5)."""
TIMEOUT = 20.0
PAGE = b"<!DOCTYPE html><title>Ludolog</title><p>You can close this page and return to the program.</p>"


@dataclass(frozen=True)
class Grant:
    """What a person has allowed. It is secret: store it in a file that only its user can read.

    `dataclasses.asdict(grant)` is JSON, and `Grant(**stored)` reads it.
    """

    server: str
    client_id: str
    access_token: str
    refresh_token: str | None
    scope: str
    """The scopes that were granted, separated by spaces: maybe fewer than were asked for."""
    expires_at: float | None
    """In seconds since 1970; None if the server does not say."""


def sign_in_by_device(
    server: str, client_id: str, scopes: Iterable[str], show: Callable[[str, str], object] | None = None
) -> Grant:
    """Ask a person for access, who opens a page on any device and compares or types a code (RFC 8628).

    `show` gets the address of the page and the code; by default they are printed. Raises AuthorizationError with the
    code `access_denied` or `expired_token`.
    """
    with httpx.Client(timeout=TIMEOUT) as http:
        endpoints = _metadata(server, http)
        fields = {"client_id": client_id, "scope": " ".join(scopes)}
        asked = _post(http, endpoints["device_authorization_endpoint"], fields)
        (show or _print)(asked.get("verification_uri_complete", asked["verification_uri"]), asked["user_code"])
        pause, until = asked.get("interval", PAUSE), time.monotonic() + asked["expires_in"]
        poll = {"grant_type": DEVICE_CODE, "device_code": asked["device_code"], "client_id": client_id}
        while time.monotonic() < until:
            time.sleep(pause)
            try:
                return _granted(server, client_id, _post(http, endpoints["token_endpoint"], poll))
            except httpx.TransportError:
                pause *= 2
            except AuthorizationError as error:
                if error.code == "slow_down":
                    pause += PAUSE
                elif error.code != "authorization_pending":
                    raise
        raise AuthorizationError("expired_token", "the person has not answered in time")


def sign_in_by_browser(
    server: str, client_id: str, scopes: Iterable[str], open_page: Callable[[str], object] = webbrowser.open
) -> Grant:
    """Ask a person for access in the browser of this machine, which returns to a loopback port (RFC 8252 7.3).

    Raises AuthorizationError with the code of the refusal, such as `access_denied`.
    """
    verifier, state = secrets.token_urlsafe(48), secrets.token_urlsafe(24)
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
    with httpx.Client(timeout=TIMEOUT) as http, _Listener() as listener:
        endpoints = _metadata(server, http)
        own = {"client_id": client_id, "redirect_uri": listener.redirect_uri}
        asked = {**own, "response_type": "code", "scope": " ".join(scopes), "state": state}
        pkce = {"code_challenge": challenge, "code_challenge_method": "S256"}
        open_page(f"{endpoints['authorization_endpoint']}?{urlencode({**asked, **pkce})}")
        answer = listener.answer(state)
        if answer.get("iss") != endpoints["issuer"]:
            raise AuthorizationError("invalid_request", "the answer is of another authorization server (RFC 9207)")
        if "code" not in answer:
            raise AuthorizationError(answer.get("error", "invalid_request"), answer.get("error_description", ""))
        fields = {**own, "grant_type": "authorization_code", "code": answer["code"], "code_verifier": verifier}
        return _granted(server, client_id, _post(http, endpoints["token_endpoint"], fields))


def refreshed(grant: Grant, http: httpx.Client) -> Grant:
    """Return the grant with new tokens; the old ones end. Raises AuthorizationError."""
    assert grant.refresh_token is not None, "this grant cannot be refreshed"
    fields = {"grant_type": "refresh_token", "refresh_token": grant.refresh_token, "client_id": grant.client_id}
    reply = _post(http, _metadata(grant.server, http)["token_endpoint"], fields)
    return _granted(
        grant.server, grant.client_id, {"refresh_token": grant.refresh_token, "scope": grant.scope, **reply}
    )


def revoke(grant: Grant) -> None:
    """End a grant, and all that was made with it (RFC 7009)."""
    with httpx.Client(timeout=TIMEOUT) as http:
        fields = {"token": grant.refresh_token or grant.access_token, "client_id": grant.client_id}
        _post(http, _metadata(grant.server, http)["revocation_endpoint"], fields)


def _metadata(server: str, http: httpx.Client) -> dict[str, str]:
    """Return the endpoints of the authorization server (RFC 8414)."""
    answer = http.get(f"{server.rstrip('/')}/.well-known/oauth-authorization-server")
    if not answer.is_success:
        raise problem_in(answer)
    found = answer.json()
    if found["issuer"] != server.rstrip("/"):
        raise AuthorizationError("invalid_request", f"{server} calls itself {found['issuer']}: use this address")
    return found


def _post(http: httpx.Client, url: str, fields: Mapping[str, str]) -> dict[str, Any]:
    answer = http.post(url, data=fields)
    try:
        reply: dict[str, Any] = answer.json() if answer.content else {}
    except ValueError:
        reply = {}
    if answer.is_success:
        return reply
    raise AuthorizationError(reply.get("error", f"status {answer.status_code}"), reply.get("error_description", ""))


def _granted(server: str, client_id: str, reply: Mapping[str, Any]) -> Grant:
    lasts = reply.get("expires_in")
    return Grant(
        server=server,
        client_id=client_id,
        access_token=reply["access_token"],
        refresh_token=reply.get("refresh_token"),
        scope=reply.get("scope", ""),
        expires_at=None if lasts is None else time.time() + lasts,
    )


def _print(page: str, code: str) -> None:
    print(f"Open {page} and enter the code {code}", flush=True)  # noqa: T201 - the person has to read it


class _Listener(HTTPServer):
    """Waits for the browser on the loopback interface."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Returning)
        self.redirect_uri = f"http://127.0.0.1:{self.server_port}/callback"
        self.found = dict[str, str]()

    def answer(self, state: str) -> dict[str, str]:
        """Return the parameters of the answer with this state; others may be of other pages."""
        while self.found.get("state") != state:
            self.handle_request()
        return self.found


class _Returning(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        """Note the answer, and show a page."""
        assert isinstance(self.server, _Listener)
        parts = urlsplit(self.path)
        is_answer = parts.path == "/callback"
        if is_answer:
            self.server.found = dict(parse_qsl(parts.query))
        self.send_response(200 if is_answer else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(PAGE if is_answer else b"")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the parent
        """Write nothing: the path has the code."""
