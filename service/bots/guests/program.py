"""A program that plays: it gets a request as a line, and writes its answer as a line."""

import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Sequence

from service.bots.arena import BotError

END_WITHIN = 5.0
"""Seconds after which a program that has not ended by itself is killed."""


class GuestError(BotError):
    """A bot that does not exist, cannot be started, or does not answer with a command."""


class Program:
    """A running program. It is killed if an answer takes longer than the timeout."""

    def __init__(self, bot: str, words: Sequence[str], timeout: float) -> None:
        """Start a program for a bot; `timeout` in seconds. Raises GuestError."""
        self._bot = bot
        self._timeout = timeout
        self._is_late = False
        try:
            # a group of its own: the timeout kills what the program has started too, and Ctrl-C ends only the arena
            self._process = subprocess.Popen(  # noqa: S603 - the user's own program
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except (OSError, ValueError) as error:
            reason = f"{bot} cannot be started: {error}"
            raise GuestError(reason) from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input, self._output = self._process.stdin, self._process.stdout

    def ask(self, request: bytes) -> bytes:
        """Return the line that answers a request. Raises GuestError if the program ends or is late."""
        timer = self._timer()
        try:
            # a program that has ended may have written an answer before
            with contextlib.suppress(OSError):
                self._input.write(request + b"\n")
                self._input.flush()
            return self._line()
        finally:
            timer.cancel()

    def wait_for(self, line: bytes) -> None:
        """Wait until the program writes a line. Raises GuestError if it writes something else."""
        timer = self._timer()
        try:
            found = self._line()
        finally:
            timer.cancel()
        if found != line:
            reason = f"{self._bot} writes {found[:200]!r} before the first request"
            raise GuestError(reason)

    def _timer(self) -> threading.Timer:
        timer = threading.Timer(self._timeout, self._kill_late)
        timer.daemon = True
        timer.start()
        return timer

    def _kill_late(self) -> None:
        self._is_late = True
        self._kill()

    def _line(self) -> bytes:
        if (line := self._output.readline()) and not self._is_late:
            return line
        if self._is_late:
            reason = f"{self._bot} has not answered within {self._timeout:g} s (--timeout)"
            raise GuestError(reason)
        reason = f"{self._bot} has ended: {self._status()}"
        raise GuestError(reason)

    def _status(self) -> str:
        try:
            code = self._process.wait(END_WITHIN)
        except subprocess.TimeoutExpired:
            return "it has closed its output"
        return f"exit status {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def end(self) -> None:
        """End the program: it sees the end of its input, and is killed if that is not enough."""
        for stream in (self._input, self._output):
            with contextlib.suppress(OSError):
                stream.close()
        try:
            self._process.wait(END_WITHIN)
        except subprocess.TimeoutExpired:
            self._kill()
            self._process.wait()
