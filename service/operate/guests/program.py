"""A program that plays: it gets a request as a line, and writes its answer as a line."""

import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Sequence

from service.operate.arena import BotError

END_WITHIN = 5.0
"""Seconds after which a program that has not ended by itself is killed."""

LONGEST = 1_000_000
"""The maximum length of an answer in bytes, with its line feed. A command has less than a thousand."""


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
            # a group of its own: it is killed as a whole, and Ctrl-C ends only the arena
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
        """Return the line that answers a request. Raises GuestError if the program ends, is late or writes no line."""
        return self._answer(request + b"\n")

    def wait_for(self, line: bytes) -> None:
        """Wait until the program writes a line. Raises GuestError if it writes something else."""
        found = self._answer()
        if found != line:
            reason = f"{self._bot} writes {found[:200]!r} before the first request"
            raise GuestError(reason)

    def _answer(self, request: bytes = b"") -> bytes:
        timer = threading.Timer(self._timeout, self._kill_late)
        timer.daemon = True
        timer.start()
        try:
            # a program that has ended may have written an answer before
            with contextlib.suppress(OSError):
                self._input.write(request)
                self._input.flush()
            line = self._output.readline(LONGEST)
        finally:
            timer.cancel()
        if len(line) == LONGEST and not line.endswith(b"\n"):
            self._kill()
            reason = f"{self._bot} has written {LONGEST:,} bytes without a line feed: an answer is one line"
            raise GuestError(reason)
        if self._is_late:
            reason = f"{self._bot} has not answered within {self._timeout:g} s (--timeout)"
            raise GuestError(reason)
        if not line:
            reason = f"{self._bot} has ended: {self._status()}"
            raise GuestError(reason)
        return line

    def _kill_late(self) -> None:
        self._is_late = True
        self._kill()

    def _status(self) -> str:
        try:
            code = self._process.wait(END_WITHIN)
        except subprocess.TimeoutExpired:
            return "it has closed its output"
        return f"exit status {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def end_input(self) -> None:
        """Close the input of the program, at which it ends."""
        with contextlib.suppress(OSError):
            self._input.close()

    def end(self) -> None:
        """Wait for the end of the program, and kill what is left of it and of what it has started."""
        self.end_input()
        try:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(END_WITHIN)
        finally:
            # after a second Ctrl-C too
            self._kill()
            self._process.wait()
            # not earlier: the program would see an error when it writes its last answer
            self._output.close()
