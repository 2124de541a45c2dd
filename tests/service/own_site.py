"""The command `ludolog` in a folder of its own, as a user for whom PostgreSQL starts, even where tests run as root."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Generator, Mapping
from pathlib import Path

import httpx

from tests.service.forge_socket import forge_at
from tests.service.server import NO_TLS

AS_USER = ["unshare", "--user", "--map-user=1000", "--map-group=1000"]
"""PostgreSQL refuses root. In a user namespace, root is somebody else, and may still read this checkout."""

READY_TIMEOUT = 120.0
ROOT = Path(__file__).parents[2]


def can_run_postgres() -> bool:
    """Return whether a PostgreSQL server can be started here as something else than root."""
    return os.geteuid() != 0 or (
        shutil.which(AS_USER[0]) is not None
        and subprocess.run([*AS_USER, "true"], check=False, capture_output=True).returncode == 0
    )


class Workplace:
    """A folder in which commands are run; `ludolog` is a program there."""

    def __init__(self, folder: Path, ludolog: str, environment: Mapping[str, str]) -> None:
        self.folder = folder
        self.work = folder / "work"
        self.work.mkdir()
        programs = folder / "bin"
        programs.mkdir()
        _script(programs / "ludolog", f'exec {ludolog} "$@"')
        kept = {name: value for name, value in os.environ.items() if not name.startswith("LUDOLOG_")}
        self.environment = {**kept, **environment, "PATH": f"{programs}:{kept['PATH']}", "PYTHONPATH": str(ROOT)}
        self._programs = programs

    def add(self, name: str, script: str) -> None:
        """Add a program."""
        _script(self._programs / name, script)

    def run(self, script: str, timeout: float = 120) -> subprocess.CompletedProcess[str]:
        """Run lines of shell to their end, as far as each succeeds."""
        with tempfile.TemporaryFile("w+") as output:
            done = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", script], cwd=self.work, env=self.environment, check=False,
                stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, timeout=timeout,
            )  # fmt: skip
            output.seek(0)
            return subprocess.CompletedProcess(done.args, done.returncode, output.read())

    def begin(self, script: str) -> subprocess.Popen[bytes]:
        """Start lines of shell that do not end."""
        output = (self.folder / "output").open("ab")
        with output:
            return subprocess.Popen(
                ["bash", "-euo", "pipefail", "-c", script], cwd=self.work, env=self.environment,
                stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True,
            )  # fmt: skip

    def output(self) -> str:
        """Return what was put out by what was started."""
        return (self.folder / "output").read_text()


def _script(path: Path, text: str) -> None:
    path.write_text(f"#!/usr/bin/env bash\n{text}\n")
    path.chmod(0o755)


@contextlib.contextmanager
def workplace(**environment: str) -> Generator[Workplace]:
    """Yield a folder for commands; what they have started is ended with the block."""
    # short: the path of a Unix socket has 107 characters at the most
    folder = Path(tempfile.mkdtemp(prefix="ludolog-w-"))
    with forge_at(folder / "forge", AS_USER if os.geteuid() == 0 else ()) as ludolog:
        made = Workplace(folder, ludolog, environment)
        try:
            yield made
        finally:
            supervisor = made.work / "site" / "supervisord.pid"
            if supervisor.exists():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(supervisor.read_text()), signal.SIGTERM)
                deadline = time.monotonic() + 30
                while supervisor.exists() and time.monotonic() < deadline:
                    time.sleep(0.1)
    shutil.rmtree(folder, ignore_errors=True)


def await_ready(base: str, place: Workplace) -> None:
    """Wait until a service is ready."""
    deadline = time.monotonic() + READY_TIMEOUT
    while time.monotonic() < deadline:
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(f"{base}/health/ready", timeout=10, verify=NO_TLS).status_code == 200:
                return
        time.sleep(0.2)
    raise AssertionError(place.output()[-3000:])
