"""A client process at a terminal of 24 lines and 80 columns, and what its screen shows."""

import codecs
import os
import pty
import re
import select
import signal
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

import pyte

from tests.service.forge import Start, forge

WIDTH, HEIGHT = 80, 24

_ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_UNFINISHED = re.compile(r"\x1b(\[[0-9;?]*)?$")


class PtyClient:
    """Runs `ludolog` under a pseudo-terminal."""

    def __init__(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        folder: Path | None = None,
        timeouts: Mapping[str, float] = {},
    ) -> None:
        self.screen = pyte.Screen(WIDTH, HEIGHT)
        self.plain = ""
        """All that was printed, without colours."""
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._unfinished = ""
        """The beginning of an escape sequence whose end has not been read."""
        self._stream = pyte.ByteStream(self.screen)
        # the inner side stays open here: the process opens it by its name
        self._terminal, self._inner = pty.openpty()
        # pyte and the process agree on the size
        settings = {**environment, "TERM": "xterm", "COLUMNS": str(WIDTH), "LINES": str(HEIGHT)}
        where, terminal = str(folder or Path.cwd()), os.ttyname(self._inner)
        start = Start(arguments, settings, where, timeouts=timeouts, terminal=terminal)
        self.process = forge().fork(start)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self._inner)
        os.close(self._terminal)

    def read(self, seconds: float = 0.05) -> bool:
        """Take what was printed within a while; returns whether the process still runs."""
        if not self._is_ready(seconds):
            if self.process.poll() is None:
                return True
            # the process may have printed between the wait and its end
            if not self._is_ready(0):
                return False
        printed = os.read(self._terminal, 65536)
        self._stream.feed(printed)
        self._add(self._decoder.decode(printed))
        return True

    def _is_ready(self, seconds: float) -> bool:
        """Return whether something was printed within a while that has not been read."""
        ready, _, _ = select.select([self._terminal], [], [], seconds)
        return bool(ready)

    def until(self, wanted: str, seconds: float = 60.0, after: int = 0) -> "re.Match[str]":
        """Read until a pattern was printed after a place in the text."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            found = re.compile(wanted).search(self.plain, after)
            if found:
                return found
            if not self.read():
                found = re.compile(wanted).search(self.plain, after)
                if found:
                    return found
                break
        raise AssertionError(f"{wanted!r} was not printed:\n{self.plain[-2500:]}")

    def _add(self, printed: str) -> None:
        text = self._unfinished + printed
        unfinished = _UNFINISHED.search(text)
        complete = text[: unfinished.start()] if unfinished else text
        self._unfinished = text[len(complete) :]
        self.plain += _ESCAPE.sub("", complete).replace("\r", "")

    @property
    def shown(self) -> list[str]:
        """The lines of the screen now."""
        return [line.rstrip() for line in self.screen.display]

    def type(self, line: str) -> None:
        """Type a line, and press Enter."""
        os.write(self._terminal, f"{line}\n".encode())

    def end_input(self) -> None:
        """Press Ctrl-D."""
        os.write(self._terminal, b"\x04")
