"""The pieces on pictures of games: as the browser draws them, of the version asked for, and nothing that is secret."""

import json
from collections import Counter
from typing import Any
from xml.etree import ElementTree as ET

import httpx
import pytest
from playwright.sync_api import Browser

from projections.boards.symbols import symbols_json
from service.web.sharing.drawing import drawn
from service.web.summary import PublicSeat, Summary
from tests.replies import ok
from tests.service.kit import open_game, player_in_game, problem
from tests.service.server import Server
from tests.web.boards import GAMES, NAMES, pieces_of, show_board, views_of
from tests.web.browser import opened

SVG = "{http://www.w3.org/2000/svg}"
_STANDING = """
[...document.querySelectorAll('#board-pieces [data-piece]')].filter((node) =>
  document.getElementById(node.dataset.at).closest('[id="section:map"]')).map((node) => {
    const [x, y] = node.getAttribute('transform').match(/-?[\\d.]+/g).map(Number);
    return [/kind-(\\S+)/.exec(node.getAttribute('class'))[1], node.querySelector('text')?.textContent ?? '', x, y];
  })
"""
_SYMBOLS = "import(`/assets/0/js/board/titles/${title}/symbols.js`).then(({SYMBOLS}) => SYMBOLS)"


def pieces_in(svg: str) -> list[tuple[str, str, float, float]]:
    """Return kind, text and middle of the pieces on a picture."""
    found: list[tuple[str, str, float, float]] = []
    for node in ET.fromstring(svg).iter(f"{SVG}g"):
        place = node.get("transform", "")
        if node.get("data-kind") and "scale(" in place:
            moved, scale = place.removeprefix("translate(").split(") scale(")
            half = 12 * float(scale.rstrip(")"))
            x, y = (float(each) + half for each in moved.split())
            text = "".join(each.text or "" for each in node.iter(f"{SVG}text"))
            found.append((node.attrib["data-kind"], text, x, y))
    return found


def picture(title: str, view: dict[str, Any]) -> str:
    """Return the picture of a view."""
    seats = tuple(
        PublicSeat(seat=seat, name=name, bot=None, is_free=False, is_asked=False, score=None, rank=None)
        for seat, name in enumerate(NAMES[: len(view["players"])])
    )
    data_set = "kosmos-1999" if title == "giganten" else "reconstruction-1"
    terms = {"status": "running", "version": 9, "unit": "$", "seats": seats, "has_board": True}
    return drawn(Summary(id="a", ruleset=title, data_set=data_set, **terms), pieces_of(view), "en")  # type: ignore[arg-type] - terms


@pytest.mark.parametrize("title", GAMES)
def test_pictures_have_the_pieces_of_the_board_in_the_browser(browser: Browser, site: Server, title: str) -> None:
    views = views_of(title, None)
    with opened(browser, site.base) as page:
        for view in (views[0], views[len(views) // 3], views[-1]):
            show_board(page, title, view)
            rounded = [(kind, text, round(x, 1), round(y, 1)) for kind, text, x, y in page.evaluate(_STANDING)]
            found = [(kind, text, round(x, 1), round(y, 1)) for kind, text, x, y in pieces_in(picture(title, view))]
            assert Counter(found) == Counter(rounded)
        assert len(found) > 10
        drawings = page.evaluate(f"(title) => {_SYMBOLS}", title)
    assert drawings == json.loads(symbols_json(title))


def test_a_picture_shows_the_version_asked_for(site: Server) -> None:
    player, game = player_in_game(site, ruleset="siberia")
    client: httpx.Client = site.client()
    path, last = f"/embed/games/{game}/picture.svg", ok(player.get(f"/v1/games/{game}")).json()["version"]
    view = ok(client.get(f"/v1/games/{game}/view")).json()
    cubes = sum(len(area["cubes"]) for area in view["areas"])
    now = client.get(path)
    assert len(pieces_in(now.text)) >= cubes > 0
    assert client.get(path, params={"at": last}).text == now.text
    assert pieces_in(client.get(path, params={"at": 1}).text) == [], "before the start"
    for at, answer in (
        ("x", (400, "bad-request")),
        ("0", (416, "beyond-the-end")),
        (last + 99, (416, "beyond-the-end")),
    ):
        assert problem(client.get(path, params={"at": at})) == answer
    assert f"/picture.png?at={last - 1}" in client.get(f"/games/{game}", params={"at": last - 1}).text
    assert "/picture.png?at" not in client.get(f"/games/{game}", params={"at": last + 99}).text


def test_pictures_show_no_position_that_a_visitor_may_not_see(site: Server) -> None:
    owner, hidden = player_in_game(site, spectators="none")
    for client in (site.client(), owner):
        for at in ({}, {"at": ok(owner.get(f"/v1/games/{hidden}")).json()["version"]}):
            picture = client.get(f"/embed/games/{hidden}/picture.svg", params=at)
            assert picture.status_code == 200
            assert pieces_in(picture.text) == []
    private = open_game(owner, visibility="private")
    assert problem(owner.get(f"/embed/games/{private}/picture.svg", params={"at": 1})) == (404, "not-found")
    assert owner.post(f"/v1/games/{hidden}/resignations").status_code in {200, 201}


def test_a_picture_is_drawn_from_the_public_view(site: Server) -> None:
    player, game = player_in_game(site, ruleset="giganten")
    own = ok(player.get(f"/v1/games/{game}/view", params={"as": "seat:0"})).json()
    public = ok(site.client().get(f"/v1/games/{game}/view")).json()
    tiles = [
        text for kind, text, _, _ in pieces_in(player.get(f"/embed/games/{game}/picture.svg").text) if kind == "tile"
    ]
    assert own["viewer"] != public["viewer"]
    shown = [site["value"] for site in public["sites"] if site["status"] == "tile"]
    assert tiles == ["?" if value is None else str(value) for value in shown]
