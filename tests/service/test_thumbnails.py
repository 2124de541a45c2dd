"""Thumbnails: the map of a title, and the pieces of a game over it, of which a private game shows none."""

from xml.etree import ElementTree as ET

import pytest

from tests.replies import ok
from tests.service.kit import started_game
from tests.service.server import Server

SVG = "{http://www.w3.org/2000/svg}"


def box(svg: str) -> str:
    return ET.fromstring(svg).get("viewBox", "")


@pytest.mark.parametrize("title", ["giganten", "siberia", "minos"])
def test_pieces_have_the_units_of_the_map(server: Server, title: str) -> None:
    ada = server.player("Ada")
    game = started_game(ada, ruleset=title)
    client = server.client()
    found = client.get(f"/embed/boards/{title}/map.svg?seats=3")
    board, pieces = ok(found).text, ok(client.get(f"/embed/games/{game}/pieces.svg")).text
    assert box(pieces) == box(board)
    assert "text/html" not in found.headers["Content-Type"]
    assert len(pieces) < len(board) / 2
    again = client.get(f"/embed/boards/{title}/map.svg?seats=3", headers={"If-None-Match": found.headers["ETag"]})
    assert again.status_code == 304


def test_minos_has_pieces_on_its_thumbnail(server: Server) -> None:
    game = started_game(server.player("Ada"), ruleset="minos")
    svg = ok(server.client().get(f"/embed/games/{game}/pieces.svg")).text
    assert next(ET.fromstring(svg).iter(f"{SVG}path"), None) is not None


def test_a_private_game_shows_as_much_as_one_that_does_not_exist(server: Server) -> None:
    ada = server.player("Ada")
    private = started_game(ada, ruleset="minos", visibility="private")
    unknown = "11111111-1111-4111-8111-111111111111"
    found = [
        client.get(f"/embed/games/{game}/pieces.svg")
        for client in (server.client(), ada)
        for game in (private, unknown)
    ]
    assert {reply.status_code for reply in found} == {200}
    assert len({reply.content for reply in found}) == 1
    assert len({reply.headers["ETag"] for reply in found}) == 1


def test_a_map_is_that_of_a_known_title(server: Server) -> None:
    client = server.client()
    assert client.get("/embed/boards/chess/map.svg").status_code == 404
    usual = ok(client.get("/embed/boards/minos/map.svg")).content
    assert ok(client.get("/embed/boards/minos/map.svg?data_set=none&seats=99")).content == usual
    assert ok(client.get("/embed/boards/minos/map.svg?seats=x")).content == usual
