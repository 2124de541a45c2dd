"""The colours of the boards: contrast of what is read and of the seats, light and dark (WCAG 2.2, 1.4.3 and 1.4.11)."""

import re
from itertools import product

import pytest

from projections.boards.style import STYLE

SCHEMES = [
    dict(re.findall(r"--b-([a-z0-9-]+):var\(--board-\1,(#[0-9A-F]{6})\)", line)) for line in STYLE.split("\n")[:2]
]
GROUNDS = ("page", "panel", "land", "hill", "mountain", "low", "high", "far")
TEXT, SHAPE = 4.5, 3.0

schemes = pytest.mark.parametrize("colours", SCHEMES, ids=["light", "dark"])


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


@schemes
def test_words_can_be_read_on_every_ground(colours: dict[str, str]) -> None:
    for ground in GROUNDS:
        assert contrast(colours["ink"], colours[ground]) >= TEXT, ground
    for ground in ("page", "panel", "sea"):
        assert contrast(colours["muted"], colours[ground]) >= TEXT, ground


@schemes
def test_seats_can_be_seen_on_panel_land_and_sea(colours: dict[str, str]) -> None:
    for seat, ground in product(range(4), ("panel", "land", "sea", "page")):
        assert contrast(colours[f"seat-{seat}"], colours[ground]) >= SHAPE, (seat, ground)
    for seat in range(4):
        assert contrast(colours[f"seat-{seat}"], colours["panel"]) >= TEXT


@schemes
def test_terrain_differs_without_colours(colours: dict[str, str]) -> None:
    plain, hill, mountain = (luminance(colours[name]) for name in ("land", "hill", "mountain"))
    assert plain > hill > mountain or plain < hill < mountain


def test_both_schemes_have_all_colours() -> None:
    light, dark = SCHEMES
    assert {*light} == {*dark} >= {*GROUNDS, "ink", "muted", "sea", "accent"}
    used = {*re.findall(r"var\(--b-([a-z0-9-]+)\)", STYLE)}
    assert used <= {*light}
