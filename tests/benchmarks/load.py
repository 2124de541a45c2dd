"""Requests prepared as bytes, sent over connections that are kept alive; and servers to send them to."""

import asyncio
import contextlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from tests.service.server import free_port


class Target(NamedTuple):
    """A server that runs: its port, the tokens of its players, and its process; None: nobody asks for it."""

    port: int
    tokens: list[str]
    pid: int | None = None


@contextlib.contextmanager
def serving(kind: str) -> Generator[Target]:
    """Run a server of this kind until the block ends."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="ludolog-") as folder:
        command = [sys.executable, "-m", "tests.benchmarks.serving", kind, str(port), f"{Path(folder)}/games.db"]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            try:
                assert process.stdout is not None
                tokens: list[str] = msgspec.json.decode(process.stdout.readline(), type=list[str])
                await_port(port, process)
                yield Target(port, tokens, process.pid)
            finally:
                process.kill()


def await_port(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until a program listens. Raises ChildProcessError if it ends before, TimeoutError after 30 seconds."""

    async def knock() -> None:
        for _ in range(600):
            if process.poll() is not None:
                raise ChildProcessError(f"the program has ended with {process.returncode}")
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                return
            await asyncio.sleep(0.05)
        raise TimeoutError

    asyncio.run(knock())


def request(
    method: str, path: str, token: str | None = None, body: object = None, headers: Sequence[str] = ()
) -> bytes:
    """Return a request as bytes."""
    data = b"" if body is None else msgspec.json.encode(body)
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", *headers]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if data:
        lines += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
    return "\r\n".join([*lines, "", ""]).encode() + data


async def reply(reader: asyncio.StreamReader) -> tuple[int, bytes, bytes]:
    """Read a reply: status, head and body."""
    head = await reader.readuntil(b"\r\n\r\n")
    status = int(head[9:12])
    place = head.lower().find(b"content-length: ")
    size = int(head[place + 16 : head.index(b"\r", place)]) if place >= 0 else 0
    return status, head, await reader.readexactly(size)


async def send(port: int, requests: Sequence[bytes], expected: int) -> None:
    """Send requests one after another over one connection; all are to be answered with this status."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for one in requests:
        writer.write(one)
        status, _, body = await reply(reader)
        if status != expected:
            message = f"{status} instead of {expected}: {body[:300]!r}"
            raise AssertionError(message)
    writer.close()


async def stream(port: int, asked: bytes) -> asyncio.StreamReader:
    """Open a stream."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(asked)
    head = await reader.readuntil(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200"), head
    return reader


async def read_all(reader: asyncio.StreamReader) -> None:
    """Read a stream to its end."""
    while await reader.read(1 << 16):
        pass


def rate(port: int, connections: Sequence[Sequence[bytes]], expected: int, *, streams: Sequence[bytes] = ()) -> float:
    """Send the requests of each connection one after another, the connections at once; returns requests a second.

    `streams` are requests for streams that are read meanwhile.
    """

    async def run() -> float:
        opened = await asyncio.gather(*(stream(port, asked) for asked in streams))
        reading = [asyncio.create_task(read_all(reader)) for reader in opened]
        began = time.perf_counter()
        await asyncio.gather(*(send(port, requests, expected) for requests in connections))
        seconds = time.perf_counter() - began
        for each in reading:
            # a stream that has ended or failed before has cost less
            assert not each.done()
            each.cancel()
        return sum(map(len, connections)) / seconds

    return asyncio.run(run())


def once(port: int, sent: bytes) -> tuple[int, bytes, bytes]:
    """Send one request; returns status, head and body."""

    async def run() -> tuple[int, bytes, bytes]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent)
        answer = await reply(reader)
        writer.close()
        return answer

    return asyncio.run(run())
