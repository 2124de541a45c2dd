"""Debian's pgbouncer, a pooler of PostgreSQL connections, in front of a server of the tests."""

import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Generator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.waiting import until

PGBOUNCER = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")

needs_pgbouncer = pytest.mark.skipif(
    PGBOUNCER is None and os.environ.get("TESTS_POOLER") != "required", reason="pgbouncer is not installed"
)

PORT = 6432

CONFIGURATION = """\
[databases]
* = host={server}

[pgbouncer]
pool_mode = {mode}
listen_addr =
listen_port = {port}
unix_socket_dir = {folder}
auth_type = any
default_pool_size = {pool}
max_client_conn = 200
ignore_startup_parameters = options
logfile = {folder}/log
"""


@contextlib.contextmanager
def pooled(server: str, mode: str, user: str, pool: int = 20) -> Generator[str]:
    """Run pgbouncer in front of the database of a URL; returns the URL of the same database through the pooler.

    `mode` is `session` or `transaction`, `user` the one as whom clients sign in, `pool` the size of each pool.
    """
    assert PGBOUNCER is not None, "TESTS_POOLER is `required`, and there is no pgbouncer"
    parts = urlsplit(server)
    (host,) = parse_qs(parts.query)["host"]
    # short: the path of a Unix socket has 107 characters at the most
    folder = Path(tempfile.mkdtemp(prefix="ludolog-pb-"))
    try:
        configuration = folder / "pgbouncer.ini"
        text = CONFIGURATION.format(server=f"{host} user={user}", mode=mode, port=PORT, folder=folder, pool=pool)
        configuration.write_text(text)
        # pgbouncer refuses root
        other = "nobody" if os.geteuid() == 0 else None
        if other is not None:
            os.chown(folder, pwd.getpwnam(other).pw_uid, -1)
        process = subprocess.Popen(
            [PGBOUNCER, "--quiet", str(configuration)], user=other, cwd="/",
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            until(lambda: _answers(folder / f".s.PGSQL.{PORT}"))
            yield f"postgresql://{user}@{parts.path}?host={folder}&port={PORT}"
        finally:
            process.terminate()
            process.wait(timeout=30)
    finally:
        shutil.rmtree(folder)


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(str(path)) == 0
