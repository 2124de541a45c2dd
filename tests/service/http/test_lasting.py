"""What caches may keep: ETags that outlive a release, immutable replies, and the codings in which they are sent."""

import contextlib
import gzip
import hashlib
import random
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import brotli  # pyright: ignore[reportMissingTypeStubs] - it has none
import httpx
import pytest
import zstandard
from litestar.testing import RequestFactory

from service.core.http.response.conditional import COMPRESSED_FROM, COMPRESSED_ONCE_FROM, represented
from service.core.http.response.responses import RawResponse
from service.release import release
from service.web.assets import asset_url, files
from tests.replies import ok
from tests.service.kit import open_game, played_by_bots, started_game
from tests.service.server import Server, serving
from tests.waiting import until

RELEASE = hashlib.sha256(release().encode()).hexdigest()[:6]
"""What ETags of earlier releases had."""

IMMUTABLE = "public, max-age=31536000, s-maxage=300, immutable"
A_DAY = "public, max-age=86400, s-maxage=300, immutable"

UNPACKED: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.decompress,
    "br": brotli.decompress,  # pyright: ignore[reportUnknownMemberType] - it has no types
    "zstd": lambda body: zstandard.ZstdDecompressor().decompressobj().decompress(body),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("lasting") / "games.db") as running:
        yield running


@pytest.fixture(scope="module")
def over(server: Server) -> str:
    """A public game of bots that is over."""
    player = server.player()
    return played_by_bots(player, open_game(player, 2, ruleset="siberia", bots={"0": "random", "1": "random"}))


def test_an_etag_does_not_name_the_release(server: Server, over: str) -> None:
    visitor, url = server.client(), f"/v1/games/{over}"
    lasting = (
        *(url, f"{url}/bundle", f"{url}/view?at=20&as=public", f"{url}/pieces?at=20", f"{url}/result"),
        *(f"{url}/events?limit=20", f"{url}/decisions?at=20", "/v1", "/v1/rulesets", "/openapi.json", "/v1/games"),
        *(f"{url}/views", f"{url}/views?from=20&to=30&as=public", f"{url}/analysis", f"{url}/verification"),
        *(f"/embed/games/{over}/picture.svg", f"/embed/games/{over}/picture.svg?at=20"),
        *("/v1/results", "/", "/docs/guide", "/docs/changelog", "/v1/leaderboards/siberia", "/dumps/index.json"),
    )
    for path in lasting:
        reply = ok(visitor.get(path))
        assert RELEASE not in reply.headers["etag"], path
        again = visitor.get(path, headers={"If-None-Match": reply.headers["etag"]})
        assert (again.status_code, again.content) == (304, b""), path


def test_an_etag_of_what_is_expensive_to_make_is_the_same_after_a_start(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        player = server.player()
        game = played_by_bots(player, open_game(player, 2, ruleset="siberia", bots={"0": "random", "1": "random"}))
        paths = (
            *(f"/v1/games/{game}/{what}" for what in ("views", "views?from=20&to=30&as=public", "analysis")),
            *(f"/embed/games/{game}/picture.svg{query}" for query in ("", "?at=20")),
        )
        before = {path: ok(player.get(path)) for path in paths}
        server.stop()
        server.restart()
        visitor = server.client()
        after = {
            path: visitor.get(path, headers={"If-None-Match": reply.headers["etag"]}) for path, reply in before.items()
        }
        plain = {path: sent(visitor, path, "identity") for path in paths}

    assert {path: reply.status_code for path, reply in after.items()} == dict.fromkeys(paths, 304)
    for path, (body, headers) in plain.items():
        assert body == before[path].content, path
        assert hashlib.sha256(body).hexdigest()[:16] in headers["etag"], path
    assert len({headers["etag"] for _, headers in plain.values()}) == len(paths)


def test_an_etag_of_a_game_begins_with_its_version_and_follows_the_bytes(server: Server, over: str) -> None:
    visitor, url = server.client(), f"/v1/games/{over}/view"
    first, second = (ok(visitor.get(url, params={"at": at, "as": "public"})) for at in (20, 21))

    assert first.headers["etag"].startswith('"20.view.public.')
    assert second.headers["etag"].startswith('"21.view.public.')
    assert ok(visitor.get(url, params={"at": 20, "as": "public"})).headers["etag"] == first.headers["etag"]


def test_bundles_of_finished_games_and_views_at_a_version_are_immutable(server: Server, over: str) -> None:
    visitor, url = server.client(), f"/v1/games/{over}"
    for path in ("/bundle", "/bundle?as=full", "/bundle?as=seat:1"):
        assert ok(visitor.get(url + path)).headers["cache-control"] == IMMUTABLE, path
    for path in ("/view?at=20&as=public", "/view?at=20&as=full", "/view?at=20&pieces=true", "/pieces?at=20"):
        assert ok(visitor.get(url + path)).headers["cache-control"] == A_DAY, path
    for path in ("/view", "/view?as=public", "/decisions?at=20", "/result", ""):
        assert ok(visitor.get(url + path)).headers["cache-control"] == "public, no-cache", path
    known = ok(visitor.get(f"{url}/bundle")).headers["etag"]
    again = visitor.get(f"{url}/bundle", headers={"If-None-Match": known})
    assert (again.status_code, again.headers["cache-control"]) == (304, IMMUTABLE)


def test_each_format_of_a_bundle_is_immutable_under_a_tag_of_its_own(server: Server, over: str) -> None:
    visitor, url = server.client(), f"/v1/games/{over}/bundle"
    first, second = (ok(visitor.get(url, params={"format": form})) for form in (1, 2))

    assert first.content != second.content
    assert first.headers["etag"] != second.headers["etag"]
    assert first.headers["cache-control"] == second.headers["cache-control"] == IMMUTABLE


def test_a_bundle_without_the_proofs_that_it_will_have_is_not_immutable(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with serving(file):
        pass
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("INSERT INTO site_events (version, entry) VALUES (1000, 'damaged')")
    with serving(file) as server:
        player = server.player()
        game = played_by_bots(player, open_game(player, 2, ruleset="siberia", bots={"0": "random", "1": "random"}))
        url = f"/v1/games/{game}/bundle"
        before = ok(player.get(url))
        of_first_format = ok(player.get(url, params={"format": 1}))
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("DELETE FROM site_events WHERE version = 1000")
    with serving(file) as server:
        after = until_proved(server.client(), url)

    assert before.headers["cache-control"] == "public, no-cache"
    assert of_first_format.headers["cache-control"] == after.headers["cache-control"] == IMMUTABLE
    assert before.headers["etag"] != after.headers["etag"]
    assert before.content == of_first_format.content != after.content


def until_proved(client: httpx.Client, url: str) -> httpx.Response:
    """Return a bundle as soon as it has its proofs."""
    found: list[httpx.Response] = []

    def is_proved() -> bool:
        found.append(ok(client.get(url)))
        return b"ludolog-bundle/2" in found[-1].content

    until(is_proved)
    return found[-1]


def test_what_others_may_not_see_or_will_change_is_not_immutable(server: Server) -> None:
    player = server.player()
    running, private = started_game(player), started_game(player, visibility="private")

    assert "immutable" not in ok(player.get(f"/v1/games/{running}/bundle")).headers["cache-control"]
    for path in ("/bundle", "/view?at=9", "/view?at=9&as=public"):
        assert ok(player.get(f"/v1/games/{private}{path}")).headers["cache-control"] == "private, no-cache", path
    assert ok(player.get(f"/v1/games/{running}/view?at=9&as=seat:0")).headers["cache-control"] == "private, no-cache"


def sent(client: httpx.Client, path: str, accepted: str) -> tuple[bytes, httpx.Headers]:
    """Return the bytes as they were sent, and the headers."""
    with client.stream("GET", path, headers={"Accept-Encoding": accepted}) as reply:
        assert reply.status_code == 200
        return b"".join(reply.iter_raw()), reply.headers


@pytest.mark.parametrize("place", ["view", "static", "large"])
def test_each_coding_is_the_same_content_under_a_tag_of_its_own(server: Server, over: str, place: str) -> None:
    visitor = server.client()
    path = {"view": f"/v1/games/{over}/view", "static": "/docs/bot.py", "large": "/openapi.json"}[place]
    plain, headers = sent(visitor, path, "identity")
    tags = {headers["etag"]}
    for coding, unpacked in UNPACKED.items():
        packed, of_packed = sent(visitor, path, coding)
        assert of_packed["content-encoding"] == coding
        assert unpacked(packed) == plain
        assert len(packed) < len(plain) / 2
        assert sent(visitor, path, coding)[0] == packed
        assert visitor.get(path, headers={"If-None-Match": of_packed["etag"]}).status_code == 304
        tags.add(of_packed["etag"])

    assert len(tags) == 4
    assert "Accept-Encoding" in headers["vary"]


def test_what_does_not_become_smaller_is_sent_as_it_is(server: Server) -> None:
    """Tiles of the transparency log are hashes; their bundles of entries are text."""
    visitor, bots = server.client(), {"0": "random", "1": "random"}
    player, *others = [server.player() for _ in range(4)]
    for each in (player, *others):
        for _ in range(8):
            open_game(each)
    # with its bundle, the log has everything before
    ok(visitor.get(f"/v1/games/{played_by_bots(player, open_game(player, 2, ruleset='siberia', bots=bots))}/bundle"))
    size = int(ok(visitor.get("/log/checkpoint")).text.split("\n")[1])
    assert 32 * size > COMPRESSED_FROM
    for coding in UNPACKED:
        tile, of_tile = sent(visitor, f"/log/tile/0/000.p/{size}", coding)
        entries, of_entries = sent(visitor, f"/log/tile/entries/000.p/{size}", coding)

        assert len(tile) == 32 * size
        assert "content-encoding" not in of_tile
        assert of_entries["content-encoding"] == coding
        assert len(entries) < 400 * size


def test_a_small_file_that_is_kept_is_sent_compressed(server: Server) -> None:
    # a page of a checkout loads dozens of them
    path = "js/table/symbols.js"
    plain = files()[path]
    body, headers = sent(server.client(), asset_url(path), "gzip")

    assert COMPRESSED_ONCE_FROM < len(plain) < COMPRESSED_FROM
    assert headers["content-encoding"] == "gzip"
    assert gzip.decompress(body) == plain


def test_a_larger_form_is_not_sent() -> None:
    body = random.Random(1).randbytes(4_096)
    request = RequestFactory().get(headers={"Accept-Encoding": "gzip, br, zstd"})
    reply = represented(request, "tag", lambda: body, public=True)

    assert isinstance(reply, RawResponse)
    assert reply.body == body
    assert b"content-encoding" not in dict(reply.raw)


@pytest.mark.parametrize(
    ("accepted", "of_view", "of_module"),
    [
        ("gzip, deflate, br, zstd", "zstd", "br"),
        ("gzip, br", "br", "br"),
        ("gzip;q=1, br;q=0.5, zstd;q=0", "gzip", "gzip"),
        ("br;q=0, gzip", "gzip", "gzip"),
        ("GZIP", "gzip", "gzip"),
        ("gzip;q=0.000", None, None),
        ("deflate, *", None, None),
        ("", None, None),
    ],
)
def test_the_coding_is_the_best_of_those_that_are_accepted(
    server: Server, over: str, accepted: str, of_view: str | None, of_module: str | None
) -> None:
    visitor = server.client()

    found = [
        sent(visitor, path, accepted)[1].get("content-encoding") for path in (f"/v1/games/{over}/view", "/docs/bot.py")
    ]

    assert found == [of_view, of_module]


def test_zstd_is_smaller_than_gzip_for_data_and_brotli_for_what_is_made_once(server: Server, over: str) -> None:
    visitor = server.client()

    def size(path: str, coding: str) -> int:
        return len(sent(visitor, path, coding)[0])

    bundle = f"/v1/games/{over}/bundle"
    assert size(bundle, "zstd") < size(bundle, "gzip")
    assert size("/docs/bot.py", "br") < size("/docs/bot.py", "gzip")
