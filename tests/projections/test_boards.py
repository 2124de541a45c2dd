"""The pictures of the boards: what every one of them has, whatever the title."""

import gzip
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import product

import pytest

from domain.giganten import board as giganten
from domain.minos import board as minos
from domain.minos.dice import SYMBOLS
from domain.minos.options import BUILDINGS
from domain.rulesets import RULESETS
from domain.siberia import board as siberia
from domain.siberia.options import COLUMNS, RESOURCES
from projections.boards import board_svg, has_board
from projections.boards.style import STYLE, STYLE_HASH
from tests.projections.pictures import NAMESPACE, PRINTED, elements, picture, pieces, places

LIMIT = 60_000
"""Bytes of a picture with gzip."""

boards = pytest.mark.parametrize(("title", "data_set"), PRINTED)


def of_giganten(name: str) -> Iterator[str]:
    board = giganten.board_of(name)
    companies, seats = ("hudson", "jet", "standard"), range(4)
    yield from (f"square:{square}" for square in board.terrain)
    yield from (f"site:{square}" for square in board.sites)
    yield from (f"company:{company}" for company in companies)
    yield from (f"price:{company}:{price}" for company, price in product(companies, board.data.prices.ladder))
    yield from (f"depot:{seat}:{company}" for seat, company in product(seats, companies))
    yield from (f"track:{seat}:{space}" for seat, space in product(seats, range(1, len(board.data.tracks.costs) + 2)))
    yield from (f"track:black:{space}" for space in range(1, 22))


def of_siberia(name: str) -> Iterator[str]:
    board = siberia.board_of(name)
    sides = [board.data.exchanges.always, *(s for tile in board.data.exchanges.tiles for s in (tile.a, tile.b))]
    yield from (f"place:{place}" for place in board.places)
    yield from (f"exchange:{exchange.id}" for exchange in sides)
    yield from (f"tile:{column}" for column in COLUMNS)
    yield from (f"cubes:{resource}" for resource in RESOURCES)
    yield from (f"{zone}:{seat}" for zone, seat in product(("research", "reserve"), range(4)))
    yield from (f"column:{seat}:{column}" for seat, column in product(range(4), COLUMNS))


def of_minos(name: str) -> Iterator[str]:
    board = minos.board_of(name)
    yield from (f"place:{place}" for place in {*board.waters, *board.roads})
    yield from (f"income:{number}" for number in range(50))
    yield from (f"die:{symbol}" for symbol in SYMBOLS)
    yield from (f"building:{kind}" for kind in BUILDINGS)
    yield from ("rings", *(f"rings:{seat}" for seat in range(4)))


EXPECTED: Mapping[str, Callable[[str], Iterator[str]]] = {
    "giganten": of_giganten,
    "siberia": of_siberia,
    "minos": of_minos,
}


def test_every_title_has_a_board_and_every_data_set_a_picture() -> None:
    assert {title for title, _ in PRINTED} == {*EXPECTED} == {*RULESETS}
    assert all(map(has_board, RULESETS))
    assert len(PRINTED) == sum(len(ruleset.data_sets()) for ruleset in RULESETS.values())


@boards
def test_the_places_are_those_of_the_data_set(title: str, data_set: str) -> None:
    assert {*places(picture(title, data_set))} == {*EXPECTED[title](data_set)}


@boards
def test_every_place_has_a_name_and_a_centre_in_the_picture(title: str, data_set: str) -> None:
    root = picture(title, data_set)
    _, _, width, height = map(float, root.attrib["viewBox"].split())

    for place in places(root).values():
        assert place.name
        assert [child.text for child in place.element if child.tag == f"{NAMESPACE}title"] == [place.name]
        assert 0 < place.centre[0] < width
        assert 0 < place.centre[1] < height


@boards
def test_the_layers_are_the_map_and_two_empty_ones(title: str, data_set: str) -> None:
    root = picture(title, data_set)
    groups = [element for element in root if element.tag == f"{NAMESPACE}g"]

    assert [group.get("id") for group in groups] == ["board-map", "board-pieces", "board-targets"]
    assert len(groups[0]) > 1
    assert [len(group) for group in groups[1:]] == [0, 0]


@boards
def test_sections_cover_the_picture_without_its_margins(title: str, data_set: str) -> None:
    root = picture(title, data_set)
    sections = [element for _, element in elements(root) if element.get("id", "").startswith("section:")]
    boxes = [tuple(map(float, section.attrib["data-box"].split())) for section in sections]

    for place in places(root).values():
        x, y = place.centre
        assert any(left <= x <= left + width and top <= y <= top + height for left, top, width, height in boxes), place


@boards
def test_a_picture_is_inert(title: str, data_set: str) -> None:
    root = picture(title, data_set)
    allowed = {"svg", "title", "style", "g", "rect", "circle", "path", "text", "clipPath"}

    for name, element in elements(root):
        assert name in allowed
        for key, value in element.attrib.items():
            assert not key.startswith("on")
            assert key not in {"style", "href"}
            assert "url(" not in value or re.fullmatch(r"url\(#board-[a-z]+\)", value)
    assert "url(" not in STYLE
    assert "@import" not in STYLE


@boards
def test_an_id_stands_once(title: str, data_set: str) -> None:
    ids = [element.attrib["id"] for _, element in elements(picture(title, data_set)) if "id" in element.attrib]
    assert len(ids) == len({*ids})


@boards
def test_no_place_is_a_piece(title: str, data_set: str) -> None:
    kinds = {name.partition(":")[0] for name in places(picture(title, data_set))}
    assert not kinds & pieces(title)


@boards
def test_a_picture_is_small(title: str, data_set: str) -> None:
    assert len(gzip.compress(board_svg(title, data_set))) <= LIMIT


@boards
def test_the_style_sheet_is_the_same_everywhere(title: str, data_set: str) -> None:
    found = [element.text for name, element in elements(picture(title, data_set)) if name == "style"]
    assert found == [STYLE]
    assert STYLE_HASH.startswith("sha256-")


@boards
@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_script_writes_the_bytes_that_are_served(title: str, data_set: str, seed: str) -> None:
    command = [sys.executable, "-m", "projections.boards", title, data_set]
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    written = subprocess.run(command, capture_output=True, check=True, env=environment, timeout=60).stdout

    assert written == board_svg(title, data_set)


def test_the_script_refuses_what_has_no_board() -> None:
    for arguments, words in (
        (["nonsense"], "usage"),
        (["minos", "nonsense"], "minos has no data set nonsense; it has"),
        ([], "usage"),
    ):
        command = [sys.executable, "-m", "projections.boards", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 1
        assert words in done.stderr
