"""The service as a wheel installs it: its pages load bundles."""

import os
import shutil
import subprocess
import zipfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from tests.service.server import StartedServer, running
from tests.structure.documents import ROOT

TOOL = ROOT / "bundling"

CAN_BUNDLE = shutil.which("node") is not None and shutil.which("npm") is not None

WHY_NOT = "no Node.js with npm: the bundles of the web client cannot be made"


def unpacked_wheel(folder: Path) -> Path:
    """Build a wheel with bundles, and return the folder with its files."""
    if not (TOOL / "node_modules" / "esbuild").is_dir():
        subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=TOOL, check=True)
    build = [
        "uv",
        "build",
        "--quiet",
        "--offline",
        "--no-build-isolation",
        "--wheel",
        "--out-dir",
        str(folder / "dist"),
    ]
    subprocess.run(build, cwd=ROOT, check=True, env={**os.environ, "WEB_BUNDLES": "required"})
    (wheel,) = (folder / "dist").glob("*.whl")
    packages = folder / "packages"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(packages)
    return packages


class Released(StartedServer):
    """A service that runs the files of an unpacked wheel."""

    def __init__(self, packages: Path, database: Path, **settings: str) -> None:
        self.folder = packages
        super().__init__(database, **settings)


@contextmanager
def serving_wheel(packages: Path, database: Path, **settings: str) -> Generator[Released]:
    """Serve with the files of an unpacked wheel until the block ends."""
    with running(Released(packages, database, **settings)) as server:
        yield server
