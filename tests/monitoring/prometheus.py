"""Debian's Prometheus and its promtool."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

PROMTOOL = shutil.which("promtool")
PROMETHEUS = shutil.which("prometheus")

needs_promtool = pytest.mark.skipif(
    None in {PROMTOOL, PROMETHEUS} and os.environ.get("TESTS_PROMTOOL") != "required",
    reason="prometheus is not installed",
)


def promtool(*arguments: str | Path) -> str:
    """Run promtool, and return what it says; fails with it unless promtool is content."""
    assert PROMTOOL is not None, "TESTS_PROMTOOL is `required`, and there is no promtool"
    done = subprocess.run([PROMTOOL, *map(str, arguments)], capture_output=True, text=True, check=False, timeout=120)
    said = done.stdout + done.stderr
    assert done.returncode == 0, said[-5000:]
    return said
