"""A service under attack: its memory, its processor time, and its answers to good clients."""

import os
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import httpx
import msgspec

from domain.kernel.values import Value
from service.core.settings import Settings
from tests.abuse.clients import Repeated
from tests.abuse.crowds.attack import Report, Target
from tests.abuse.crowds.good import PROBE, Player, Probe, Times
from tests.abuse.crowds.kinds import KINDS, NICE
from tests.abuse.raw.memory import resident
from tests.service.server import NO_TLS, UNLIMITED, Server, StartedServer

SAMPLED = 0.1
"""Seconds between two measurements of the memory."""

PACE = 0.1
"""Seconds between two bursts of requests that are reset: with six clients 3,000 requests a second."""

SETTLED = 3.0
"""Seconds after a crowd until the memory is measured."""

TICK = os.sysconf("SC_CLK_TCK")

MEBIBYTE = 1 << 20

ACCOUNTS = 4
"""Accounts of the crowd."""

_REQUESTS = re.compile(r'^ludolog_http_request_seconds_count\{.*status="(\d+)".*\} (\S+)$', re.MULTILINE)

_DEFAULTS = Settings()

LIMITS = {name: str(getattr(_DEFAULTS, name.removeprefix("LUDOLOG_").lower())) for name in UNLIMITED}
"""The default limits of a service."""


class Round(Value, frozen=True):
    """What one attack has done."""

    kind: str
    http: int
    count: int
    """How many clients the crowd had."""
    player: Times
    probe: Times
    before: float
    most: float
    after: float
    """Memory of the service in MiB."""
    server_cpu: float
    crowd_cpu: float
    """Shares of one processor."""
    failures: dict[int, int]
    """The numbers of answers of the service with a status from 500."""
    files: tuple[int, int]
    """Open files of the service: the most, and those shortly before the end."""
    recovery: float
    """Seconds after the attack at which an answer to the probe was late for the last time."""
    report: Report


class Memory(Repeated):
    """Measures the memory and the open files of a server until the block ends."""

    def __init__(self, server: Server) -> None:
        super().__init__(SAMPLED)
        self._server = server
        self.before = self.most = self.now()
        self.files: list[int] = []

    def now(self) -> float:
        """Return the memory in MiB."""
        return resident(self._server) / MEBIBYTE

    def turn(self) -> None:
        """Measure once."""
        self.most = max(self.most, self.now())
        self.files.append(len(os.listdir(f"/proc/{self._server.process.pid}/fd")))  # noqa: PTH208 - many names

    def files_left(self, seconds: float) -> tuple[int, int]:
        """Return the most open files, and their number so many seconds after the start."""
        return max(self.files), self.files[min(len(self.files) - 1, int(seconds / SAMPLED))]


def defended(kind: type[Server], folder: Path) -> Server:
    """Return a service with the limits that it has by default, whose log is kept."""
    return kind(folder / "games.db", {}, folder / "log", LUDOLOG_METRICS="on", LUDOLOG_LOG="json", **LIMITS)


def started(folder: Path) -> Server:
    """Return a service as operators run it."""
    return defended(StartedServer, folder)


class Watched:
    """A service with a player and a probe, which crowds attack one after another."""

    def __init__(self, server: Server, nice: int = NICE) -> None:
        self.server = server
        self._nice = str(nice)
        self.player = Player(server.port)
        self.probe = Probe(server.port)
        self.tokens = tuple(self._token(number) for number in range(ACCOUNTS))

    def _token(self, number: int) -> str:
        return self.player.ask("POST", "/v1/players", {"name": f"Crowd {number}"})["token"]

    def target(self, http: int, seconds: float, count: int, pace: float = PACE) -> Target:
        """Return what a crowd has to know."""
        return Target(self.server.port, http, seconds, count, self.player.game, self.tokens, pace)

    def round(self, name: str, http: int, seconds: float, count: int = 0, pace: float = PACE) -> Round:
        """Let a crowd attack for so many seconds while the good clients ask."""
        count = count or KINDS[name].count
        target = self.target(http, seconds, count, pace)
        command = [
            sys.executable,
            "-m",
            "tests.abuse.crowds.kinds",
            name,
            msgspec.json.encode(target).decode(),
            self._nice,
        ]
        failures, cpu = self.failures(), self._cpu()
        for asking in (self.player, self.probe):
            asking.times()
        with Memory(self.server) as memory:
            began = time.monotonic()
            done = subprocess.run(
                command, stdout=subprocess.PIPE, check=True, timeout=seconds + 120, start_new_session=True
            )
            ended = time.monotonic()
            files = memory.files_left(0.9 * (ended - began))
            player, probe = self.player.times(), self.probe.times()
            cpu = self._cpu() - cpu
            time.sleep(SETTLED)
        recovery = self.probe.last_slow() - ended
        report = msgspec.json.decode(done.stdout, type=Report)
        return Round(
            kind=name,
            http=http,
            count=count,
            player=player,
            probe=probe,
            before=memory.before,
            most=memory.most,
            after=memory.now(),
            server_cpu=cpu / seconds,
            crowd_cpu=report.cpu / seconds,
            failures=dict(self.failures() - failures),
            files=files,
            recovery=max(0.0, recovery),
            report=report,
        )

    def failures(self) -> Counter[int]:
        # from an address without hostile clients
        transport = httpx.HTTPTransport(local_address=PROBE, verify=NO_TLS)
        with httpx.Client(transport=transport, timeout=60) as client:
            text = client.get(f"{self.server.base}/metrics").text
        counts: Counter[int] = Counter()
        for status, count in _REQUESTS.findall(text):
            if int(status) >= 500:
                counts[int(status)] += int(float(count))
        return counts

    def _cpu(self) -> float:
        fields = Path(f"/proc/{self.server.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK
