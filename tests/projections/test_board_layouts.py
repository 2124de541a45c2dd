"""Layout files: a data set without one is drawn as a plan, and one that does not fit is refused with the reason."""

import re
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest

from domain.minos.board import board_of as board_of_minos
from domain.siberia.board import board_of as board_of_siberia
from projections.boards.canvas import Box
from projections.boards.geography import distance
from projections.boards.plan import planned
from tests.dropped import Program
from tests.projections.pictures import ET, between, circles, picture, places

HOUSE, PRINTED = "house-2026", "reconstruction-1"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    made = Program(tmp_path_factory.mktemp("program"))
    for title in ("siberia", "minos"):
        made.drop(title, PRINTED, HOUSE)
    return made


def layout_file(program: Program, title: str, name: str) -> Path:
    return program.folder / "projections" / "boards" / title / "layouts" / f"{name}.toml"


def drawn(program: Program, title: str, name: str = HOUSE) -> ET.Element:
    done = program.run("-m", "projections.boards", title, name)
    assert done.returncode == 0, done.stderr
    return ET.fromstring(done.stdout)


@pytest.mark.parametrize("title", ["siberia", "minos"])
def test_a_data_set_without_a_layout_has_the_same_places_and_lines(program: Program, title: str) -> None:
    plan, printed = drawn(program, title), picture(title, PRINTED)

    assert plan.attrib["data-data-set"] == HOUSE
    assert {*places(plan)} == {*places(printed)}
    assert between(plan) == between(printed)
    # the same picture each time
    assert ET.tostring(plan) == ET.tostring(drawn(program, title))


def test_places_of_a_plan_do_not_overlap(program: Program) -> None:
    fields = {f"place:{field}" for field in board_of_minos(PRINTED).fields}
    found = circles(drawn(program, "minos"))
    kept = {name: shape for name, shape in found.items() if not name.startswith(("place:dot-", "place:harbour-"))}
    assert fields < {*kept}
    for (a, (at, radius)), (b, (there, other)) in combinations(kept.items(), 2):
        assert distance(at, there) >= radius + other, (a, b)
    areas = circles(drawn(program, "siberia"))
    assert len(areas) == len(board_of_siberia(PRINTED).places)
    for (a, (at, radius)), (b, (there, other)) in combinations(areas.items(), 2):
        assert distance(at, there) >= radius + other, (a, b)


def test_a_plan_of_one_place_is_drawn() -> None:
    box = Box(0, 0, 1200, 700)
    ((x, y),) = planned(["a"], [], box, 50).values()
    assert (0 < x < 1200, 0 < y < 700) == (True, True)


def renamed(text: str) -> str:
    return text.replace("vilyuy", "vilui")


def without_border(text: str) -> str:
    return re.sub(r'\[\[borders\]\]\nbetween = \["aldan", "amur"\]\nline = .*\n', "", text)


def broken_ring(text: str) -> str:
    return text.replace("line = [[121.5, 56.6], [120.8, 58.4]", "line = [[121.4, 56.6], [120.8, 58.4]")


def unknown_key(text: str) -> str:
    return text.replace("meridian", "meridiem")


def no_toml(text: str) -> str:
    return text + "\n[[["


FAULTS: tuple[tuple[Callable[[str], str], str], ...] = (
    (renamed, "house-2026.toml: centres: add vilyuy; remove vilui"),
    (without_border, "house-2026.toml: borders: add aldan and amur; remove none"),
    (broken_ring, "goes on where another one ends"),
    (unknown_key, "unknown field `meridiem`"),
    (no_toml, "house-2026.toml: "),
)


@pytest.mark.parametrize(("change", "words"), FAULTS)
def test_the_service_refuses_to_start_with_a_layout_that_does_not_fit(
    program: Program, change: Callable[[str], str], words: str
) -> None:
    file = layout_file(program, "siberia", HOUSE)
    text = layout_file(program, "siberia", PRINTED).read_text(encoding="utf-8")
    assert change(text) != text
    try:
        file.write_text(change(text), encoding="utf-8")
        done = program.run("-m", "service", "serve", "--port", "1")
    finally:
        file.unlink()

    assert done.returncode == 2
    assert words in " ".join(done.stderr.split())


def test_a_data_set_with_a_layout_of_its_own_is_drawn_by_it(program: Program) -> None:
    file = layout_file(program, "minos", HOUSE)
    text = layout_file(program, "minos", PRINTED).read_text(encoding="utf-8")
    file.write_text(text.replace("mare-ionium = [18.8, 37.5]", "mare-ionium = [18.3, 37.0]"), encoding="utf-8")
    try:
        found, printed = places(drawn(program, "minos")), places(picture("minos", PRINTED))
    finally:
        file.unlink()

    moved = {name for name, place in found.items() if place.centre != printed[name].centre}
    assert moved == {"place:mare-ionium"}
