"""Badges: small SVG pictures."""

from xml.etree import ElementTree as ET

import pytest

from service.news.feeds.badges import Badge, drawn, width_of
from tests.replies import ok
from tests.service.feeds.test_feeds import ended
from tests.service.kit import problem
from tests.service.server import Server
from tests.service.tournaments.kit import Cup

SVG = "{http://www.w3.org/2000/svg}"


def parts(body: bytes) -> tuple[str, list[ET.Element]]:
    """Return the title and the texts of a badge, after checks of what holds for all."""
    root = ET.fromstring(body)
    assert root.attrib["role"] == "img"
    title = root.findtext(f"{SVG}title") or ""
    assert title == root.attrib["aria-label"]
    assert {node.tag.removeprefix(SVG) for node in root.iter()} == {"svg", "title", "rect", "text"}
    return title, root.findall(f"{SVG}text")


@pytest.mark.parametrize("name", ["Ada", "A" * 60, "名前" * 10, "<&\"'>", "é" * 20, "i" * 40, "\x00\ud800"])
def test_the_texts_of_a_badge_fit(name: str) -> None:
    body = drawn(Badge(name, "1.0"))
    title, texts = parts(body)
    width = int(ET.fromstring(body).attrib["width"])
    ends = [int(text.attrib["x"]) + int(text.attrib["textLength"]) for text in texts]
    assert ends[0] < int(texts[1].attrib["x"])
    assert ends[1] < width < 700
    assert title.endswith(": 1.0")


def test_wide_letters_are_wider() -> None:
    assert width_of("iii") < width_of("aaa") < width_of("MMM")
    assert width_of("名") > width_of("a")


def test_the_badge_of_a_player_has_rating_and_games(server: Server) -> None:
    owner, player = server.player("Badge owner"), server.player("Badge <player>")
    ended(owner, (server.player(), player), rated=True)
    identity = ok(player.get("/v1/me")).json()["id"]
    (rating,) = ok(player.get("/v1/me")).json()["ratings"]
    client = server.client()

    reply = client.get(f"/badge/players/{identity}/minos.svg")
    assert reply.headers["content-type"] == "image/svg+xml"
    assert reply.headers["cache-control"] == "public, max-age=60"
    shown = f"{rating['rating']:.1f}".replace("-", "\N{MINUS SIGN}")
    assert parts(reply.content)[0] == f"Badge <player> · Minos: {shown}, 1 game"
    italian = client.get(f"/badge/players/{identity}/minos.svg?lang=it").content
    assert parts(italian)[0].endswith(f"{shown.replace('.', ',')}, 1 partita")
    german = client.get(f"/badge/players/{identity}/siberia.svg?lang=de").content
    assert parts(german)[0].endswith("nicht gewertet")
    again = client.get(f"/badge/players/{identity}/minos.svg", headers={"If-None-Match": reply.headers["etag"]})
    assert again.status_code == 304


def test_an_unknown_badge_is_a_picture_where_pictures_are_asked_for(server: Server) -> None:
    client = server.client()
    for path in ("/badge/players/player:none/minos.svg", "/badge/tournaments/none.svg", "/badge/tournaments/none"):
        assert problem(client.get(path)) == (404, "not-found")
        shown = client.get(path, headers={"Accept": "image/avif,image/webp,*/*"})
        assert (shown.status_code, shown.headers["content-type"]) == (404, "image/svg+xml")
        assert parts(shown.content)[0] == "Ludolog: not found"


@pytest.mark.parametrize(
    ("accept", "is_picture"),
    [
        ("image/svg+xml", True),
        ("image/*, */*;q=0.5", True),
        ("text/html, IMAGE/SVG+XML", True),
        ("image/png", False),
        ("application/json, image/*;q=0", False),
        ("application/problem+json, image/svg+xml;q=0.5", False),
        ("*/*", False),
    ],
)
def test_the_accept_header_decides_about_an_unknown_badge(server: Server, accept: str, is_picture: bool) -> None:
    client = server.client()
    declared = ok(client.get("/openapi.json")).json()
    for path in ("/badge/players/{player}/{picture}", "/badge/tournaments/{picture}"):
        reply = client.get(path.replace("{", "").replace("}", ""), headers={"Accept": accept})
        kind = "image/svg+xml" if is_picture else "application/problem+json"
        assert (reply.status_code, reply.headers["content-type"]) == (404, kind)
        answer = declared["paths"][path]["get"]["responses"]["404"]
        if "$ref" in answer:
            answer = declared["components"]["responses"][answer["$ref"].rpartition("/")[2]]
        assert kind in answer["content"]


def test_the_badge_of_a_tournament_follows_it(server: Server) -> None:
    cup = Cup(server, players=4, name="Badge Cup", sizes=[4], pause=None)
    client = server.client()

    def title() -> str:
        return parts(client.get(f"/badge/tournaments/{cup.id}.svg").content)[0]

    assert title() == "Badge Cup: registration, 0 of 64 players"
    cup.publish_first()
    assert title() == "Badge Cup: round 1 of 2"
    found = cup.play(1)
    winner = found["rounds"][0]["tables"][0]["result"]["places"][0]["name"]
    assert title() == f"Badge Cup: round 1 of 2, leader {winner}"
    cup.done(cup.owner, "cancel", reason="enough")
    assert title() == "Badge Cup: cancelled"
