"""The service processes and workers of a cluster: one of each by all hosts, one by HAProxy."""

import os
import subprocess
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.faults.clients import Crowd
from tests.readmodels.test_commands import worker
from tests.service.server import NOWHERE, Process, Server, running


class EitherServer(Server):
    """A service process of a checkout of an earlier release, until it is upgraded."""

    def __init__(self, database: str, checkout: Path | None, output: Path = NOWHERE, /, **settings: str) -> None:
        """Without a checkout it is of this release."""
        self.checkout = checkout
        super().__init__(database, {}, output, **settings)

    def _start(self) -> Process:
        if self.checkout is None:
            return super()._start()
        return of_checkout(self.checkout, self.output, self.environment, "serve", "--port", str(self.port))


def of_checkout(
    checkout: Path, output: Path, environment: dict[str, str], *arguments: str
) -> "subprocess.Popen[bytes]":
    """Start a command of a checkout."""
    command = [str(checkout / ".venv/bin/python"), "-m", "service", *arguments]
    with output.open("ab") as log:
        return subprocess.Popen(
            command,
            cwd=checkout,
            env={**environment, "PYTHONPATH": str(checkout)},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )


class Services:
    """All of them, until the stack ends."""

    def __init__(self, stack: ExitStack, urls: Sequence[str], folder: Path, checkout: Path | None) -> None:
        self._stack, self._urls, self._folder = stack, urls, folder
        self._settings = {"LUDOLOG_KEY_FILE": str(folder / "key")}
        # one after the other: the first migrates
        self.servers = [
            stack.enter_context(
                running(EitherServer(url, checkout, folder / f"service-{number}.log", **self._settings))
            )
            for number, url in enumerate(urls)
        ]
        self._old_workers = stack.enter_context(ExitStack())
        for number, url in enumerate(urls):
            if checkout is not None:
                self._old_workers.enter_context(self._old_worker(url, checkout, number))
        if checkout is None:
            self._start_workers()

    def _start_workers(self) -> None:
        for number, url in enumerate(self._urls):
            key = self._settings["LUDOLOG_KEY_FILE"]
            self._stack.enter_context(worker(url, err=str(self._log(number)), LUDOLOG_KEY_FILE=key))

    @contextmanager
    def _old_worker(self, url: str, checkout: Path, number: int) -> Generator[None]:
        environment = {**os.environ, **self._settings, "LUDOLOG_DATABASE": url}
        process = of_checkout(checkout, self._log(number), environment, "worker")
        try:
            yield
        finally:
            process.kill()
            process.wait()

    def _log(self, number: int) -> Path:
        return self._folder / f"worker-{number}.log"

    def upgrade(self, players: Crowd) -> None:
        """Replace all processes by those of this release, the workers first, one service process after the other."""
        if self.servers[0].checkout is not None:
            self._old_workers.close()
            self._start_workers()
        for server in self.servers:
            server.stop()
            server.checkout = None
            server.restart()
            players.await_answers(2, everybody=True)
