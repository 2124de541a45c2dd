"""A real server in a process of its own, on a free port, with a real file."""

import contextlib
import os
import secrets
import signal
import socket
import ssl
import subprocess
import sys
import time
import uuid
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Protocol, TypeVar

import httpx
import pytest

from tests.postgres import new_database
from tests.replies import ok
from tests.service.forge import Start, forge

STOP_WITHIN = 60.0
"""Seconds until a server that does not stop is killed, on a machine that does other work, too."""

READY_WITHIN = 60.0
"""Seconds until a server has to be ready, on a machine that does other work, too."""

NOWHERE = Path(os.devnull)

NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Nothing here is encrypted; what a client would make for itself takes longer than most tests."""


class Process(Protocol):
    """What a test needs to know of a process."""

    @property
    def pid(self) -> int: ...

    def poll(self) -> int | None: ...

    def wait(self, timeout: float | None = None) -> int: ...

    def send_signal(self, sig: int) -> None: ...


UNLIMITED = (
    *("LUDOLOG_RATE_LIMIT", "LUDOLOG_SIGN_UPS", "LUDOLOG_SIGN_UPS_PER_NETWORK", "LUDOLOG_OPEN_GAMES"),
    *("LUDOLOG_TOKENS", "LUDOLOG_INVITATIONS", "LUDOLOG_GUESTS"),
    *("LUDOLOG_MESSAGES", "LUDOLOG_MESSAGES_PER_ACCOUNT", "LUDOLOG_MESSAGES_PER_ADDRESS", "LUDOLOG_MESSAGES_PAUSE"),
    *("LUDOLOG_REPORTS", "LUDOLOG_REPORTS_PER_ADDRESS"),
)
"""Limits that a server of tests does not have, unless a test sets them: many tests share one server."""

SHORT_SEARCHES = {"domain.tournaments.pairing.search.outlook.ATTEMPTS": 2}
"""Half a second of search for each round that is drawn would be most of what the tests of tournaments compute. The
searches have tests of their own (`tests/tournaments/pairing`)."""

PATIENT = {"service.lists.reading.CATCH_UP_TIMEOUT": 5.0, "service.web.first.given.TIMEOUT": 60.0}
"""Lists wait for the news of the log, and pages for their first answers, longer than in the product: on a slow machine,
tests would get old ones, and none."""


class Server:
    """A running service; `client` speaks to it."""

    def __init__(
        self, database: Path | str, timeouts: Mapping[str, float] = {}, output: Path = NOWHERE, /, **settings: str
    ) -> None:
        """Serve a file, or the database of a URL, under these settings.

        `timeouts` are those of the product that differ, by the full names of their constants. What the service puts out
        is added to the file `output`.
        """
        self.timeouts, self.output = timeouts, output
        self.database = f"sqlite:///{database}" if isinstance(database, Path) else database
        # one address and one account do what many would
        unlimited = dict.fromkeys(UNLIMITED, "0")
        # tests count the events of a game: a clock adds some
        self.settings = unlimited | {"LUDOLOG_PUBLIC_CLOCK": "none"} | settings
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.process = self._start()
        self._await_ready()
        self._clients: list[httpx.Client] = []

    @property
    def environment(self) -> dict[str, str]:
        """The variables under which it runs."""
        return {**os.environ, "LUDOLOG_DATABASE": self.database, **self.settings}

    def _start(self) -> Process:
        arguments = ["serve", "--port", str(self.port)]
        output = str(self.output)
        constants = {**SHORT_SEARCHES, **PATIENT, **self.timeouts}
        return forge().fork(Start(arguments, self.environment, out=output, err=output, timeouts=constants))

    def _await_ready(self) -> None:
        deadline = time.monotonic() + READY_WITHIN
        while time.monotonic() < deadline:
            assert self.process.poll() is None, "the server ended at once"
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{self.base}/health/ready", verify=NO_TLS).status_code == 200:
                    return
            time.sleep(0.02)
        raise AssertionError("the server is not ready")

    def log(self) -> list[str]:
        """Return the lines that it has put out."""
        return self.output.read_text(errors="replace").splitlines()

    def client(self) -> httpx.Client:
        """Return a client that has not signed up."""
        client = httpx.Client(base_url=self.base, timeout=20.0, verify=NO_TLS)
        self._clients.append(client)
        return client

    def player(self, name: str = "Ada") -> httpx.Client:
        """Return the client of a player who has just signed up: by this name, or if it is taken, with a suffix."""
        client = self.client()
        reply = client.post("/v1/players", json={"name": name})
        if reply.status_code == 409:
            reply = client.post("/v1/players", json={"name": f"{name} {uuid.uuid4().hex[:12]}"})
        client.headers["Authorization"] = f"Bearer {ok(reply, 201).json()['token']}"
        return client

    def close_clients(self) -> None:
        """Hang up."""
        for client in self._clients:
            client.close()

    def kill(self) -> None:
        """End the whole process group at once, as a power cut would."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def restart(self) -> None:
        """Start again on the same database and port, and wait until it serves."""
        self.start_again()
        self._await_ready()

    def start_again(self) -> None:
        """Start again on the same database and port."""
        self.process = self._start()

    def stop(self) -> float:
        """Ask the server to stop, kill it after STOP_WITHIN; returns the seconds that it took."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=STOP_WITHIN)
        except subprocess.TimeoutExpired:
            self.kill()
        return time.monotonic() - began


class StartedServer(Server):
    """A running service that has read its code by itself, under its own settings."""

    module = "service"
    """What is run."""
    folder = Path()
    """Where it is run."""

    @property
    def command(self) -> list[str]:
        """The command line."""
        return [sys.executable, "-m", self.module, "serve", "--port", str(self.port)]

    def _start(self) -> Process:
        with self.output.open("ab") as out:
            return subprocess.Popen(
                self.command, cwd=self.folder, env=self.environment, stdout=out, stderr=out, start_new_session=True
            )


@contextlib.contextmanager
def serving(
    database: Path | str, timeouts: Mapping[str, float] = {}, output: Path = NOWHERE, /, **settings: str
) -> Generator[Server]:
    """Serve as `Server` does until the block ends."""
    with running(Server(database, timeouts, output, **settings)) as server:
        yield server


@contextlib.contextmanager
def serving_either(
    request: pytest.FixtureRequest, folder: Path, timeouts: Mapping[str, float] = {}, /, **settings: str
) -> Generator[Server]:
    """Serve a file in a folder, or an empty PostgreSQL database, as the parameter of a fixture says, until the end."""
    if request.param == "sqlite":
        with serving(folder / "games.db", timeouts, **settings) as running:
            yield running
        return
    url: str = request.getfixturevalue("postgres_server")
    settings |= {"LUDOLOG_KEY_FILE": str(folder / "key"), "LUDOLOG_PROJECTIONS": "embedded"}
    template: str = request.getfixturevalue("postgres_template")
    with new_database(url, template) as database, serving(database, timeouts, **settings) as running:
        yield running


S = TypeVar("S", bound=Server)


@contextlib.contextmanager
def running(server: S) -> Generator[S]:
    """Let a server run until the block ends."""
    try:
        yield server
    finally:
        server.close_clients()
        if server.process.poll() is None:
            server.stop()


def free_port() -> int:
    """Return a port that no process has.

    It is below those that Linux gives to outgoing connections: a test that opens thousands of them could take it before
    the server does.
    """
    while True:
        port = 20_000 + secrets.randbelow(12_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
