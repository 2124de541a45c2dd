"""The board of Minos: a real map, on which what touches is near."""

from itertools import combinations

from domain.minos.board import board_of, harbour_of
from projections.boards.coasts import coasts_of, ring_of
from projections.boards.geography import LonLat, distance, holds
from projections.boards.layouts import layout_of
from projections.boards.minos.layout import MinosLayout, positions_of
from tests.projections.pictures import between, circles, picture, places

NAME = "reconstruction-1"
BOARD = board_of(NAME)
ROOT = picture("minos", NAME)
CITIES: dict[str, LonLat] = {
    "gades": (-6.3, 36.5),
    "massilia": (5.4, 43.3),
    "roma": (12.5, 41.9),
    "athenai": (23.7, 38.0),
    "byzantion": (29.0, 41.0),
    "memphis": (31.3, 29.8),
    "karthago": (10.3, 36.9),
    "creta": (24.9, 35.2),
    "kypros": (33.1, 35.0),
}
"""Where some fields are in reality."""

LAND = [ring_of(ring) for ring in coasts_of("minos").land]


def on_land(position: LonLat) -> bool:
    return sum(holds(ring, position) for ring in LAND) % 2 == 1


def layout() -> MinosLayout:
    found = layout_of("projections.boards.minos", NAME, MinosLayout)
    assert found is not None
    return found


def test_cities_are_where_they_were() -> None:
    for field, (lon, lat) in CITIES.items():
        found = layout().fields[field].at
        assert abs(found[0] - lon) <= 0.6, field
        assert abs(found[1] - lat) <= 0.6, field


def test_sea_spaces_are_in_the_water() -> None:
    assert [name for name, at in layout().seas.items() if on_land(at)] == []


def test_fields_touch_the_land() -> None:
    """A field is a disc of 0.8 by 0.5 degrees; its middle may be off the coast of an island or cape."""
    for field, entry in layout().fields.items():
        lon, lat = entry.at
        assert any(on_land((lon + x * 0.2, lat + y * 0.125)) for x in range(-4, 5) for y in range(-4, 5)), field


def test_no_two_places_overlap() -> None:
    found = circles(ROOT)
    assert len(found) == len(BOARD.waters) + len(BOARD.roads)
    for (a, (at, radius)), (b, (there, other)) in combinations(found.items(), 2):
        assert distance(at, there) >= radius + other - 1, (a, b)


def test_a_field_and_its_harbour_are_together() -> None:
    found = places(ROOT)
    for field in BOARD.fields:
        harbour = harbour_of(field)
        reach = 70 if layout().fields[field].harbour else 40
        assert distance(found[f"place:{field}"].centre, found[f"place:{harbour}"].centre) <= reach


def test_lines_join_exactly_the_waters_that_touch() -> None:
    touching = {frozenset((f"place:{a}", f"place:{b}")) for a, others in BOARD.waters.items() for b in others}
    assert between(ROOT) == touching


def test_dots_lie_in_order_between_their_fields() -> None:
    positions = positions_of(BOARD, NAME)
    for link in BOARD.data.paths.links:
        start, goal = link.between
        line = positions.lines[f"{start}-{goal}"]
        dots = [positions.points[f"dot-{start}-{goal}-{number}"] for number in range(1, link.dots + 1)]
        nearest = [min(range(len(line)), key=lambda i, at=dot: distance(line[i], at)) for dot in dots]
        assert nearest == sorted(nearest)
        assert (line[0], line[-1]) == (positions.points[start], positions.points[goal])


def test_the_names_of_fields_stand_on_the_map() -> None:
    texts = {element.text for element in ROOT.iter() if "name" in element.get("class", "").split()}
    # near the edge of the map a name has a line for each word
    broken = {"Carthago Nova"}
    names = {field.name for field in BOARD.data.fields.fields}
    assert texts == names - broken | {word for name in broken for word in name.split()}
