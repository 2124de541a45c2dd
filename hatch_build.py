"""Writes into the wheel what an installed build has no repository for: the commit, the changelog, bundles.

The service serves the changelog as a page, and names the commit as its version. `bundling/bundle.js` makes the bundles
of the web client if Node.js is there and `npm ci` has been run in `bundling/`. A wheel without them works: its pages
load more files. With WEB_BUNDLES=required the build fails instead.
"""

import os
import runpy
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CommitHook(BuildHookInterface[Any]):
    """Adds the changelog, the commit if it is known, and bundles if they can be made.

    The same commit gives the same wheel.
    """

    PLUGIN_NAME = "custom"
    _folder: tempfile.TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files to a wheel; an editable one has its checkout."""
        if version == "editable":
            return
        root = Path(self.root)
        build_data["force_include"][str(root / "CHANGELOG.md")] = "service/CHANGELOG.md"
        self._folder = tempfile.TemporaryDirectory()
        made = Path(self._folder.name)
        commit = runpy.run_path(str(root / "service" / "release.py"))["commit_for_wheel"](root)
        if commit is not None:
            (made / "build.txt").write_text(f"{commit}\n")
        _bundle(root, made / "web" / "bundles")
        for file in sorted(file for file in made.rglob("*") if file.is_file()):
            file.chmod(0o644)
            build_data["force_include"][str(file)] = f"service/{file.relative_to(made)}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the files that were written."""
        del version, build_data, artifact_path
        if self._folder is not None:
            self._folder.cleanup()


def _bundle(root: Path, folder: Path) -> None:
    """Make the bundles of the web client in a folder, if possible."""
    tool, node = root / "bundling", shutil.which("node")
    if node is not None and (tool / "node_modules" / "esbuild").is_dir():
        subprocess.run([node, str(tool / "bundle.js"), str(folder)], check=True)  # noqa: S603 - no input from outside
    elif os.environ.get("WEB_BUNDLES") == "required":
        raise RuntimeError("bundles need Node.js, and npm ci in bundling/")
