"""The pieces on the map of Giganten, as `static/js/board/titles/giganten.js` places them."""

from collections.abc import Iterator

from service.web.sharing.pieces.piece import Piece, View


def pieces(view: View) -> Iterator[Piece]:
    """Yield the pieces of a public view."""
    for site in view["sites"]:
        if site["status"] == "tile":
            text = "?" if site["value"] is None else str(site["value"])
            yield Piece("tile", f"site:{site['square']}", None, text, 14, -14, 22)
    for player in view["players"]:
        for derrick in player["derricks"]:
            yield Piece("derrick", f"site:{derrick['site']}", player["seat"], str(derrick["markers"]), 0, 0, 50)
        if player["truck"]:
            yield Piece("truck", f"square:{player['truck']}", player["seat"], size=44)
