"""Independent clients of OAuth sign in: oauth4webapi of npm, and requests-oauthlib."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from requests_oauthlib import OAuth2Session

from tests.contract.generators.toolchain import NODE, node_modules
from tests.replies import ok
from tests.service.apps.kit import decided, device_decided, location_of
from tests.service.browsers import Browser
from tests.service.server import Server

CLIENT = Path(__file__).parent / "client"


def answered_by(browser: Browser, address: str) -> str:
    """Return where the browser goes when the person allows what an app asks for at this address."""
    asked = urlsplit(address)
    assert asked.path == "/oauth/authorize"
    return location_of(decided(browser, dict(parse_qsl(asked.query)), duration="month"))


def test_oauth4webapi_signs_in_refreshes_revokes_and_connects_a_device(
    server: Server, browser: Browser, tmp_path: Path
) -> None:
    # modules are found from the place of the script
    script = tmp_path / "flows.mjs"
    shutil.copy(CLIENT / "flows.mjs", script)
    (tmp_path / "node_modules").symlink_to(node_modules(CLIENT))
    command = [NODE, str(script), server.base]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def told() -> Any:
            assert process.stdout is not None
            return json.loads(process.stdout.readline())

        def say(line: str) -> None:
            assert process.stdin is not None
            process.stdin.write(f"{line}\n")
            process.stdin.flush()

        try:
            say(answered_by(browser, told()["open"]))
            assert device_decided(browser, told()["allow"]).status_code == 201
            say("allowed")
            found = told()
        finally:
            process.kill()

    me = ok(browser.get("/v1/me")).json()
    assert found == {
        "name": me["name"],
        "scope": "games:play profile:read",
        "expires": 2_592_000,
        "active": True,
        "sub": me["id"],
        "error": "invalid_token",
        "metadata": f"{server.base}/.well-known/oauth-protected-resource",
        "servers": [server.base],
        "pending": "authorization_pending",
        "connected": "games:read",
    }


def test_requests_oauthlib_signs_in_and_refreshes(
    server: Server, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OAUTHLIB_INSECURE_TRANSPORT", "1")
    redirect = "http://localhost:4712/callback"
    # the library has no types
    session: Any = OAuth2Session("Requests", redirect_uri=redirect, scope=["games:read", "profile:read"], pkce="S256")
    address, _ = session.authorization_url(f"{server.base}/oauth/authorize")
    location = answered_by(browser, address)

    token = session.fetch_token(f"{server.base}/oauth/token", authorization_response=location, include_client_id=True)
    me = ok(session.get(f"{server.base}/v1/me"), 200).json()
    again = session.refresh_token(f"{server.base}/oauth/token", client_id="Requests")

    assert me["name"] == ok(browser.get("/v1/me")).json()["name"]
    assert token["scope"] == again["scope"] == ["games:read", "profile:read"]
    assert again["access_token"] != token["access_token"]
    assert session.get(f"{server.base}/v1/me").status_code == 200
    session.close()
