"""What the web client may weigh, compressed as the service sends it."""

import gzip
from collections.abc import Mapping

import pytest

from domain.rulesets import RULESETS
from projections.boards import board_svg
from service.web.assets import files

CODE, ART = 60_000, 60_000


def _compressed(found: Mapping[str, bytes]) -> int:
    return sum(len(gzip.compress(body, compresslevel=9)) for body in found.values())


def test_our_modules_weigh_at_most_60_kilobytes() -> None:
    modules = {path: body for path, body in files().items() if path.startswith("js/")}
    assert len(modules) > 10
    assert _compressed(modules) <= CODE, f"{_compressed(modules)} bytes"


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
