"""Which build of the service this is: the number of the release, and the commit.

`hatch_build.py` runs this file while a wheel is built, so it imports no other module of the service.
"""

import os
import re
from functools import cache
from importlib.metadata import version
from pathlib import Path

STAMP = Path(__file__).with_name("build.txt")
"""The commit of an installed build, which `hatch_build.py` writes into the wheel. A checkout has no such file."""

_COMMIT = re.compile(r"[0-9a-f]{40}")
_SHORT = 8


@cache
def release() -> str:
    """Return the number of the release, such as `0.3.0`."""
    return version("ludolog")


@cache
def build() -> str:
    """Return the release and the commit, such as `0.3.0+g3f5cbbce` (PEP 440); without a known commit, the release."""
    commit = stamped() or commit_of(Path(__file__).parents[1])
    return release() if commit is None else f"{release()}+g{commit[:_SHORT]}"


def stamped() -> str | None:
    """Return the commit that was written into this build; None in a checkout."""
    try:
        return valid(STAMP.read_text())
    except OSError:
        return None


def commit_of(checkout: Path) -> str | None:
    """Return the commit of a checkout of this repository; None for any other folder.

    The files of git are read: git itself may be missing, and refuses the checkout of another user.
    """
    if not (checkout / "pyproject.toml").is_file():
        # installed below a checkout of something else
        return None
    git = checkout / ".git"
    try:
        if git.is_file():
            # a worktree: the file names its folder
            git = checkout / git.read_text().removeprefix("gitdir:").strip()
        head = (git / "HEAD").read_text().strip()
        if not head.startswith("ref:"):
            return valid(head)
        common = git / "commondir"
        folders = [git, git / common.read_text().strip()] if common.is_file() else [git]
        return _resolved(head.removeprefix("ref:").strip(), folders)
    except OSError:
        return None


def _resolved(reference: str, folders: list[Path]) -> str | None:
    for folder in folders:
        if (file := folder / reference).is_file():
            return valid(file.read_text())
        packed = folder / "packed-refs"
        lines = packed.read_text().splitlines() if packed.is_file() else []
        for line in lines:
            if line.endswith(f" {reference}"):
                return valid(line.split()[0])
    return None


def valid(text: str | None) -> str | None:
    """Return a whole commit hash in a text; None for anything else."""
    found = _COMMIT.fullmatch((text or "").strip())
    return found[0] if found else None


def commit_for_wheel(checkout: Path) -> str | None:
    """Return the commit to write into a wheel: of the checkout, or SOURCE_COMMIT where there is none."""
    return commit_of(checkout) or valid(os.environ.get("SOURCE_COMMIT"))
