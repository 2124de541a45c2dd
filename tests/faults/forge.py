"""Servers that start quickly: forked from a process that has read all of the code, and done nothing else.

`python -m tests.faults.forge` is that process: a line of JSON asks for a server, its process id is the answer.
"""

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

from tests.service.server import Server, running


class Forked:
    """A process that is a child of the forge."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._descriptor = os.pidfd_open(pid)

    def poll(self) -> int | None:
        """Return something when it has ended; how is not known."""
        return 0 if select.select([self._descriptor], [], [], 0)[0] else None

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended."""
        if not select.select([self._descriptor], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired("ludolog", timeout or 0)
        return 0

    def send_signal(self, sig: int) -> None:
        """Send a signal, as long as it lives."""
        signal.pidfd_send_signal(self._descriptor, sig)

    def __del__(self) -> None:
        os.close(self._descriptor)


class Forge:
    """Starts servers."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def fork(self, environment: dict[str, str], port: int) -> Forked:
        """Start a server with these settings."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([environment, port]) + "\n")
        self._process.stdin.flush()
        return Forked(int(self._process.stdout.readline()))

    @contextlib.contextmanager
    def serving(self, database: Path | str, **settings: str) -> Generator[Server]:
        """Serve a file, or the database of a URL, under these settings until the block ends."""
        with running(ForkedServer(self, database, **settings)) as server:
            yield server


class ForkedServer(Server):
    """A running service that was forked."""

    def __init__(self, forge: Forge, database: Path | str, **settings: str) -> None:
        self._forge = forge
        super().__init__(database, **settings)

    def _start(self) -> Forked:
        return self._forge.fork({"LUDOLOG_DATABASE": self.database, **self.settings}, self.port)


@contextlib.contextmanager
def forge() -> Generator[Forge]:
    """Return what starts servers until the block ends."""
    command = [sys.executable, "-m", "tests.faults.forge"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Forge(process)


def main() -> None:
    """Fork a server for each line, and tell its process id."""
    from service.cli import app  # noqa: PLC0415 - all of the code, which only this process needs

    # nobody asks how they have ended
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        environment, port = json.loads(line)
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.setsid()
            nothing = os.open(os.devnull, os.O_RDWR)
            for descriptor in range(3):
                os.dup2(nothing, descriptor)
            os.environ.update(environment)
            sys.argv = ["ludolog", "serve", "--port", str(port)]
            app()
        print(pid, flush=True)


if __name__ == "__main__":
    main()
