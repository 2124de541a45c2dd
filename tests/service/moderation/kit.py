"""Operators, moderators, and the command line of the operator."""

import subprocess
import uuid
from typing import Any

import httpx

from openapi.authenticator import Passkey
from tests.replies import ok
from tests.service.browsers import Browser, passkey
from tests.service.forge import run_ludolog
from tests.service.server import Server


def people(server: Server, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `ludolog people` on the database of a running service."""
    return run_ludolog("people", *arguments, environment=server.environment)


def granted(server: Server, *arguments: str) -> list[str]:
    """Return what `ludolog people` prints, which has to succeed."""
    done = people(server, *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def identity(player: httpx.Client | Browser) -> str:
    """Return the id of a player."""
    return ok(player.get("/v1/me")).json()["id"]


def with_role(server: Server, role: str, name: str = "Olga") -> httpx.Client:
    """Return the client of a new player who has a role."""
    player = server.player(name)
    granted(server, "grant", identity(player), role)
    return player


def browser_of(server: Server, name: str = "Olga") -> tuple[Browser, Passkey]:
    """Return a browser in which a new player has signed up and registered a passkey."""
    base = f"http://localhost:{server.port}"
    browser, phone = Browser(server, base, base), passkey()
    browser.sign_up(name)
    reply = browser.new_passkey(phone)
    assert reply.status_code == 201, reply.text
    return browser, phone


def operator_in_browser(server: Server) -> Browser:
    """Return a browser in which an operator is signed in with a passkey."""
    browser, phone = browser_of(server)
    granted(server, "grant", identity(browser), "operator")
    reply = browser.with_passkey(phone)
    assert reply.status_code == 201, reply.text
    return browser


def unique(name: str) -> str:
    """Return a name that no other player has."""
    return f"{name} {uuid.uuid4().hex[:8]}"


def acts(reader: httpx.Client | Browser, **query: Any) -> list[dict[str, Any]]:
    """Return a page of the log of moderation."""
    return ok(reader.get("/v1/moderation/acts", params=query)).json()["items"]
