"""The memory that all uploads share."""

import asyncio
import io
import os
import tempfile
from collections.abc import Callable
from types import TracebackType
from typing import IO, ParamSpec, Self, TypeVar

from service.problems import ProblemError

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


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

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Free what it holds."""
        self._file.close()
        self._memory.give_back(self._held)
        self._held = 0

    async def write(self, part: bytes) -> None:
        """Add bytes to the end; raises a 503 problem where neither memory nor disk has room for them."""
        self.size += len(part)
        if self.is_in_memory and self._memory.take(len(part)):
            self._held += len(part)
            self._file.write(part)
        else:
            await _on_disk(self._write_to_file, part)

    def _write_to_file(self, part: bytes) -> None:
        if self.is_in_memory:
            file = tempfile.TemporaryFile(dir=self._memory.folder)  # noqa: SIM115 - closed with the spool
            assert isinstance(self._file, io.BytesIO)
            file.write(self._file.getbuffer())
            self._file, self.is_in_memory = file, False
        self._file.write(part)

    async def reader(self) -> IO[bytes]:
        """Return the file with all that was written, at its beginning."""
        if not self.is_in_memory:
            await _on_disk(self._file.flush)
            self._memory.give_back(self._held)
            self._held = 0
        self._file.seek(0, os.SEEK_SET)
        return self._file


async def _on_disk(
    work: Callable[_Arguments, _Result], *arguments: _Arguments.args, **named: _Arguments.kwargs
) -> _Result:
    try:
        return await asyncio.to_thread(work, *arguments, **named)
    except OSError as error:
        message = f"the service has no room for the bundle now ({error.strerror}): try again later"
        raise ProblemError("unavailable", message, {"Retry-After": "60"}) from error
