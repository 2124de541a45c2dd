"""The memory that all uploads share."""

import asyncio
import contextlib
import io
import os
import tempfile
from collections.abc import Callable
from types import TracebackType
from typing import IO, Self

from service.http.problems import ProblemError


class UploadMemory:
    """A number of bytes that uploads may hold in memory, all of them together."""

    def __init__(self, most: int, folder: str | None) -> None:
        self._most = most
        self.folder = folder
        """Where the files of larger uploads are; None: where the system keeps temporary files."""
        self.used = 0

    def take(self, count: int) -> bool:
        """Take so many bytes, if they are free; returns whether they are."""
        if self.used + count > self._most:
            return False
        self.used += count
        return True

    def give_back(self, count: int) -> None:
        """Free so many bytes."""
        self.used -= count


class Spool:
    """The bytes of one upload, in memory or in a file without a name."""

    def __init__(self, memory: UploadMemory) -> None:
        self._memory = memory
        self._held = 0
        self.size = 0
        """Bytes that were written."""
        self._file: IO[bytes] = io.BytesIO()
        self.is_in_memory = True
        self._writing: asyncio.Future[None] | None = None
        """The last work of a thread on the file: it continues if the upload is cancelled."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Free the memory and close the file; if a thread still writes the file, as soon as the thread is done."""
        if self._writing is None or self._writing.done():
            self._free()
        else:
            self._writing.add_done_callback(lambda _: self._free())

    def _free(self) -> None:
        self._memory.give_back(self._held)
        self._held = 0
        with contextlib.suppress(OSError):
            # closing a file flushes it: on a full disk that fails
            self._file.close()

    async def write(self, part: bytes) -> None:
        """Add bytes to the end; raises a 503 problem where neither memory nor disk has room for them."""
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
        """Return the file with all that was written, at its beginning."""
        if not self.is_in_memory:
            await self._on_disk(self._file.flush)
            self._memory.give_back(self._held)
            self._held = 0
        self._file.seek(0, os.SEEK_SET)
        return self._file

    async def _on_disk(self, work: Callable[[], None]) -> None:
        """Work on the file in a thread; raises a 503 problem if the disk fails."""
        self._writing = asyncio.get_running_loop().run_in_executor(None, work)
        try:
            # a thread cannot be cancelled: the file stays open until the thread is done
            await asyncio.shield(self._writing)
        except OSError as error:
            message = f"the service has no room for the bundle now ({error.strerror}): try again later"
            raise ProblemError("unavailable", message, {"Retry-After": "60"}) from error
