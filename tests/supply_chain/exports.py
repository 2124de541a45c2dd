"""The locked dependencies of the service, as uv exports them."""

import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

REQUIREMENTS = ROOT / "deploy" / "requirements.txt"
WITH_TRACING = ROOT / "deploy" / "requirements-tracing.txt"

EXTRAS = {REQUIREMENTS: ("--extra", "pictures"), WITH_TRACING: ("--all-extras",)}
"""The files of pinned requirements, and the extras that each contains."""

UV = os.environ.get("UV", "uv")

_EXPORT = ("export", "--quiet", "--offline", "--locked", "--no-dev", "--no-emit-project")

_FORM = ("--no-annotate", "--no-header")


def exported_requirements(file: Path) -> str:
    """Return the pinned requirements of a file with their SHA-256 hashes, in the form of pip."""
    command = [UV, *_EXPORT, *EXTRAS[file], *_FORM]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def pinned(requirements: str) -> dict[str, str]:
    """Return the version of each package in requirements, by name."""
    return dict(re.findall(r"^([a-z0-9._-]+)(?:\[[a-z,]+\])?==(\S+)", requirements, re.MULTILINE))
