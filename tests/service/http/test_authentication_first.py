"""A request is authenticated before its parameters and body are read (RFC 6750 3.1)."""

import re
from typing import Any

import httpx
import pytest

from tests.replies import ok
from tests.service.authority.asked import DOCUMENT, OPERATIONS, UNKNOWN, VALUES
from tests.service.browsers import Browser
from tests.service.kit import holder, problem
from tests.service.server import Server

NEEDING = sorted(
    operation
    for operation, (method, path) in OPERATIONS.items()
    if DOCUMENT["paths"][path][method].get("security") is not None
)


def challenge(server: Server, *parts: str) -> str:
    metadata = f'resource_metadata="{server.base}/.well-known/oauth-protected-resource"'
    return ", ".join(['Bearer realm="ludolog"', *parts, metadata])


def address_of(operation: str) -> tuple[str, str]:
    method, path = OPERATIONS[operation]
    return method, re.sub(r"\{(\w+)\}", lambda found: VALUES.get(found[1], UNKNOWN), path)


@pytest.mark.parametrize("operation", NEEDING)
def test_without_a_token_no_parameter_and_no_body_is_read(server: Server, operation: str) -> None:
    method, path = address_of(operation)
    requests: list[dict[str, Any]] = [{"params": {"unknown": "1", "limit": "x"}}]
    if method in {"post", "put"}:
        requests += [{"content": b"{"}, {"json": {"unknown": 1}}, {"content": b"x", "headers": {"Content-Type": "x/y"}}]
    for request in requests:
        reply = server.client().request(method, path, **request)

        assert problem(reply) == (401, "token-needed"), request
        assert reply.headers["WWW-Authenticate"] == challenge(server), "no token was sent"


@pytest.mark.parametrize("operation", ["me", "openGame", "command", "erase", "rulesets"])
def test_a_token_that_is_not_valid_is_an_error_of_the_challenge(server: Server, operation: str) -> None:
    method, path = address_of(operation)

    reply = server.client().request(method, path, headers={"Authorization": "Bearer ludolog_x"})

    assert problem(reply) == (401, "token-needed")
    assert reply.headers["WWW-Authenticate"] == challenge(server, 'error="invalid_token"')


def test_a_revoked_token_and_a_wrong_token_of_a_sign_in_are_errors_of_the_challenge(
    server: Server, player: httpx.Client
) -> None:
    made = player.post("/v1/me/tokens", json={"label": "x"})
    assert made.status_code == 201, made.text
    assert player.delete(f"/v1/me/tokens/{made.json()['id']}").status_code == 204

    replies = [
        server.client().get("/v1/me", headers={"Authorization": f"Bearer {made.json()['token']}"}),
        Browser(server).sign_in(type="token", token=made.json()["token"]),
        server.client().get("/v1/games/stream?ticket=unknown"),
    ]

    for reply in replies:
        assert problem(reply) == (401, "token-needed")
        assert reply.headers["WWW-Authenticate"] == challenge(server, 'error="invalid_token"')


def test_a_missing_scope_is_named_in_the_challenge(server: Server, player: httpx.Client) -> None:
    made = ok(player.post("/v1/me/tokens", json={"label": "x", "scopes": ["games:read"]}), 201).json()

    reply = holder(server, made["token"]).post("/v1/games", json={"ruleset": "minos", "seats": 2})

    assert problem(reply) == (403, "scope-missing")
    parts = ('error="insufficient_scope"', 'scope="games:create"')
    assert reply.headers["WWW-Authenticate"] == challenge(server, *parts)


def test_with_a_token_the_body_is_refused_as_before(player: httpx.Client) -> None:
    assert problem(player.post("/v1/games", json={})) == (400, "bad-request")
    assert problem(player.get("/v1/me/games?limit=x")) == (400, "bad-request")


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/oembed?format=xml", 501, "format-not-supported"),
        ("/oembed", 400, "bad-request"),
        ("/v1/nothing", 404, "not-found"),
        ("/nothing", 404, "not-found"),
        ("/docs/nothing", 404, "not-found"),
        ("/assets/nothing", 404, "not-found"),
        ("/embed/nothing", 404, "not-found"),
        ("/problems/nothing", 404, "not-found"),
    ],
)
def test_every_error_has_a_code_and_a_detail_that_says_more_than_its_title(
    client: httpx.Client, path: str, status: int, code: str
) -> None:
    reply = client.get(path, headers={"Accept": "application/json"})

    assert problem(reply) == (status, code)
    document = reply.json()
    assert document["type"] == f"/problems/{code}"
    assert document["detail"].lower().rstrip(".") != document["title"].lower()
    assert client.get(document["type"]).status_code == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_a_method_that_is_not_possible_has_a_code(client: httpx.Client, method: str) -> None:
    assert problem(client.request(method, "/oembed")) == (405, "method-not-allowed")
