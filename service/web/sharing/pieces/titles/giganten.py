"""The pieces of Giganten, as `static/js/board/titles/giganten.js` places them."""

from collections.abc import Iterable, Iterator

from service.web.sharing.pieces.piece import Piece, View

HAS_RACK = True

_THOUSAND = 1000


def pieces(view: View) -> Iterator[Piece]:
    """Yield the pieces of a public view."""
    for site in view["sites"]:
        if site["status"] == "tile":
            text = "?" if site["value"] is None else str(site["value"])
            yield Piece("tile", f"site:{site['square']}", None, text, 14, -14, 22)
    for player in view["players"]:
        for derrick in player["derricks"]:
            yield Piece("derrick", f"site:{derrick['site']}", player["seat"], str(derrick["markers"]), 0, 0, 50)
    for player in view["players"]:
        seat = player["seat"]
        for company, count in player["depots"].items():
            if count:
                yield Piece("barrel", f"depot:{seat}:{company}", seat, str(count), 4, 0, 28)
        yield Piece("train", f"track:{seat}:{player['train']}", seat, "", 0, 0, 38)
        if player["truck"]:
            yield Piece("truck", f"square:{player['truck']}", seat, size=44)
    for company, price in view["prices"].items():
        yield Piece("price", f"price:{company}:{price}", None, f"{price / _THOUSAND:g}", 0, 0, 66)
    yield Piece("train", f"track:black:{min(view['black_train'], view['black_train_end'])}", None, "", 0, 0, 38)


def closed(_view: View, _places: Iterable[str]) -> Iterator[str]:
    """Yield no place: all are in play."""
    yield from ()
