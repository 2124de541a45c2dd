"""HTTP itself: methods, conditions, compression, other origins, limits, unreadable bodies; over a real socket."""

import gzip
import json
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.service.kit import own_decision, problem, started_game
from tests.service.server import Server, serving

ANYWHERE = {"Origin": "https://scores.example"}


@pytest.fixture(scope="module")
def game(server: Server) -> tuple[httpx.Client, str]:
    player = server.player()
    return player, started_game(player)


@pytest.mark.parametrize("path", ["/v1/rulesets", "/v1/games", "/health/live", "/openapi.json", "/v1/games/unknown"])
def test_head_is_get_without_its_body(server: Server, path: str) -> None:
    got, head = server.client().get(path), server.client().head(path)

    assert head.status_code == got.status_code
    assert head.content == b""
    assert head.headers["content-type"] == got.headers["content-type"]
    assert head.headers.get("etag") == got.headers.get("etag")


@pytest.mark.parametrize(
    ("path", "methods"),
    [
        ("/v1/games", "GET, HEAD, OPTIONS, POST"),
        ("/v1/games/x/seats/0", "DELETE, OPTIONS, PUT"),
        ("/v1/me", "DELETE, GET, HEAD, OPTIONS"),
    ],
)
def test_options_and_refusals_name_all_methods(server: Server, path: str, methods: str) -> None:
    options = server.client().options(path)
    refused = server.client().patch(path)

    assert (options.status_code, options.headers["allow"], options.content) == (204, methods, b"")
    assert problem(refused) == (405, "method-not-allowed")
    assert refused.headers["allow"] == methods
    assert problem(server.client().options("/v1/nothing")) == (404, "not-found")


def test_pages_of_other_origins_may_get_what_is_public_and_no_more(server: Server) -> None:
    got = server.client().get("/v1/rulesets", headers=ANYWHERE)
    asked = {**ANYWHERE, "Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "last-event-id"}
    may = server.client().options("/v1/games", headers=asked)
    wanted = {**ANYWHERE, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    may_not = server.client().options("/v1/games", headers=wanted)

    assert got.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-credentials" not in got.headers
    assert may.status_code == 204
    assert may.headers["access-control-allow-methods"] == "GET, HEAD"
    assert may_not.status_code == 400


@pytest.mark.parametrize("path", ["", "/view", "/decisions", "/events", "/view?as=public", "/events?after=2&limit=3"])
def test_what_is_unchanged_is_not_sent_again(game: tuple[httpx.Client, str], path: str) -> None:
    player, number = game
    assert own_decision(player, number) is not None
    url = f"/v1/games/{number}{path}"
    first = player.get(url)

    again = player.get(url, headers={"If-None-Match": f'"other", W/{first.headers["etag"]}'})
    other = player.get(url, headers={"If-None-Match": '"other"'})

    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    assert (other.status_code, other.json()) == (200, first.json())
    assert "Authorization" in first.headers["vary"]


def test_large_answers_are_compressed_for_whom_accepts_it_under_a_tag_of_their_own(
    game: tuple[httpx.Client, str],
) -> None:
    player, number = game
    assert own_decision(player, number) is not None
    url = f"/v1/games/{number}/view"

    def raw(accepted: str) -> tuple[bytes, httpx.Headers]:
        with player.stream("GET", url, headers={"Accept-Encoding": accepted}) as reply:
            return b"".join(reply.iter_raw()), reply.headers

    plain, its = raw("identity")
    packed, of_packed = raw("br;q=1, gzip;q=0.5")
    refused, _ = raw("gzip;q=0")

    assert gzip.decompress(packed) == plain == refused
    assert of_packed["content-encoding"] == "gzip"
    assert of_packed["etag"] != its["etag"]
    assert "Accept-Encoding" in its["vary"]
    for tag in (its["etag"], of_packed["etag"]):
        assert player.get(url, headers={"If-None-Match": tag}).status_code == 304


POSTS = ["/v1/players", "/v1/games", "/v1/games/x/commands", "/v1/games/x/seats/0/tokens", "/v1/me/tokens"]
BODIES = {
    "nested": b'{"name":' * 7_000,
    "nested lists": b"[" * 60_000,
    "nested in an unknown field": b'{"name": "a", "more": ' + b"[" * 50_000,
    "not UTF-8": b'{"name": "\xff\xfe"}',
    "half a surrogate": b'{"name": "\\ud800"}',
    "a long number": b'{"name": ' + b"9" * 60_000 + b"}",
    "no JSON": b"name=Ada",
    "nothing": b"",
    "null": b"null",
    "not a number": b'{"name": NaN}',
    "a byte order mark": b'\xef\xbb\xbf{"name": 3}',
}


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_body_that_cannot_be_read_is_a_clients_mistake(server: Server, path: str, body: bytes) -> None:
    reply = server.client().post(path, content=body, headers={"Content-Type": "application/json"})

    assert reply.status_code in {400, 401, 422}
    problem(reply)


@pytest.mark.parametrize("number", ["9" * 5_000, "٣", "-1", "1e3", "0x1", "1_0", "01", ""])
def test_numbers_that_are_none(game: tuple[httpx.Client, str], number: str) -> None:
    player, name = game
    url = f"/v1/games/{name}"
    replies = [
        player.get(f"{url}/view", params={"as": f"seat:{number}"}),
        player.get(f"{url}/view", params={"at": number}),
        player.get(f"{url}/stream", headers=[(b"Last-Event-ID", number.encode())]),
        player.put(f"{url}/seats/{number or '-'}"),
        player.post("/v1/games", json={"ruleset": "giganten", "seats": 3, "bots": {number: "random"}}),
        player.get("/v1/games", params={"cursor": number}),
    ]

    for reply in replies:
        assert 400 <= reply.status_code < 500, (reply.url, reply.text)
        problem(reply)


@pytest.mark.parametrize("tag", ["9" * 5_000, "٣", "x"])
def test_if_match_that_names_no_version(game: tuple[httpx.Client, str], tag: str) -> None:
    player, name = game
    body = {"decision": "0.1", "command": {"type": "giganten.choose_action_card", "card": "none"}}

    reply = player.post(f"/v1/games/{name}/commands", json=body, headers=[(b"If-Match", f'"{tag}"'.encode())])

    assert reply.status_code in {400, 412, 422}
    problem(reply)


def test_a_misspelt_field_is_refused(server: Server) -> None:
    body = {"ruleset": "giganten", "seats": 3, "visiblity": "private"}

    reply = server.player().post("/v1/games", json=body)

    assert problem(reply) == (400, "bad-request")
    assert "visiblity" in reply.text


def test_only_json_is_read(server: Server) -> None:
    body = json.dumps({"name": "Ada"}).encode()
    for media_type in ("text/plain", "application/x-www-form-urlencoded", "application/msgpack", "multipart/form-data"):
        reply = server.client().post("/v1/players", content=body, headers={"Content-Type": media_type})
        assert problem(reply) == (415, "media-type")
    for media_type in ("application/json; charset=utf-8", "application/merge-patch+json"):
        reply = server.client().post("/v1/players", content=body, headers={"Content-Type": media_type})
        assert reply.status_code == 201


def test_a_body_of_more_than_64_kib_is_refused_and_the_connection_ends(server: Server) -> None:
    client = server.client()
    body = json.dumps({"name": "x" * 70_000}).encode()

    def pieces() -> Iterator[bytes]:
        yield body

    for content in (body, pieces()):
        reply = client.post("/v1/players", content=content, headers={"Content-Type": "application/json"})
        assert problem(reply) == (413, "too-large")
        assert reply.headers["connection"] == "close"
    assert client.get("/health/live").status_code == 200


def test_exactly_so_many_requests_pass_as_the_limit_says(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", LUDOLOG_RATE_LIMIT="40") as server:
        player = server.player()
        limits = player.get("/v1/me/limits")
        # a window may end while we count: then there are two of them
        replies = [player.get("/v1/me") for _ in range(100)]
    passed = [reply for reply in replies if reply.status_code == 200]
    refused = [reply for reply in replies if reply.status_code == 429]

    assert limits.json()["limit"] == 40
    assert limits.headers["ratelimit-policy"] == '"requests";q=40;w=60'
    assert len(passed) in {39, 79}
    assert len(passed) + len(refused) == 100
    assert problem(refused[0]) == (429, "too-many-requests")
    assert 0 < int(refused[0].headers["retry-after"]) <= 60
    assert refused[0].headers["ratelimit"].startswith('"requests";r=0;t=')


@pytest.mark.parametrize("key", [b"a/b", "zug-é".encode(), "zug-é".encode("latin-1"), b"a\tb"])
def test_a_key_that_could_not_be_asked_for_is_refused(server: Server, key: bytes) -> None:
    player = server.player()
    token = player.headers["Authorization"].encode()
    headers = [(b"Authorization", token), (b"Idempotency-Key", key)]

    reply = server.client().post("/v1/me/tokens", json={"label": "x"}, headers=headers)

    assert problem(reply) == (400, "bad-request")


def test_a_body_that_does_not_come_to_its_end_is_the_mistake_of_whoever_sent_it(server: Server) -> None:
    head = (
        b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(head + b"no size\r\nabc\r\n")
        answered = connection.makefile("rb").readline()

    assert answered.startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    "path",
    [
        "/v1/games/%00",
        "/v1/games/a%00b/events",
        "/v1/players/%00/games",
        "/docs/assets/%00",
        f"/docs/assets/{'a' * 300}",
    ],
)
def test_what_no_name_can_be_is_not_found(server: Server, path: str) -> None:
    assert problem(server.client().get(path)) == (404, "not-found")


def test_no_limit_can_be_set(server: Server) -> None:
    assert server.player().get("/v1/me/limits").json()["limit"] == 0
    assert "ratelimit" not in server.client().get("/health/live").headers


@pytest.mark.parametrize(
    ("path", "body", "pointer"),
    [
        ("/v1/players", {}, "/name"),
        ("/v1/players", {"name": 3}, "/name"),
        ("/v1/players", {"name": "a", "sex": "f"}, "/sex"),
        ("/v1/players", [], ""),
        ("/v1/games", {"ruleset": "giganten", "seats": "three"}, "/seats"),
        ("/v1/games", {"ruleset": "giganten", "seats": 3, "bots": {"1": 5}}, "/bots/..."),
        ("/v1/me/tokens", {"label": "x", "scopes": ["read", "fly"]}, "/scopes/1"),
        ("/v1/games/{}/commands", {"decision": "0.1"}, "/command"),
        ("/v1/games/{}/commands", {"decision": "0.1", "command": {"type": "giganten.move_truck"}}, "/command"),
    ],
)
def test_a_malformed_body_is_pointed_into(
    game: tuple[httpx.Client, str], path: str, body: object, pointer: str
) -> None:
    player, number = game

    reply = player.post(path.format(number), json=body)

    assert problem(reply)[0] in {400, 422}
    assert reply.json()["errors"][0]["pointer"].startswith(pointer), reply.text
    assert (pointer == "") == (reply.json()["errors"][0]["pointer"] == "")


@pytest.mark.parametrize("path", ["{game}/view?at=null", "{game}/decisions?at=NULL", "?status=null"])
def test_null_is_no_value_of_a_parameter(server: Server, path: str) -> None:
    player = server.player()
    game = started_game(player)

    reply = player.get("/v1/games" + path.format(game=f"/{game}"))

    assert problem(reply) == (400, "bad-request")
    assert reply.json()["errors"][0]["pointer"] in {"/at", "/status"}
