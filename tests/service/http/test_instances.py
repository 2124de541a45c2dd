"""`instance` of problem documents: the path as it was sent, as a URI reference."""

import re
from urllib.parse import unquote, urlsplit

import httpx
import pytest

from tests.service.http.raw import over_http_1
from tests.service.server import Server

HOST = b" HTTP/1.1\r\nHost: localhost"
REFERENCE = re.compile(r"/(?:[\w.~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*", re.ASCII)


@pytest.mark.parametrize(
    ("target", "instance"),
    [
        ("/v1/nothing", "/v1/nothing"),
        ("/v1/games/%61%20b?lang=x%20y", "/v1/games/%61%20b"),
        ("/v1/games/a%2Fb/view", "/v1/games/a%2Fb/view"),
        ("/v1/games/%ff", "/v1/games/%ff"),
        ("/v1/players/player:x;a=b,c@d!(1)", "/v1/players/player:x;a=b,c@d!(1)"),
        # as they are, these are no URIs
        ('/v1/games/"x"|{y}\\', "/v1/games/%22x%22%7C%7By%7D%5C"),
        ("/v1/games/é", "/v1/games/%C3%A9"),
        ("/v1/games/100%", "/v1/games/100%25"),
        ("/v1/games/%zz%4", "/v1/games/%25zz%254"),
        # a reference that begins with two slashes names a host
        ("//evil.example/v1", "/.//evil.example/v1"),
    ],
)
def test_the_instance_is_the_path_as_it_was_sent(server: Server, target: str, instance: str) -> None:
    _, document = over_http_1(server.port, b"GET " + target.encode() + HOST)

    assert document["instance"] == instance
    assert REFERENCE.fullmatch(instance)
    assert urlsplit(instance).netloc == ""


def test_refused_preflights_have_it_too(client: httpx.Client) -> None:
    asked = {"Origin": "https://other.example", "Access-Control-Request-Method": "PATCH"}

    reply = client.options("/v1/games/%61%20b", headers=asked)

    assert reply.status_code == 400
    assert reply.json()["instance"] == "/v1/games/%61%20b"


@pytest.mark.parametrize("sent", ["ludolog_{}", "ludolog%5F{}", "%6Cudolog_{}"])
def test_the_instance_contains_no_token(server: Server, sent: str) -> None:
    secret = "A1b2C3d4E5f6G7h8"

    _, document = over_http_1(server.port, b"GET /v1/games/" + sent.format(secret).encode() + HOST)

    assert unquote(document["instance"]) == "/v1/games/ludolog_***"
    assert secret not in str(document)
