"""JSON bodies are read strictly: no coercion, no repeated keys, in UTF-8, as they are; over a real socket."""

import gzip
import json
from typing import Any

import httpx
import pytest

from service.core.http.request.repeated_keys import repeated_key
from tests.service.kit import next_decision, open_game, problem, started_game
from tests.service.server import Server

JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def player(server: Server) -> httpx.Client:
    return server.player()


@pytest.mark.parametrize(
    ("changed", "pointer"),
    [
        ({"seats": "3"}, "/seats"),
        ({"seats": 3.5}, "/seats"),
        ({"seats": 1e300}, "/seats"),
        ({"seats": True}, "/seats"),
        ({"ruleset": 3}, "/ruleset"),
        ({"profile": ""}, "/profile"),
        ({"data_set": ""}, "/data_set"),
        ({"ruleset": ""}, "/ruleset"),
        ({"options": {"first_player": 1.5}}, "/options"),
        ({"bots": [["1", "random"]]}, "/bots"),
    ],
)
def test_a_value_of_another_kind_is_refused(player: httpx.Client, changed: dict[str, Any], pointer: str) -> None:
    reply = player.post("/v1/games", json={"ruleset": "giganten", "seats": 3} | changed)

    assert problem(reply) == (400, "bad-request")
    assert [error["pointer"] for error in reply.json()["errors"]] == [pointer]


def test_a_body_that_may_be_left_out_is_not_null(player: httpx.Client) -> None:
    game = open_game(player, bots={})

    assert problem(player.put(f"/v1/games/{game}/seats/0", content=b"null", headers=JSON)) == (400, "bad-request")
    assert player.put(f"/v1/games/{game}/seats/0").status_code == 200


@pytest.mark.parametrize("number", [b"3.0", b"30e-1", b"3"])
def test_an_integer_of_json_schema_is_one_for_the_service(player: httpx.Client, number: bytes) -> None:
    body = b'{"ruleset": "giganten", "seats": %b, "options": {"train_start": 1.0}}' % number

    reply = player.post("/v1/games", content=body, headers=JSON)

    assert reply.status_code == 201, reply.text
    assert len(reply.json()["seats"]) == 3


@pytest.mark.parametrize("number", [b"1e300", b"3.1", b'"3"', b"true"])
def test_a_number_is_written_as_one(player: httpx.Client, number: bytes) -> None:
    body = b'{"ruleset": "giganten", "seats": %b}' % number

    reply = player.post("/v1/games", content=body, headers=JSON)

    assert problem(reply) == (400, "bad-request")
    assert reply.json()["errors"][0]["pointer"] == "/seats"


def test_a_number_of_a_command_is_no_text(player: httpx.Client) -> None:
    game = started_game(player, ruleset="giganten")
    mine = next_decision(player, game)
    command = {"type": "giganten.bid", "value": "1"}

    reply = player.post(f"/v1/games/{game}/commands", json={"decision": mine["id"], "command": command})

    assert problem(reply) == (400, "bad-request")
    assert reply.json()["errors"][0]["pointer"] == "/command/value"


@pytest.mark.parametrize(
    ("path", "body", "pointer"),
    [
        ("/v1/games", '{"ruleset": "giganten", "seats": 3, "seats": 3}', "/seats"),
        ("/v1/games", r'{"ruleset": "giganten", "seats": 3, "s\u0065ats": 4}', "/seats"),
        ("/v1/games", '{"ruleset": "giganten", "seats": 3, "bots": {"1": "random", "1": "careful"}}', "/bots/1"),
        ("/v1/games/{}/commands", '{"decision": "0.1", "command": {"type": "giganten.bid", "value": 1, "value": 2}}',
         "/command/value"),
        ("/v1/games/{}/seats/2", '{"bot": "random", "bot": "careful"}', "/bot"),
        ("/v1/me/tokens", '{"label": "a", "label": "b"}', "/label"),
    ],
)  # fmt: skip
def test_a_repeated_key_is_pointed_at(player: httpx.Client, path: str, body: str, pointer: str) -> None:
    game = open_game(player, bots={})
    method = "PUT" if "seats/" in path else "POST"

    reply = player.request(method, path.format(game), content=body, headers=JSON)

    assert problem(reply) == (400, "bad-request")
    assert [error["pointer"] for error in reply.json()["errors"]] == [pointer]
    assert "repeated" in reply.json()["detail"]


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ('{"a": {"b": 1}, "c": {"b": 1}}', None),
        ('[{"a": 1}, {"a": 1}]', None),
        ('{"a": ["x", {"b": 1, "c": 2, "b": 3}]}', "/a/1/b"),
        ('{"a~/": {"": 1, "": 2}}', "/a~0~1/"),
        ('{"a": "\\"a\\": 1, \\"a\\": 2"}', None),
        ('{"n": %s, "m": -1.5e9}' % ("9" * 5_000), None),
        ('"a:b:c"', None),
        # a part of a string that looks like a key is none, and a key may end like another one
        ('{"a": 1, "b":"\\"a\\":"}', None),
        ('{"x\\"a":1,"y\\"a":2}', None),
        ('{"x\\"a":1,"x\\"a":2}', '/x"a'),
        ('{"a":1,"b":2,"a":3}', "/a"),
        ('{"a":":","a":2}', "/a"),
    ],
)
def test_repeated_keys_are_found_at_any_depth(text: str, pointer: str | None) -> None:
    assert repeated_key(text.encode()) == pointer


@pytest.mark.parametrize(
    "media_type",
    [
        "application/json; charset=iso-8859-1",
        "application/json;charset=utf-16",
        'application/json; charset="latin1"',
        "application/json; charset=utf-8; charset=latin1",
        "application/json; charset",
        "application/merge-patch+json",
        "application/json-patch+json",
        "application/patch+json",
    ],
)
def test_other_charsets_and_patches_are_not_read(player: httpx.Client, media_type: str) -> None:
    reply = player.post("/v1/me/tokens", content=b'{"label": "x"}', headers={"Content-Type": media_type})

    assert problem(reply) == (415, "media-type")


@pytest.mark.parametrize("coding", ["gzip", "br", "deflate", "identity, gzip", "x"])
def test_encoded_bodies_are_not_read(player: httpx.Client, coding: str) -> None:
    body = json.dumps({"label": "x"}).encode()
    content = gzip.compress(body) if "gzip" in coding else body

    reply = player.post("/v1/me/tokens", content=content, headers={**JSON, "Content-Encoding": coding})

    assert problem(reply) == (415, "media-type")
    assert reply.headers["accept-encoding"] == "identity"


def test_a_bundle_is_not_read_in_another_charset_or_coding(player: httpx.Client) -> None:
    for headers in (
        {"Content-Type": "application/x-ndjson; charset=utf-16"},
        {"Content-Type": "application/x-ndjson", "Content-Encoding": "gzip"},
    ):
        assert problem(player.post("/v1/verifications", content=b"{}", headers=headers)) == (415, "media-type")


def test_a_body_as_it_should_be_is_read(player: httpx.Client) -> None:
    headers = {"Content-Type": 'application/json ; charset="UTF-8"', "Content-Encoding": "identity"}

    assert player.post("/v1/me/tokens", content='{"label": "ä"}'.encode(), headers=headers).status_code == 201
