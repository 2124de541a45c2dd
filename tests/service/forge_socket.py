"""The forge behind a Unix socket, for shell scripts: `python -m tests.service.forge_socket SOCKET`.

Each connection (tests/service/forge_client.py) is one command. It is attended by a process of its own, which forks the
command and writes two lines: the id of its process, and how it has ended.
"""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from pathlib import Path

from tests.service.forge import prepare, run_app

CLIENT = Path(__file__).with_name("forge_client.py")
STARTED_WITHIN = 60.0


@contextlib.contextmanager
def forge_at(path: Path, prefix: Sequence[str] = ()) -> Generator[str]:
    """Run a forge at a socket, started by the command of the prefix; yields the shell command that is `ludolog`."""
    # it ends with its standard input, however the tests end
    with subprocess.Popen(
        [*prefix, sys.executable, "-m", __name__, str(path)],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        start_new_session=True,
    ) as forge:
        deadline = time.monotonic() + STARTED_WITHIN
        while not path.exists():
            assert forge.poll() is None, "the forge ended at once"
            assert time.monotonic() < deadline, "the forge does not listen"
            time.sleep(0.02)
        yield f'"{sys.executable}" -I -S "{CLIENT}" "{path}"'


def main(path: str) -> None:
    """Attend to each connection in a process of its own, until the standard input ends."""
    prepare()
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(f"{path}.new")
        listening.listen()
        Path(f"{path}.new").rename(path)
        if os.fork() == 0:
            while True:
                connection, _ = listening.accept()
                _reap()
                if os.fork() == 0:
                    listening.close()
                    _attend(connection)
                connection.close()
    sys.stdin.read()
    os.killpg(0, signal.SIGKILL)


def _reap() -> None:
    """Wait for those who have attended, as far as they have ended."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _attend(connection: socket.socket) -> None:
    _, streams, _, _ = socket.recv_fds(connection, 1, 3)
    asked = b""
    while part := connection.recv(65536):
        asked += part
    pid = os.fork()
    if pid == 0:
        connection.close()
        _become(streams, *json.loads(asked))
        run_app()
    connection.sendall(b"%d\n" % pid)
    for stream in streams:
        os.close(stream)
    _, status = os.waitpid(pid, 0)
    # a client that was killed does not ask how it ended
    with contextlib.suppress(OSError):
        connection.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))
    os._exit(0)


def _become(streams: Sequence[int], arguments: list[str], environment: dict[str, str], folder: str) -> None:
    """Be what a process of the client would be."""
    os.setsid()
    for descriptor, stream in enumerate(streams):
        os.dup2(stream, descriptor)
        os.close(stream)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["ludolog", *arguments]


if __name__ == "__main__":
    main(sys.argv[1])
