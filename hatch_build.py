"""Writes into the wheel what an installed build has no repository for: the commit, and the changelog.

The service serves the changelog as a page, and names the commit as its version.
"""

import runpy
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CommitHook(BuildHookInterface[Any]):
    """Adds the changelog, and the commit if it is known. The same commit gives the same wheel."""

    PLUGIN_NAME = "custom"
    _folder: tempfile.TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files to a wheel; an editable one has its checkout."""
        if version == "editable":
            return
        root = Path(self.root)
        build_data["force_include"][str(root / "CHANGELOG.md")] = "service/CHANGELOG.md"
        commit = runpy.run_path(str(root / "service" / "release.py"))["commit_for_wheel"](root)
        if commit is not None:
            self._folder = tempfile.TemporaryDirectory()
            stamp = Path(self._folder.name) / "build.txt"
            stamp.write_text(f"{commit}\n")
            stamp.chmod(0o644)
            build_data["force_include"][str(stamp)] = "service/build.txt"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the file that was written."""
        del version, build_data, artifact_path
        if self._folder is not None:
            self._folder.cleanup()
