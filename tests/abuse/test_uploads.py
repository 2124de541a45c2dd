"""Uploads to /v1/verifications: a memory budget for all of them, and a few for each token at a time."""

import asyncio
import contextlib
import http.client
import io
import os
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Self

import httpx
import pytest

from service.core.http.problems import ProblemError
from service.people.tokens import Token
from service.proof.uploads.intake import IN_ALL, PER_ACCOUNT, PER_ADDRESS, PER_TOKEN, Source, Uploads
from service.proof.uploads.memory import Spool, UploadMemory
from tests.loops import in_loop
from tests.service.kit import problem
from tests.service.server import Server, serving
from tests.waiting import until

MIB = 1 << 20
PATH = "/v1/verifications"


class Upload:
    """An upload of which all but the last byte is sent until it is finished."""

    def __init__(self, server: Server, player: httpx.Client, size: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        self._connection.putrequest("POST", PATH)
        self._connection.putheader("Authorization", player.headers["Authorization"])
        self._connection.putheader("X-Forwarded-For", player.headers.get("X-Forwarded-For", "192.0.2.255"))
        self._connection.putheader("Content-Type", "application/octet-stream")
        self._connection.putheader("Content-Length", str(size))
        self._connection.endheaders()
        # one long line is refused at once, where two million short ones take seconds to check
        self._connection.send(b" " * (size - 1))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def finish(self) -> int:
        """Send the last byte; returns the status of the answer."""
        self._connection.send(b"\n")
        reply = self._connection.getresponse()
        reply.read()
        self._connection.close()
        return reply.status

    def leave(self) -> None:
        """Close the connection."""
        self._connection.close()


def posted(player: httpx.Client) -> httpx.Response:
    """Send a small bundle that does not hold."""
    return player.post(PATH, content=b"{}", headers={"Content-Type": "application/octet-stream"})


def resident(server: Server) -> int:
    """Return the bytes of memory that the process of a server holds."""
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def spooled(server: Server, folder: Path) -> int:
    """Return how many files of a folder without a name a server has open."""
    found = 0
    for link in Path(f"/proc/{server.process.pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            found += str(link.readlink()).startswith(f"{folder}/")
    return found


def test_large_uploads_go_to_files(tmp_path: Path) -> None:
    folder = tmp_path / "uploads"
    folder.mkdir()
    settings = {"LUDOLOG_UPLOAD_MEMORY": "1", "LUDOLOG_UPLOAD_FOLDER": str(folder)}
    settings["LUDOLOG_TRUSTED_PROXIES"] = "127.0.0.1"
    with serving(tmp_path / "games.db", **settings) as server, contextlib.ExitStack() as stack:
        before = resident(server)
        players = [server.player() for _ in range(8)]
        for number, player in enumerate(players):
            player.headers["X-Forwarded-For"] = f"192.0.2.{number}"
        uploads = [stack.enter_context(Upload(server, player, 6 * MIB)) for player in players for _ in range(2)]
        until(lambda: spooled(server, folder) >= len(uploads) - 1, 10)
        # 96 MiB were sent; the process holds its budget, and what is in transit
        assert resident(server) - before < 48 * MIB
        for upload in uploads[1:]:
            upload.leave()
        assert uploads[0].finish() == 200
        until(lambda: spooled(server, folder) == 0, 10)
        assert list(folder.iterdir()) == []
        # the memory was given back: the next upload is answered like any other
        assert posted(server.player()).is_success


def test_a_token_uploads_few_bundles_at_a_time(tmp_path: Path) -> None:
    folder = tmp_path / "uploads"
    folder.mkdir()
    # without memory for uploads each one in progress has a file: the test sees that all have their places before it
    # sends a request that would take one of these places itself
    settings = {"LUDOLOG_UPLOAD_MEMORY": "0", "LUDOLOG_UPLOAD_FOLDER": str(folder)}
    with serving(tmp_path / "games.db", **settings) as server, contextlib.ExitStack() as stack:
        player, other = server.player(), server.player("Bo")
        uploads = [stack.enter_context(Upload(server, player, 1000)) for _ in range(PER_TOKEN)]
        until(lambda: spooled(server, folder) == PER_TOKEN, 10)

        refused = posted(player)

        assert problem(refused) == (429, "too-many-uploads")
        assert int(refused.headers["Retry-After"]) > 0
        assert posted(other).status_code == 200
        assert uploads[0].finish() == 200
        assert posted(player).status_code == 200
        # a client that closes its connection frees the place
        uploads[1].leave()
        until(lambda: spooled(server, folder) == 0, 10)
        for _ in range(PER_TOKEN):
            stack.enter_context(Upload(server, player, 1000))
        until(lambda: spooled(server, folder) == PER_TOKEN, 10)


def test_a_folder_that_is_gone_is_no_error_of_the_service(tmp_path: Path) -> None:
    folder = tmp_path / "uploads"
    folder.mkdir()
    settings = {"LUDOLOG_UPLOAD_MEMORY": "0", "LUDOLOG_UPLOAD_FOLDER": str(folder)}
    with serving(tmp_path / "games.db", **settings) as server:
        folder.rmdir()
        reply = posted(server.player())

    assert problem(reply) == (503, "unavailable")
    assert "Retry-After" in reply.headers


def token(number: int, player: str) -> Token:
    return Token(str(number), player, "label", "2026", ("read",))


async def parts(*sizes: int) -> AsyncIterator[bytes]:
    for size in sizes:
        yield b"x" * size


@in_loop
async def test_memory_is_shared_and_given_back(tmp_path: Path) -> None:
    memory = UploadMemory(100, str(tmp_path))
    with Spool(memory) as small, Spool(memory) as large:
        await small.write(b"x" * 60)
        for part in (b"a" * 30, b"b" * 30, b"c" * 30):
            await large.write(part)
        assert (small.is_in_memory, large.is_in_memory) == (True, False)
        assert (await large.reader()).read() == b"a" * 30 + b"b" * 30 + b"c" * 30
        # what has gone to the file is free for others
        assert memory.used == 60
    assert memory.used == 0


class SlowFile(io.BytesIO):
    """A file on a disk that answers only when the test allows it."""

    def __init__(self) -> None:
        super().__init__()
        self.is_reached, self.may_go_on = threading.Event(), threading.Event()

    def write(self, data: Any, /) -> int:
        self.is_reached.set()
        assert self.may_go_on.wait(30)
        return super().write(data)


@in_loop
async def test_a_cancelled_spill_gives_the_memory_back(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = SlowFile()

    def temporary_file(**_: object) -> SlowFile:
        return slow

    monkeypatch.setattr("service.proof.uploads.memory.tempfile.TemporaryFile", temporary_file)

    async def receive(memory: UploadMemory) -> None:
        with Spool(memory) as spool:
            await spool.write(b"a" * 60)
            await spool.write(b"b" * 60)

    memory = UploadMemory(100, None)
    upload = asyncio.create_task(receive(memory))
    await asyncio.to_thread(slow.is_reached.wait, 30)
    upload.cancel()
    with pytest.raises(asyncio.CancelledError):
        await upload
    slow.may_go_on.set()
    async with asyncio.timeout(30):
        while memory.used or not slow.closed:
            await asyncio.sleep(0.01)


@in_loop
async def test_places_are_counted_for_tokens_accounts_addresses_and_all() -> None:
    uploads = Uploads(UploadMemory(1 << 20, None))
    async with contextlib.AsyncExitStack() as stack:

        async def upload(number: int, player: str, address: str) -> None:
            await stack.enter_async_context(uploads.received(Source(token(number, player), player, address), parts(1)))

        for number in range(PER_ACCOUNT):
            await upload(number, "player:a", "192.0.2.0")
        with pytest.raises(ProblemError, match="this account"):
            await upload(99, "player:a", "192.0.2.1")
        for number in range(PER_ACCOUNT, PER_ADDRESS):
            await upload(number, f"player:{number}", "192.0.2.0")
        with pytest.raises(ProblemError, match="this address") as refused:
            await upload(99, "player:b", "192.0.2.0")
        assert refused.value.code == "too-many-uploads"
        for number in range(PER_ADDRESS, IN_ALL):
            await upload(number, f"player:{number}", f"192.0.2.{number}")
        with pytest.raises(ProblemError, match="too many bundles"):
            await upload(100, "player:b", "192.0.2.100")
    async with uploads.received(Source(token(100, "player:b"), "player:b", "192.0.2.0"), parts(1)):
        pass
