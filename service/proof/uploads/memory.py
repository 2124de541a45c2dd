"""Upload buffers that share a memory limit."""

import asyncio
import contextlib
import io
import os
import tempfile
from collections.abc import Callable
from types import TracebackType
from typing import IO, Self

from service.core.http.problems import ProblemError


class UploadMemory:
    """The memory limit of all uploads together, in bytes."""

    def __init__(self, most: int, folder: str | None) -> None:
        self._most = most
        self.folder = folder
        """The folder for files of larger uploads; None for the temporary folder of the system."""
        self.used = 0

    def take(self, count: int) -> bool:
        """Reserve bytes. Returns False if the limit would be exceeded."""
        if self.used + count > self._most:
            return False
        self.used += count
        return True

    def give_back(self, count: int) -> None:
        """Release bytes."""
        self.used -= count


class Spool:
    """The bytes of one upload, in memory or in an unnamed file."""

    def __init__(self, memory: UploadMemory) -> None:
        self._memory = memory
        self._held = 0
        self.size = 0
        """The number of bytes written."""
        self._file: IO[bytes] = io.BytesIO()
        self.is_in_memory = True
        self._writing: asyncio.Future[None] | None = None
        """The last file operation in a thread. It continues if the upload is cancelled."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Release the memory and close the file, after a thread that still writes it has ended."""
        if self._writing is None or self._writing.done():
            self._free()
        else:
            self._writing.add_done_callback(lambda _: self._free())

    def _free(self) -> None:
        self._memory.give_back(self._held)
        self._held = 0
        with contextlib.suppress(OSError):
            # closing flushes the file, which fails on a full disk
            self._file.close()

    async def write(self, part: bytes) -> None:
        """Append bytes. Raises a 503 problem if neither memory nor disk has room."""
        self.size += len(part)
        if self.is_in_memory and self._memory.take(len(part)):
            self._held += len(part)
            self._file.write(part)
        else:
            await self._on_disk(lambda: self._write_to_file(part))

    def _write_to_file(self, part: bytes) -> None:
        if self.is_in_memory:
            file = tempfile.TemporaryFile(dir=self._memory.folder)  # noqa: SIM115 - closed with the spool
            assert isinstance(self._file, io.BytesIO)
            try:
                with self._file.getbuffer() as held:
                    file.write(held)
            except OSError:
                with contextlib.suppress(OSError):
                    file.close()
                raise
            self._file, self.is_in_memory = file, False
        self._file.write(part)

    async def reader(self) -> IO[bytes]:
        """Return the complete file, positioned at its start."""
        if not self.is_in_memory:
            await self._on_disk(self._file.flush)
            self._memory.give_back(self._held)
            self._held = 0
        self._file.seek(0, os.SEEK_SET)
        return self._file

    async def _on_disk(self, work: Callable[[], None]) -> None:
        """Run a file operation in a thread. Raises a 503 problem if the disk fails."""
        self._writing = asyncio.get_running_loop().run_in_executor(None, work)
        try:
            # a thread cannot be cancelled: the file stays open until the thread is done
            await asyncio.shield(self._writing)
        except OSError as error:
            message = f"the service has no room for the bundle now ({error.strerror}): try again later"
            raise ProblemError("unavailable", message, {"Retry-After": "60"}) from error
