"""Presses that narrow choices: the pure module of the table, run in the browser."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.service.server import Server
from tests.web.browser import opened

DRIVE: tuple[list[str], ...] = ["square:D11", "truck:0"], ["square:D12", "truck:0"], []
MOVE = ["place:roma", "place:creta"], ["place:creta", "place:roma"], ["place:roma", "place:ilion"]
RANGE = {"anchors": ["train:0", "track:0:2", "track:0:3", "track:0:4"], "range": {"min": 1, "max": 3}}

CASES: list[tuple[str, list[Any], Any]] = [
    ("remaining", [DRIVE, []], [0, 1, 2]),
    # a piece that all choices name may be pressed first, last or not at all
    ("remaining", [DRIVE, ["truck:0"]], [0, 1]),
    ("remaining", [DRIVE, ["truck:0", "square:D12"]], [1]),
    ("remaining", [DRIVE, ["square:D12"]], [1]),
    # the order of presses tells a move from its return
    ("remaining", [MOVE, ["place:roma"]], [0, 2]),
    ("remaining", [MOVE, ["place:creta", "place:roma"]], [1]),
    ("targets", [MOVE, []], ["place:roma", "place:creta"]),
    ("targets", [MOVE, ["place:roma"]], ["place:creta", "place:ilion"]),
    # places that all choices name tell nothing
    ("targets", [[["place:roma"], ["place:roma"]], []], []),
    ("press", [MOVE, ["place:roma"], "place:ilion"], ["place:roma", "place:ilion"]),
    ("press", [MOVE, ["place:roma"], "place:roma"], []),
    ("press", [MOVE, ["place:roma", "place:ilion"], "place:creta"], ["place:creta"]),
    ("press", [MOVE, ["place:roma"], "place:elsewhere"], ["place:roma"]),
    ("pressedValue", [RANGE, ["train:0", "track:0:3"]], 2),
    ("pressedValue", [RANGE, ["train:0"]], None),
]

RUN = """async ([module, cases]) => {
  const found = await import(module);
  const made = (choices) => choices.map((anchors, at) => ({anchors, at, command: {}}));
  return cases.map(([name, [choices, ...rest]]) => {
    const result = found[name](Array.isArray(choices) ? made(choices) : choices, ...rest);
    return name === 'remaining' ? result.map(({at}) => at) : result;
  });
}"""


@pytest.fixture(scope="module")
def results(browser: Browser, site: Server) -> list[Any]:
    with opened(browser, site.base) as page:
        page.goto("/about")
        [assets] = set(re.findall(r"/assets/[0-9a-f]+/", page.content()))
        return page.evaluate(RUN, [f"{assets}js/table/selection.js", CASES])


@pytest.mark.parametrize("at", range(len(CASES)))
def test_presses_narrow_choices(results: list[Any], at: int) -> None:
    assert results[at] == CASES[at][2], CASES[at]
