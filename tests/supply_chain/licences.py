"""The licences of everything that an installation contains."""

import importlib.metadata
import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from tests.supply_chain.exports import ROOT

LICENCES = ROOT / "deploy" / "licences.md"

NAMES = {
    "Apache Software License": "Apache-2.0",
    "Apache Software License; MIT License": "Apache-2.0 OR MIT",
    "3-Clause BSD License": "BSD-3-Clause",
    "BSD License": "BSD-3-Clause",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
"""SPDX identifiers of the names that older packages give."""

READ: dict[str, str] = {"pyasn1-modules": "BSD-2-Clause", "resvg-py": "MIT", "rich-click": "MIT"}
"""SPDX identifiers of packages whose metadata is silent or inexact: read in their licence files."""

ACCEPTED = frozenset(
    {
        *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0", "PSF-2.0", "Unlicense"),
        # copyleft of the library's own files: we import these libraries and change nothing in them
        *("LGPL-3.0-only", "MPL-2.0"),
    }
)

VENDORED = {
    "lit-html": ("BSD-3-Clause", "service/web/static/vendor/lit-html/LICENSE"),
    "swagger-ui": ("Apache-2.0", "service/openapi/swagger_ui/LICENSE"),
    "Natural Earth coastlines": ("public domain", ""),
}
"""Copies in the repository: licence, and the file with its text."""

_HEAD = """# Licences

All packages in `deploy/requirements-tracing.txt`, which has those of `deploy/requirements.txt`, and
all copies in the repository. `uv run python -m tests.supply_chain` writes this file; a test
compares it with the metadata of the packages and refuses licences that are not accepted.

| package | licence |
|---|---|
"""


def licences_of(packages: Iterable[str]) -> dict[str, str]:
    """Return the SPDX expression of each installed package, by name. Other platforms' packages are left out."""
    installed = [name for name in packages if _is_installed(name)]
    command = [str(Path(sys.executable).with_name("pip-licenses")), "--from=mixed", "--format=json"]
    found = json.loads(subprocess.check_output([*command, "--packages", *installed], text=True))
    named: dict[str, str] = {_normal(each["Name"]): each["License"] for each in found}
    return {name: READ.get(name, NAMES.get(named[name], named[name])) for name in installed}


def table(licences: dict[str, str]) -> str:
    """Return the document with all licences."""
    copies = {name: f"{licence} (copy in the repository)" for name, (licence, _) in VENDORED.items()}
    rows = [f"| {name} | {licence} |\n" for name, licence in sorted({**licences, **copies}.items())]
    return _HEAD + "".join(rows)


def is_accepted(licence: str) -> bool:
    """Return whether an SPDX expression permits our use: one side of an OR, all sides of an AND."""
    return any(all(part.strip(" ()") in ACCEPTED for part in choice.split(" AND ")) for choice in licence.split(" OR "))


def _normal(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")


def _is_installed(name: str) -> bool:
    try:
        importlib.metadata.distribution(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True
