"""HTTP itself: methods, conditions, compression, other origins, parameters; over a real socket."""

import gzip

import httpx
import pytest

from service.openapi.headers import HEADERS as DECLARED
from tests.replies import ok
from tests.service.kit import first_choice, next_decision, own_decision, player_in_game, problem
from tests.service.server import Server
from tests.service.sse import dispatched, so_far
from tests.service.test_stream import finished

ANYWHERE = {"Origin": "https://scores.example"}


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
    usable = " or ".join(name for name in methods.split(", ") if name not in {"HEAD", "OPTIONS"})
    assert refused.json()["detail"] == f"PATCH is not possible here: use {usable}"
    assert problem(server.client().options("/v1/nothing")) == (404, "not-found")


def preflight(server: Server, method: str, headers: str) -> httpx.Response:
    asked = {**ANYWHERE, "Access-Control-Request-Method": method, "Access-Control-Request-Headers": headers}
    return server.client().options("/v1/games", headers=asked)


def test_pages_of_other_origins_may_play_with_a_token_but_never_with_cookies(server: Server) -> None:
    got = server.client().get("/v1/rulesets", headers=ANYWHERE)
    sent = "authorization, content-type, idempotency-key, if-match, ludolog-invitation, last-event-id, x-request-id"
    may = [preflight(server, method, sent) for method in ("GET", "POST", "PUT", "DELETE")]
    may_not = [preflight(server, "PATCH", sent), preflight(server, "POST", "cookie")]

    for reply in (got, *may):
        assert reply.headers["access-control-allow-origin"] == "*"
        assert "access-control-allow-credentials" not in reply.headers
        # a page of the internet asks a browser for a service in a private network
        assert "access-control-allow-private-network" not in reply.headers
    assert [reply.status_code for reply in may] == [204] * 4
    assert may[0].headers["access-control-allow-methods"] == "DELETE, GET, HEAD, POST, PUT"
    for reply in may_not:
        assert problem(reply) == (400, "bad-request")
        assert "PUT" in reply.json()["detail"]


def test_a_page_of_another_origin_plays_and_reads_the_headers_that_it_needs(server: Server) -> None:
    page = server.client()
    page.headers.update(ANYWHERE)
    made = page.post("/v1/players", json={"name": "Elsewhere"})
    page.headers["Authorization"] = f"Bearer {made.json()['token']}"

    opened = page.post("/v1/games", json={"ruleset": "siberia", "seats": 2}, headers={"Idempotency-Key": "from a page"})
    refused = page.post("/v1/games", json={"ruleset": "none", "seats": 2})

    assert (made.status_code, opened.status_code, refused.status_code) == (201, 201, 422)
    exposed = {name.strip().lower() for name in opened.headers["access-control-expose-headers"].split(",")}
    assert exposed >= {"etag", "location", "link", "retry-after", "idempotency-replayed", "x-request-id"}
    # every header that the document declares, but for those that any page may read
    assert {name.lower() for name in DECLARED} - {"cache-control", "content-language"} <= exposed | {"vary"}
    assert refused.headers["access-control-allow-origin"] == "*"


def test_pages_of_other_origins_may_read_where_a_game_ends(game: tuple[httpx.Client, str]) -> None:
    player, number = game

    beyond = player.get(f"/v1/games/{number}/events?after=9999", headers=ANYWHERE)

    assert problem(beyond) == (416, "beyond-the-end")
    assert "content-range" in beyond.headers["access-control-expose-headers"].lower()


@pytest.mark.parametrize("path", ["", "/view", "/decisions", "/events", "/view?as=public", "/events?after=2&limit=3"])
def test_what_is_unchanged_is_not_sent_again(game: tuple[httpx.Client, str], path: str) -> None:
    player, number = game
    assert own_decision(player, number) is not None
    url = f"/v1/games/{number}{path}"
    first = ok(player.get(url))

    again = player.get(url, headers={"If-None-Match": f'"other", W/{first.headers["etag"]}'})
    other = player.get(url, headers={"If-None-Match": '"other"'})

    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    assert (other.status_code, other.json()) == (200, first.json())
    # the own seat sees something else at the same address; the rest is the same for all
    assert ("Authorization" in first.headers["vary"]) == (path not in {"", "/view?as=public"})


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
    packed, of_packed = raw("deflate;q=1, gzip;q=0.5")
    refused, _ = raw("gzip;q=0")

    assert gzip.decompress(packed) == plain == refused
    assert of_packed["content-encoding"] == "gzip"
    assert of_packed["etag"] != its["etag"]
    assert "Accept-Encoding" in its["vary"]
    for tag in (its["etag"], of_packed["etag"]):
        assert player.get(url, headers={"If-None-Match": tag}).status_code == 304


@pytest.mark.parametrize("number", ["9" * 5_000, "٣", "-1", "1e3", "0x1", "1_0", "01", ""])
def test_numbers_that_are_none(game: tuple[httpx.Client, str], number: str) -> None:
    player, name = game
    url = f"/v1/games/{name}"
    replies = [
        player.get(f"{url}/view", params={"as": f"seat:{number}"}),
        player.get(f"{url}/view", params={"at": number}),
        player.get(f"{url}/stream", headers=[(b"Last-Event-ID", (number or "-").encode())]),
        player.put(f"{url}/seats/{number or '-'}"),
        player.post("/v1/games", json={"ruleset": "giganten", "seats": 3, "bots": {number: "random"}}),
        player.get("/v1/games", params={"cursor": number}),
    ]

    for reply in replies:
        assert 400 <= reply.status_code < 500, (reply.url, reply.text)
        problem(reply)


EMPTY = {"Last-Event-ID": ""}


def test_an_empty_last_event_id_is_none(game: tuple[httpx.Client, str]) -> None:
    player, name = game
    url = f"/v1/games/{name}/stream?follow=false"

    empty = player.get(url, headers=EMPTY)

    assert empty.status_code == 200
    assert empty.text == player.get(url).text


@pytest.mark.parametrize("path", ["/v1/me/stream", "/v1/games/stream", "/v1/results/stream"])
def test_an_empty_last_event_id_of_a_list_is_none(server: Server, path: str) -> None:
    player = server.player()
    (ready,) = so_far(player, path)
    game = finished(player)
    # the table has the game before a stream begins at the present
    assert game in player.get(path, params={"after": ready.last_id, "follow": "false"}).text

    resumed = player.get(path, params={"after": ready.last_id, "follow": "false"}, headers=EMPTY)
    present = player.get(path, params={"follow": "false"}, headers=EMPTY)

    assert [reply.status_code for reply in (resumed, present)] == [200, 200]
    assert game in resumed.text
    assert game not in present.text


def test_a_stream_of_a_finished_game_is_not_ended_by_an_empty_last_event_id(server: Server) -> None:
    player = server.player()
    game = finished(player)
    last = str(ok(player.get(f"/v1/games/{game}")).json()["version"])

    def streamed(headers: dict[str, str]) -> httpx.Response:
        return player.get(f"/v1/games/{game}/stream", params={"after": last}, headers=headers)

    empty, without, returned = streamed(EMPTY), streamed({}), streamed({"Last-Event-ID": last})

    # only a client that comes back with its last event is asked not to come back again
    assert (returned.status_code, returned.content) == (204, b"")
    assert (empty.status_code, without.status_code) == (200, 200)
    assert empty.text == without.text
    (statement,) = dispatched(iter(empty.text.split("\n")))
    assert statement.name == "statement"


@pytest.mark.parametrize("tag", ["9" * 5_000, "٣", "x"])
def test_if_match_that_names_no_version(game: tuple[httpx.Client, str], tag: str) -> None:
    player, name = game
    body = first_choice(next_decision(player, name))
    assert body["command"]["type"] == "giganten.take_action_card"

    reply = player.post(f"/v1/games/{name}/commands", json=body, headers=[(b"If-Match", f'"{tag}"'.encode())])

    assert problem(reply) == (412, "version-changed")


@pytest.mark.parametrize("key", [b"a/b", "zug-é".encode(), "zug-é".encode("latin-1"), b"a\tb"])
def test_a_key_that_could_not_be_asked_for_is_refused(server: Server, key: bytes, player: httpx.Client) -> None:
    token = player.headers["Authorization"].encode()
    headers = [(b"Authorization", token), (b"Idempotency-Key", key)]

    reply = server.client().post("/v1/me/tokens", json={"label": "x"}, headers=headers)

    assert problem(reply) == (400, "bad-request")


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


@pytest.mark.parametrize(
    "path",
    [
        "games/{game}/view?at=null",
        "games/{game}/decisions?at=NULL",
        "games?status=null",
        "me/games?status=null",
        "me/games?awaiting=null",
    ],
)
def test_null_is_no_value_of_a_parameter(server: Server, path: str) -> None:
    player, game = player_in_game(server)

    reply = player.get("/v1/" + path.format(game=game))

    assert problem(reply) == (400, "bad-request")
    assert reply.json()["errors"][0]["pointer"] in {"/at", "/status", "/awaiting"}
    assert reply.json()["errors"][0]["parameter"] in {"at", "status", "awaiting"}
