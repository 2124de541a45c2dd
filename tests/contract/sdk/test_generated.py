"""The generated files of the SDKs that need no npm are those of the document, and the releases are equal."""

import json
import tomllib
from pathlib import Path

import ludolog_client

from tests.contract.sdk.files import PYTHON, TYPESCRIPT, written

ROOT = Path(__file__).parents[3]


def test_the_files_that_are_written_are_those_of_the_document() -> None:
    stale = [file.name for file, content in written() if file.read_bytes() != content]

    assert stale == [], "run `uv run python -m tests.contract.sdk`"


def test_the_sdks_have_the_release_of_the_service() -> None:
    release = _project(ROOT)["version"]

    assert _project(PYTHON)["version"] == ludolog_client.__version__ == release
    assert json.loads((TYPESCRIPT / "package.json").read_text())["version"] == release


def _project(folder: Path) -> dict[str, str]:
    return tomllib.loads((folder / "pyproject.toml").read_text())["project"]
