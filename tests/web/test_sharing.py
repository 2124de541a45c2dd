"""oEmbed, Open Graph, pictures and the script for other sites, over HTTP."""

import re
from html import unescape
from pathlib import Path
from xml.etree import ElementTree as ET

import httpx
import pytest

from tests.replies import ok
from tests.service.kit import open_game, problem, started_game
from tests.service.server import Server, serving

UNKNOWN = "00000000-0000-4000-8000-000000000000"
PNG = b"\x89PNG\r\n\x1a\n"


def meta(page: str) -> dict[str, str]:
    """Return the values of the `meta` elements of a page by name or property."""
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', page)
    return {name: unescape(value) for name, value in found}


@pytest.fixture
def client(site: Server) -> httpx.Client:
    return site.client()


def test_the_page_of_a_public_game_names_it_for_other_sites(site: Server, client: httpx.Client) -> None:
    game = started_game(site.player("Ada of previews"))
    page = client.get(f"/games/{game}").text
    found = meta(page)
    assert re.fullmatch(r"Giganten: Ada of previews.*, Bot random, Bot random", found["og:title"])
    assert found["og:url"] == f"{site.base}/games/{game}"
    assert "running" in found["og:description"]
    assert found["og:image"] == f"{site.base}/embed/games/{game}/picture.png?lang=en"
    assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
    german = meta(client.get(f"/games/{game}", headers={"Accept-Language": "de"}).text)
    assert german["og:title"].startswith("Giganten: ")
    [address] = re.findall(r'type="application/json\+oembed"[^>]* href="([^"]+)"', page)
    assert ok(client.get(unescape(address))).json()["title"] == found["og:title"]


def test_what_other_sites_show_depends_on_no_cookie(site: Server, client: httpx.Client) -> None:
    """Shared caches keep it, and its `Vary` does not name the cookie."""
    # free seats have a text of their own in each language
    game = open_game(site.player())
    picture = f"/embed/games/{game}/picture.svg"
    shown = [
        *(picture, f"/embed/games/{game}", "/embed/games/none", "/embed/leaderboards/minos", "/embed/results"),
        f"/oembed?url={site.base}/results",
    ]
    chosen, german = {"Cookie": "lang=de; theme=dark"}, {"Accept-Language": "de"}
    for path in shown:
        replies = [client.get(path, headers={"Accept": "text/html", **sent}) for sent in ({}, chosen, german)]
        assert replies[0].content == replies[1].content, path
        assert "Cookie" not in replies[0].headers.get("Vary", "").split(", "), path
        assert replies[0].content != replies[2].content, path

    address = meta(client.get(f"/games/{game}", headers=chosen).text)["og:image"]
    assert address.endswith("/picture.png?lang=de")
    in_german = client.get(picture, headers=german).content
    assert client.get(address.removeprefix(site.base).replace(".png", ".svg")).content == in_german
    assert f"{picture}?lang=de" in client.get(f"/embed/games/{game}?lang=de").text


def test_a_private_game_and_an_unknown_one_have_the_same_page(site: Server, client: httpx.Client) -> None:
    owner = site.player("Carla the secretive")
    game = open_game(owner, visibility="private", name="Geheim")
    assert owner.put(f"/v1/games/{game}/seats/0").status_code == 200
    pages = [client.get(f"/games/{each}").text.replace(each, "ID") for each in (game, UNKNOWN)]
    assert pages[0] == pages[1]
    assert owner.get(f"/games/{game}").text.replace(game, "ID") == pages[0], "the same page for every visitor"
    assert "og:title" not in meta(pages[0])
    for path in ("/embed/games/{}", "/embed/games/{}/picture.svg", "/embed/games/{}/picture.png"):
        replies = [owner.get(path.format(each)) for each in (game, UNKNOWN)]
        assert [problem(reply) for reply in replies] == [(404, "not-found")] * 2
        assert replies[0].json()["detail"] == replies[1].json()["detail"]
    reply = owner.get("/oembed", params={"url": f"{site.base}/games/{game}"})
    assert problem(reply) == (404, "not-found")
    assert client.get("/games/none", headers={"Accept": "text/html"}).status_code == 404


def test_oembed_describes_games_leaderboards_and_results(site: Server, client: httpx.Client) -> None:
    game = started_game(site.player())
    embeds = {
        f"/games/{game}?at=12&theme=dark&x=1": f"/embed/games/{game}?at=12&theme=dark&fit=1",
        f"/embed/games/{game}": f"/embed/games/{game}?fit=1",
        "/leaderboards/minos": "/embed/leaderboards/minos?fit=1",
        "/results?ruleset=siberia": "/embed/results?title=siberia&fit=1",
    }
    for path, embed in embeds.items():
        reply = ok(client.get("/oembed", params={"url": site.base + path}))
        found = reply.json()
        assert reply.headers["content-type"] == "application/json"
        assert (found["type"], found["version"], found["provider_name"]) == ("rich", "1.0", "Ludolog")
        frame = ET.fromstring(re.sub(r"&(?!\w+;)", "&amp;", found["html"]))
        assert frame.tag == "iframe"
        assert frame.get("src") == site.base + embed
        assert frame.get("title") == found["title"]
        assert (frame.get("width"), frame.get("height")) == (str(found["width"]), str(found["height"]))
        assert client.get(frame.attrib["src"]).status_code == 200


def test_oembed_takes_the_addresses_of_every_host_that_serves_the_site(tmp_path: Path) -> None:
    origin = "https://ludolog.example"
    with serving(tmp_path / "games.db", LUDOLOG_ORIGIN=origin) as site:
        game = started_game(site.player())
        client = site.client()
        for base, host in (
            (origin, None),
            (site.base, None),
            ("https://LUDOLOG.example:443", "upstream:8000"),
            ("http://ludolog.example", "upstream:8000"),
            ("https://www.ludolog.example", "www.ludolog.example"),
        ):
            headers = {} if host is None else {"Host": host}
            reply = client.get("/oembed", params={"url": f"{base}/games/{game}"}, headers=headers)
            assert reply.status_code == 200, base
            assert f'src="{origin}/embed/games/{game}' in reply.json()["html"]
        for base in ("http://127.0.0.1:1", "https://user@ludolog.example", "https://evil.example"):
            url = f"{base}/games/{game}"
            assert problem(client.get("/oembed", params={"url": url})) == (404, "not-found"), base


def test_oembed_respects_the_room_of_the_consumer(site: Server, client: httpx.Client) -> None:
    url = f"{site.base}/games/{started_game(site.player())}"
    found = ok(client.get("/oembed", params={"url": url, "maxwidth": 300, "maxheight": 200, "format": "json"})).json()
    assert (found["width"], found["height"]) == (300, 200)
    assert found["thumbnail_width"] <= 300
    assert found["thumbnail_height"] <= 200
    assert found["thumbnail_url"].endswith("/picture.svg")
    assert ok(client.get("/oembed", params={"url": url})).json()["thumbnail_url"].endswith("/picture.png")


def test_oembed_refuses_what_it_does_not_know(site: Server, client: httpx.Client) -> None:
    url = f"{site.base}/leaderboards/minos"
    reply = client.get("/oembed", params={"url": url, "format": "xml"})
    assert (reply.status_code, reply.json()["status"]) == (501, 501)
    assert problem(client.get("/oembed")) == (400, "bad-request")
    for size in ("0", "-1", "wide", "1e3"):
        assert problem(client.get("/oembed", params={"url": url, "maxwidth": size})) == (400, "bad-request")
    base = site.base
    others = (
        "https://other.example/games/1", f"{base}/account", f"{base}/leaderboards/none", "http://[", "about:x",
        f"{base}/games/{UNKNOWN}", base.replace("http", "ftp") + "/results", f"{base}/results?title=none",
    )  # fmt: skip
    for other in others:
        assert problem(client.get("/oembed", params={"url": other})) == (404, "not-found"), other


@pytest.mark.parametrize("title", ["giganten", "siberia", "minos"])
def test_the_picture_of_a_game_has_its_board_names_and_scores(site: Server, client: httpx.Client, title: str) -> None:
    player = site.player("Ada & Söhne")
    game = open_game(player, 3, ruleset=title)
    assert player.put(f"/v1/games/{game}/seats/0").status_code == 200
    assert player.post(f"/v1/games/{game}/start").status_code == 200
    reply = client.get(f"/embed/games/{game}/picture.svg")
    assert reply.headers["content-type"] == "image/svg+xml"
    picture = ET.fromstring(reply.text)
    assert (picture.get("width"), picture.get("height")) == ("1200", "630")
    texts = [node.text or "" for node in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert sum(text.startswith("Ada & Söhne") for text in texts) == 1
    assert len(list(picture.iter("{http://www.w3.org/2000/svg}text"))) > 10, "the labels of the board"
    assert not [node for node in picture.iter() if node.get("data-seat") == "3"]
    assert " style=" not in reply.text


def test_a_picture_is_sent_again_only_after_a_change(site: Server, client: httpx.Client) -> None:
    player = site.player("Ada of the pictures")
    path = f"/embed/games/{open_game(player)}/picture.svg"
    known = {"If-None-Match": client.get(path).headers["etag"]}
    assert client.get(path, headers=known).status_code == 304
    assert player.put(f"/v1{path.removeprefix('/embed').removesuffix('/picture.svg')}/seats/0").status_code == 200
    assert "Ada of the pic" in client.get(path, headers=known).text


def test_a_picture_is_also_made_of_pixels(site: Server, client: httpx.Client) -> None:
    game = started_game(site.player())
    reply = client.get(f"/embed/games/{game}/picture.png")
    assert reply.headers["content-type"] == "image/png"
    assert reply.headers["cross-origin-resource-policy"] == "cross-origin"
    assert reply.content.startswith(PNG)
    assert reply.content[16:24] == (1200).to_bytes(4, "big") + (630).to_bytes(4, "big")
    assert len(reply.content) > 10_000


def test_the_script_may_be_loaded_and_kept_by_any_site(client: httpx.Client) -> None:
    reply = client.get("/ludolog.js", headers={"Origin": "https://other.example"})
    assert reply.headers["access-control-allow-origin"] == "*"
    assert reply.headers["cross-origin-resource-policy"] == "cross-origin"
    assert reply.headers["cache-control"] == "public, max-age=3600"
    assert reply.headers["content-type"].startswith("text/javascript")
    assert int(client.get("/ludolog.js", headers={"Accept-Encoding": "gzip"}).headers["content-length"]) <= 2_000


def test_the_page_of_a_game_is_sent_while_the_database_is_lost(tmp_path: Path) -> None:
    file = tmp_path / "lost.db"
    with serving(file) as server:
        game = started_game(server.player("Ada the lost"))
        client = server.client()
        assert "Ada the lost" in client.get(f"/games/{game}").text
        file.unlink()
        while client.get(f"/v1/games/{game}").status_code == 200:
            pass
        page = client.get(f"/games/{game}")
        assert page.status_code == 200
        assert "Ada the lost" not in page.text
        assert "ludo-table" in page.text
        framed = client.get(f"/embed/games/{game}", headers={"Accept": "text/html"})
        assert framed.status_code == 503
        assert "frame-ancestors *" in framed.headers["content-security-policy"]
