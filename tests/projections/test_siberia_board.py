"""The board of Siberia: the borders that are drawn are exactly those of the data set."""

from itertools import combinations

from domain.siberia.board import board_of
from projections.boards.coasts import coasts_of, ring_of
from projections.boards.geography import LonLat, distance, holds, spread
from projections.boards.layouts import layout_of
from projections.boards.siberia.layout import SiberiaLayout, positions_of
from tests.projections.pictures import between, picture, places, rings

NAME = "reconstruction-1"
BOARD = board_of(NAME)
ROOT = picture("siberia", NAME)
POSITIONS = positions_of(BOARD, NAME)
LAYOUT = layout_of("projections.boards.siberia", NAME, SiberiaLayout)
TOWNS: dict[str, LonLat] = {
    "yamal": (70.0, 68.0),
    "taimyr": (98.0, 72.0),
    "yana": (143.0, 68.0),
    "chukotka": (171.0, 67.0),
    "altai": (86.0, 52.5),
    "baikal": (104.3, 53.5),
    "chita": (113.5, 52.0),
    "amur": (127.5, 52.0),
    "aldan": (125.4, 58.6),
    "magadan": (150.8, 60.0),
    "vladivostok": (131.9, 43.1),
}
"""Where what some areas are named after is in reality."""

COUNTRY = [ring_of(ring) for ring in coasts_of("siberia").country]
NEIGHBOURS = {frozenset((a, b)) for a in BOARD.places for b in BOARD.neighbours[a]}


def in_country(position: LonLat) -> bool:
    return sum(holds(ring, position) for ring in COUNTRY) % 2 == 1


def outline(place: str) -> list[tuple[float, float]]:
    (ring,) = rings(places(ROOT)[f"place:{place}"].element.attrib["d"])
    return ring


def test_lines_join_exactly_the_neighbours() -> None:
    assert between(ROOT) == {frozenset(f"place:{place}" for place in pair) for pair in NEIGHBOURS}


def test_outlines_share_a_line_if_and_only_if_they_are_neighbours() -> None:
    for a, b in combinations(BOARD.places, 2):
        shared = {*outline(a)} & {*outline(b)}
        assert (len(shared) > 1) == (frozenset((a, b)) in NEIGHBOURS), (a, b, shared)
        # areas that are no neighbours do not touch in a point
        assert len(shared) != 1, (a, b)


def test_every_border_can_be_seen_in_the_country() -> None:
    assert LAYOUT is not None
    for border in LAYOUT.borders:
        if all(border.between):
            assert sum(map(in_country, spread(border.line, 20))) >= 4, border.between


def test_an_outline_holds_its_own_centre_alone() -> None:
    for place in BOARD.places:
        centre = places(ROOT)[f"place:{place}"].centre
        assert [other for other in BOARD.places if holds(outline(other), centre)] == [place]


def test_centres_are_in_the_country_and_near_what_they_are_named_after() -> None:
    assert LAYOUT is not None
    for place, (lon, lat) in LAYOUT.centres.items():
        assert in_country((lon, lat)), place
        if place in TOWNS:
            assert abs(lon - TOWNS[place][0]) <= 6, place
            assert abs(lat - TOWNS[place][1]) <= 4, place


def test_neighbours_are_nearer_than_others() -> None:
    points = POSITIONS.points
    near = [distance(points[a], points[b]) for a, b in map(tuple, NEIGHBOURS)]
    far = [
        distance(points[a], points[b]) for a, b in combinations(BOARD.places, 2) if frozenset((a, b)) not in NEIGHBOURS
    ]
    assert sum(near) / len(near) < 0.5 * sum(far) / len(far)


def test_each_side_of_an_exchange_tile_is_marked() -> None:
    found = places(ROOT)
    for tile in BOARD.data.exchanges.tiles:
        assert found[f"exchange:{tile.a.id}"].element.attrib["data-side"] == "A"
        assert found[f"exchange:{tile.b.id}"].element.attrib["data-side"] == "B"
