"""Errors that the service only logs, and messages of Python about processes that were killed."""

import contextlib
import logging
import sys
from collections.abc import Generator


def _ignore(_: object) -> None:
    """Do nothing."""


@contextlib.contextmanager
def silent() -> Generator[None]:
    """Print nothing about `finally` blocks of processes that were killed: they do not run in a dead process."""
    before, sys.unraisablehook = sys.unraisablehook, _ignore
    try:
        yield
    finally:
        sys.unraisablehook = before


class UnexpectedErrors:
    """Collects the errors that the service only logs and does not expect."""

    def __enter__(self) -> list[str]:
        self._found: list[str] = []
        self._handler = Collector(self._found)
        self._log = logging.getLogger("service")
        self._before = self._log.propagate, self._log.level
        self._log.addHandler(self._handler)
        self._log.propagate = False
        self._log.setLevel(logging.ERROR)
        return self._found

    def __exit__(self, *_: object) -> None:
        self._log.removeHandler(self._handler)
        self._log.propagate, level = self._before
        self._log.setLevel(level)


class Collector(logging.Handler):
    def __init__(self, found: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._found = found

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info is not None:
            self._found.append(f"{record.getMessage()}: {record.exc_info[1]!r}")
