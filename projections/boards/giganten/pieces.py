"""The pieces of Giganten: tiles and derricks on sites, oil in depots, trains, trucks, and the prices."""

from collections.abc import Iterator

from projections.boards.contract import Place
from projections.boards.standing import around, piece
from projections.views.giganten.parts import GigantenView, PlayerView
from projections.views.pieces import Piece, Pieces

_THOUSAND = 1000
_CORNER = (14.0, -14.0)
"""Where a tile lies on its site."""

_NEXT_TO_MARK = (4.0, 0.0)
"""Where oil lies in a depot, which has the mark of its seat."""


def placing(_data_set: str) -> Place:
    """Return what places the pieces of the views of a data set."""
    return _pieces


def _pieces(view: GigantenView) -> Pieces:
    return Pieces(tuple(_all(view)), ())


def _all(view: GigantenView) -> Iterator[Piece]:
    for site in view.sites:
        if site.status == "tile":
            text = "?" if site.value is None else str(site.value)
            yield piece(f"tile-{site.square}", "tile", None, f"site:{site.square}", text=text, offset=_CORNER, size=22)
    for player in view.players:
        for derrick in player.derricks:
            id_, at = f"derrick-{player.seat}-{derrick.site}", f"site:{derrick.site}"
            yield piece(id_, "derrick", player.seat, at, text=str(derrick.markers), size=50)
    trucks = _trucks(view)
    for player in view.players:
        yield from _of_player(player)
        if player.truck:
            yield trucks[f"truck:{player.seat}"]
    for company, price in view.prices.items():
        at = f"price:{company}:{price}"
        yield piece(f"price-{company}", "price", None, at, text=f"{price / _THOUSAND:g}", size=66)
    at = f"track:black:{min(view.black_train, view.black_train_end)}"
    yield piece("train:black", "train", None, at, size=38)


def _trucks(view: GigantenView) -> dict[str, Piece]:
    """Return the trucks by id: several on one square stand in rows."""
    squares = dict.fromkeys(player.truck for player in view.players if player.truck)
    found: dict[str, Piece] = {}
    for square in squares:
        there = (player.seat for player in view.players if player.truck == square)
        standing = around(piece(f"truck:{seat}", "truck", seat, f"square:{square}", size=44) for seat in there)
        found |= {each.id: each for each in standing}
    return found


def _of_player(player: PlayerView) -> Iterator[Piece]:
    seat = player.seat
    for company, count in player.depots.items():
        if count:
            id_, at, text = f"oil-{seat}-{company}", f"depot:{seat}:{company}", str(count)
            yield piece(id_, "barrel", seat, at, offset=_NEXT_TO_MARK, size=28, count=count, text=text)
    yield piece(f"train:{seat}", "train", seat, f"track:{seat}:{player.train}", size=38)
