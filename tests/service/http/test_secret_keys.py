"""No operation accepts a secret as an idempotency key: keys are stored."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.replies import ok
from tests.service.browsers import Browser
from tests.service.canaries.dump import raw
from tests.service.kit import erase, open_game, problem
from tests.service.server import Server

KEY = "Idempotency-Key"
DOCUMENT = json.loads((Path(__file__).parents[3] / "openapi" / "openapi.json").read_text())
CHANGES = [
    (method, path.replace("{seat}", "0").replace("{round_number}", "1").replace("{", "").replace("}", ""))
    for path, item in DOCUMENT["paths"].items()
    for method in item
    if method != "get"
]
WEBHOOK = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


def refused(reply: httpx.Response) -> None:
    assert problem(reply) == (400, "bad-request")
    (error,) = reply.json()["errors"]
    assert error["parameter"] == KEY
    assert "secret" in reply.json()["detail"]


@pytest.mark.parametrize(("method", "path"), CHANGES)
def test_every_operation_refuses_its_own_token_as_a_key(server: Server, method: str, path: str) -> None:
    player = server.player()
    token = player.headers["Authorization"].removeprefix("Bearer ")

    for key in (token, f"retry {token}"):
        refused(player.request(method, path, headers={KEY: key}))
        refused(server.client().request(method, path, headers={KEY: key}))


def test_sessions_invitations_tickets_and_secrets_of_webhooks_are_refused(server: Server, browser: Browser) -> None:
    owner = server.player()
    invitation = ok(
        owner.post(f"/v1/games/{open_game(owner, visibility='private')}/invitations", json={"label": "all"})
    )
    ticket = ok(owner.post("/v1/me/stream-tickets", json={"path": "/v1/me/stream"}))
    secrets = (browser.secret, invitation.json()["invitation"], ticket.json()["ticket"], WEBHOOK)
    bodies: dict[str, Any] = {
        "/v1/players": {"name": "Grace"},
        "/v1/me/tokens": {"label": "phone"},
        "/v1/me/stream-tickets": {"path": "/v1/me/stream"},
        "/v1/sessions": {"type": "token", "token": browser.token, "label": "Firefox"},
    }

    for path, body in bodies.items():
        for key in secrets:
            refused(browser.post(path, json=body, headers={KEY: key}))
    refused(owner.put("/v1/me/name", json={"name": "Grace"}, headers={KEY: secrets[0]}))
    refused(erase(owner, {KEY: secrets[0]}))
    stored = raw(server.database)
    assert not [key for key in secrets if key.encode() in stored]


def test_a_long_random_key_still_signs_up_and_in(server: Server, browser: Browser) -> None:
    key = {KEY: "8d1f0c3a" * 4}
    made = [server.client().post("/v1/players", json={"name": "Marie"}, headers=key) for _ in range(2)]
    assert made[0].json()["token"] == made[1].json()["token"]
    asked = {"type": "token", "token": browser.token, "label": "Firefox"}
    assert browser.post("/v1/sessions", json=asked, headers=key).status_code == 201
    for path, body in (("/v1/players", {"name": "Marie"}), ("/v1/sessions", asked)):
        short = browser.post(path, json=body, headers={KEY: "short"})
        assert problem(short) == (422, "invalid-key")
        assert "32 random characters or more" in short.json()["detail"]
