"""All dependencies are pinned by hash, come from the public index, and have licences that are accepted."""

import json
import re
import tomllib
from typing import Any

import pytest

from tests.supply_chain.exports import EXTRAS, REQUIREMENTS, ROOT, WITH_TRACING, exported_requirements, pinned
from tests.supply_chain.licences import LICENCES, VENDORED, is_accepted, licences_of, table

WRITE = "run `uv run python -m tests.supply_chain`"


def test_the_requirements_are_those_of_the_lock_file() -> None:
    for file in EXTRAS:
        assert file.read_text() == exported_requirements(file), WRITE
    # what is not asked for is not installed
    assert [name for name in pinned(REQUIREMENTS.read_text()) if "opentelemetry" in name] == []


def test_each_requirement_has_hashes_and_no_address() -> None:
    text = WITH_TRACING.read_text()
    assert pinned(REQUIREMENTS.read_text()).items() < pinned(text).items()
    entries = re.split(r"\n(?! )", text.strip())
    assert len(entries) == len(pinned(text)) > 20
    assert [entry for entry in entries if "--hash=sha256:" not in entry] == []
    assert "://" not in text


def test_each_locked_package_has_hashes_and_comes_from_the_public_index() -> None:
    packages: list[dict[str, Any]] = tomllib.loads((ROOT / "uv.lock").read_text())["package"]
    for package in packages:
        if package["source"] == {"editable": "."}:
            continue
        assert package["source"] == {"registry": "https://pypi.org/simple"}, package["name"]
        files = [*package.get("wheels", ()), *([package["sdist"]] if "sdist" in package else ())]
        assert files, package["name"]
        assert all(file["hash"].startswith("sha256:") for file in files), package["name"]


def test_each_package_of_the_tools_for_the_web_client_has_a_hash() -> None:
    lock = json.loads((ROOT / "tests" / "web" / "tools" / "package-lock.json").read_text())
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert packages
    assert [name for name, package in packages.items() if not package["integrity"].startswith("sha512-")] == []


def test_the_list_of_licences_is_current_and_each_is_accepted() -> None:
    licences = licences_of(pinned(WITH_TRACING.read_text()))
    assert LICENCES.read_text() == table(licences), WRITE
    assert {name: licence for name, licence in licences.items() if not is_accepted(licence)} == {}


@pytest.mark.parametrize(
    ("licence", "accepted"),
    [
        ("MIT", True),
        ("GPL-3.0-only", False),
        ("GPL-3.0-only OR MIT", True),
        ("MIT AND GPL-3.0-only", False),
        ("(Apache-2.0 AND MIT) OR GPL-2.0-only", True),
        ("UNKNOWN", False),
    ],
)
def test_an_expression_is_accepted_if_one_choice_is(licence: str, accepted: bool) -> None:
    assert is_accepted(licence) == accepted


def test_each_copy_in_the_repository_brings_its_licence() -> None:
    for file in (file for _, file in VENDORED.values() if file):
        assert (ROOT / file).stat().st_size > 500
