"""Sign-in by a browser (RFC 8628): the person allows it on a page of the server, on this device or another one."""

import time

from service.terminal.connection.client import Client
from service.terminal.connection.credentials import Account, Credentials
from service.terminal.connection.errors import ProblemReply, ServerError, UnreachableError
from service.terminal.display.screen import Screen
from service.terminal.display.words import Json, printable

CLIENT = "Ludolog terminal"
"""The name under which the person sees this client."""

SCOPES = "games:play games:create games:organise webhooks profile:read"
"""What the commands of the terminal need."""

_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
_REASONS = {
    "access_denied": "you have refused it on the page",
    "expired_token": "the code has expired: run the command again",
}
_PAUSE = 5
"""Seconds by which the pause between two requests grows when the server asks for that (RFC 8628 3.5)."""


def log_in(client: Client, credentials: Credentials, screen: Screen) -> None:
    """Show a code, wait until the person has allowed it, and keep the token. Raises ServerError."""
    # a token that cannot be kept would be lost
    credentials.prepare()
    begun = _begun(client)
    screen.command(f"Open {begun['verification_uri_complete']}")
    screen.command(f"or open {begun['verification_uri']} on any device, and type {begun['user_code']}")
    token = _token(client, str(begun["device_code"]), int(begun["interval"]))
    client.use(token)
    name = str(client.get("/me")["name"])
    credentials.keep(client.server, Account(name, token))
    usual = "" if credentials.is_usual(client.server, name) else f"; use it with --name {name}"
    screen.notice(f"signed in as {printable(name)}; the token is in {credentials.file}{usual}")


def _begun(client: Client) -> Json:
    try:
        return client.form("/oauth/device", {"client_id": CLIENT, "scope": SCOPES})
    except ProblemReply as problem:
        if problem.status in {404, 405}:
            message = f"{client.server} knows no sign-in by a browser: sign up by playing, or set LUDOLOG_TOKEN"
            raise UnreachableError(message) from None
        raise


def _token(client: Client, device_code: str, pause: int) -> str:
    """Return the token once the person has allowed it."""
    form = {"grant_type": _GRANT, "device_code": device_code, "client_id": CLIENT}
    while True:
        time.sleep(max(1, pause))
        try:
            return str(client.form("/oauth/token", form)["access_token"])
        except ProblemReply as problem:
            error = str(problem.problem.get("error", ""))
            if error not in {"authorization_pending", "slow_down"}:
                raise ServerError(_REASONS.get(error, str(problem))) from None
            if error == "slow_down":
                pause += _PAUSE
