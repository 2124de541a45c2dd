"""Witnesses as processes of their own, next to a site."""

import contextlib
import json
import os
import subprocess
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any, TypeVar

import httpx

from domain.transparency.checkpoints import cosigned_by
from domain.transparency.notes import NoteKey, key_from, parse_note
from service.core.keys.signing import is_signed_by
from tests.replies import ok
from tests.service.forge import Start, forge
from tests.service.server import NO_TLS, READY_WITHIN, STOP_WITHIN, free_port

LOCAL = {"LUDOLOG_WEBHOOK_NETWORKS": "127.0.0.0/8", "LUDOLOG_CHECKPOINT_INTERVAL": "1"}
"""The settings of a site whose witnesses are on this machine."""

T = TypeVar("T")


def await_for(look: Callable[[], T | None], within: float = READY_WITHIN) -> T:
    """Return the first result of a look that is not None or empty."""
    deadline = time.monotonic() + within
    while not (found := look()):
        assert time.monotonic() < deadline, "it has not happened"
        time.sleep(0.05)
    return found


class WitnessProcess:
    """A running witness."""

    def __init__(self, folder: Path, *options: str, name: str = "witness.example/w1", **environment: str) -> None:
        folder.mkdir(exist_ok=True)
        self.folder, self.name, self.options = folder, name, options
        self.environment = environment
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.start()

    @property
    def state(self) -> Path:
        return self.folder / "witness.json"

    def start(self, **environment: str) -> None:
        arguments = [
            "witness", "--state", str(self.state), "--name", self.name, "--listen", f"127.0.0.1:{self.port}",
            "--every", "1", *self.options,
        ]  # fmt: skip
        out = str(self.folder / "out")
        variables = {**os.environ, **self.environment, **environment}
        self.process = forge().fork(Start(arguments, variables, out=out, err=out))

    def restart(self, **environment: str) -> None:
        self.start(**environment)
        self.await_ready()

    def await_ready(self) -> None:
        def look() -> bool:
            assert self.process.poll() is None, self.told()
            with contextlib.suppress(httpx.TransportError):
                return self.get("/vkey").status_code == 200
            return False

        await_for(look)

    def told(self) -> str:
        return (self.folder / "out").read_text()

    def get(self, path: str) -> httpx.Response:
        return httpx.get(f"{self.base}{path}", verify=NO_TLS)

    def submit(self, body: str | bytes) -> httpx.Response:
        return httpx.post(f"{self.base}/add-checkpoint", content=body, verify=NO_TLS)

    @property
    def key(self) -> NoteKey:
        return key_from(ok(self.get("/vkey")).text.strip())

    @property
    def setting(self) -> str:
        """What the site needs to know of it."""
        return f"{self.key.vkey} {self.base}"

    def status(self) -> dict[str, Any]:
        return json.loads(ok(self.get("/status")).content)

    def size(self) -> int:
        """The size of the last checkpoint of the only log."""
        return next((log["size"] for log in self.status()["logs"]), 0)

    def stop(self) -> int:
        self.process.send_signal(15)
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.process.wait(STOP_WITHIN)
        os.kill(self.process.pid, 9)
        return self.process.wait(STOP_WITHIN)


@contextlib.contextmanager
def witnessing(
    folder: Path, *options: str, name: str = "witness.example/w1", **environment: str
) -> Generator[WitnessProcess]:
    """Run a witness until the block ends."""
    found = WitnessProcess(folder, *options, name=name, **environment)
    try:
        found.await_ready()
        yield found
    finally:
        if found.process.poll() is None:
            found.stop()


def cosigners(client: httpx.Client, *keys: NoteKey) -> list[str]:
    """Return whose valid cosignatures the published checkpoint has."""
    note = parse_note(ok(client.get("/log/checkpoint")).text)
    return [cosigned.key.name for cosigned in cosigned_by(note, keys, is_signed_by)]
