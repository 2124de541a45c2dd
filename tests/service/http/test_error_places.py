"""Each error of a problem names its place in one form, as the document says; over a real socket."""

from typing import Any

import httpx
import pytest

from tests.service.kit import open_game
from tests.service.server import Server

GAME = {"ruleset": "minos", "seats": 2}
KEY = {"Idempotency-Key": "one key"}


def places(reply: httpx.Response) -> list[tuple[str, str | None]]:
    """Return the pointers and parameters of a problem."""
    return [(error["pointer"], error.get("parameter")) for error in reply.json()["errors"]]


@pytest.mark.parametrize(
    ("asked", "status", "name"),
    [
        ({"method": "GET", "url": "/v1/games?limit=0"}, 400, "limit"),
        ({"method": "GET", "url": "/v1/games?none=0"}, 400, "none"),
        ({"method": "GET", "url": "/v1/games?~%2F=0"}, 400, "~/"),
        ({"method": "GET", "url": "/v1/games/a%2Fb"}, 400, "game"),
        ({"method": "PUT", "url": "/v1/games/x/seats/01", "json": {}}, 404, "seat"),
        ({"method": "GET", "url": "/v1/games/stream", "headers": {"Last-Event-ID": "x"}}, 400, "Last-Event-ID"),
        ({"method": "POST", "url": "/v1/games", "json": GAME, "headers": {"Idempotency-Key": "a/b"}}, 400, None),
        ({"method": "POST", "url": "/v1/games", "content": "x", "headers": {"Content-Type": "a/b"}}, 415, None),
        ({"method": "POST", "url": "/v1/games", "content": "x", "headers": {"Content-Encoding": "br"}}, 415, None),
        ({"method": "POST", "url": "/v1/players", "json": {"name": "Ada"}, "headers": KEY}, 422, None),
    ],
)
def test_a_parameter_or_header_is_named(server: Server, asked: dict[str, Any], status: int, name: str | None) -> None:
    reply = server.player().request(**asked)

    named = name or next(iter(asked["headers"]))
    assert reply.status_code == status
    assert places(reply) == [("/" + named.replace("~", "~0").replace("/", "~1"), named)]


def test_a_reused_key_and_an_etag_of_no_game_are_named(server: Server) -> None:
    player = server.player()
    game = open_game(player)
    opened = [player.post("/v1/games", json={**GAME, "seats": seats}, headers=KEY) for seats in (2, 3)]
    body = {"decision": "0.1", "command": {"type": "giganten.pass_bid"}}
    unmatched = player.post(f"/v1/games/{game}/commands", json=body, headers={"If-Match": '"x"'})

    assert [reply.status_code for reply in (*opened, unmatched)] == [201, 422, 412]
    assert places(opened[1]) == [("/Idempotency-Key", "Idempotency-Key")]
    assert places(unmatched) == [("/If-Match", "If-Match")]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        (b"[" * 10_000, ""),
        (b'{"name": "\xff"}', ""),
        (b"{", ""),
        (b"[]", ""),
        (b"", ""),
        (b'{"name": 1e400}', "/name"),
        (b'{"name": "a", "name": "a"}', "/name"),
        (b'{"name": "a", "~/": 0}', "/~0~1"),
    ],
)
def test_an_error_in_the_body_has_a_pointer_into_it(server: Server, body: bytes, pointer: str) -> None:
    reply = server.client().post("/v1/players", content=body, headers={"Content-Type": "application/json"})

    assert reply.status_code == 400
    assert places(reply) == [(pointer, None)]


def test_a_bundle_without_lines_is_an_error_of_the_body(server: Server) -> None:
    reply = server.player().post("/v1/verifications", headers={"Content-Type": "application/x-ndjson"})

    assert reply.status_code == 400
    assert places(reply) == [("", None)]
