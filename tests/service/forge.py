"""The command `ludolog`, started quickly: forked from a process that has read all of the code and built an application.

`python -m tests.service.forge` is that process: a line of JSON asks for a child, or how one has ended.
"""

import atexit
import functools
import gc
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

_POLL = 0.005
"""Seconds between two questions whether a child has ended."""

_ENDS_WITHIN = 90.0

COPY = "copy"
"""The argument of a forge whose children read the data files."""

READ_LATER = ("typer.rich_utils", "anyio._backends._asyncio", "concurrent.futures.thread")
"""What a command reads only when it needs it, and most commands or every service do."""


class Start(NamedTuple):
    """What is to be started: arguments and variables, where, and the files for what it puts out."""

    arguments: Sequence[str]
    environment: Mapping[str, str]
    folder: str = "."
    out: str = os.devnull
    err: str = os.devnull
    timeouts: Mapping[str, float] = {}
    """Other values of timeouts, by the full names of their constants, for tests that cannot wait as long."""
    terminal: str | None = None
    """The terminal that it has instead of files."""


class Forked:
    """A child of the forge."""

    def __init__(self, forge: "Forge", pid: int) -> None:
        self.pid = pid
        self._forge = forge

    def poll(self) -> int | None:
        """Return the exit code, negative for a signal; None while it lives."""
        return self._forge.asked(self.pid)

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended; returns the exit code."""
        deadline = time.monotonic() + (timeout or float("inf"))
        while (code := self.poll()) is None:
            if time.monotonic() > deadline:
                raise subprocess.TimeoutExpired("ludolog", timeout or 0)
            time.sleep(_POLL)
        return code

    def send_signal(self, sig: int) -> None:
        """Send a signal, as long as it lives."""
        if self.poll() is None:
            os.kill(self.pid, sig)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)
        self.wait()


class Forge:
    """Starts `ludolog`."""

    def __init__(self, program: Path | None = None) -> None:
        """Start the process, with the code of this checkout or of a copy of the program in another folder.

        The children of a copy read its data files themselves, when they start.
        """
        command = [sys.executable, "-m", "tests.service.forge", *([COPY] if program else [])]
        # a module in the current folder comes first: only the tests are those of the checkout
        variables = {**os.environ, "PYTHONPATH": str(Path.cwd())} if program else None
        # in a session of its own: Ctrl-C in the terminal is for the tests, which then stop their servers
        self._process = subprocess.Popen(
            command, cwd=program, env=variables,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip
        self._lock = threading.Lock()

    def fork(self, start: Start) -> Forked:
        """Start a child."""
        return Forked(self, self.asked(start))

    def asked(self, question: object) -> Any:
        """Return the answer to a question."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with self._lock:
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
            return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        """End when no child is needed any more."""
        self._process.communicate()


@functools.cache
def forge() -> Forge:
    """Return the forge of this process."""
    made = Forge()
    atexit.register(made.close)
    return made


IMPATIENT = {"service.core.store.files.locks.LOCK_TIMEOUT": 0.2}
"""Timeouts for a command that finds its file locked, if a test knows that it stays so."""


def run_ludolog(
    *arguments: str,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    timeouts: Mapping[str, float] | None = None,
    by: Forge | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run the command to its end, in a folder, with further variables and other timeouts than the product has.

    `by` is the forge of a copy of the program.
    """
    with tempfile.TemporaryDirectory() as told:
        out, err = Path(told) / "out", Path(told) / "err"
        variables = {**os.environ, **(environment or {})}
        start = Start(arguments, variables, str(folder or Path.cwd()), str(out), str(err), timeouts or {})
        child = (by or forge()).fork(start)
        try:
            code = child.wait(_ENDS_WITHIN)
        except subprocess.TimeoutExpired:
            child.kill()
            raise
        return subprocess.CompletedProcess(arguments, code, out.read_text(), err.read_text())


def prepare(*, reads_data: bool = True) -> None:
    """Read all of the code and build an application, so that the children share them."""
    from domain.rulesets import check_data_sets  # noqa: PLC0415 - all of the code, which only a forge needs
    from projections.boards import check_layouts  # noqa: PLC0415 - as above
    from service.operate.cli import MODULES  # noqa: PLC0415 - as above

    for module in (*MODULES.values(), *READ_LATER):
        import_module(module)
    if reads_data:
        # each file is read once in a process
        check_data_sets()
        check_layouts()
    _build_in_advance()
    # the collectors of the children leave these objects alone
    gc.freeze()


def _build_in_advance() -> None:
    """Let `routed_app` return an application that is built already: that takes most of the start of a service.

    A child serves one application. One that builds another builds it itself.
    """
    from service import app  # noqa: PLC0415 - all of the code, which only a forge needs

    build = app.routed_app
    built = {has_metrics: build(has_metrics=has_metrics) for has_metrics in (False, True)}

    def routed_app(*, has_metrics: bool, features: Sequence[app.Feature] = app.FEATURES) -> app.Litestar:
        in_advance = built.pop(has_metrics, None) if features is app.FEATURES else None
        return in_advance or build(has_metrics=has_metrics, features=features)

    app.routed_app = routed_app


def main() -> None:
    """Fork a child for each line that asks for one."""
    prepare(reads_data=COPY not in sys.argv)
    children: dict[int, int | None] = {}
    for line in sys.stdin:
        question = json.loads(line)
        if isinstance(question, int):
            children[question] = _how_it_ended(question, children[question])
            _answer(children[question])
            continue
        pid = os.fork()
        if pid == 0:
            _become(Start(*question))
            run_app()
        children[pid] = None
        _answer(pid)
    # the process that has started them has ended
    for pid, code in children.items():
        if _how_it_ended(pid, code) is None:
            os.killpg(pid, signal.SIGKILL)


def _answer(what: int | None) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def _how_it_ended(pid: int, known: int | None) -> int | None:
    """Return the exit code of a child; the system reports it only once."""
    if known is not None:
        return known
    ended, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended else None


def _become(start: Start) -> None:
    """Be what a process of its own would be."""
    os.setsid()
    files = (os.devnull, start.out, start.err) if start.terminal is None else (start.terminal,) * 3
    for descriptor, file in enumerate(files):
        os.dup2(os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOCTTY), descriptor)
    # that of the forge has been read
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    if start.terminal is not None:
        # those of the forge cannot be used with a terminal: they are files that one can seek in
        sys.stdout, sys.stderr = (os.fdopen(number, "w", encoding="utf-8", closefd=False) for number in (1, 2))
    os.chdir(start.folder)
    os.environ.clear()
    os.environ.update(start.environment)
    sys.argv = ["ludolog", *start.arguments]
    vars(import_module("service.core.store.lock_order"))["IS_CHECKED"] = True
    for name, seconds in start.timeouts.items():
        module, _, constant = name.rpartition(".")
        vars(import_module(module))[constant] = seconds


def run_app() -> NoReturn:
    """Run `ludolog` and exit as Python does, but for the modules, which take longer to tear down than most commands."""
    from service.operate.cli import app  # noqa: PLC0415 - as above

    try:
        app()
    except SystemExit as ended:
        code = ended.code
        if isinstance(code, str):
            sys.stderr.write(f"{code}\n")
    else:
        code = 0
    threading._shutdown()  # type: ignore[attr-defined] # noqa: SLF001 - what Python itself calls first
    atexit._run_exitfuncs()  # noqa: SLF001 # pyright: ignore[reportPrivateUsage] - what Python itself calls next
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))


if __name__ == "__main__":
    main()
