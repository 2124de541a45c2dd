"""Outside its own folders a title is named in at most three files, so that a further title is easy to add."""

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.rulesets import RULESETS

ROOT = Path(__file__).parents[2]
PRODUCT = ("domain/*.py", "projections/*.py", "service/*.py", "openapi/*.py", "pyproject.toml")
GENERATED = "# Generated from openapi/openapi.json"
"""How a module of the SDK begins that follows from the API document."""

MOST = 3

EXAMPLE = "giganten"
"""The title that documentation uses as its example, such as "The title, such as `giganten`." """

TOUR = "openapi/tour"
"""The package that makes the examples of the API document. It plays titles and counts as one place."""


def files_naming(title: str) -> Iterator[str]:
    """Yield the files of the product, outside the folders and modules of a title, that contain its name.

    A generated file names what the document names, and is not edited for a further title.
    """
    # Markdown files are documentation
    command = ["git", "grep", "-il", "--untracked", title, "--", *PRODUCT]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in found.splitlines():
        path = Path(name)
        if title not in {*path.parts, path.stem} and not (ROOT / path).read_text(encoding="utf-8").startswith(
            GENERATED
        ):
            yield name


def names_in_code(source: str, title: str) -> bool:
    """Whether Python code contains the name: in an import, an identifier, or a string of one word.

    Comments, docstrings and sentences may give examples.
    """
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ImportFrom(module=str(name)) | ast.alias(name=name) | ast.Name(id=name) | ast.Attribute(attr=name):
                found = title in name.lower()
            case ast.Constant(value=str(text)):
                found = title in text.lower() and " " not in text.strip()
            case _:
                found = False
        if found:
            return True
    return False


@pytest.mark.parametrize("title", sorted(RULESETS))
def test_a_title_is_named_in_at_most_three_places(title: str):
    places = list(files_naming(title))
    if title == EXAMPLE:
        places = [name for name in places if name.endswith(".py")]
        places = [name for name in places if names_in_code((ROOT / name).read_text(encoding="utf-8"), title)]

    counted = {TOUR if name.startswith(TOUR) else name for name in places}
    assert counted >= {"domain/rulesets.py", "projections/views/__init__.py"}
    assert len(counted) <= MOST, counted


def test_the_configuration_names_no_title():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8").lower()
    assert [title for title in RULESETS if title in text] == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import domain.minos", True),
        ("from domain.minos.board import board_of", True),
        ("view = minos_view", True),
        ("x = {'minos': 1}", True),
        ('"""The title, such as `minos`."""', False),
        ("help = 'such as minos'", False),
    ],
)
def test_names_in_code(source: str, *, expected: bool):
    assert names_in_code(source, "minos") is expected
