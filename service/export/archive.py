"""A zip file that is sent while it is made: no file of personal data is stored at the service."""

import io
import time
import zipfile
from typing import IO, Any


class _Outlet(io.RawIOBase):
    """Takes what the zip file writes, until it is sent."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[bytes] = []

    def writable(self) -> bool:
        """Return true. It cannot seek: sizes and checksums follow each file."""
        return True

    def write(self, part: Any, /) -> int:
        """Keep some bytes."""
        taken = bytes(part)
        self.parts.append(taken)
        return len(taken)


class Archive:
    """A zip file with one folder. One thread at a time adds to it."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._outlet = _Outlet()
        self._zip = zipfile.ZipFile(self._outlet, "w")
        self._at = time.gmtime()[:6]

    def open(self, name: str) -> IO[bytes]:
        """Begin a file, which has to be closed before the next one begins."""
        info = zipfile.ZipInfo(f"{self._folder}/{name}", self._at)
        info.compress_type = zipfile.ZIP_DEFLATED
        return self._zip.open(info, "w")

    def add(self, name: str, content: bytes) -> None:
        """Add a file."""
        with self.open(name) as file:
            file.write(content)

    def taken(self) -> bytes:
        """Return what can be sent now."""
        parts, self._outlet.parts = self._outlet.parts, []
        return b"".join(parts)

    def close(self) -> None:
        """Write the directory of the files, without which the file is incomplete."""
        self._zip.close()
