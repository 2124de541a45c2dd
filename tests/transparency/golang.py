"""Go's own packages for logs: golang.org/x/mod/sumdb, of Debian's package golang-golang-x-mod-dev."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

PROGRAM = Path(__file__).with_name("go") / "main.go"
GO, SOURCES = shutil.which("go"), Path("/usr/share/gocode")
IS_THERE = GO is not None and (SOURCES / "src" / "golang.org" / "x" / "mod" / "sumdb" / "tlog").is_dir()

needs_go = pytest.mark.skipif(
    not IS_THERE and os.environ.get("TESTS_GO") != "required", reason="golang-go or golang-golang-x-mod-dev is missing"
)
"""Marks tests that need Go. `TESTS_GO=required` lets them fail without it."""


def built(folder: Path) -> Path:
    """Compile the program."""
    assert GO is not None, "TESTS_GO is `required`, and there is no Go"
    program = folder / "check"
    environment = {
        **os.environ,
        "GO111MODULE": "off",
        "GOFLAGS": "",
        "GOPATH": str(SOURCES),
        "GOCACHE": str(folder / "cache"),
    }
    subprocess.run([GO, "build", "-o", str(program), str(PROGRAM)], env=environment, check=True, timeout=600)
    return program


def wrong(program: Path, given: dict[str, Any]) -> list[str]:
    """Return what Go's packages find wrong."""
    done = subprocess.run(
        [str(program)], input=json.dumps(given).encode(), capture_output=True, check=False, timeout=300
    )
    lines = done.stdout.decode().splitlines()
    assert done.stderr == b""
    assert (done.returncode == 0) == (lines[-1] == "0 wrong")
    return lines[:-1]
