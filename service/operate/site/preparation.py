"""Prepares a site: folder, PostgreSQL cluster, and the configuration of supervisord."""

import os
import secrets
import sys
from collections.abc import MutableMapping
from importlib.util import find_spec
from pathlib import Path

from msgspec.structs import replace

from domain.kernel.values import Value
from service.core.settings import Settings, is_postgres
from service.operate.site.errors import SiteError
from service.operate.site.programs import SOCKET_OPTION, binaries, check_url, run
from service.operate.site.state import SOCKET, SiteState, is_running, write_state
from service.release import build
from service.serving.address import bind, bind_error

FILE = "supervisord.conf"

SOCKET_PATH_BYTES = 107
"""The longest path of a Unix socket on Linux. supervisord adds its process id to the name at first."""

_HEAD = """\
; made by `ludolog site`, anew at every start
[supervisord]
nodaemon = true
silent = false
logfile = {folder}/supervisord.log
pidfile = {folder}/supervisord.pid

[unix_http_server]
file = {folder}/{socket}
chmod = 0700

[supervisorctl]
serverurl = unix://{folder}/{socket}

[rpcinterface:supervisor]
supervisor.rpcinterface_factory = supervisor.rpcinterface:make_main_rpcinterface
"""

_PROGRAM = """
[program:{name}]
command = {command}
process_name = {process}
numprocs = {count}
priority = {priority}
autorestart = true
; a start that fails is tried again for as long as it takes, after a second, then two, then three
startretries = 1000000
startsecs = 1
stopsignal = {stop}
stopwaitsecs = 15
redirect_stderr = true
stdout_logfile = {folder}/{process}.log
stdout_logfile_maxbytes = 10MB
stdout_logfile_backups = 3
"""

_CLUSTER = (
    "listen_addresses = ''",
    "max_connections = 100",
    "timezone = 'UTC'",
)


class SiteConfig(Value, frozen=True):
    """The folder, the settings and the number of service processes of a site."""

    folder: Path
    settings: Settings
    processes: int


def check(site: SiteConfig) -> None:
    """Check that the site can run here, before anything is written. Raises SiteError and SettingsError."""
    # a site always has a PostgreSQL database
    replace(site.settings, database="postgresql://").check_projections()
    if is_running(site.folder):
        message = f"a site runs in {site.folder} already: stop it, or choose another --folder"
        raise SiteError(message)
    settings = site.settings
    if is_postgres(settings.database):
        check_url(settings.database, "the database")
    try:
        # not shared: another site could share the port
        bind(settings.host, settings.port).close()
    except OSError as error:
        message = f"{bind_error(settings.host, settings.port, error)}: choose another LUDOLOG_PORT or LUDOLOG_HOST"
        raise SiteError(message) from None


def prepare(site: SiteConfig, environment: MutableMapping[str, str]) -> list[str]:
    """Create all missing files of the site and set its environment. Returns the command that runs it.

    Raises SiteError.
    """
    folder = site.folder.resolve()
    _check_supervisor(folder)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for log in folder.glob("*.log*"):
        # an earlier release made the logs readable for all
        log.chmod(0o600)
    given = is_postgres(site.settings.database)
    url = site.settings.database if given else own_url(folder)
    programs = [] if given else [_postgres(folder)]
    ludolog = f"{sys.executable} -m service"
    environment["LUDOLOG_SHARED_PORT"] = "on"
    environment["LUDOLOG_HOST"] = site.settings.host
    environment["LUDOLOG_PORT"] = str(site.settings.port)
    environment["LUDOLOG_KEY_FILE"] = site.settings.key_file or str(folder / "ludolog.key")
    environment["LUDOLOG_DUMP_FOLDER"] = site.settings.dump_folder or str(folder / "dumps")
    # the URL may contain a password: a private file hides it from the list of processes
    _write(folder / "database-url", url + "\n")
    environment["LUDOLOG_DATABASE_FILE"] = str(folder / "database-url")
    direct_file = None
    if given and site.settings.database_direct is not None:
        _write(folder / "database-direct-url", site.settings.database_direct + "\n")
        direct_file = environment["LUDOLOG_DATABASE_DIRECT_FILE"] = str(folder / "database-direct-url")
    programs += [
        _program(folder, "service", f"{ludolog} serve", 20, "TERM", site.processes),
        _program(folder, "worker", f"{ludolog} worker", 30, "TERM"),
    ]
    for name in ("LUDOLOG_DATABASE", "LUDOLOG_DATABASE_DIRECT"):
        environment.pop(name, None)
    state = SiteState(
        release=build(),
        host=site.settings.host,
        port=site.settings.port,
        processes=site.processes,
        database_file=environment["LUDOLOG_DATABASE_FILE"],
        key_file=str(Path(environment["LUDOLOG_KEY_FILE"]).resolve()),
        has_postgres=not given,
        direct_file=direct_file,
    )
    write_state(folder, state)
    _write(folder / FILE, _HEAD.format(folder=folder, socket=SOCKET) + "".join(programs))
    return [sys.executable, "-m", "supervisor.supervisord", "--nodaemon", "--configuration", str(folder / FILE)]


def _check_supervisor(folder: Path) -> None:
    if find_spec("supervisor") is None:
        message = "supervisord is not installed: run `uv run --group site ludolog site`"
        raise SiteError(message)
    if unfit := sorted(set("%'\"; ") & {*str(folder), *sys.executable}):
        message = f"supervisord cannot work with {unfit[0]!r} in a path: choose another --folder, or install elsewhere"
        raise SiteError(message)
    _check_length(folder)


def _check_length(folder: Path) -> None:
    """Raise SiteError if the path of the folder is too long for the sockets of a site."""
    room = SOCKET_PATH_BYTES - len(f"/{SOCKET}.{2**22}")
    length = len(os.fsencode(folder))
    if length > room:
        message = (
            f"the path of the folder {folder} is too long for a socket in it ({length} bytes, at most {room}): "
            "choose a shorter --folder"
        )
        raise SiteError(message)


def _program(folder: Path, name: str, command: str, priority: int, stop: str, count: int = 1) -> str:
    process = name if count == 1 else f"{name}-%(process_num)d"
    return _PROGRAM.format(
        name=name, command=command, process=process, count=count, priority=priority, stop=stop, folder=folder
    )


def own_url(folder: Path, database: str = "ludolog") -> str:
    """Return the URL of a database on the server of the site, which listens on a socket in the folder."""
    return f"postgresql://ludolog@/{database}?host={folder}"


def _postgres(folder: Path) -> str:
    prepare_postgres(folder)
    command = f"{binaries() / 'postgres'} -D {folder / 'postgres'} {SOCKET_OPTION}"
    return _program(folder, "postgres", command, 10, "INT")


def prepare_postgres(folder: Path) -> None:
    """Create the PostgreSQL cluster if there is none. Raises SiteError."""
    if os.geteuid() == 0:
        message = (
            "PostgreSQL does not run as root: start the site as another user, or set LUDOLOG_DATABASE to a database"
        )
        raise SiteError(message)
    data = folder / "postgres"
    if (data / "PG_VERSION").exists():
        return
    programs = binaries()
    made = folder / f"postgres.{secrets.token_hex(4)}"
    run(programs / "initdb", f"--pgdata={made}", "--username=ludolog", "--auth=trust", "--no-instructions")
    with (made / "postgresql.conf").open("a") as file:
        file.write("\n".join([*_CLUSTER, f"unix_socket_directories = '{folder}'"]) + "\n")
    # single-user mode needs no running server
    run(programs / "postgres", "--single", "-D", str(made), "postgres", stdin="CREATE DATABASE ludolog\n")
    made.rename(data)


def _write(path: Path, text: str) -> None:
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
        file.write(text)
