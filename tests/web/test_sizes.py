"""What the web client may weigh, compressed as the service sends it."""

import gzip
import re
from collections.abc import Mapping

import pytest

from domain.rulesets import RULESETS
from projections.boards import board_svg
from service.web.assets import files
from service.web.modules import graph_of
from tests.structure.documents import ROOT

CODE, ART = 61_000, 60_000
"""Bytes. The page of a game has no such limit: `tests/benchmarks/visits.py` measures how soon it is ready."""

PAGES = ROOT / "service/web/templates"
TEMPLATES = sorted(file.name for file in PAGES.glob("*.html") if file.name != "table.html")


def _compressed(found: Mapping[str, bytes]) -> int:
    return sum(len(gzip.compress(body, compresslevel=9)) for body in found.values())


@pytest.mark.parametrize("template", TEMPLATES)
def test_the_modules_of_a_page_weigh_at_most_61_kilobytes(template: str) -> None:
    texts = [(PAGES / name).read_text() for name in ("base.html", template)]
    entries = {path for text in texts for path in re.findall(r'asset\("(js/[^"]+)"\)', text)}
    assert entries
    modules = [path for path in graph_of(entries) if path.startswith("js/")]
    weight = _compressed({path: files()[path] for path in modules})
    assert weight <= CODE, f"{weight} bytes in {len(modules)} modules"


@pytest.mark.parametrize("title", RULESETS)
def test_the_art_of_a_title_weighs_at_most_60_kilobytes(title: str) -> None:
    pieces = {path: body for path, body in files().items() if f"/{title}" in path}
    boards = {name: board_svg(title, name) for name in RULESETS[title].data_sets()[:1]}
    assert _compressed(pieces | boards) <= ART


def test_no_module_sets_a_style_that_the_policy_forbids() -> None:
    found = {path for path, body in files().items() if path.startswith("js/") and b" style=" in body}
    assert not found


def test_the_licence_of_each_vendored_library_is_served() -> None:
    folders = {path.split("/")[1] for path in files() if path.startswith("vendor/")}
    assert folders
    assert all(f"vendor/{folder}/LICENSE" in files() for folder in folders)


def test_only_comments_are_missing_in_served_modules() -> None:
    # the symbols are no module that is written: they are made from JSON
    written_ones = (path for path in files() if path.startswith("js/") and not path.endswith("/symbols.js"))
    for path in written_ones:
        served = set(files()[path].decode().splitlines())
        text = (ROOT / "service/web/static" / path).read_text()
        written = re.sub(r"/\*\* @type .*?\*/ ?", "", text).splitlines()
        missing = [line.strip() for line in written if line not in served]
        assert [line for line in missing if line and not line.startswith(("//", "/*", "*"))] == [], path
